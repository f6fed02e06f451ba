package matcher

// Case is one past incident, in the schema of the public incidentlib library.
// Only ID and Title are needed. Fields this type does not know survive a round
// trip through JSON.
type Case struct {
	ID           string   `json:"id"`
	Org          string   `json:"org,omitzero"`
	OrgSlug      string   `json:"org_slug,omitzero"`
	Date         string   `json:"date,omitzero"`      // "2022-04-13", "2022-04" or "2022"
	DateKind     string   `json:"date_kind,omitzero"` // what Date dates: "incident" or "published"
	Title        Text     `json:"title,omitzero"`
	Summary      Text     `json:"summary,omitzero"`
	SymptomsText Text     `json:"symptoms_text,omitzero"`
	Trigger      Text     `json:"trigger,omitzero"`
	Detection    Text     `json:"detection,omitzero"`
	Lessons      Text     `json:"lessons,omitzero"`
	Severity     string   `json:"severity,omitzero"`
	Domain       []string `json:"domain,omitempty"`
	Symptoms     []string `json:"symptoms,omitempty"`
	Components   []string `json:"components,omitempty"`
	RootCause    string   `json:"root_cause,omitzero"`
	Contributing []string `json:"contributing,omitempty"`
	Signals      []string `json:"signals,omitempty"` // exact strings that mark it; "…" stands for a variable part
	URL          string   `json:"url,omitzero"`
	UpdatedAt    string   `json:"updated_at,omitzero"`
}

// Text is a text in English, in Korean, or in both.
type Text struct {
	En string `json:"en,omitzero"`
	Ko string `json:"ko,omitzero"`
}

// In returns the text in lang ("en" or "ko"), or in the other language where that is missing.
func (t Text) In(lang string) string {
	if lang == "ko" && t.Ko != "" || t.En == "" {
		return t.Ko
	}
	return t.En
}
