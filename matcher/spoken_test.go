package matcher

import "testing"

// An alert that says "oom" in other words finds the case filed under it, in either language.
func TestFindByVocabulary(t *testing.T) {
	v := &Vocabulary{
		Symptoms: []Term{
			{Slug: "oom-killed", Name: Text{En: "OOMKilled", Ko: "메모리 부족으로 종료"}, Aliases: []string{"out of memory", "메모리 부족"}, Implies: []string{"pod-crashloop"}},
			{Slug: "pod-crashloop", Name: Text{En: "Pod crash loop", Ko: "파드 크래시 루프"}, Alerts: []string{"KubePodCrashLooping"}},
		},
	}
	l, err := NewLibraryWith([]*Case{
		{ID: "A", Title: TextOf("Worker grew past its limit"), Symptoms: []string{"oom-killed"}},
		{ID: "B", Title: TextOf("Gateway restarted again and again"), Symptoms: []string{"pod-crashloop"}},
		{ID: "C", Title: TextOf("Certificate expired")},
	}, v)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct{ text, want string }{
		{"payments ran out of memory, says the worker", "A"},
		{"결제 워커가 메모리부족으로 죽었다, worker", "A"},
		{"[FIRING:1] KubePodCrashLooping gateway", "B"},
	} {
		found, err := l.Find(t.Context(), Alert{Kind: Problem, Text: c.text}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 || found[0].Case.ID != c.want {
			t.Errorf("%q finds %v, want %s first", c.text, found, c.want)
			continue
		}
		var sum float64
		symptom := false
		for _, e := range found[0].Evidence {
			sum += e.Weight
			symptom = symptom || e.Kind == BySymptom
		}
		if !symptom || sum-found[0].Score > 1e-9 || found[0].Score-sum > 1e-9 {
			t.Errorf("%q: evidence %+v does not show the symptom or make the score %v", c.text, found[0].Evidence, found[0].Score)
		}
	}
}
