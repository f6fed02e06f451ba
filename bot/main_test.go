package bot

import (
	"testing"

	"go.uber.org/goleak"
)

// Whatever the bot starts has ended when it has. Bleve's workers begin with the program.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/blevesearch/bleve_index_api.AnalysisWorker"))
}
