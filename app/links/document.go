package links

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"lplab/core/experiment"
)

// Limits of a document, in bytes.
const (
	MaxBytes    = 64 << 10     // as it is sent: 506 rows of 14 columns take 42 kB
	mostKept    = 2 * MaxBytes // as it is kept: with every default filled in
	mostDrained = 8 * MaxBytes // of a refused request, before the reply
	mediaType   = "application/json"
)

// refusal is a request that is not served: the status and one sentence.
type refusal struct {
	status   int
	sentence string
}

func (e *refusal) Error() string { return e.sentence }

var errTooLarge = &refusal{http.StatusRequestEntityTooLarge,
	fmt.Sprintf("the experiment is larger than %d bytes, which is the most that a short link holds: share the file", MaxBytes)}

// readDocument reads the experiment of a request. canonical has the fields that differ from their
// defaults, so that a later lp Lab with more fields computes the same address; document is stored.
func readDocument(r *http.Request) (canonical, document []byte, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != mediaType || r.Header.Get("Content-Encoding") != "" {
		return nil, nil, &refusal{http.StatusUnsupportedMediaType, "the request must hold an experiment as " + mediaType + ", not compressed"}
	}
	if r.ContentLength > MaxBytes {
		return nil, nil, errTooLarge
	}
	body := []byte{}
	if r.Body != nil { // it is nil where the service runs at the edge and nothing was sent
		if body, err = io.ReadAll(io.LimitReader(r.Body, MaxBytes+1)); err != nil {
			return nil, nil, &refusal{http.StatusBadRequest, "the experiment did not arrive whole: send it again"}
		}
	}
	if len(body) > MaxBytes {
		return nil, nil, errTooLarge
	}
	d, err := experiment.DecodeDocument(body)
	if err != nil {
		return nil, nil, &refusal{http.StatusUnprocessableEntity, err.Error()}
	}
	if canonical, err = d.Delta(); err != nil {
		return nil, nil, err
	}
	if document, err = json.Marshal(d); err != nil {
		return nil, nil, err
	}
	if len(document) > mostKept {
		return nil, nil, errTooLarge
	}
	return canonical, document, nil
}

// asRefusal returns the answer to an error, without details if the request did not cause it.
func asRefusal(err error) *refusal {
	var reply *refusal
	var limit *tooMany
	switch {
	case errors.As(err, &reply):
		return reply
	case errors.As(err, &limit):
		return &refusal{http.StatusTooManyRequests, limit.Error()}
	}
	return &refusal{http.StatusInternalServerError, "the service failed: try again in a minute, or use the full link"}
}
