package links

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"time"
)

func (s *service) store(w http.ResponseWriter, r *http.Request, _ string) error {
	ctx, now := r.Context(), s.Now()
	if err := s.countRequest(ctx, r.RemoteAddr, now); err != nil {
		return err
	}
	expires, err := endOf(cmp.Or(r.URL.Query().Get("keep"), usualRetention), now)
	if err != nil {
		return &refusal{http.StatusUnprocessableEntity, err.Error()}
	}
	canonical, document, err := readDocument(r)
	if err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		token = newToken()
	}
	id, added, err := s.keep(ctx, r.RemoteAddr, Link{
		Hash:     sha256.Sum256(canonical),
		Document: document,
		Claims:   []Claim{{sha256.Sum256([]byte(token)), expires}},
	}, now)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if added {
		status = http.StatusCreated
	}
	return answer(w, r, status, map[string]string{"id": id, "url": originOf(r) + pagePath + id, "deleteToken": token})
}

// keep stores a link with one claim under the shortest free prefix of its name, or adds the claim
// to the stored link. It returns the id and whether the link is new.
func (s *service) keep(ctx context.Context, address string, l Link, now time.Time) (id string, added bool, err error) {
	name, counted := nameOf(l.Hash), false
	for length := shortestID; length <= longestID; {
		l.ID = name[:length]
		stored, err := s.Store.Get(ctx, l.ID)
		switch {
		case errors.Is(err, ErrUnknown) || err == nil && stored.Expired(now):
			if !counted {
				if err := s.countLink(ctx, address, len(l.Document), now); err != nil {
					return "", false, err
				}
				counted = true
			}
			added, err := s.Store.Add(ctx, l, now)
			if added || err != nil {
				return l.ID, added, err
			}
			// Another request stored it in the meantime: read it again.
		case err != nil:
			return "", false, err
		case stored.Hash != l.Hash:
			length++
		case stored.Blocked:
			return "", false, errBlocked
		default:
			if err := s.Store.Claim(ctx, l.ID, l.Claims[0], now); !errors.Is(err, ErrUnknown) {
				return l.ID, false, err
			}
			// It was deleted in the meantime: look again.
		}
	}
	return "", false, errors.New("every id of an experiment is taken by another")
}

// originOf returns the address of the site that the request names. The scheme is http or
// https, even if an absolute request target has another one.
func originOf(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" || r.URL.Scheme == "https" { // the last at the edge
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: r.Host}).String()
}
