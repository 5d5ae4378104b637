//go:build js && wasm

package main

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/syumai/workers/cloudflare/d1"

	"lplab/app/links"
)

// database keeps links in D1, Cloudflare's SQLite. It has no transactions, and needs
// none: every call is one statement. The tables are those of migrations/.
//
// It speaks to the driver itself: database/sql, with its pool of connections that
// are none, would add a twentieth to what each request has to start.
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
	preparing, ok := conn.(driver.ConnPrepareContext)
	if !ok {
		return database{}, errors.New("the driver of D1 prepares no statements")
	}
	return database{preparing}, nil
}

// row carries out a statement and gives the first row that it returns, nil where
// there is none.
func (d database) row(ctx context.Context, text string, args ...driver.Value) ([]driver.Value, error) {
	prepared, err := d.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	statement, ok := prepared.(driver.StmtQueryContext)
	if !ok {
		return nil, errors.New("the driver of D1 carries out no statements")
	}
	named := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: arg}
	}
	rows, err := statement.QueryContext(ctx, named)
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

// Get gives the link of an id.
func (d database) Get(ctx context.Context, id string) (links.Link, error) {
	row, err := d.row(ctx, "SELECT hash, token, expires, blocked, document FROM links WHERE id = ?", id)
	if err != nil {
		return links.Link{}, err
	}
	if row == nil {
		return links.Link{}, links.ErrUnknown
	}
	l := links.Link{ID: id}
	if !readHash(l.Hash[:], row[0]) || !readHash(l.Token[:], row[1]) {
		return links.Link{}, fmt.Errorf("the link %s is damaged", id)
	}
	if seconds, _ := row[2].(int64); seconds != 0 {
		l.Expires = time.Unix(seconds, 0)
	}
	if l.Blocked = row[3] != int64(0); !l.Blocked {
		document, _ := row[4].(string)
		l.Document = []byte(document)
	}
	return l, nil
}

// readHash reads a hash out of a row.
func readHash(dst []byte, value driver.Value) bool {
	text, _ := value.(string)
	n, err := hex.Decode(dst, []byte(text[:min(len(text), 2*len(dst))]))
	return err == nil && n == len(dst)
}

// Add keeps a link unless its id is taken at now.
func (d database) Add(ctx context.Context, l links.Link, now time.Time) (bool, error) {
	row, err := d.row(ctx, `INSERT INTO links (id, hash, document, token, expires) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, document = excluded.document, token = excluded.token, expires = excluded.expires
			WHERE links.blocked = 0 AND links.expires > 0 AND links.expires <= ?
		RETURNING id`,
		l.ID, hex.EncodeToString(l.Hash[:]), string(l.Document), hex.EncodeToString(l.Token[:]), unix(l.Expires), now.Unix())
	return row != nil, err
}

// Extend moves the end of a link's time.
func (d database) Extend(ctx context.Context, id string, expires time.Time) error {
	_, err := d.row(ctx, "UPDATE links SET expires = ? WHERE id = ? AND blocked = 0", unix(expires), id)
	return err
}

// Delete removes a link that is not blocked.
func (d database) Delete(ctx context.Context, id string) error {
	_, err := d.row(ctx, "DELETE FROM links WHERE id = ? AND blocked = 0", id)
	return err
}

// Sweep removes what has expired at now.
func (d database) Sweep(ctx context.Context, now time.Time) error {
	if _, err := d.row(ctx, "DELETE FROM links WHERE expires > 0 AND expires <= ? AND blocked = 0", now.Unix()); err != nil {
		return err
	}
	_, err := d.row(ctx, "DELETE FROM counts WHERE ends <= ?", now.Unix())
	return err
}

// Count adds one to the count of a key and gives the sum.
func (d database) Count(ctx context.Context, key string, _, end time.Time) (int, error) {
	row, err := d.row(ctx, "INSERT INTO counts (key, n, ends) VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET n = n + 1 RETURNING n", key, end.Unix())
	if err != nil {
		return 0, err
	}
	if row == nil {
		return 0, errors.New("D1 counts nothing")
	}
	n, _ := row[0].(int64)
	return int(n), nil
}

// unix is a time in seconds; 0 is never. D1 keeps numbers as JavaScript does, and
// these are exact there.
func unix(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
