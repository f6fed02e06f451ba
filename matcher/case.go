package matcher

// Case is one past incident, in the schema of the public incidentlib library.
// Only ID and Title are needed; an empty field is not known. Fields this type
// does not know survive a round trip through JSON. The order of the fields is
// the order of the keys when a case is written.
type Case struct {
	ID           string   `json:"id"` // "IL-0461": letters, digits, ".", "_", "-"; at most MaxID characters
	Org          string   `json:"org,omitzero"`
	OrgSlug      string   `json:"org_slug,omitzero"`
	Date         string   `json:"date,omitzero"`      // "2022-04-13", "2022-04" or "2022"
	DateKind     string   `json:"date_kind,omitzero"` // what Date dates: "incident" or "published"
	Title        Text     `json:"title,omitzero"`     // one line
	Summary      Text     `json:"summary,omitzero"`   // what broke and why, step by step
	SymptomsText Text     `json:"symptoms_text,omitzero"`
	Trigger      Text     `json:"trigger,omitzero"`
	Detection    Text     `json:"detection,omitzero"`
	Lessons      Text     `json:"lessons,omitzero"`
	Impact       Impact   `json:"impact,omitzero"`
	Severity     string   `json:"severity,omitzero"` // "critical", "unknown", "sev1", … as Validate lists them
	Domain       []string `json:"domain,omitempty"`  // slugs, as Symptoms, Components and Contributing
	Symptoms     []string `json:"symptoms,omitempty"`
	Components   []string `json:"components,omitempty"`
	Mechanisms   []string `json:"mechanisms,omitempty"` // slugs: how it failed, what it is about first
	RootCause    string   `json:"root_cause,omitzero"`  // a slug
	Contributing []string `json:"contributing,omitempty"`
	Remediation  []Step   `json:"remediation,omitempty"`  // what was tried, in order
	ActionItems  []Step   `json:"action_items,omitempty"` // what was to be done afterwards
	Related      []Ref    `json:"related,omitempty"`
	RecurrenceOf string   `json:"recurrence_of,omitzero"` // the ID of the case this one repeats
	Sources      []Source `json:"sources,omitempty"`
	Docs         []Doc    `json:"docs,omitempty"`
	Timeline     Timeline `json:"timeline,omitzero"`
	Review       Review   `json:"review,omitzero"`
	UpdatedAt    string   `json:"updated_at,omitzero"` // RFC 3339, or a date
	URL          string   `json:"url,omitzero"`        // the page a reader may open
	Signals      []string `json:"signals,omitempty"`   // exact strings that mark it; "…" stands for a variable part
	Checks       []Check  `json:"checks,omitempty"`
	Examples     Examples `json:"examples,omitzero"`
	Short        bool     `json:"short,omitzero"` // no source of it can be read, so no more can be told
	kept
}

// Impact says who was hit, and how.
type Impact struct {
	Scope  Text `json:"scope,omitzero"`
	Users  Text `json:"users,omitzero"`
	Region Text `json:"region,omitzero"`
	kept
}

// Step is one thing that was done, or is to be done.
type Step struct {
	Text Text `json:"text,omitzero"`
	kept
}

// Ref points to another case.
type Ref struct {
	ID     string `json:"id,omitzero"`
	Reason Text   `json:"reason,omitzero"` // what the two have in common
	kept
}

// Source is a report the case was written from.
type Source struct {
	URL      string `json:"url,omitzero"`
	Kind     string `json:"kind,omitzero"`     // "blog", "talk", "status-page"
	Archived string `json:"archived,omitzero"` // URL of a stored copy
	kept
}

// Doc is something to read on: a manual page, a runbook.
type Doc struct {
	URL   string `json:"url,omitzero"`
	Title Text   `json:"title,omitzero"`
	kept
}

// Timeline holds how long after the start things happened, as "4h 7m".
type Timeline struct {
	DetectedAfter string `json:"detected_after,omitzero"`
	ResolvedAfter string `json:"resolved_after,omitzero"`
	kept
}

// Review says who wrote the case and who has read it over.
type Review struct {
	WrittenBy  string `json:"written_by,omitzero"`
	ReviewedAt string `json:"reviewed_at,omitzero"` // RFC 3339, or a date
	ReviewedBy string `json:"reviewed_by,omitzero"`
	kept
}

// Check is one thing to look at now that tells whether this case is the one.
type Check struct {
	Text     Text   `json:"text,omitzero"`
	Command  string `json:"command,omitzero"`   // changes nothing where it runs
	Confirms Text   `json:"confirms,omitzero"`  // what is seen if it is this case
	RulesOut Text   `json:"rules_out,omitzero"` // what is seen if it is not
	kept
}

// Examples are the case's own tests: alerts as tools would post them.
type Examples struct {
	Match  []string `json:"match,omitempty"`  // must find this case first
	Differ []string `json:"differ,omitempty"` // look near, and must not find it
	kept
}
