//go:build !wasm

// Package boltstore stores links in a file of bbolt, which needs no server and no C compiler. A write
// is on the disk before the call returns, and a power cut does not damage the file.
package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"lplab/app/links"
)

// fileName is the store's file in its directory.
const fileName = "links.db"

// Names of the buckets: links by id, and the ends of links with their ids, in the order of time.
var (
	byID  = []byte("links")
	byEnd = []byte("ends")
)

// batchDelay is the time within which writers share one write to the disk.
const batchDelay = 2 * time.Millisecond

// Store is a links.Store in a file.
type Store struct{ db *bbolt.DB }

var _ links.Store = (*Store)(nil)

// record is a link as it is read.
type record struct {
	links.Link
	links.Claim // the only claim, in files of the first version
}

// Open opens the store of a directory, and makes both if they do not exist. Only one program at a
// time can open a store.
func Open(dir string) (s *Store, err error) {
	defer func() { // bbolt panics over some damaged files
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the links in %s are damaged (%v): put the file %s aside and start anew", dir, fault, fileName)
		}
	}()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, fileName)
	if info, err := os.Stat(file); err == nil && info.Size() == 0 {
		return nil, fmt.Errorf("the links in %s are lost: %s is empty; put a copy in its place, or remove it and start anew", dir, fileName)
	}
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{Timeout: time.Second})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("the links in %s are in use by another lplab: stop it first", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("the links in %s cannot be opened: %w; if %s is damaged, put it aside and start anew", dir, err, fileName)
	}
	db.MaxBatchDelay = batchDelay
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{byID, byEnd} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db}, nil
}

// Close waits for running transactions and closes the file.
func (s *Store) Close() error { return s.db.Close() }

// Get returns the link of an id.
func (s *Store) Get(_ context.Context, id string) (l links.Link, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		l, err = read(tx, id)
		return err
	})
	return l, err
}

// Add stores a link unless its id is taken at now.
func (s *Store) Add(_ context.Context, l links.Link, now time.Time) (added bool, err error) {
	err = s.db.Batch(func(tx *bbolt.Tx) error {
		added = false // a batch may be tried again
		old, err := read(tx, l.ID)
		if err == nil && !old.Expired(now) {
			return nil
		}
		if err != nil && !errors.Is(err, links.ErrUnknown) {
			return err
		}
		added = true
		return put(tx, l)
	})
	return added && err == nil, err
}

// Claim adds a claim to a link, or lengthens it.
func (s *Store) Claim(_ context.Context, id string, c links.Claim, now time.Time) error {
	return s.change(id, func(l *links.Link) error {
		if l.Blocked {
			return nil
		}
		return l.Claim(c, now)
	})
}

// Block takes a link down: it removes the document and marks the id as blocked.
func (s *Store) Block(id string) error {
	return s.change(id, func(l *links.Link) error {
		l.Document, l.Claims, l.Blocked = nil, nil, true
		return nil
	})
}

func (s *Store) change(id string, how func(*links.Link) error) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		l, err := read(tx, id)
		if err == nil {
			err = how(&l)
		}
		if err != nil {
			return err
		}
		return put(tx, l)
	})
}

// Unblock removes a link that was taken down, so that it may be stored again.
func (s *Store) Unblock(id string) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		l, err := read(tx, id)
		if err != nil || !l.Blocked {
			return err
		}
		return remove(tx, id)
	})
}

// Release removes the claim of a token, and the link with its last claim.
func (s *Store) Release(_ context.Context, id string, token links.Hash, now time.Time) (gone bool, err error) {
	err = s.db.Batch(func(tx *bbolt.Tx) error {
		l, err := read(tx, id)
		if gone = errors.Is(err, links.ErrUnknown); gone || l.Blocked {
			return nil
		}
		if err != nil {
			return err
		}
		if l.Release(token); !l.Expired(now) {
			return put(tx, l)
		}
		gone = true
		return remove(tx, id)
	})
	return gone && err == nil, err
}

// Sweep removes what has expired at now.
func (s *Store) Sweep(_ context.Context, now time.Time) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		last := binary.BigEndian.AppendUint64(nil, uint64(now.Unix()))
		var ids []string // taken first: a cursor loses its place when something is removed
		c := tx.Bucket(byEnd).Cursor()
		for key, _ := c.First(); key != nil && bytes.Compare(key[:8], last) <= 0; key, _ = c.Next() {
			ids = append(ids, string(key[8:]))
		}
		for _, id := range ids {
			if err := remove(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// read returns the link of an id, or links.ErrUnknown.
func read(tx *bbolt.Tx, id string) (links.Link, error) {
	b := tx.Bucket(byID).Get([]byte(id))
	if b == nil {
		return links.Link{}, links.ErrUnknown
	}
	r := record{Link: links.Link{ID: id}}
	if err := json.Unmarshal(b, &r); err != nil {
		return links.Link{}, fmt.Errorf("the link %s is damaged: %w", id, err)
	}
	if r.Token != (links.Hash{}) && !r.Blocked {
		r.Claims = append(r.Claims, r.Claim)
	}
	return r.Link, nil
}

// put writes a link and replaces the previous one of its id.
func put(tx *bbolt.Tx, l links.Link) error {
	if err := remove(tx, l.ID); err != nil {
		return err
	}
	if end := l.Expires(); end != 0 {
		if err := tx.Bucket(byEnd).Put(endKey(end, l.ID), nil); err != nil {
			return err
		}
	}
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return tx.Bucket(byID).Put([]byte(l.ID), b)
}

func remove(tx *bbolt.Tx, id string) error {
	l, err := read(tx, id)
	if errors.Is(err, links.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	if end := l.Expires(); end != 0 {
		if err := tx.Bucket(byEnd).Delete(endKey(end, id)); err != nil {
			return err
		}
	}
	return tx.Bucket(byID).Delete([]byte(id))
}

// endKey is the key of a link among those that end.
func endKey(end int64, id string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(end)), id...)
}
