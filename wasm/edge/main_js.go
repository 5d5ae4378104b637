// Command edge is the service of short links on Cloudflare's edge: the handler of app/links over D1. It
// answers /api/ and /s/; all other files of the site are static assets.
//
// Each request starts a new instance of this program, so its start has to be quick.
package main

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"lplab/app/headers"
	"lplab/app/links"
)

func main() {
	workers.Serve(http.HandlerFunc(serve))
}

// serve answers a request. The bindings of the worker are available only within one.
func serve(w http.ResponseWriter, r *http.Request) {
	headers.Set(w.Header())
	r.Host = r.URL.Host // by which the edge routed the request
	database, err := openDatabase(r.Context())
	if err != nil {
		complain(err)
		http.Error(w, "the service has no database", http.StatusInternalServerError)
		return
	}
	limits := links.UsualLimits
	limits.PerHour = readSetting("LINKS_PER_HOUR", limits.PerHour)
	limits.OfAll.Links = readSetting("LINKS_PER_DAY", limits.OfAll.Links)
	limits.OfAll.Bytes = readSetting("LINK_BYTES_PER_DAY", limits.OfAll.Bytes)
	limits.OfANetwork.Links = readSetting("LINKS_PER_NETWORK", limits.OfANetwork.Links)
	links.New(links.Config{
		Store: database, Counter: database, Limits: limits, Now: time.Now, Shell: shell, Complain: complain,
	}).ServeHTTP(w, r)
}

// readSetting returns a number among the worker's variables.
func readSetting(name string, value int) int {
	n, err := strconv.Atoi(cloudflare.Getenv(name))
	if err != nil {
		return value
	}
	return n
}

// complain writes to the worker's log.
func complain(err error) { fmt.Println("links:", err) }
