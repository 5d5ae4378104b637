package main

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/syumai/workers/cloudflare/d1"

	"lplab/app/links"
)

// database keeps links in the tables of migrations/ in D1, Cloudflare's SQLite. D1 has no transactions:
// a call changes a link by one statement.
//
// It uses the driver without database/sql, which would make the start of each request a twentieth longer.
type database struct{ conn driver.ConnPrepareContext }

var (
	_ links.Store   = database{}
	_ links.Counter = database{}
)

// openDatabase opens the database that is bound to the worker as DB.
func openDatabase(ctx context.Context) (database, error) {
	connector, err := d1.OpenConnector("DB")
	if err != nil {
		return database{}, err
	}
	conn, err := connector.Connect(ctx)
	if err != nil {
		return database{}, err
	}
	preparer, ok := conn.(driver.ConnPrepareContext)
	if !ok {
		return database{}, errors.New("the driver of D1 prepares no statements")
	}
	return database{preparer}, nil
}

// row executes a statement and returns the first row of its result; nil without any.
func (d database) row(ctx context.Context, text string, args ...driver.Value) ([]driver.Value, error) {
	stmt, err := d.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	statement, ok := stmt.(driver.StmtQueryContext)
	if !ok {
		return nil, errors.New("the driver of D1 executes no statements")
	}
	params := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		params[i] = driver.NamedValue{Ordinal: i + 1, Value: arg}
	}
	rows, err := statement.QueryContext(ctx, params)
	if err != nil {
		return nil, err
	}
	values := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(values); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return values, nil
}

// Get returns the link of an id.
func (d database) Get(ctx context.Context, id string) (links.Link, error) {
	row, err := d.row(ctx, "SELECT hash, "+claimsOf+", blocked, document FROM links WHERE id = ?", id)
	if err != nil {
		return links.Link{}, err
	}
	if row == nil {
		return links.Link{}, links.ErrUnknown
	}
	l := links.Link{ID: id}
	if !readHash(l.Hash[:], row[0]) {
		return links.Link{}, fmt.Errorf("the link %s is damaged", id)
	}
	if l.Blocked = row[2] != int64(0); l.Blocked {
		return l, nil
	}
	document, _ := row[3].(string)
	l.Document = []byte(document)
	text, _ := row[1].(string)
	var claims map[string]int64
	if err := json.Unmarshal([]byte(text), &claims); err != nil {
		return links.Link{}, fmt.Errorf("the link %s is damaged: %w", id, err)
	}
	for token, end := range claims {
		c := links.Claim{Expires: end}
		if !readHash(c.Token[:], token) {
			return links.Link{}, fmt.Errorf("the link %s is damaged", id)
		}
		l.Claims = append(l.Claims, c)
	}
	return l, nil
}

// claimsOf is the column of the claims: ends by token, as JSON. Links of the first version have one token.
const claimsOf = "coalesce(claims, json_object(token, expires))"

// readHash reads a hash out of a row.
func readHash(dst []byte, value driver.Value) bool {
	text, _ := value.(string)
	n, err := hex.Decode(dst, []byte(text[:min(len(text), 2*len(dst))]))
	return err == nil && n == len(dst)
}

// Add keeps a link, which has one claim, unless its id is taken at now.
func (d database) Add(ctx context.Context, l links.Link, now time.Time) (bool, error) {
	c := l.Claims[0]
	row, err := d.row(ctx, `INSERT INTO links (id, hash, document, token, expires, claims) VALUES (?, ?, ?, '', ?, json_object(?, CAST(? AS INTEGER)))
		ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, document = excluded.document, token = '', expires = excluded.expires, claims = excluded.claims
			WHERE links.blocked = 0 AND links.expires > 0 AND links.expires <= ?
		RETURNING id`,
		l.ID, hex.EncodeToString(l.Hash[:]), string(l.Document), c.Expires, hex.EncodeToString(c.Token[:]), c.Expires, now.Unix())
	return row != nil, err
}

// Claim adds a claim to a link, or lengthens it, and removes those that have ended.
func (d database) Claim(ctx context.Context, id string, c links.Claim, now time.Time) error {
	row, err := d.row(ctx, `UPDATE links SET
		expires = CASE WHEN expires = 0 OR ?2 = 0 THEN 0 ELSE max(expires, ?2) END,
		claims = (SELECT json_group_object(e.key, e.value) FROM json_each(json_set(`+claimsOf+`, '$."' || ?1 || '"',
			coalesce((SELECT CASE WHEN e.value = 0 OR ?2 = 0 THEN 0 ELSE max(e.value, CAST(?2 AS INTEGER)) END FROM json_each(`+claimsOf+`) e WHERE e.key = ?1), CAST(?2 AS INTEGER))
			)) e WHERE e.value = 0 OR e.value > ?5)
		WHERE id = ?3 AND blocked = 0
			AND (SELECT count(*) FROM json_each(`+claimsOf+`) e WHERE e.key <> ?1 AND (e.value = 0 OR e.value > ?5)) < ?4
		RETURNING id`,
		hex.EncodeToString(c.Token[:]), c.Expires, id, links.MaxClaims, now.Unix())
	if err != nil || row != nil {
		return err
	}
	if l, err := d.Get(ctx, id); err != nil || l.Blocked {
		return err
	}
	return links.ErrClaimed
}

// Release removes the claim of a token, and the link with its last claim. Between the two statements, a
// new claim keeps the link.
func (d database) Release(ctx context.Context, id string, token links.Hash, now time.Time) (gone bool, err error) {
	_, err = d.row(ctx, `UPDATE links SET
		claims = json_remove(`+claimsOf+`, '$."' || ?1 || '"'),
		expires = coalesce((SELECT CASE min(e.value) WHEN 0 THEN 0 ELSE max(e.value) END FROM json_each(`+claimsOf+`) e WHERE e.key <> ?1), 1)
		WHERE id = ?2 AND blocked = 0`, hex.EncodeToString(token[:]), id)
	if err != nil {
		return false, err
	}
	row, err := d.row(ctx, "DELETE FROM links WHERE id = ? AND blocked = 0 AND expires > 0 AND expires <= ? RETURNING id", id, now.Unix())
	return row != nil, err
}

// Sweep removes what has expired at now.
func (d database) Sweep(ctx context.Context, now time.Time) error {
	if _, err := d.row(ctx, "DELETE FROM links WHERE expires > 0 AND expires <= ? AND blocked = 0", now.Unix()); err != nil {
		return err
	}
	_, err := d.row(ctx, "DELETE FROM counts WHERE ends <= ?", now.Unix())
	return err
}

// Count adds an event to the count of a key and returns the sums.
func (d database) Count(ctx context.Context, key string, bytes int, _, end time.Time) (n, sum int, err error) {
	row, err := d.row(ctx, `INSERT INTO counts (key, n, bytes, ends) VALUES (?1, 1, ?2, ?3)
		ON CONFLICT (key) DO UPDATE SET n = n + 1, bytes = bytes + ?2 RETURNING n, bytes`, key, bytes, end.Unix())
	if err != nil {
		return 0, 0, err
	}
	if row == nil {
		return 0, 0, errors.New("D1 counts nothing")
	}
	events, _ := row[0].(int64)
	all, _ := row[1].(int64)
	return int(events), int(all), nil
}
