package sample

import _ "embed"

var (
	//go:embed wpbc.csv
	wpbc string

	//go:embed prostate.csv
	prostate string

	//go:embed bags.csv
	bags string
)

// contents returns the bytes of a data set that All lists.
func contents(name string) []byte {
	switch name {
	case "wpbc":
		return []byte(wpbc)
	case "prostate":
		return []byte(prostate)
	case "bags":
		return []byte(bags)
	}
	panic("sample: no contents for " + name)
}
