package seeds

import (
	"embed"
	"encoding/json"
	"fmt"

	"incidentlib/matcher"
)

//go:embed vocabulary/*.json
var vocabularyFiles embed.FS

// Vocabulary returns the controlled words of the shipped library. It is the caller's own.
func Vocabulary() (*matcher.Vocabulary, error) {
	v := &matcher.Vocabulary{}
	for name, into := range map[string]any{
		"symptoms":     &v.Symptoms,
		"components":   &v.Components,
		"mechanisms":   &v.Mechanisms,
		"root_causes":  &v.RootCauses,
		"contributing": &v.Contributing,
		"domains":      &v.Domains,
		"ambiguous":    &v.Ambiguous,
	} {
		file := "vocabulary/" + name + ".json"
		data, err := vocabularyFiles.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, into); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return v, nil
}
