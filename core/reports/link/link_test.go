package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lplab/core/experiment"
)

var update = flag.Bool("update", false, "write links for golden documents that have none")

const lesson = `{"title":"</script><img src=x onerror=alert(1)>","data":{"source":"inline","columns":["<b>","y"],"rows":[[1,"=1+1"],[null,2],[3,4]]},"target":"y",
	"view":{"embed":true,"hidden":["data"],"locked":["model.p"],"steps":[{"text":"javascript:alert(1)","set":{"model.gamma":5}}]},
	"result":{"engine":"1.0","data":"0123456789abcdef","digest":"fedcba9876543210"}}`

// tester is the common interface of tests, fuzz targets and properties.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

func document(t tester, text string) experiment.Document {
	t.Helper()
	d, err := experiment.DecodeDocument([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func encode(t tester, d experiment.Document) string {
	t.Helper()
	text, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// packer is shared because it is large.
var packer, _ = flate.NewWriter(nil, flate.BestSpeed)

// pack returns any bytes as the text of a link.
func pack(b []byte) string {
	var out bytes.Buffer
	packer.Reset(&out)
	packer.Write(b)
	packer.Close()
	return "1." + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

func TestRoundTrip(t *testing.T) {
	for _, d := range []experiment.Document{{Spec: experiment.Default()}, document(t, lesson)} {
		text := encode(t, d)
		if strings.Trim(text, ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%q has characters that an address would escape", text)
		}
		for _, address := range []string{text, "  " + text + "\n", "https://host/#e=" + text, "#e=" + text} {
			if got, err := Decode(address); err != nil || !reflect.DeepEqual(got, d) {
				t.Errorf("%s: %+v, %v", address, got, err)
			}
		}
	}
	if text := encode(t, experiment.Document{Spec: experiment.Default()}); len(text) > 300 {
		t.Errorf("the opening experiment takes %d characters", len(text))
	}
}

// TestGoldenLinks checks that the meaning of old links does not change. Each golden
// document was written in full with its link; never change either.
func TestGoldenLinks(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d golden documents, %v", len(files), err)
	}
	for _, file := range files {
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(file, ".json") + ".link"
		if _, err := os.Stat(name); err != nil && *update {
			d := document(t, string(whole))
			whole, err = d.File()
			if err != nil || os.WriteFile(file, whole, 0o666) != nil || os.WriteFile(name, []byte(encode(t, d)+"\n"), 0o666) != nil {
				t.Fatal("cannot write " + name)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		// The document has all fields, so a default that the link leaves out must not change.
		if want := document(t, string(whole)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v\nwant %+v", name, got, want)
		}
		var frozen, now map[string]any
		again, err := json.Marshal(got)
		if err != nil || json.Unmarshal(whole, &frozen) != nil || json.Unmarshal(again, &now) != nil {
			t.Fatal(err)
		}
		assertKept(t, name, frozen, now)
	}
}

// assertKept checks that all fields remain with the same values.
func assertKept(t *testing.T, at string, was, is any) {
	t.Helper()
	before, ok := was.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%s was %v and is %v", at, was, is)
		}
		return
	}
	after, _ := is.(map[string]any)
	for key, value := range before {
		assertKept(t, at+"."+key, value, after[key])
	}
}

func TestHostileLinks(t *testing.T) {
	good := encode(t, document(t, lesson))
	padded := good + strings.Repeat("=", 4-len(good[2:])%4)
	for _, c := range []struct{ name, text, says string }{
		{"empty", "", "no link"},
		{"a word", "hello", "no link"},
		{"a short link", "https://host/s/aevxwrzx13hp", "a short link does not contain"},
		{"only an address", "https://host/#e=", "no link"},
		{"script", "<script>alert(1)</script>.", "no link"},
		{"another version", "9." + good[2:], "version 9"},
		{"a huge version", strings.Repeat("9", 40) + "." + good[2:], "no link"},
		{"no content", "1.", "cut short"},
		{"truncated", good[:len(good)-9], "cut short"},
		{"truncated by one", good[:len(good)-1], "cut short"},
		{"padded", padded, "cut short"},
		{"a line break within", good[:20] + "\n" + good[20:], "cut short"},
		{"another alphabet", "1." + strings.Repeat("+/", 20), "cut short"},
		{"more after the end", good + "AAAA", "cut short"},
		{"not deflated", "1." + base64.RawURLEncoding.EncodeToString([]byte(lesson)), "cut short"},
		{"too long", "1." + strings.Repeat("A", maxLength), "at most 65536"},
		{"a bomb", pack(bytes.Repeat([]byte("a"), 10<<20)), "unpacks to more"},
		{"spaces", pack([]byte(strings.Repeat(" ", maxJSON-2) + "{}")), "holds no usable experiment"},
		{"not JSON", pack([]byte("alert(1)")), "not valid JSON"},
		{"two documents", pack([]byte(`{"data":{"source":"synthetic"}}{}`)), "text after the experiment"},
		{"NaN", pack([]byte(`{"data":{"source":"synthetic","noise":NaN}}`)), "NaN"},
		{"infinite", pack([]byte(`{"data":{"source":"synthetic","noise":1e999}}`)), "data.noise"},
		{"another case", pack([]byte(`{"data":{"SOURCE":"synthetic"}}`)), "data.source"},
		{"twice", pack([]byte(`{"data":{"source":"synthetic","n":3,"n":4}}`)), "twice"},
		{"unknown", pack([]byte(`{"data":{"source":"synthetic"},"__proto__":{}}`)), "__proto__"},
		{"a later version", pack([]byte(`{"version":2,"data":{"source":"synthetic"}}`)), "version is 2"},
		{"deep", pack([]byte(strings.Repeat("[", 100_000))), "nested"},
		{"a foreign address", pack([]byte(`{"data":{"source":"https://example.org/x.csv"}}`)), "data.source"},
		{"too large", pack([]byte(`{"data":{"source":"synthetic","n":100000,"d":200000}}`)), "at most 50000000"},
	} {
		_, err := Decode(c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.ContainsAny(err.Error(), "\r\n") || len(err.Error()) > 600 {
			t.Errorf("%s: %v, want it to contain %q", c.name, err, c.says)
		}
	}
}

func TestEncodeRefusesWhatDecodeWould(t *testing.T) {
	d := document(t, lesson)
	noise := rand.New(rand.NewPCG(1, 1))
	d.Spec.Data.Rows = nil
	for range 6000 {
		d.Spec.Data.Rows = append(d.Spec.Data.Rows, []any{noise.Float64(), noise.Float64()})
	}
	if _, err := Encode(d); err == nil || !strings.Contains(err.Error(), "as a file") {
		t.Errorf("a long experiment: %v", err)
	}
	d.Spec.Data.Rows = nil
	for range 200_000 {
		d.Spec.Data.Rows = append(d.Spec.Data.Rows, []any{0.0, 0.0})
	}
	if _, err := Encode(d); err == nil || !strings.Contains(err.Error(), "as a file") {
		t.Errorf("a long document that packs well: %v", err)
	}
}

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" draws others.
func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "1000")
}

// TestMutations checks that links with random changes, in their text or in the packed document,
// are read consistently or refused with one line.
func TestMutations(t *testing.T) {
	golden := encode(t, document(t, lesson))
	opening, err := experiment.Document{Spec: experiment.Default()}.Delta()
	if err != nil {
		t.Fatal(err)
	}
	refused, tried := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.SampledFrom([]string{golden, lesson, string(opening)}).Draw(t, "source")
		b := []byte(source)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			from, to := rapid.IntRange(0, len(b)-1).Draw(t, "from"), len(b)
			if rapid.Bool().Draw(t, "short") {
				to = from + 1
			}
			put := rapid.SampledFrom([]string{"", "\x00", "\"", "{", "}", "[", "]", ",", ":", "-", ".", "0", "e", "9", "<", "\xff", string(b[from:]) + string(b[from:])}).Draw(t, "put")
			b = slices.Concat(b[:from], []byte(put), b[to:], []byte(" "))
		}
		text := string(b)
		if source != golden {
			text = pack(b)
		}
		if tried++; !checkDecode(t, text) {
			refused++
		}
	})
	if refused < tried/2 {
		t.Errorf("only %d of %d broken links were refused", refused, tried)
	}
}

// anyText draws a text for the control of a field.
func anyText(t *rapid.T, f experiment.Field) string {
	number := rapid.OneOf(rapid.Float64Range(f.Min, min(f.Max, 1e12)), rapid.SampledFrom([]float64{f.Min, 1, 0.1, 2, 5}))
	numbers := rapid.Custom(func(t *rapid.T) string {
		list := rapid.SliceOfN(number, 1, 4).Draw(t, "numbers")
		slices.Sort(list)
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
	})
	texts := []*rapid.Generator[string]{rapid.SampledFrom([]string{"", "auto", "1", "3", "true", "false", "0.25", "4/3", "6/5, 3/2", "x1, x2", "x1, x1*x2"}), numbers}
	if len(f.Values) > 0 {
		texts = append(texts, rapid.Map(rapid.SampledFrom(f.Values), func(v experiment.Value) string { return v.Value }))
	}
	switch f.Kind {
	case experiment.Integer, experiment.Sizes, experiment.Counts:
		texts = append(texts, rapid.Map(rapid.Int64Range(int64(f.Min), int64(min(f.Max, 1e5))), func(v int64) string { return fmt.Sprint(v) }))
	case experiment.Text:
		texts = append(texts, rapid.String())
	}
	return rapid.OneOf(texts...).Draw(t, f.Path)
}

// TestEntries checks random entries in the controls of the page, one field after another: an
// entry is refused with one line and without a change, or the text of the control can be
// entered again with the same result. A valid experiment is restored from its JSON, in full
// or as a delta, and from its link.
func TestEntries(t *testing.T) {
	var starts []experiment.Spec
	for _, text := range []string{
		`{"data":{"source":"synthetic"}}`, `{"data":{"source":"sample","name":"prostate"},"target":"lpsa"}`,
		`{"data":{"source":"file","name":"a.csv"},"target":"y"}`, `{"data":{"source":"sample","name":"wpbc"},"target":"outcome","task":"classification","model":{"loss":{"type":"hinge"}}}`,
	} {
		starts = append(starts, document(t, text).Spec)
	}
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(starts).Draw(t, "start")
		for range rapid.IntRange(1, 12).Draw(t, "entries") {
			open := slices.DeleteFunc(experiment.Fields(), func(f experiment.Field) bool { return !f.Applies(s) || f.Path == "data.rows" })
			f := rapid.SampledFrom(open).Draw(t, "field")
			before := s
			if err := f.Enter(&s, anyText(t, f)); err != nil {
				if !reflect.DeepEqual(s, before) || strings.ContainsAny(err.Error(), "\r\n") {
					t.Fatalf("refused with %q, but changed from %+v to %+v", err, before, s)
				}
				continue
			}
			again := s
			if err := f.Set(&again, f.Get(s)); err != nil || !reflect.DeepEqual(again, s) {
				t.Fatalf("%s shows %q, which entered again gives %+v, not %+v (%v)", f.Path, f.Get(s), again, s, err)
			}
		}
		if _, err := experiment.Validate(s); err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("an error of several lines: %q", err)
			}
			return
		}
		valid++
		whole, err := json.Marshal(s)
		short, failed := experiment.Document{Spec: s}.Delta()
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		for _, b := range [][]byte{whole, short} {
			if got, err := experiment.Decode(b); err != nil || !reflect.DeepEqual(got, s) {
				t.Fatalf("%s is read as %+v, %v; want %+v", b, got, err, s)
			}
		}
		d := experiment.Document{Spec: s}
		if got, err := Decode(encode(t, d)); err != nil || !reflect.DeepEqual(got, d) {
			t.Fatalf("its link gives %+v, %v; want %+v", got, err, d)
		}
	})
	if valid < 20 {
		t.Errorf("%d valid experiments", valid)
	}
}

// checkDecode reports whether a text is decoded, and checks that the document can then be
// encoded and decoded unchanged.
func checkDecode(t tester, text string) bool {
	t.Helper()
	d, err := Decode(text)
	if err != nil {
		if strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q: an error of several lines: %q", text, err)
		}
		return false
	}
	again, err := Encode(d)
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return true
	}
	got, err := Decode(again)
	if err != nil || deltaOf(t, got) != deltaOf(t, d) {
		t.Errorf("%q: decoded again as %+v, %v", text, got, err)
	}
	return true
}

func deltaOf(t tester, d experiment.Document) string {
	t.Helper()
	b, err := d.Delta()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(f, document(f, lesson)))
	f.Add(encode(f, experiment.Document{Spec: experiment.Default()}))
	f.Add("https://host/#e=9.abc")
	f.Fuzz(func(t *testing.T, text string) { checkDecode(t, text) })
}

// FuzzDocument fuzzes the packed document.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(lesson))
	f.Fuzz(func(t *testing.T, b []byte) { checkDecode(t, pack(b)) })
}
