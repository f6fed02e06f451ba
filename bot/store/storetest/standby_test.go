package storetest

import "testing"

// What was committed is there when the standby has taken over.
func TestStandby(t *testing.T) {
	c := New(t)
	s := c.Standby(t)
	for _, query := range []string{`CREATE TABLE kept (n INTEGER)`, `INSERT INTO kept VALUES (7)`} {
		if err := c.exec(query); err != nil {
			t.Fatal(err)
		}
	}
	c.Stop(t)
	s.Promote(t)
	if err := s.exec(`INSERT INTO kept SELECT 1 / (n - 6) FROM kept`); err != nil {
		t.Error(err)
	}
}
