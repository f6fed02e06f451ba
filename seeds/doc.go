// Package seeds holds the cases that ship with the program, and reads, merges
// and writes those a team keeps in a folder of its own.
//
// Bundled (bundled.go) is the shipped library, one JSON file a case in cases/.
// ReadDir (read.go) reads a folder of JSON, YAML (yaml.go) and Markdown
// (markdown.go, sections.go); whatever the file, it becomes JSON and goes through
// matcher.DecodeCases, so that one set of rules and faults holds for all.
package seeds
