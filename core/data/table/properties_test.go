package table

import (
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" draws others.
func init() { flag.Set("rapid.seed", "1") }

// TestRoundTrip checks that a table of numbers, texts and missing cells, written with any delimiter,
// decimal mark, line end and quotation, compressed or not, is read back unchanged, with given settings
// and with settings that are detected except for the decimal mark.
func TestRoundTrip(t *testing.T) {
	pack := func(text string) []byte { return gzipped(t, text) }
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(3, 12).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns")
		delimiter := rapid.SampledFrom([]string{",", ";", "\t", "|"}).Draw(t, "delimiter")
		end := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line end")
		mark := "."
		if delimiter != "," {
			mark = rapid.SampledFrom([]string{".", ","}).Draw(t, "decimal mark")
		}
		quoted := func(cell string) string {
			if strings.ContainsAny(cell, "\"\r\n"+delimiter) || rapid.IntRange(0, 5).Draw(t, "quoted") == 0 {
				return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			return cell
		}
		word := rapid.StringMatching(`[a-zé][a-zé ,;|"']{0,8}[a-zé]`)
		numbers, texts := make([][]float64, columns), make([][]string, columns)
		lines := make([][]string, rows+1)
		for j := range columns {
			lines[0] = append(lines[0], quoted("name "+string(rune('a'+j))))
			if j > 0 && rapid.Bool().Draw(t, "of texts") {
				texts[j] = rapid.SliceOfN(rapid.OneOf(rapid.Just(""), word), rows, rows).Draw(t, "texts")
				texts[j][0], texts[j][1] = "first", "second"
			} else {
				numbers[j] = rapid.SliceOfN(rapid.OneOf(rapid.Just(math.NaN()), rapid.Float64Range(-1e6, 1e6), rapid.Float64()), rows, rows).Draw(t, "numbers")
				numbers[j][0], numbers[j][1], numbers[j][2] = 0.5, -1.25, 3e-7
				numbers[0][rows-1] = 1 // Read leaves out an empty row at the end
			}
			for i := range rows {
				cell := ""
				if numbers[j] == nil {
					cell = texts[j][i]
				} else if v := numbers[j][i]; !math.IsNaN(v) {
					cell = strings.Replace(formatNumber(v), ".", mark, 1)
				}
				lines[i+1] = append(lines[i+1], quoted(cell))
			}
		}
		var file strings.Builder
		for _, cells := range lines {
			file.WriteString(strings.Join(cells, delimiter) + end)
		}
		b := []byte(file.String())
		given := Options{Delimiter: rune(delimiter[0]), Decimal: mark, Header: "yes", Encoding: "utf-8"}
		found := Options{Decimal: mark}
		if rapid.Bool().Draw(t, "packed") {
			b = pack(file.String())
		}
		for _, o := range []Options{given, found} {
			got, err := Read(b, o)
			if err != nil {
				t.Fatalf("%q with %+v: %v", file.String(), o, err)
			}
			if got.Rows != rows || len(got.Columns) != columns {
				t.Fatalf("%q with %+v: %d rows of %d columns", file.String(), o, got.Rows, len(got.Columns))
			}
			for j, c := range got.Columns {
				if c.Name != "name "+string(rune('a'+j)) || (c.Kind == Number) != (numbers[j] != nil) {
					t.Fatalf("%q with %+v: column %d is %q, of %v", file.String(), o, j, c.Name, c.Kind)
				}
				for i := range rows {
					missing := numbers[j] == nil && texts[j][i] == "" || numbers[j] != nil && math.IsNaN(numbers[j][i])
					switch {
					case c.Missing[i] != missing:
						t.Fatalf("%q with %+v: cell %d of %q is missing: %v", file.String(), o, i, c.Name, c.Missing[i])
					case missing:
					case numbers[j] != nil && c.Number(i) != numbers[j][i]:
						t.Fatalf("%q with %+v: cell %d of %q is %v, want %v", file.String(), o, i, c.Name, c.Number(i), numbers[j][i])
					case numbers[j] == nil && c.Texts[i] != texts[j][i]:
						t.Fatalf("%q with %+v: cell %d of %q is %q, want %q", file.String(), o, i, c.Name, c.Texts[i], texts[j][i])
					}
				}
			}
		}
	})
}

// TestRecordsRoundTrip checks that FromRows keeps numbers, texts and missing cells.
func TestRecordsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(t, "n")
		v := rapid.SliceOfN(rapid.Float64(), n, n).Draw(t, "numbers")
		missing := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "missing")
		missing[0] = false
		rows := make([][]any, n)
		for i := range rows {
			rows[i] = []any{v[i], "a"}
			if missing[i] {
				rows[i][0] = nil
			}
		}
		got, err := FromRows([]string{"x", "g"}, rows)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := got.Column("x")
		if c.Kind != Number || !slices.Equal(c.Missing, missing) {
			t.Fatalf("%v, missing %v, want numbers and %v", c.Kind, c.Missing, missing)
		}
		for i := range v {
			if !missing[i] && c.Number(i) != v[i] {
				t.Fatalf("row %d is %v, want %v", i, c.Number(i), v[i])
			}
		}
	})
}
