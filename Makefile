# lp Lab. `make build` makes bin/lplab and bin/site, all that it serves;
# `make run` serves it; `make test` checks everything.

.PHONY: build run site npm release reproducible edge edge-run edge-deploy edge-takedown test test-code test-page check mutate tuned bench bench-against bench-visit bench-selection bench-loops load abuse repro pictures clean check-go test-native test-wasm test-browser test-edge fuzz drill chromium firefox FORCE

GO     ?= go
WASM    = GOOS=js GOARCH=wasm
GOROOT := $(shell $(GO) env GOROOT)

# Of programs and tests alike, so that what is compiled for one is there for the other.
export GOFLAGS += -trimpath

# -- build --------------------------------------------------------------------

SITE     = bin/site
STABLE   = -buildvcs=false
WASM_LD  = $(STABLE) -ldflags "-s -w"
ASC      = --enable simd --runtime stub -O3 --noAssert --importMemory
SOLVER   = $(SITE)/web/solver
KERNEL   = $(SOLVER)/kernel
ESBUILD  = web/node_modules/.bin/esbuild

# A visit waits for what the browser compiles and optimises of the page's program. These
# packages, which compute nothing, are large and are what it starts with: without inlining
# they are smaller, and the browser has a tenth less to do until the page is live.
BARE     = lplab/core/experiment encoding/json fmt reflect strconv
PLAIN    = lplab/app/page $(BARE) lplab/core/reports/... lplab/core/data/design lplab/core/data/formula \
	lplab/core/lab time github.com/maxence-charriere/go-app/...

# The modules that lessons and other scripts load. Each is bundled with what it
# imports; what several import, or only when it is wanted, goes to chunks.
MODULES  = web/lplab.js web/bench.js web/cards/use.js web/lesson/start.js web/lesson/guide.js web/hash.js web/spreadsheet.js
ESFLAGS  = --bundle --format=esm --minify --external:./build.js --log-level=warning

build: bin/lplab web/node_modules bin/products.wasm
	$(GO) run ./app/typings
	rm -rf $(SITE)
	mkdir -p $(KERNEL) $(SITE)/examples
	node web/build/overlay.mjs $(GOROOT) bin/overlay.json
	$(WASM) $(GO) build -overlay bin/overlay.json $(WASM_LD) $(PLAIN:%=-gcflags=%=-l) -o $(SITE)/web/app.wasm ./app
	node web/build/lean.mjs $(SITE)/web/app.wasm
	web/node_modules/.bin/asc wasm/kernel/kernel.ts -o $(KERNEL)/kernel.wasm $(ASC)
	cp bin/products.wasm $(wildcard wasm/kernel/*.js) $(KERNEL)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" $(SITE)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" wasm/solver/worker.js $(SOLVER)/
	$(ESBUILD) web/page.js $(ESFLAGS) --external:./cards/use.js --external:./lesson/guide.js --outfile=$(SITE)/web/page.js
	$(ESBUILD) $(MODULES) $(ESFLAGS) --splitting --outbase=web --outdir=$(SITE)/web
	$(ESBUILD) web/styles/style.css --bundle --minify --external:*.woff2 --log-level=warning --outfile=$(SITE)/web/style.css
	cp web/frames.js $(wildcard web/*.d.ts web/*.svg web/*.png) $(SITE)/web/
	cp $(wildcard web/examples/*) $(SITE)/examples/
	cp app/bench/cases.json $(SITE)/web/bench.json
	node web/build/notices.mjs $(GO) $(SITE)/THIRD_PARTY.txt
	$(WASM) $(GO) build -overlay bin/overlay.json $(WASM_LD) $(BARE:%=-gcflags=%=-l) -o bin/bundle.wasm ./wasm/bundle
	node web/build/lean.mjs bin/bundle.wasm
	node web/build/bundle.mjs bin/bundle.wasm $(GOROOT)/lib/wasm/wasm_exec.js $(SITE)/THIRD_PARTY.txt $(SITE)/web/bundle.txt
	node web/build/lessons.mjs $(SITE) bin/lplab
	bin/lplab site $(SITE)

bin/products.wasm: $(wildcard wasm/kernel/*.ts) web/node_modules
	web/node_modules/.bin/asc wasm/kernel/products.ts -o $@ $(ASC)

bin/lplab: FORCE
	$(GO) build $(STABLE) -o $@ ./app

# npm installs by the lockfile, and again only when that has changed.
web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

run: build
	bin/lplab serve

# -- elsewhere ----------------------------------------------------------------

# The app as files for any folder of any host, without short links: bin/pages.
site: build
	rm -rf bin/pages
	bin/lplab export $(SITE) bin/pages

# The JavaScript API with the solver, as a package of npm: bin/npm/lplab-<version>.tgz.
npm: build
	node web/build/npm.mjs $(SITE) bin/npm

# All that is given out, with checksums: bin/release. The same sources give the same bytes
# in any folder, which "make reproducible" shows.
RELEASE   = bin/release
PLATFORMS = linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64
PACK      = tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C $(RELEASE)

release: site
	rm -rf $(RELEASE)
	mkdir -p $(RELEASE)
	node web/build/npm.mjs $(SITE) $(RELEASE)
	set -e; version=$$(basename $(RELEASE)/lplab-*.tgz .tgz); \
	for platform in $(PLATFORMS); do \
		folder=$$version-$$platform; system=$${platform%-*}; \
		mkdir $(RELEASE)/$$folder; \
		CGO_ENABLED=0 GOOS=$$system GOARCH=$${platform#*-} $(GO) build $(STABLE) -ldflags "-s -w" -o $(RELEASE)/$$folder/lplab$$(test $$system = windows && echo .exe) ./app; \
		cp -r LICENSE $(SITE)/THIRD_PARTY.txt $(SITE) $(RELEASE)/$$folder; \
		$(PACK) -c $$folder | gzip -n9 > $(RELEASE)/$$folder.tar.gz; \
		rm -r $(RELEASE)/$$folder; \
	done; \
	cp -r bin/pages $(RELEASE)/$$version-site; \
	cp LICENSE $(RELEASE)/$$version-site/LICENSE.txt; \
	$(PACK) -c $$version-site | gzip -n9 > $(RELEASE)/$$version-site.tar.gz; \
	rm -r $(RELEASE)/$$version-site
	cd $(RELEASE) && sha256sum * > SHA256SUMS

reproducible: release
	rm -rf bin/again
	mkdir bin/again
	git ls-files -z | xargs -0 cp --parents -t bin/again
	$(MAKE) -C bin/again release
	cmp $(RELEASE)/SHA256SUMS bin/again/$(RELEASE)/SHA256SUMS
	rm -rf bin/again

# The app and its service of short links, for Cloudflare's edge; web/docs/edge.md
# tells how to deploy it.
EDGE     = bin/edge
WRANGLER = cd wasm/edge && node_modules/.bin/wrangler

edge: build wasm/edge/node_modules
	rm -rf $(EDGE)/site $(EDGE)/worker
	bin/lplab export -root $(SITE) $(EDGE)/site
	$(GO) tool workers-assets-gen -mode go -o $(EDGE)/worker
	$(WASM) $(GO) build $(WASM_LD) -o $(EDGE)/worker/app.wasm ./wasm/edge

wasm/edge/node_modules: wasm/edge/package-lock.json
	cd wasm/edge && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# In the edge's own runtime, on this machine and without a network.
edge-run: edge
	node wasm/edge/local.mjs

edge-deploy: edge
	$(WRANGLER) d1 migrations apply lplab-links --remote
	$(WRANGLER) deploy

# ID=... is the last part of the short link.
edge-takedown: wasm/edge/node_modules
	@case "$(ID)" in ''|*[!0-9a-z]*) echo "ID is no id of a short link: give what stands behind /s/ (make edge-takedown ID=...)"; exit 1;; esac
	$(WRANGLER) d1 execute lplab-links --remote --command "$$(sed -e '/^--/d' -e "s/'ID'/'$(ID)'/" takedown.sql)"

# -- test ---------------------------------------------------------------------

test: check-go test-code test-page

# In two lanes, for two processors.
test-code:
	$(MAKE) --no-print-directory -j2 check-js test-native test-wasm

# The tests of the edge, which time nothing, go beside those of the browser.
test-page:
	$(MAKE) --no-print-directory -j2 test-browser test-edge

# The core alone, at most a minute: for every change of it.
check:
	@unformatted=$$(gofmt -l core); test -z "$$unformatted" || { echo "gofmt these: $$unformatted"; exit 1; }
	$(GO) vet ./core/...
	$(GO) test -short -vet=off -ldflags "-s -w" ./core/...

# How much of the formulas the tests hold: signs, constants and comparisons are changed one
# at a time, and at most a twentieth of the changes may pass the tests unless testdata/mutations.txt
# has them. It takes about an hour on two processors; MUTATED names other packages, CHANGES how
# many of each are tried.
MUTATED ?= ./core/solvers/loss ./core/spaces/kernel ./core/spaces/tensor ./core/solvers/penalty ./core/solvers/proximal ./core/solvers/lp ./core/solvers/linear ./core/solvers/machine
CHANGES ?= 200

mutate:
	$(GO) run ./app/mutate -n $(CHANGES) -except testdata/mutations.txt $(MUTATED)
	$(GO) run ./app/mutate -n $(CHANGES) -except testdata/mutations.txt -file metrics -run 'Metric|AUC|^TestClasses$$' ./core/lab

# The model that the page chooses for a file beside the best of all models of the lab, and its
# headline. TABLES lists files, each with :TARGET where the guessed target is not meant.
tuned:
	LPLAB_TABLES="$(TABLES)" $(GO) test -run TunedModelIsNear -count=1 -timeout 4h -v ./app/page

# Checked for WebAssembly are the packages that have other files there: the checks of the others
# find the same on both platforms.
LIST = $(GO) list -f '{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' ./...

check-go:
	@unformatted=$$(gofmt -l app core wasm); test -z "$$unformatted" || { echo "gofmt these: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	set -e; own=$$({ $(LIST); $(LIST); $(WASM) $(LIST); } | sort | uniq -u | cut -d' ' -f1); \
	$(WASM) $(GO) vet $$own; \
	$(WASM) $$($(GO) tool -n staticcheck) $$own

# The parts that others call are checked more strictly than the page.
check-js: web/node_modules
	web/node_modules/.bin/eslint -c web/eslint.config.js web wasm app
	web/node_modules/.bin/tsc -p web
	web/node_modules/.bin/tsc -p web/build/package
	web/node_modules/.bin/tsc -p wasm

.PHONY: check-js

# On a busy machine a package takes longer than the ten minutes that go test allows by default.
# check-go has vetted the packages.
PATIENT = -timeout 80m -vet=off

# The race detector makes numerical tests ten times slower: it is for what shares
# memory between goroutines, and for whole experiments on top of it.
SHARING = ./core/spaces/tensor ./core/numeric/dense ./core/spaces/gram ./core/solvers/linear ./core/solvers/machine ./core/solvers/optimize ./app/links/contract ./app/server ./app/bench

test-native: web/node_modules
	$(GO) test $(PATIENT) -ldflags "-s -w" ./...
	$(GO) test $(PATIENT) -race -short $(SHARING)
	$(GO) test $(PATIENT) -race -run 'Golden|Methods' ./core/lab

# The same core in WebAssembly, under Node, and its loops on SIMD128.
NODE_SIMD = node --stack-size=8192 --import $(CURDIR)/wasm/solver/node.mjs $(GOROOT)/lib/wasm/wasm_exec_node.js

test-wasm: bin/products.wasm
	$(WASM) $(GO) test $(PATIENT) -short -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec" ./core/...
	$(WASM) $(GO) test $(PATIENT) -exec "$(NODE_SIMD)" ./wasm/solver

test-browser: build chromium firefox-if-possible
	cd web && npm test --silent

# The service of short links in workerd with D1.
test-edge: edge
	node --test --test-timeout=900000 --test-force-exit wasm/edge/test/*.test.mjs

# Faults in a real browser - workers that end, memory, storage, network and clock that
# fail - a thousand experiments in one page, the walks by keys and by touch on each table, and
# every engine with each number of workers.
drill: build chromium firefox
	cd web && LPLAB_LONG=1 node test/drill.mjs

# Every fuzz target that there is, for FUZZTIME each. What fails is kept in testdata/fuzz of its
# package, and fails in make test until it is mended.
FUZZTIME ?= 5m

fuzz:
	@grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' app core | { failed=0; \
	while IFS=: read -r file target; do \
		echo "$${file%/*}: $${target#func }"; \
		$(GO) test -run '^$$' -fuzz "^$${target#func }$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "./$${file%/*}" </dev/null || failed=1; \
	done; exit $$failed; }

# Thousands of requests on this machine, to the service at home and to that of the edge.
load: edge
	node wasm/edge/test/load.mjs

# Slow readers, kills and a full disk, to the service at home: web/docs/trust.md has the figures.
abuse: bin/lplab
	node wasm/edge/test/abuse.mjs

# The browser of the tests: CHROMIUM, or one that is installed, or Debian's.
chromium:
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	{ apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; } >/dev/null; } || \
	{ echo "The browser tests need Chromium: install it (apt-get install chromium) or name one in the variable CHROMIUM."; exit 1; }

# A second engine for the browser tests: FIREFOX, or one that is installed, or Debian's.
FIND_FIREFOX = test -n "$$FIREFOX" || command -v firefox-esr >/dev/null || command -v firefox >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && { apt-get update -qq && apt-get install -y -qq firefox-esr; } >/dev/null 2>&1; }

firefox:
	@$(FIND_FIREFOX) || { echo "The tests in Firefox need one: install it (apt-get install firefox-esr) or name one in the variable FIREFOX."; exit 1; }

.PHONY: firefox-if-possible
firefox-if-possible: chromium # apt-get installs one at a time
	@$(FIND_FIREFOX) || echo "Without Firefox: its tests are skipped, for it is not installed and cannot be installed here (make firefox)."

# How fast it is, natively and in Chromium, against the machine's own limits and
# the papers' times: printed, and kept in web/docs/benchmark.md. LARGE=1 adds the
# cases that take minutes; ONLY=CASE measures one, by its id,
# or those whose ids begin so, as ONLY=rows-; DEXTER=DIR, with dexter_train.data and .labels of the
# NIPS 2003 challenge, adds that data set.
BENCH = bin/bench

bench: build chromium
	mkdir -p $(BENCH)
	$(if $(DEXTER),paste -d ' ' $(DEXTER)/dexter_train.labels $(DEXTER)/dexter_train.data > $(BENCH)/dexter.svm)
	bin/lplab bench -json $(if $(LARGE),-large) $(if $(ONLY),-only $(ONLY)) $(if $(DEXTER),-dexter $(BENCH)/dexter.svm) > $(BENCH)/native.json
	cd web && node test/bench.mjs ../$(BENCH)/native.json $(if $(ONLY),../$(BENCH),docs)/benchmark.md $(if $(LARGE),--large) $(if $(ONLY),--only $(ONLY)) $(if $(DEXTER),--dexter ../$(BENCH)/dexter.svm)

# Compares the native benchmark of a commit with that of the working tree, both built with
# the same compiler and run in turns: the ratio of the processor times with its interval.
# Fails where a case has become slower. BASE=COMMIT; ONLY as for bench; ROUNDS=12.
BASE   ?= HEAD
ROUNDS ?= 12

bench-against: bin/lplab
	rm -rf bin/base
	mkdir -p bin/base
	git archive $(BASE) | tar -x -C bin/base
	cd bin/base && $(GO) build $(STABLE) -o lplab ./app
	bin/lplab bench -processor -rounds $(ROUNDS) $(if $(ONLY),-only $(ONLY)) -against bin/base/lplab

# What a first visit weighs, and when it and a later one get somewhere: printed, and
# kept in web/docs/visit.md.
bench-visit: build chromium
	cd web && node test/visits.mjs docs/visit.md

# Stability selection in the browser, and Cancel during it.
bench-selection: build chromium
	cd web && node test/stability.mjs

# The hot loops one by one, native and in WebAssembly: "cpu:" names the processor of both.
BENCHED = ./core/spaces/kernel ./core/spaces/tensor ./core/spaces/gram ./core/lab

bench-loops: bin/products.wasm
	$(GO) test -run '^$$' -bench . $(BENCHED)
	$(WASM) $(GO) test -run '^$$' -bench . -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec" $(BENCHED)
	$(WASM) $(GO) test -run '^$$' -bench . -exec "$(NODE_SIMD)" ./wasm/solver

# The papers' tables and figures beside ours: web/docs/repro.md, with its figures.
# It takes about an hour; DEXTER=DIR adds that data set, as for bench.
repro: bin/lplab
	bin/lplab repro all -o web/docs $(if $(DEXTER),-dexter $(DEXTER)) > /dev/null

# The pictures of the documentation, taken from the page.
pictures: build chromium
	cd web && node test/pictures.mjs

clean:
	rm -rf bin web/node_modules wasm/edge/node_modules

FORCE:
