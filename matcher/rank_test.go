package matcher_test

import (
	"flag"
	"testing"

	"incidentlib/matcher/ranktest"
)

var update = flag.Bool("update", false, "rewrite testdata/rank/stats.txt")

func TestRank(t *testing.T) { ranktest.Run(t, "testdata/rank", nil, *update) }
