package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/syumai/workers/cloudflare"
	"github.com/syumai/workers/cloudflare/fetch"

	"lplab/app/headers"
)

// shell answers with the page, which is among the assets, and with a status.
func shell(w http.ResponseWriter, r *http.Request, status int) {
	page, err := readPage(r)
	if err != nil {
		complain(err)
		http.Error(w, "the page cannot be read at the moment: try again in a minute", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if status == http.StatusOK {
		w.Header().Set("Cache-Control", headers.Revalidate)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(page)
	}
}

func readPage(r *http.Request) ([]byte, error) {
	assets := fetch.NewClient(fetch.WithBinding(cloudflare.GetBinding("ASSETS")))
	// The host has no meaning: the binding answers, not the network.
	request, err := fetch.NewRequest(r.Context(), http.MethodGet, "https://assets.local/", nil)
	if err != nil {
		return nil, err
	}
	response, err := assets.Do(request, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the page among the assets answers with status %d", response.StatusCode)
	}
	return io.ReadAll(response.Body)
}
