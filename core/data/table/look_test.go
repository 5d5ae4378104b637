package table

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestLikelyTarget(t *testing.T) {
	spectrum := "NIR.1 nm"
	for i := range 59 {
		spectrum += fmt.Sprintf(",NIR.%d nm", i+2)
	}
	for _, c := range []struct{ header, want string }{
		{"Ozone,Wind,Temp,Month,Day", "Temp"}, // the last column that is not part of a date
		{"x1,Class,x2,Day", "Class"},          // a usual name, in any case
		{"Year,Month,Day", "Day"},             // no other column
		{"O3,temp,doy,Weekday", "temp"},
		{"time,weight,Subject", "weight"}, // persons with several rows
		{"a,b,c", "c"},
		{"a,Survived,b", "Survived"},
		{"SalePrice,a,b", "SalePrice"}, // what is often predicted, where a formula has it
		{"CreditScore,a,Exited,b", "Exited"},
		{"CreditScore,EstimatedSalary,a", "a"},
		{"price,a,y", "y"},
		{"a,Sale_Price,Longitude,Latitude", "Sale_Price"},
		{"a,salePrice,b", "salePrice"},
		{"a,eprice,b", "b"},              // a covariate
		{"a,Min.Price,Price,b", "Price"}, // the mean rather than the least
		{"mpg,a,b", "mpg"},               // only where a formula has it
		{"a,mpg,b", "b"},
		{"a,b,lat,long", "b"},    // a place
		{"price,x,y,z", "price"}, // sides of a stone
		{"x,y,a", "a"},           // points of a map
		{"a,x,y", "y"},
		{"x,y", "y"},
		{"octane," + spectrum, "octane"}, // the column outside the series
		{spectrum, "NIR.60 nm"},
	} {
		file := c.header + "\n"
		for i := range 30 {
			for j := range strings.Count(c.header, ",") + 1 {
				file += fmt.Sprintf("%d,", (i+1)*(j+3)%13)
			}
			file = strings.TrimSuffix(file, ",") + "\n"
		}
		data := mustRead(t, file, Options{})
		if got := data.Look(0, "").Target; got != c.want {
			t.Errorf("%s: the likely target is %q, want %q", c.header, got, c.want)
		}
	}
}

// TestTargetWithFewCells checks that a column of mostly missing or equal cells, of names, or of a few identifiers is no likely
// target.
func TestTargetWithFewCells(t *testing.T) {
	var file strings.Builder
	file.WriteString("size,weight,town,late,flag,M.id\n")
	for i := range 40 {
		late, flag := "", 0
		if i < 15 {
			late = strconv.Itoa(i * i)
		} else if i == 20 {
			flag = 1
		}
		fmt.Fprintf(&file, "%d,%d,town%d,%s,%d,%d\n", i*i%17, i*i*i%13, i*7%25, late, flag, i%4)
	}
	data := mustRead(t, file.String(), Options{})
	if got := data.Look(0, "").Target; got != "weight" {
		t.Errorf("the likely target is %q", got)
	}
}

// TestTextsAsClasses checks that a column of more texts than a category has can be a target, up to MaxClasses, and that it is the
// likely one if it has a usual name. A column of names is no target.
func TestTextsAsClasses(t *testing.T) {
	for _, c := range []struct {
		classes, rows, want int
		target              string
	}{
		{MaxLevels, 100, 0, "class"}, // a category
		{MaxLevels + 1, 100, MaxLevels + 1, "class"},
		{MaxClasses, 100, MaxClasses, "class"},
		{MaxClasses, 99, 0, "x2"}, // fewer than two rows of each on average
		{MaxClasses + 1, 500, 0, "x2"},
	} {
		file := "x1,class,x2\n"
		for i := range c.rows {
			file += fmt.Sprintf("%d,c%d,%d\n", i*3%13, i%c.classes, i*5%17)
		}
		data := mustRead(t, file, Options{})
		if in := data.Look(0, ""); in.Columns[1].Classes != c.want || in.Target != c.target {
			t.Errorf("%d classes in %d rows: classes %d, the likely target is %q", c.classes, c.rows, in.Columns[1].Classes, in.Target)
		}
	}
}

// TestCodableColumns checks which columns can be categories of many levels, and that a column named among the codes is one.
func TestCodableColumns(t *testing.T) {
	for _, c := range []struct {
		name, prefix       string
		values, rows, want int
	}{
		{"city", "c", MaxLevels, 400, 0}, // a category
		{"city", "c", MaxLevels + 1, 400, MaxLevels + 1},
		{"city", "c", MaxCoded, 1000, MaxCoded},
		{"city", "c", MaxCoded + 1, 2000, 0},
		{"city", "c", 100, 499, 0}, // fewer than five rows of each on average
		{"zip", "81", 60, 600, 60},
		{"Postal code", "81", 60, 600, 60},
		{"sales", "81", 60, 600, 0},
		{"note", strings.Repeat("a long text ", 20), 30, 300, 0}, // too long for categories
		{"amount", "<", 60, 600, 60},
	} {
		file := c.name + ",x1,x2\n"
		for i := range c.rows {
			file += fmt.Sprintf("%s%03d,%d,%d\n", c.prefix, i%c.values, i*3%13, i*5%17)
		}
		data := mustRead(t, file, Options{})
		if got := data.Look(0, "").Columns[0].Codable; got != c.want {
			t.Errorf("%q, %d values in %d rows: codable %d", c.name, c.values, c.rows, got)
		}
		data = mustRead(t, file, Options{Codes: []string{c.name}})
		kind, problem := Category, ""
		if c.values > MaxCoded || len(c.prefix) > longestLevel {
			kind, problem = Text, fmt.Sprintf(`column %q has more than %d different cells, or one of more than %d bytes, and cannot be categories: correct data.import.codes`, c.name, MaxCoded, longestLevel)
		}
		if data.Columns[0].Kind != kind || slices.Contains(data.Warnings, problem) != (problem != "") {
			t.Errorf("%q, %d values: %v, %q", c.name, c.values, data.Columns[0].Kind, data.Warnings)
		}
	}
}

// TestSpoiltNumbersAreNotCodable checks that a column of numbers with a few texts is not proposed as categories.
func TestSpoiltNumbersAreNotCodable(t *testing.T) {
	file := "crp,x,y\n"
	for i := range 400 {
		crp := fmt.Sprint(10 + i%40)
		if i%20 == 7 {
			crp = fmt.Sprintf("<%d", i%3+2)
		}
		file += fmt.Sprintf("%s,%d,%d\n", crp, i*3%13, i*5%17)
	}
	data := mustRead(t, file, Options{})
	if c := data.Look(0, "").Columns[0]; c.Type != "text" || c.Codable != 0 {
		t.Errorf("%s, codable %d", c.Type, c.Codable)
	}
}

// TestTopCodes checks that a text with digits that repeats beside few numbers is a level, and no code of missing cells.
func TestTopCodes(t *testing.T) {
	file := "children,x,y\n"
	for i := range 100 {
		file += fmt.Sprintf("%s,%d,%d\n", []string{"0", "1", "2", "3+"}[i%7%4], i*3%13, i*5%17)
	}
	data := mustRead(t, file, Options{})
	if c := data.Columns[0]; c.Kind != Category || len(c.Levels) != 4 || data.Warnings != nil || data.Findings.Missing.Alternatives != nil {
		t.Errorf("%v of %q, warnings %q, codes %q", c.Kind, c.Levels, data.Warnings, data.Findings.Missing.Alternatives)
	}
}

// TestLook checks the counts of Look, and its correlations against the definition
// sum (x - mx)(y - my) / (n sx sy), for dense and for sparse columns.
func TestLook(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rows = 500
	var dense, sparse strings.Builder
	dense.WriteString("label,x1,x2,g\n")
	x := make([][3]float64, rows)
	for i := range x {
		a, b := math.Round(100*r.NormFloat64()), 0.0
		if r.IntN(4) == 0 {
			b = math.Round(50 * r.ExpFloat64())
		}
		x[i] = [3]float64{a, b, math.Round(a + 3*b + 40*r.NormFloat64())}
		cell := fmt.Sprint(a)
		if i%7 == 3 {
			cell, x[i][0] = "NA", math.NaN()
		}
		fmt.Fprintf(&dense, "%v,%s,%v,%c\n", x[i][2], cell, b, 'p'+rune(i%3))
		fmt.Fprintf(&sparse, "%v 1:%v 2:%v\n", x[i][2], a, b)
	}
	of := func(j int) (counts []int, r float64) {
		var xs, ys []float64
		for _, row := range x {
			if !math.IsNaN(row[j]) {
				xs, ys = append(xs, row[j]), append(ys, row[2])
			}
		}
		low, high := slices.Min(xs), slices.Max(xs)
		counts = make([]int, Bins)
		var mx, my, sxy, sxx, syy float64
		for i := range xs {
			k := 0
			for k < Bins-1 && xs[i] >= low+(high-low)*float64(k+1)/Bins {
				k++
			}
			counts[k]++
			mx, my = mx+xs[i]/float64(len(xs)), my+ys[i]/float64(len(xs))
		}
		for i := range xs {
			sxy += (xs[i] - mx) * (ys[i] - my)
			sxx += (xs[i] - mx) * (xs[i] - mx)
			syy += (ys[i] - my) * (ys[i] - my)
		}
		return counts, sxy / math.Sqrt(sxx*syy)
	}
	data := mustRead(t, dense.String(), Options{})
	in := data.Look(0, "label")
	if in.Against != "label" || in.Columns[0].Correlation != nil {
		t.Errorf("against %q, correlation with itself %v", in.Against, in.Columns[0].Correlation)
	}
	for j, name := range []string{"x1", "x2"} {
		c := in.Columns[j+1]
		counts, r := of(j)
		apart := 0 // a cell on the edge of two bins may be rounded into either
		for k := range counts {
			apart += max(counts[k]-c.Counts[k], c.Counts[k]-counts[k])
		}
		if apart > 4 || math.Abs(*c.Correlation-r) > 1e-12 {
			t.Errorf("%s: %v, %v; want %v, %v", name, c.Counts, *c.Correlation, counts, r)
		}
	}
	if g := in.Columns[3]; !slices.Equal(g.Counts, []int{167, 167, 166}) || g.Correlation != nil {
		t.Errorf("levels %v, correlation %v", g.Counts, g.Correlation)
	}
	other := mustRead(t, sparse.String(), Options{})
	two := other.Look(0, "label").Columns[2]
	if want := in.Columns[2]; !slices.Equal(two.Counts, want.Counts) || math.Abs(*two.Correlation-*want.Correlation) > 1e-12 {
		t.Errorf("sparse: %v, %v; dense: %v, %v", two.Counts, *two.Correlation, want.Counts, *want.Correlation)
	}
	if few := data.Look(1, "g"); len(few.Columns) != 3 || few.Total != 4 { // the first, the likely target among them, g, and x2, the last
		names := []string{}
		for _, c := range few.Columns {
			names = append(names, c.Name)
		}
		if !slices.Equal(names, []string{"label", "g"}) {
			t.Errorf("the first column and the targets are %v", names)
		}
	}
}

// TestTimesOfDay checks that dates with a text that is no time of day are texts.
func TestTimesOfDay(t *testing.T) {
	for _, clock := range []string{"25:00", "14:60", "14:05:61", "14:5", "140", "14055", "13:05 pm", "2:05 am pm", "14:05:30:1:2", "noon", ":", "14h05"} {
		data, err := Read([]byte("d,y\n2024-01-31 "+clock+",1\n2024-02-28 "+clock+",2\n2024-03-31 "+clock+",5\n"), Options{})
		if err != nil || data.Columns[0].Kind == Date {
			t.Errorf("%q is a time of day, %v", clock, err)
		}
	}
}

// TestTimes checks that dates in any notation are read as days since 1970, and that ambiguous dates
// are refused.
func TestTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for layout, want := range map[string]string{
		"2006-01-02": "", "2006-1-2 15:04": "", "2006-01-02T15:04:05Z": "", "02.01.2006": "", "2/1/2006": "", "1/2/2006 3:04 PM": "", "01/02/06": "", "02.01.06": "", "2.1.06": "",
		"02-Jan-2006": "", "2 January 2006": "", "Jan 2, 2006": "", "Jan-2-06": "", "JAN 2 2006 15:04": "",
		"2006-Jan-02": "", "2006-01-02T150405": "", "2006-01-02 1504": "", "2006-01-02  15.04": "", "2006-01-02 15:04:05,000": "", "2006-01-02T15:04:05-0000": "",
		"2006-01-02 15:04:05 UTC": "", "1/2/2006 3:04 p.m.": "", "20060102": "",
	} {
		text := "d,y\n"
		var days []float64
		for i := range 40 {
			half := map[bool]string{true: "p.m.", false: "a.m."}
			at := time.Date(1971+r.IntN(90), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), r.IntN(60), 0, 0, time.UTC)
			if i == 0 {
				at = time.Date(1999, 5, 27, 0, 0, 0, 0, time.UTC)
			}
			cell := at.Format(layout)
			at, _ = time.Parse(strings.Replace(layout, "p.m.", "PM", 1), strings.Replace(at.Format(strings.Replace(layout, "p.m.", "PM", 1)), "p.m.", "PM", 1))
			text += fmt.Sprintf("%q,%d\n", strings.Replace(cell, "p.m.", half[at.Hour() >= 12], 1), i*i)
			days = append(days, float64(at.Unix())/86400)
		}
		data := mustRead(t, text, Options{})
		times, err := data.Columns[0].Times()
		if err != nil || data.Columns[0].Kind != Date {
			t.Errorf("%s: %v, %v", layout, data.Columns[0].Kind, err)
			continue
		}
		for i := range times {
			if math.Abs(times[i]-days[i]) > 1.0/86400 {
				t.Errorf("%s: row %d is day %v, want %v%s", layout, i, times[i], days[i], want)
				break
			}
		}
	}
	for text, want := range map[string]string{
		"d,y\n01/02/2024,1\n03/04/2024,2\n":         `column "d" has dates with an ambiguous day and month: write them as 2024-01-31, or set data.import.dates to "day-first" or "month-first"`,
		"d,y\n31/01/2024,1\n03/31/2024,2\n":         `column "d" has days and months in two orders: write dates as 2024-01-31`,
		"d,y\n2024-01-02,1\n03/04/2024,2\n":         `column "d" writes dates in two ways: write all as 2024-01-31`,
		"d,y\n2-Jan-2024,1\n03/04/2024,2\n":         `column "d" writes dates in two ways: write all as 2024-01-31`,
		"d,y\n2024-01-02,1\n2024-13-45,2\n":         `column "d" has the date "2024-13-45", which does not exist: correct it`,
		"d,y\n30.01.2023,1\n30.02.2023,2\n":         `column "d" has the date "30.02.2023", which does not exist: correct it`,
		"d,y\n30-Feb-2023,1\n2-Mar-2023,2\n":        `column "d" has the date "30-Feb-2023", which does not exist: correct it`,
		"d,y\nMarch hare 7,1\n2 Mark 07,2\n":        `column "d" is neither of dates nor of numbers, so its rows have no order in time: choose another`,
		"d,y\n2024-01-02,1\nsoon,2\n2024-01-03,3\n": `column "d" holds dates and 1 other text, such as "soon", so its rows have no order in time: correct or empty them, or choose another column`,
		"d,y\nu,1\nv,2\n":                           `column "d" is neither of dates nor of numbers, so its rows have no order in time: choose another`,
	} {
		data := mustRead(t, text, Options{})
		if _, err := data.Columns[0].Times(); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestDateParts checks that the option DatesParts adds the parts of dates beside their column, and
// that ambiguous dates are then refused.
func TestDateParts(t *testing.T) {
	text := "x,when,y\n"
	var days []time.Time
	for i := range 50 {
		at := time.Date(1968, 2, 27, 23, 0, 0, 0, time.UTC).AddDate(0, 0, 97*i).Add(time.Duration(419*i) * time.Minute)
		days = append(days, at)
		text += fmt.Sprintf("%d,%s,%d\n", i%7, at.Format("2006-01-02 15:04"), i*i%11)
	}
	text += "3,,4\n"
	plain, err := Read([]byte(text), Options{})
	if err != nil || len(plain.Columns) != 3 || plain.Findings.Dates.Reason != "1 column holds dates" {
		t.Fatal(err, plain.Findings.Dates)
	}
	data := mustRead(t, text, Options{Dates: DatesParts})
	checkInvariants(t, data)
	if want := []string{`column "when" holds dates and is not a feature`}; !slices.Equal(plain.Warnings, want) || data.Warnings != nil {
		t.Errorf("warnings %q, and %q with parts of dates", plain.Warnings, data.Warnings)
	}
	var names []string
	for _, c := range data.Columns {
		names = append(names, c.Name)
	}
	if !slices.Equal(names, []string{"x", "when", "when year", "when month", "when day", "when weekday", "when hour", "y"}) {
		t.Fatal(names)
	}
	for i, at := range days {
		weekday := float64(at.Weekday())
		if weekday == 0 {
			weekday = 7
		}
		want := []float64{float64(at.Year()), float64(at.Month()), float64(at.Day()), weekday, float64(at.Hour())}
		for k, v := range want {
			if got := data.Columns[2+k].Number(i); got != v {
				t.Errorf("%v: %s is %v, want %v", at, names[2+k], got, v)
			}
		}
	}
	if last := data.Columns[2]; !last.Missing[50] || !math.IsNaN(last.Number(50)) {
		t.Error("a missing date has a year")
	}
	refused := new(Refused)
	if _, err := Read([]byte("d,y\n01/02/2024,2\n03/04/2024,5\n"), Options{Dates: DatesParts}); !errors.As(err, &refused) || refused.Setting != "dates" {
		t.Errorf("ambiguous: %v", err)
	}
	for option, months := range map[string][3]float64{DatesDayFirst: {2, 4, 1}, DatesMonthFirst: {1, 3, 1}} {
		for k, last := range []string{"", "2024-01-31"} { // with the year first the order is known
			text := "d,e,y\n01/02/2024,31/1/2024,2\n03/04/2024,31/1/2024,5\n"
			if last != "" {
				text = "d,e,y\n2024-01-02,31/1/2024,2\n2024-03-04,31/1/2024,5\n"
				months = [3]float64{1, 3, 1}
			}
			data := mustRead(t, text, Options{Dates: option})
			d, _ := data.Column("d month")
			e, _ := data.Column("e month")
			if got := [3]float64{d.Number(0), d.Number(1), e.Number(0)}; got != months {
				t.Errorf("%s, %d: months %v, want %v", option, k, got, months)
			}
		}
	}
}

// TestMonths checks that months have a year and a month as parts, as the first days of months have, and that seasons
// are no dates. A quarter is its first month.
func TestMonths(t *testing.T) {
	for _, layout := range []string{"2006-01", "2006/1", "01/2006", "Jan 2006", "Jan-06", "2006 January", "2006-01-02", "2006Q", "2006 Q", "2006-q", "Q/2006", "Q2006", "2006M01", "2006-M1", "20060102"} {
		step := 1
		if strings.ContainsAny(layout, "Qq") {
			step = 3
		}
		text := "when,y\n"
		for i := range 30 {
			at := time.Date(2010, time.Month(1+step*i), 1, 0, 0, 0, 0, time.UTC)
			quarter := fmt.Sprint(1 + i%4)
			text += fmt.Sprintf("%s,%d\n", strings.NewReplacer("Q", "Q"+quarter, "q", "q"+quarter).Replace(at.Format(layout)), i*i%11)
		}
		data := mustRead(t, text, Options{Dates: DatesParts})
		checkInvariants(t, data)
		if len(data.Columns) != 4 || data.Columns[1].Name != "when year" || data.Columns[2].Name != "when month" || data.SortedDates() != "when" {
			t.Fatalf("%s: %d columns, by order of %q", layout, len(data.Columns), data.SortedDates())
		}
		for i := range 30 {
			if year, month := data.Columns[1].Number(i), data.Columns[2].Number(i); year != float64(2010+step*i/12) || month != float64(1+step*i%12) {
				t.Errorf("%s, row %d: year %g, month %g", layout, i, year, month)
			}
		}
	}
	data, err := Read([]byte("season,y\n2010/11,1\n2011/12,2\n2012/13,4\n2013/14,3\n"), Options{Dates: DatesParts})
	if err != nil || data.Columns[0].Kind == Date || len(data.Columns) != 2 {
		t.Errorf("seasons: %v, %v", data, err)
	}
	for _, cells := range [][]string{{"1.14.02", "2.13.10", "10.15.71"}, {"20240230", "20240131", "20231231"}, {"2024M13", "2024M01", "2024M02"}, {"1500m", "800m", "2024m"}} {
		text := "when,y\n"
		for i, cell := range cells {
			text += fmt.Sprintf("%s,%d\n", cell, i)
		}
		if data, err := Read([]byte(text), Options{}); err != nil || data.Columns[0].Kind == Date {
			t.Errorf("%q: %v", cells, err)
		}
	}
}

// TestLongRowFarInside checks that the error of a long row far inside a file has its line.
func TestLongRowFarInside(t *testing.T) {
	const size = 20 << 20
	row := "1,2," + strings.Repeat("text ", 800) + "\n"
	text := make([]byte, 0, size+size/100)
	for len(text) < size {
		text = append(text, row...)
	}
	line := len(text)/len(row) + 1
	text = append(append(text, "1,2,3,4,5\n"...), row...)
	want := fmt.Sprintf("line %d has 5 cells where most lines have 3: give every line as many cells as the header, or choose to drop or to pad such lines", line)
	if _, err := Read(text, Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestPanel checks that the units of a panel are proposed as groups, and columns of other tables are not.
func TestPanel(t *testing.T) {
	const units, times = 12, 5
	for name, c := range map[string]struct {
		header string
		row    func(unit, time int) string // "" for no row
		groups string
	}{
		"texts":   {"firm,year,y", func(unit, time int) string { return fmt.Sprintf("firm %d,%d,%d", unit, 1990+time, unit*time) }, "firm"},
		"numbers": {"rat,Time,y", func(unit, time int) string { return fmt.Sprintf("%d,%d,%d.5", unit, 7*time, unit*time) }, "rat"},
		"dates":   {"store,when,y", func(unit, time int) string { return fmt.Sprintf("S%d,2024-03-%02d,%d", unit, 1+time, unit*time) }, "store"},
		"incomplete": {"firm,year,y", func(unit, time int) string {
			if (unit+time)%3 == 0 {
				return ""
			}
			return fmt.Sprintf("firm %d,%d,%d.5", unit, 1990+time, unit*time)
		}, "firm"},
		"two rows of a time": {"firm,year,y", func(unit, time int) string { return fmt.Sprintf("firm %d,%d,%d.5", unit, 1990+time/2, unit*time) }, ""},
		"no times":           {"firm,size,y", func(unit, time int) string { return fmt.Sprintf("firm %d,%d,%d.5", unit, time, unit*time) }, ""},
		"fractions":          {"dose,time,y", func(unit, time int) string { return fmt.Sprintf("%d.5,%d,%d.5", unit, time, unit*time) }, ""},
		"one row of a unit": {"name,year,y", func(unit, time int) string {
			return fmt.Sprintf("n %d,%d,%d.5", unit*times+time, 1990+time%2, unit*time)
		}, ""},
		"short names": {"year,mon,y", func(unit, time int) string { return fmt.Sprintf("%d,%d,%d.5", 1990+time, unit, unit*time) }, ""},
		"few pairs":   {"size,year,y", func(unit, time int) string { return fmt.Sprintf("%d,%d,%d.5", unit*times+time, 1990+time, unit*time) }, ""},
	} {
		text := c.header + "\n"
		for unit := range units {
			for time := range times {
				if row := c.row(unit, time); row != "" {
					text += row + "\n"
				}
			}
		}
		data := mustRead(t, text, Options{})
		groups := ""
		for _, column := range data.Columns {
			if column.Groups {
				groups += column.Name
			}
		}
		noted := slices.ContainsFunc(data.Warnings, func(w string) bool { return strings.Contains(w, "as in a panel") })
		if groups != c.groups || noted != (groups != "") {
			t.Errorf("%s: groups %q, warnings %q", name, groups, data.Warnings)
		}
	}
}

// TestSortedDates checks which columns the rows are in the order of.
func TestSortedDates(t *testing.T) {
	for name, c := range map[string]struct {
		cell func(row int) string
		want string
	}{
		"dates":   {func(row int) string { return fmt.Sprintf("2024-%02d-01", 1+row/2) }, "when"},
		"latest":  {func(row int) string { return fmt.Sprintf("2024-%02d-01", 12-row/2) }, "when"},
		"mixed":   {func(row int) string { return fmt.Sprintf("2024-%02d-01", 1+row*5%12) }, ""},
		"few":     {func(row int) string { return fmt.Sprintf("2024-%02d-01", 1+row/3) }, ""},
		"numbers": {func(row int) string { return fmt.Sprint(1990 + row) }, ""},
		"missing": {func(row int) string {
			if row > 15 {
				return ""
			}
			return fmt.Sprintf("2024-01-%02d", 1+row)
		}, ""},
	} {
		text := "when,y\n"
		for row := range 24 {
			text += fmt.Sprintf("%s,%d\n", c.cell(row), row*row%17)
		}
		data, err := Read([]byte(text), Options{})
		if err != nil || data.SortedDates() != c.want {
			t.Errorf("%s: %q, %v", name, data.SortedDates(), err)
		}
		if data, err = Read([]byte(strings.Replace(text, "when", "Year", 1)), Options{}); name == "numbers" && (err != nil || data.SortedDates() != "Year") {
			t.Errorf("years: %q, %v", data.SortedDates(), err)
		}
	}
}
