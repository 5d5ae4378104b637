# lp Lab. `make build` makes bin/lplab and bin/site, all that it serves;
# `make run` serves it; `make test` checks everything.

.PHONY: build run test bench bench-loops repro pictures clean check-go test-native test-wasm test-browser chromium FORCE

GO     ?= go
WASM    = GOOS=js GOARCH=wasm
GOROOT := $(shell $(GO) env GOROOT)

# -- build --------------------------------------------------------------------

SITE     = bin/site
WASM_LD  = -trimpath -ldflags "-s -w"
ASC      = --enable simd --runtime stub -O3 --noAssert --importMemory
SOLVER   = $(SITE)/web/solver
KERNEL   = $(SOLVER)/kernel
UPLOT    = $(SITE)/web/uplot
UQR      = $(SITE)/web/uqr
PLOT     = $(SITE)/web/plot
LESSON   = $(SITE)/web/lesson

build: bin/lplab web/node_modules
	rm -rf $(SITE)
	mkdir -p $(KERNEL) $(UPLOT) $(UQR) $(PLOT) $(LESSON) $(SITE)/examples
	$(WASM) $(GO) build $(WASM_LD) -o $(SITE)/web/app.wasm ./app
	$(WASM) $(GO) build $(WASM_LD) -o $(SOLVER)/solver.wasm ./wasm/solver
	web/node_modules/.bin/asc wasm/kernel/kernel.ts -o $(KERNEL)/kernel.wasm $(ASC)
	web/node_modules/.bin/asc wasm/kernel/products.ts -o $(KERNEL)/products.wasm $(ASC)
	cp $(wildcard wasm/kernel/*.js) $(KERNEL)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" $(SITE)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" wasm/solver/worker.js $(SOLVER)/
	cp $(wildcard web/*.js web/*.d.ts web/*.css web/*.svg web/*.png) $(SITE)/web/
	cp $(wildcard web/plot/*.js) $(PLOT)/
	cp $(wildcard web/examples/*) $(SITE)/examples/
	cp $(wildcard web/lesson/*.js) $(LESSON)/
	cp app/bench/cases.json $(SITE)/web/bench.json
	cp web/node_modules/uplot/dist/uPlot.esm.js web/node_modules/uplot/dist/uPlot.min.css $(UPLOT)/
	cp web/node_modules/uplot/LICENSE $(UPLOT)/LICENSE.txt
	cp web/node_modules/uqr/dist/index.mjs $(UQR)/uqr.mjs
	cp web/node_modules/uqr/LICENSE $(UQR)/LICENSE.txt
	node web/build/lessons.mjs $(SITE) bin/lplab
	bin/lplab site $(SITE)

bin/lplab: FORCE
	$(GO) build -trimpath -o $@ ./app

# npm installs by the lockfile, and again only when that has changed.
web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

run: build
	bin/lplab serve

# -- test ---------------------------------------------------------------------

test: check-go test-native test-wasm test-browser

check-go:
	@unformatted=$$(gofmt -l app core wasm); test -z "$$unformatted" || { echo "gofmt these: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(WASM) $(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(WASM) $$($(GO) tool -n staticcheck) ./...

# The race detector makes numerical tests ten times slower: it is for what shares
# memory between goroutines, and for whole experiments on top of it.
SHARING = ./core/tensor ./core/gram ./core/linear ./core/machine ./core/link ./app/links/contract ./app/server ./app/bench

test-native:
	$(GO) test ./...
	$(GO) test -race $(SHARING)
	$(GO) test -race -run 'Golden|Methods' ./core/lab

# The same core in WebAssembly, under Node.
test-wasm:
	$(WASM) $(GO) test -short -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec" ./core/...

test-browser: build chromium
	cd web && npm test --silent

# The browser of the tests: CHROMIUM, or one that is installed, or Debian's.
chromium:
	@test -n "$$CHROMIUM" || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	{ echo "The browser tests need Chromium: install it (apt-get install chromium) or name one in the variable CHROMIUM."; exit 1; }

# How fast it is, natively and in Chromium, against the machine's own limits and
# the papers' times: printed, and kept in web/docs/benchmark.md. LARGE=1 adds the
# cases that take minutes; ONLY=CASE measures one, by its id; DEXTER=DIR, with dexter_train.data and .labels of the
# NIPS 2003 challenge, adds that data set.
BENCH = bin/bench

bench: build chromium
	mkdir -p $(BENCH)
	$(if $(DEXTER),paste -d ' ' $(DEXTER)/dexter_train.labels $(DEXTER)/dexter_train.data > $(BENCH)/dexter.svm)
	bin/lplab bench -json $(if $(LARGE),-large) $(if $(ONLY),-only $(ONLY)) $(if $(DEXTER),-dexter $(BENCH)/dexter.svm) > $(BENCH)/native.json
	cd web && node test/bench.mjs ../$(BENCH)/native.json $(if $(ONLY),../$(BENCH),docs)/benchmark.md $(if $(LARGE),--large) $(if $(ONLY),--only $(ONLY)) $(if $(DEXTER),--dexter ../$(BENCH)/dexter.svm)

# The hot loops one by one, native and in WebAssembly: "cpu:" names the processor of both.
BENCHED = ./core/kernel ./core/tensor ./core/gram ./core/lab

bench-loops:
	$(GO) test -run '^$$' -bench . $(BENCHED)
	$(WASM) $(GO) test -run '^$$' -bench . -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec" $(BENCHED)

# The papers' tables and figures beside ours: web/docs/repro.md, with its figures.
# It takes about an hour; DEXTER=DIR adds that data set, as for bench.
repro: bin/lplab
	bin/lplab repro all -o web/docs $(if $(DEXTER),-dexter $(DEXTER)) > /dev/null

# The pictures of the documentation, taken from the page.
pictures: build chromium
	cd web && node test/pictures.mjs

clean:
	rm -rf bin web/node_modules

FORCE:
