package registry

import (
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	var r Of[int, int]
	r.Add("b", func(p int) int { return p + 1 })
	r.Add("a", func(p int) int { return 2 * p })
	if r.New("a", 3) != 6 || r.New("b", 3) != 4 || !slices.Equal(r.Names(), []string{"a", "b"}) {
		t.Errorf("names %v, a of 3 is %d, b of 3 is %d", r.Names(), r.New("a", 3), r.New("b", 3))
	}
	for name, misuse := range map[string]func(){
		"a name that is taken": func() { r.Add("a", func(int) int { return 0 }) },
		"an unknown name":      func() { r.New("c", 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			misuse()
		}()
	}
}
