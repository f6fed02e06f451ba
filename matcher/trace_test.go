package matcher

import (
	"strings"
	"testing"
)

func TestTrimTrace(t *testing.T) {
	for name, test := range map[string]struct{ text, stays, goes string }{
		"java": {"java.lang.OutOfMemoryError: Java heap space\n\tat java.util.Arrays.copyOf(Arrays.java:3332)\n\tat shop.Cart.load(Cart.java:7)\n\tat shop.Cart.total(Cart.java:9)\n\tat org.tomcat.Filter.chain(Filter.java:1)\nCaused by: java.io.IOException: Broken pipe\n\tat sun.nio.Write(Native Method)",
			"OutOfMemoryError Cart.total Caused IOException sun.nio.Write", "tomcat"},
		"python": {"Traceback (most recent call last):\n  File \"/app/a.py\", line 1, in one\n  File \"/app/b.py\", line 2, in two\n  File \"/app/c.py\", line 3, in three\n  File \"/app/d.py\", line 4, in four\nredis.exceptions.ConnectionError: Error 111",
			"a.py c.py ConnectionError", "d.py"},
		"go": {"panic: runtime error: index out of range\nmain.go:12\nserver.go:40\nhttp.go:2136\nnetpoll.go:99",
			"index http.go", "netpoll"},
		"node": {"Error: connect ECONNREFUSED 10.0.0.1:6379\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1607:16)\n    at a.run (/srv/a.js:1:1)\n    at b.run (/srv/b.js:1:1)\n    at listen (/srv/express.js:9:9)",
			"ECONNREFUSED afterConnect b.run", "express"},
		"prose": {"at noon the site went down\nat 12:05 it was back\nat one it failed\nat two it was back\nat three we gave up", "three", "nothing-of-the-sort"},
	} {
		got := []byte(test.text)
		trimTrace(got)
		for _, word := range strings.Fields(test.stays) {
			if !strings.Contains(string(got), word) {
				t.Errorf("%s: %q is gone", name, word)
			}
		}
		if strings.Contains(string(got), test.goes) || len(got) != len(test.text) {
			t.Errorf("%s: left with %q", name, got)
		}
	}
}
