package workspace

import (
	"fmt"
	"slices"
)

// chart checks the chart of a data_visualization block. The figures are Slack's documented ones.
func (c *check) chart(at string, chart object) {
	switch kind := str(chart, "type"); kind {
	case "pie":
		c.points(at+"/segments", list(chart, "segments"), 6, nil)
	case "bar", "area", "line":
		var categories []string
		for _, v := range list(sub(chart, "axis_config"), "categories") {
			name, _ := v.(string)
			c.length(name, 20, at+"/axis_config/categories")
			categories = append(categories, name)
		}
		series := list(chart, "series")
		if len(categories) == 0 || len(series) == 0 {
			c.fail(at, "missing required field: axis_config or series")
		}
		c.count(len(series), 6, at+"/series")
		var names []string
		for i, s := range objects(series) {
			here := fmt.Sprintf("%s/series/%d", at, i)
			name := str(s, "name")
			if c.length(name, 20, here+"/name"); slices.Contains(names, name) {
				c.fail(here+"/name", "must be unique")
			}
			names = append(names, name)
			c.points(here+"/data", list(s, "data"), 20, categories)
		}
	default:
		c.fail(at+"/type", "missing or unsupported type: "+kind)
	}
}

// points checks what a chart shows: one value for each of the labels, where there are any given.
func (c *check) points(at string, points []any, most int, labels []string) {
	c.count(len(points), most, at)
	if len(points) == 0 || labels != nil && len(points) != len(labels) {
		c.fail(at, "must have one item for each category")
	}
	for i, p := range objects(points) {
		here := fmt.Sprintf("%s/%d", at, i)
		label := str(p, "label")
		if c.length(label, 20, here+"/label"); labels != nil && !slices.Contains(labels, label) {
			c.fail(here+"/label", "is no category")
		}
		if p["value"] == nil {
			c.fail(here+"/value", "missing required field: value")
		}
	}
}
