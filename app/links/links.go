// Package links is the service of short links: it stores experiments under ids made of their
// contents, and returns them.
//
//	GET    /api/links        the limits of the service
//	POST   /api/links        stores an experiment: 201, or 200 where it was there, and
//	                         {"id", "url", "deleteToken"}; ?keep=30d, 1y or keep
//	GET    /api/links/<id>   the experiment, whole
//	DELETE /api/links/<id>   with the token: 204, or 200 and {"kept": true} where
//	                         others have stored the experiment, too
//	GET    /s/<id>           the page, which then requests the experiment
//
// The token is sent as "Authorization: Bearer TOKEN". The client may choose it, so that it can
// repeat a request if the response is lost; otherwise the service makes one. Each token is a claim
// with its own end, which other tokens cannot change. The experiment lasts as long as the last claim.
//
// The handler uses neither a clock nor a disk, so that it runs natively and, as WebAssembly, at
// the edge.
package links

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Config holds the dependencies and limits of the service.
type Config struct {
	Store   Store
	Counter Counter
	Limits  Limits
	Now     func() time.Time
	// Shell answers with the page, and with this status.
	Shell func(w http.ResponseWriter, r *http.Request, status int)
	// Complain is called with errors that the request did not cause.
	Complain func(error)
}

type service struct{ Config }

// Paths of the service.
const (
	apiPath   = "/api/"
	linksPath = "/api/links"
	pagePath  = "/s/"
)

// Owns reports whether the service answers a path.
func Owns(path string) bool {
	return strings.HasPrefix(path, apiPath) || strings.HasPrefix(path, pagePath)
}

// New returns the handler of the paths that the service owns.
func New(c Config) http.Handler { return &service{c} }

// Absent returns the handler of the same paths without the service. The description of the service
// is then empty, and every other request an error.
func Absent() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if r.URL.Path == linksPath && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		http.Error(w, "there are no short links here: start lplab serve with -data", http.StatusNotFound)
	})
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	defer func() {
		if fault := recover(); fault != nil {
			s.fail(w, r, fmt.Errorf("panic: %v", fault))
		}
	}()
	if err := s.route(w, r); err != nil {
		s.fail(w, r, err)
	}
}

func (s *service) route(w http.ResponseWriter, r *http.Request) error {
	path := r.URL.Path
	if id, ok := strings.CutPrefix(path, pagePath); ok {
		return allowed(w, r, id, methods{http.MethodGet: s.page})
	}
	if path == linksPath {
		return allowed(w, r, "", methods{http.MethodGet: s.describe, http.MethodPost: s.store})
	}
	if id, ok := strings.CutPrefix(path, linksPath+"/"); ok {
		return allowed(w, r, id, methods{http.MethodGet: s.show, http.MethodDelete: s.delete})
	}
	return &refusal{http.StatusNotFound, "there is nothing at this address: links are at " + linksPath}
}

// methods are the handlers of a path by method; id is the last part of the path, if any.
type methods map[string]func(w http.ResponseWriter, r *http.Request, id string) error

// allowed answers by the request's method; HEAD is GET without a body.
func allowed(w http.ResponseWriter, r *http.Request, id string, m methods) error {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if answer := m[method]; answer != nil {
		return answer(w, r, id)
	}
	var names []string
	for _, name := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
		if m[name] != nil || name == http.MethodHead && m[http.MethodGet] != nil {
			names = append(names, name)
		}
	}
	list := strings.Join(names, ", ")
	w.Header().Set("Allow", list)
	return &refusal{http.StatusMethodNotAllowed, "only " + list + " are answered here"}
}

// describe answers with the limits of the service.
func (s *service) describe(w http.ResponseWriter, r *http.Request, _ string) error {
	var names []string
	for _, period := range retentions {
		names = append(names, period.name)
	}
	return answer(w, r, http.StatusOK, map[string]any{"service": "lplab-links", "maxBytes": MaxBytes, "keep": names, "usual": usualRetention})
}

// page serves the page at a link. The page requests the experiment, or shows the error. Both ignore
// the punctuation that a message has after the address.
func (s *service) page(w http.ResponseWriter, r *http.Request, text string) error {
	status := http.StatusOK
	if _, err := s.find(r, strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })); err != nil {
		status = asRefusal(err).status
		if status == http.StatusInternalServerError {
			return err
		}
	}
	s.Shell(w, r, status)
	return nil
}

// show answers with an experiment. Browsers may keep it until it expires, because its address
// contains its hash; shared caches keep it for some minutes only, because it may be taken down.
// Other sites may read it. A browser that opens the address saves a file and shows no page, because
// the content is a stranger's.
func (s *service) show(w http.ResponseWriter, r *http.Request, text string) error {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	l, err := s.find(r, text)
	if err != nil {
		return err
	}
	age := mostAge
	if end := l.Expires(); end != 0 {
		age = min(age, time.Unix(end, 0).Sub(s.Now()))
	}
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d, s-maxage=%d, immutable", int(age.Seconds()), int(min(age, sharedAge).Seconds())))
	w.Header().Set("Content-Disposition", `attachment; filename="`+l.ID+`.lplab.json"`)
	write(w, r, http.StatusOK, l.Document)
	return nil
}

// The longest times that an experiment may be kept by a browser and by a shared cache.
const (
	mostAge   = 365 * 24 * time.Hour
	sharedAge = 5 * time.Minute
)

func (s *service) find(r *http.Request, text string) (Link, error) {
	id, ok := ParseID(text)
	if !ok {
		return Link{}, errNoLink
	}
	l, err := s.Store.Get(r.Context(), id)
	switch {
	case errors.Is(err, ErrUnknown) || err == nil && l.Expired(s.Now()):
		return Link{}, errNoLink
	case err == nil && l.Blocked:
		return Link{}, errBlocked
	}
	return l, err
}

var (
	errNoLink  = &refusal{http.StatusNotFound, "there is no such short link: it was mistyped, was deleted or has expired; ask for the full link"}
	errBlocked = &refusal{http.StatusGone, "this short link was taken down: ask the person who gave it to you"}
)

// delete removes the claim of the token's owner, and the link with its last claim.
func (s *service) delete(w http.ResponseWriter, r *http.Request, text string) error {
	now := s.Now()
	if err := s.countRequest(r.Context(), r.RemoteAddr, now); err != nil {
		return err
	}
	l, err := s.find(r, text)
	if err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		w.Header().Set("WWW-Authenticate", "Bearer")
		return &refusal{http.StatusUnauthorized, `the link's token is missing: send it as "Authorization: Bearer TOKEN"`}
	}
	hash := sha256.Sum256([]byte(token))
	if !l.opens(hash, now) {
		return &refusal{http.StatusForbidden, "the token is not that of this link: only who stored it can delete it"}
	}
	gone, err := s.Store.Release(r.Context(), l.ID, hash, now)
	if err != nil {
		return err
	}
	if !gone {
		return answer(w, r, http.StatusOK, map[string]bool{"kept": true})
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// fail answers with an error. It reads the rest of the request first, up to a limit: a connection
// that is closed with unread bytes is reset, and the client may lose the answer.
func (s *service) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Body != nil {
		_, _ = io.CopyN(io.Discard, r.Body, mostDrained)
	}
	reply := asRefusal(err)
	if reply.status == http.StatusInternalServerError {
		s.Complain(fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
	}
	if limit := (*tooMany)(nil); errors.As(err, &limit) {
		w.Header().Set("Retry-After", strconv.Itoa(int(limit.wait.Seconds())+1))
	}
	w.Header().Set("Cache-Control", "no-store")
	// A map of texts has no value that JSON could not hold.
	_ = answer(w, r, reply.status, map[string]string{"error": reply.sentence})
}

// answer sends a value as JSON.
func answer(w http.ResponseWriter, r *http.Request, status int, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	write(w, r, status, append(body, '\n'))
	return nil
}

// write sends JSON. The answer to HEAD has no length, because the edge would expect a body of that
// length.
func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}
