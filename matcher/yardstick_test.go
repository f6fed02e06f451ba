package matcher_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"incidentlib/matcher"
)

// The yardsticks rank public collections, so that a change of the matcher can be held
// against numbers that other people published. They need the collections in
// ../shared/eval/ir beside the repository, and are skipped without.
//
//	go test ./matcher -run '^$' -bench Yardstick -benchtime 1x
const collections = "../../shared/eval/ir/"

// judged is a collection: documents as cases, queries, and which documents are right.
type judged struct {
	cases   []*matcher.Case
	queries [][2]string // id and text
	right   map[string]map[string]bool
}

func BenchmarkYardstickSciFact(b *testing.B) {
	yardstick(b, english(b, "scifact", "queries.jsonl"))
}

func BenchmarkYardstickAlerts(b *testing.B) {
	yardstick(b, english(b, "alert2runbook", "queries.jsonl"))
}

func BenchmarkYardstickAlertsWithoutName(b *testing.B) {
	yardstick(b, english(b, "alert2runbook", "queries-noname.jsonl"))
}

func BenchmarkYardstickAlertsPromQL(b *testing.B) {
	yardstick(b, english(b, "alert2runbook", "queries-expr.jsonl"))
}

func BenchmarkYardstickKorQuAD(b *testing.B) { yardstick(b, korean(b)) }

// yardstick reports nDCG at 10 and recall at 100, averaged over the judged queries.
func yardstick(b *testing.B, j judged) {
	l, err := matcher.NewLibrary(j.cases)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	var gain, recall, n float64
	b.ResetTimer()
	for range b.N {
		gain, recall, n = 0, 0, 0
		for _, q := range j.queries {
			right := j.right[q[0]]
			if len(right) == 0 {
				continue
			}
			found, err := l.Find(b.Context(), matcher.Alert{Kind: matcher.Problem, Text: q[1]}, 100)
			if err != nil {
				b.Fatal(err)
			}
			got, ideal, hits := 0.0, 0.0, 0.0
			for i, m := range found {
				if right[m.Case.ID] {
					hits++
					if i < 10 {
						got += 1 / math.Log2(float64(i+2))
					}
				}
			}
			for i := range min(len(right), 10) {
				ideal += 1 / math.Log2(float64(i+2))
			}
			gain, recall, n = gain+got/ideal, recall+hits/float64(len(right)), n+1
		}
	}
	b.ReportMetric(gain/n, "nDCG@10")
	b.ReportMetric(recall/n, "R@100")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/n, "µs/query")
}

func english(b *testing.B, name, queries string) judged {
	j := judged{right: map[string]map[string]bool{}}
	type item struct {
		ID    string `json:"_id"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	read := func(file string, do func(item)) {
		eachLine(b, collections+name+"/"+file, func(line string) {
			var it item
			if err := json.Unmarshal([]byte(line), &it); err != nil {
				b.Fatal(err)
			}
			do(it)
		})
	}
	read("corpus.jsonl.gz", func(it item) {
		j.cases = append(j.cases, &matcher.Case{ID: it.ID, Title: matcher.Text{En: it.Title}, Summary: matcher.Text{En: it.Text}})
	})
	read(queries, func(it item) { j.queries = append(j.queries, [2]string{it.ID, it.Text}) })
	eachLine(b, collections+name+"/qrels.tsv", func(line string) {
		f := strings.Fields(line)
		if len(f) == 3 && f[2] != "0" && f[0] != "query-id" {
			if j.right[f[0]] == nil {
				j.right[f[0]] = map[string]bool{}
			}
			j.right[f[0]][f[1]] = true
		}
	})
	return j
}

func korean(b *testing.B) judged {
	data, err := os.ReadFile(collections + "korquad/KorQuAD_v1.0_dev.json")
	if err != nil {
		b.Skip("the collections are not beside the repository")
	}
	var set struct {
		Data []struct {
			Paragraphs []struct {
				Context   string
				Questions []struct{ ID, Question string } `json:"qas"`
			}
		}
	}
	if err := json.Unmarshal(data, &set); err != nil {
		b.Fatal(err)
	}
	j := judged{right: map[string]map[string]bool{}}
	for _, d := range set.Data {
		for _, p := range d.Paragraphs {
			id := fmt.Sprintf("P-%d", len(j.cases))
			j.cases = append(j.cases, &matcher.Case{ID: id, Summary: matcher.Text{Ko: p.Context}})
			for _, q := range p.Questions {
				j.queries = append(j.queries, [2]string{q.ID, q.Question})
				j.right[q.ID] = map[string]bool{id: true}
			}
		}
	}
	return j
}

func eachLine(b *testing.B, path string, do func(string)) {
	f, err := os.Open(path)
	if err != nil {
		b.Skip("the collections are not beside the repository")
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			b.Fatal(err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		do(lines.Text())
	}
	if err := lines.Err(); err != nil {
		b.Fatal(err)
	}
}
