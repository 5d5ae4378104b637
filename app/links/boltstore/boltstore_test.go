//go:build !wasm

package boltstore

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"lplab/app/links"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// numbered returns link i.
func numbered(i int) links.Link {
	id := fmt.Sprintf("%012d", i)
	return links.Link{
		ID: id, Hash: sha256.Sum256([]byte(id)), Document: []byte(`{"title":"` + id + `"}`),
		Claims: []links.Claim{{Token: sha256.Sum256([]byte("token" + id)), Expires: now.Add(time.Hour).Unix()}},
	}
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func add(t *testing.T, s *Store, l links.Link, at time.Time, want bool) {
	t.Helper()
	if added, err := s.Add(t.Context(), l, at); added != want || err != nil {
		t.Errorf("adding %s: %v, %v", l.ID, added, err)
	}
}

func expect(t *testing.T, s *Store, want links.Link) {
	t.Helper()
	if got, err := s.Get(t.Context(), want.ID); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func expectGone(t *testing.T, s *Store, id string) {
	t.Helper()
	if _, err := s.Get(t.Context(), id); !errors.Is(err, links.ErrUnknown) {
		t.Errorf("%s: %v, want ErrUnknown", id, err)
	}
}

func TestStore(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	s := open(t, dir)
	one, two := numbered(1), numbered(2)
	expectGone(t, s, one.ID)
	add(t, s, one, now, true)
	add(t, s, two, now, true)
	other := numbered(1)
	other.Claims[0].Token[0]++
	add(t, s, other, now, false)
	expect(t, s, one)

	// The links remain after the store is closed and opened; only one program can open it.
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "in use by another lplab") {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	expect(t, s, one)

	// Expired links are replaced and swept; links with a longer or unlimited claim are not.
	add(t, s, other, time.Unix(one.Expires(), 0), true)
	expect(t, s, other)
	other.Claims = append(other.Claims, links.Claim{Token: one.Claims[0].Token, Expires: now.Add(2 * time.Hour).Unix()})
	two.Claims[0].Expires = 0
	for id, c := range map[string]links.Claim{one.ID: other.Claims[1], two.ID: two.Claims[0]} {
		if err := s.Claim(ctx, id, c, now); err != nil {
			t.Fatal(err)
		}
	}
	three := numbered(3)
	add(t, s, three, now, true)
	if err := s.Sweep(ctx, time.Unix(three.Expires(), 0)); err != nil {
		t.Fatal(err)
	}
	expectGone(t, s, three.ID)
	expect(t, s, other)
	if err := s.Claim(ctx, three.ID, three.Claims[0], now); !errors.Is(err, links.ErrUnknown) {
		t.Errorf("claiming a deleted link: %v", err)
	}
	if err := s.Sweep(ctx, now.AddDate(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	expectGone(t, s, one.ID)
	expect(t, s, two)

	// A release removes one claim; the last one deletes the link.
	add(t, s, other, now, true)
	for _, c := range []struct {
		token links.Hash
		gone  bool
	}{{two.Claims[0].Token, false}, {other.Claims[1].Token, false}, {other.Claims[0].Token, true}, {other.Claims[0].Token, true}} {
		if gone, err := s.Release(ctx, other.ID, c.token, now); gone != c.gone || err != nil {
			t.Errorf("released: gone %v, %v", gone, err)
		}
	}
	expectGone(t, s, other.ID)

	// A blocked link is neither swept nor deleted nor replaced.
	if err := s.Block(two.ID); err != nil {
		t.Fatal(err)
	}
	blocked := two
	blocked.Document, blocked.Claims, blocked.Blocked = nil, nil, true
	add(t, s, two, now.AddDate(9, 0, 0), false)
	if gone, err := s.Release(ctx, two.ID, two.Claims[0].Token, now); gone || err != nil {
		t.Errorf("released a blocked link: gone %v, %v", gone, err)
	}
	if err := errors.Join(s.Claim(ctx, two.ID, two.Claims[0], now), s.Sweep(ctx, now.AddDate(9, 0, 0))); err != nil {
		t.Fatal(err)
	}
	expect(t, s, blocked)
	if err := s.Unblock(two.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Unblock(numbered(2).ID); !errors.Is(err, links.ErrUnknown) {
		t.Errorf("unblocking a missing link: %v", err)
	}
	expectGone(t, s, two.ID)
	if err := s.Block(one.ID); !errors.Is(err, links.ErrUnknown) {
		t.Errorf("blocking a missing link: %v", err)
	}
}

// TestRecordsOfTheFirstVersion checks that a record with one token and one end is read as one claim.
func TestRecordsOfTheFirstVersion(t *testing.T) {
	s, want := open(t, t.TempDir()), numbered(1)
	err := s.db.Update(func(tx *bbolt.Tx) error {
		hash, token := want.Hash, want.Claims[0].Token
		record, err := json.Marshal(map[string]any{"hash": hash[:], "document": json.RawMessage(want.Document), "token": token[:], "expires": want.Expires()})
		return errors.Join(err, tx.Bucket(byID).Put([]byte(want.ID), record), tx.Bucket(byEnd).Put(endKey(want.Expires(), want.ID), nil))
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, s, want)
	if gone, err := s.Release(t.Context(), want.ID, want.Claims[0].Token, now); !gone || err != nil {
		t.Errorf("released: gone %v, %v", gone, err)
	}
	expectGone(t, s, want.ID)
}

// TestOpenRefusesAnEmptyFile checks that an empty file, which a crash or a full disk can leave, is
// not taken for a new store.
func TestOpenRefusesAnEmptyFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), fileName+" is empty") {
		t.Errorf("error %v", err)
	}
}

func TestOpenRefusesWhatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte(strings.Repeat("no store ", 4000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), fileName) {
		t.Errorf("error %v", err)
	}
	if _, err := Open(filepath.Join(dir, fileName)); err == nil {
		t.Error("a file was opened as a directory")
	}
}

var kills = flag.Int("kills", 3, "how often a program is killed while it writes")

// writer is the environment variable with which the test program only writes, until it is killed.
const writer = "LPLAB_WRITES_TO"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writer); dir != "" {
		write(dir)
	}
	os.Exit(m.Run())
}

// write adds links without end and prints the id of each that was acknowledged.
func write(dir string) {
	s, err := Open(dir)
	if err != nil {
		panic(err)
	}
	ids := make(chan string)
	for worker := range 8 {
		go func() {
			for i := worker; ; i += 8 {
				l := numbered(i)
				l.Document = []byte(`{"title":"` + l.ID + strings.Repeat("x", 2000) + `"}`)
				if _, err := s.Add(context.Background(), l, now); err != nil {
					panic(err)
				}
				ids <- l.ID
			}
		}()
	}
	for id := range ids {
		fmt.Println(id)
	}
}

func TestNothingAcknowledgedIsLostByAKill(t *testing.T) {
	dir, acknowledged := t.TempDir(), map[string]bool{}
	for round := range *kills {
		program := exec.Command(os.Args[0])
		program.Env = append(os.Environ(), writer+"="+dir)
		out, err := program.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for enough := len(acknowledged) + 300 + 77*round; len(acknowledged) < enough && lines.Scan(); {
			acknowledged[lines.Text()] = true
		}
		if err := program.Process.Kill(); err != nil { // SIGKILL: no clean-up
			t.Fatal(err)
		}
		for lines.Scan() { // printed before the kill
			if len(lines.Text()) == 12 {
				acknowledged[lines.Text()] = true
			}
		}
		if err := program.Wait(); err == nil {
			t.Fatal("the program ended before it was killed")
		}
		s := open(t, dir)
		for id := range acknowledged {
			if l, err := s.Get(t.Context(), id); err != nil || len(l.Document) < 2000 {
				t.Fatalf("round %d: the acknowledged link %s is lost: %v", round, id, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d links acknowledged over %d kills, all of them stored", len(acknowledged), *kills)
}
