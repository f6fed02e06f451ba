package matcher

// A lists is a list for each term, one behind the other: there are so many terms that a list of
// its own for each would take more memory than what is in it, and more time to reach.
type lists[T any] struct {
	all   []T
	start []int32 // by termID: where the list of a term begins; that of the next ends it
}

// of is the list of a term; none for one that was numbered since.
func (l *lists[T]) of(id termID) []T {
	if int(id)+1 >= len(l.start) {
		return nil
	}
	return l.all[l.start[id]:l.start[id+1]]
}

// listed puts the lists of so many terms one behind the other.
func listed[T any](terms int, list func(id int) []T) lists[T] {
	l := lists[T]{start: make([]int32, 1, terms+1)}
	for id := range terms {
		l.all = append(l.all, list(id)...)
		l.start = append(l.start, int32(len(l.all)))
	}
	return l
}
