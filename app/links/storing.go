package links

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"time"
)

// store keeps the experiment of a request.
func (s *service) store(w http.ResponseWriter, r *http.Request) error {
	ctx, now := r.Context(), s.Now()
	if err := s.countRequest(ctx, r.RemoteAddr, now); err != nil {
		return err
	}
	retention := r.URL.Query().Get("keep")
	if retention == "" {
		retention = usualRetention
	}
	expires, err := endOf(retention, now)
	if err != nil {
		return &refusal{http.StatusUnprocessableEntity, err.Error()}
	}
	canonical, whole, err := readDocument(r)
	if err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		token = newToken()
	}
	kept, added, err := s.keep(ctx, Link{
		Hash:     sha256.Sum256(canonical),
		Document: whole,
		Token:    sha256.Sum256([]byte(token)),
		Expires:  expires,
	}, now)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if !added {
		status = http.StatusOK
		if !opens(token, kept) {
			token = "" // it is another's to delete
		}
	}
	return answer(w, r, status, map[string]string{"id": kept.ID, "url": originOf(r) + pagePath + kept.ID, "deleteToken": token})
}

// keep stores a link under the shortest beginning of its name that is free or its
// own. It gives what is stored then, and whether that is new.
func (s *service) keep(ctx context.Context, l Link, now time.Time) (Link, bool, error) {
	name, counted := nameOf(l.Hash), false
	for length := shortestID; length <= longestID; {
		l.ID = name[:length]
		known, err := s.Store.Get(ctx, l.ID)
		switch {
		case errors.Is(err, ErrUnknown) || err == nil && known.Expired(now):
			if !counted {
				if err := s.countLink(ctx, now); err != nil {
					return l, false, err
				}
				counted = true
			}
			added, err := s.Store.Add(ctx, l, now)
			if added || err != nil {
				return l, added, err
			}
			// Somebody else came first in the meantime: look again.
		case err != nil:
			return l, false, err
		case known.Hash != l.Hash:
			length++
		case known.Blocked:
			return l, false, errBlocked
		case outlasts(l.Expires, known.Expires):
			return known, false, s.Store.Extend(ctx, known.ID, l.Expires)
		default:
			return known, false, nil
		}
	}
	return l, false, errors.New("every id of an experiment is taken by another")
}

// originOf is the site's address as it was asked.
func originOf(r *http.Request) string {
	switch {
	case r.URL.Host != "": // at the edge, where the request's address is whole
		return r.URL.Scheme + "://" + r.URL.Host
	case r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https":
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
