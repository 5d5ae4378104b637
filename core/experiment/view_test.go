package experiment

import (
	"strings"
	"testing"
)

func TestViewTab(t *testing.T) {
	d, err := DecodeDocument([]byte(`{"data": {"source": "synthetic", "n": 40}, "view": {"tab": "solver"}}`))
	if err != nil || d.View.Tab != "solver" {
		t.Fatalf("%+v, %v", d.View, err)
	}
	if v := d.View.InTab(Tabs[0].Value); v != nil {
		t.Errorf("the view in the first tab is %+v", v)
	}
	_, err = DecodeDocument([]byte(`{"data": {"source": "synthetic", "n": 40}, "view": {"tab": "solvr"}}`))
	if err == nil || !strings.Contains(err.Error(), `did you mean solver?`) {
		t.Errorf("the error is %v", err)
	}
}
