package repro

import (
	"fmt"
	"math"

	"lplab/core/english"
	"lplab/core/reports/chart"
	"lplab/core/spaces/tensor"
)

// entries is [H table 1]: the number of entries of symmetric arrays of order 2, 3 and 4, and
// the number of those that differ.
func entries(w *work) {
	lines := []struct {
		n      int
		counts [3]int64 // of order 2, 3, 4
		share  [3]string
	}{
		{10, [3]int64{55, 220, 715}, [3]string{"45.00", "78.00", "92.85"}},
		{20, [3]int64{210, 1540, 8855}, [3]string{"47.50", "80.75", "94.47"}},
		{30, [3]int64{465, 4960, 40920}, [3]string{"48.33", "81.63", "94.95"}},
		{40, [3]int64{820, 11480, 123410}, [3]string{"48.75", "82.06", "95.18"}},
		{50, [3]int64{1275, 22100, 292825}, [3]string{"49.00", "82.32", "95.31"}},
		{100, [3]int64{5050, 171700, 4421275}, [3]string{"49.50", "82.83", "95.58"}},
	}
	var rows [][]string
	same, fewer := true, true
	for _, line := range lines {
		for k, count := range line.counts {
			q := k + 2
			full, here := math.Pow(float64(line.n), float64(q)), tensor.Count(line.n, q)
			share := fmt.Sprintf("%.2f", 100*(1-float64(here)/full))
			rows = append(rows, []string{english.Integer(line.n), fmt.Sprint(q), english.Integer(int(full)),
				english.Integer(int(count)), english.Integer(int(here)), line.share[k], share})
			same = same && here == count && share == line.share[k]
			fewer = fewer && float64(here) < full
		}
	}
	w.table([]string{"n", "order", "full", "packed [H]", "here", "% saved [H]", "here"}, rows...)
	w.claim(fewer, "The packed layout has fewer entries than the full one.")
	w.claim(same, "All numbers of entries and shares equal the printed ones.")
}

// tenPoints is [H fig. 12].
func tenPoints(w *work) {
	const n = 10
	full, packed := n*n*n*n, int(tensor.Count(n, 4))
	w.table([]string{"", "[H]", "here"},
		[]string{"entries in full", "10,000", english.Integer(full)},
		[]string{"entries that differ", "715", english.Integer(packed)})
	w.claim(packed == 715, "715 entries differ.")
	f := &chart.Figure{Name: "Entries", Height: 220,
		Summary: fmt.Sprintf("Two bars: %s entries in full, and the %s of them that differ.", english.Integer(full), english.Integer(packed))}
	f.X = chart.Axis{Label: "entries of a tensor of order 4 over 10 points", Scale: chart.Linear(0, float64(full)).Padded(0.02)}
	f.Y = chart.Axis{Scale: chart.Linear(-0.5, 1.5), Ticks: []chart.Tick{{Value: 0, Label: "packed"}, {Value: 1, Label: "full"}}}
	f.Marks = []chart.Mark{
		chart.Bars{At: []float64{1}, Length: []float64{float64(full)}, Ink: chart.Truth},
		chart.Bars{At: []float64{0}, Length: []float64{float64(packed)}, Ink: chart.Estimate},
	}
	w.draw(f, "", "Entries of the tensor, in full and packed.")
}

// fullBytes and packedBytes are [H eq. 5.15 and 5.16], in GB of 2^30 bytes.
func fullBytes(n int) float64   { return 8 * math.Pow(float64(n), 4) / (1 << 30) }
func packedBytes(n int) float64 { return 8 * float64(tensor.Count(n, 4)) / (1 << 30) }

// memory is [H fig. 15] with the numbers of the text about it.
func memory(w *work) {
	var rows [][]string
	for _, s := range []struct {
		n            int
		full, packed string
	}{
		{130, "2.13 GB", "90 MB"}, {150, "3.77 GB", "163 MB"}, {250, "29.1 GB", "1.24 GB"}, {399, "188.8 GB", "7.99 GB"},
	} {
		rows = append(rows, []string{fmt.Sprint(s.n), s.full, size(fullBytes(s.n)), s.packed, size(packedBytes(s.n))})
	}
	w.table([]string{"n", "full [H]", "here", "packed [H]", "here"}, rows...)
	const ram = 8 // GB
	most := func(bytes func(int) float64) (n int) {
		for bytes(n+1) <= ram {
			n++
		}
		return n
	}
	full, packed := most(fullBytes), most(packedBytes)
	w.table([]string{"points in 8 GB", "[H]", "here"},
		[]string{"full", "181", fmt.Sprint(full)}, []string{"packed", "399", fmt.Sprint(packed)})
	w.claim(full == 181 && packed == 399, "8 GB hold the full tensor of 181 points, and the packed one of 399.")

	fullLine, packedLine := chart.Line{Name: "full", Ink: chart.Truth}, chart.Line{Name: "packed", Ink: chart.Estimate}
	for n := 10; n <= 400; n += 10 {
		fullLine.X, fullLine.Y = append(fullLine.X, float64(n)), append(fullLine.Y, fullBytes(n))
		packedLine.X, packedLine.Y = append(packedLine.X, float64(n)), append(packedLine.Y, packedBytes(n))
	}
	lo, hi, _ := chart.PositiveRange(fullLine.Y, packedLine.Y)
	w.draw(&chart.Figure{Name: "Memory", Summary: "Gigabytes of the full and of the packed tensor by number of points, on a logarithmic axis: the packed one takes about a 24th.",
		X:     chart.Axis{Label: "points", Scale: chart.Linear(0, 400), Whole: true},
		Y:     chart.Axis{Label: "GB (logarithmic)", Scale: chart.Log(lo, hi).Padded(0.03)},
		Marks: []chart.Mark{fullLine, packedLine, chart.Rule{Name: "8 GB", At: ram, Ink: chart.TextSoft}}}, "", "Memory of the tensor, in full and packed.")
	w.note("A GB is 2^30 bytes and a MB 2^20 here. The paper's GB is the same, but its MB seems to be a thousandth of its GB: 0.163 GB are 167 MB of 2^20 bytes, and 0.093 GB, which it rounds to 90 MB, are 95.")
}

// size writes gigabytes as the paper does.
func size(gigabytes float64) string {
	if gigabytes < 1 {
		return fmt.Sprintf("%.0f MB", 1024*gigabytes)
	}
	return fmt.Sprintf("%.2f GB", gigabytes)
}
