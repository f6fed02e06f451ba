package matcher

import "testing"

func TestPairTable(t *testing.T) {
	var table pairTable[termID]
	if got := table.of(1, 2); got != 0 {
		t.Errorf("an empty table has number %d", got)
	}
	const most = 100
	number := func(a, b termID) termID { return 1 + a*most + b }
	for a := range termID(most) {
		for b := range a {
			table.put(a, b, number(a, b))
		}
	}
	copied := table.clone()
	copied.put(1, 2, 7)
	for a := noTerm; a < most; a++ {
		for b := noTerm; b < most; b++ {
			want := termID(0)
			if b >= 0 && b < a {
				want = number(a, b)
			}
			if got := table.of(a, b); got != want {
				t.Fatalf("the number of %d, %d is %d, want %d", a, b, got, want)
			}
		}
	}
	if got := copied.of(1, 2); got != 7 {
		t.Errorf("the copy has %d for what was put in it", got)
	}
}
