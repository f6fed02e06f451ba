package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"incidentlib/bot"
	"incidentlib/matcher/eval"
)

// folds is into how many parts the alerts are dealt when a fit is tested.
const folds = 10

// fit fits the weights of the confidence to alerts that deserve an answer, says how well they
// do on alerts that were not fitted to, and writes them.
func (c evalCmd) fit(w world, alerts []labelled, results []eval.Result, findings []finding) error {
	var samples []eval.Sample
	for i, r := range results {
		if !r.Negative && len(findings[i].matches) > 0 {
			samples = append(samples, eval.Sample{
				ID: r.ID, Features: bot.Features(findings[i].matches), Right: r.Grades[r.Ranked[0]] > 0, Group: alerts[i].Mechanism,
			})
		}
	}
	weighNone(samples, results)
	if len(samples) < 2*folds {
		return fmt.Errorf("%d alerts with a case: too few to fit to", len(samples))
	}
	weights, unseen := eval.Fit(samples), eval.CrossValidate(samples, folds)
	fitted := func(i int) float64 { return eval.Chance(weights, samples[i].Features) }
	tested := func(i int) float64 { return unseen[i] }
	fmt.Fprintf(w.stdout, "%d alerts\ncalibration error, fitted: %.3f, on alerts not fitted to: %.3f\n", len(samples),
		calibrated(samples, fitted),
		calibrated(samples, tested))
	for i := range weights {
		weights[i] = math.Round(1000*weights[i]) / 1000
	}
	data, err := json.MarshalIndent(bot.Weights{
		Made:  "incidentlib eval --alerts alerts-dev.jsonl --alerts matcher/testdata/eval/symptoms.jsonl --qrels matcher/testdata/eval/dev.qrels --fit bot/confidence.json",
		Names: bot.FeatureNames, Weights: weights,
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(c.Fit, append(data, '\n'), 0o644)
}

// noneShare is what the alerts that no case is right for weigh together, in times of the others.
// How often such alerts come depends on the team; a few teach that little evidence is little
// chance.
const noneShare = 0.1

// weighNone gives the samples of alerts without a relevant case their weight.
func weighNone(samples []eval.Sample, results []eval.Result) {
	none := map[string]bool{}
	for _, r := range results {
		none[r.ID] = len(r.Grades) == 0
	}
	n := 0
	for _, s := range samples {
		if none[s.ID] {
			n++
		}
	}
	for i := range samples {
		if none[samples[i].ID] {
			samples[i].Weight = noneShare * float64(len(samples)-n) / float64(n)
		}
	}
}

// calibrated is the calibration error of chances told for the samples that a case is right for.
func calibrated(samples []eval.Sample, chance func(int) float64) float64 {
	var results []eval.Result
	for i, s := range samples {
		if s.Weight != 0 {
			continue // no case is right for it
		}
		r := eval.Result{Ranked: []string{"first"}, Confidence: chance(i)}
		if s.Right {
			r.Grades = map[string]int{"first": 1}
		}
		results = append(results, r)
	}
	return eval.Score(results).Calibration
}
