# lp Lab. `make build` makes bin/lplab and bin/site, the files that it serves;
# `make run` serves them; `make test` runs all checks and tests.

.PHONY: build run site npm release reproducible edge edge-run edge-deploy edge-takedown test test-code test-page check mutate tuned bench bench-against bench-visit bench-selection bench-loops load abuse repro pictures clean check-go test-native test-wasm test-browser test-edge test-long fuzz drill chromium firefox FORCE

GO     ?= go
WASM    = GOOS=js GOARCH=wasm
GOROOT := $(shell $(GO) env GOROOT)

# The same flag for programs and tests, so that they share compiled packages.
export GOFLAGS += -trimpath

# Compilers, checks and tests need a fifth less processor time if garbage is collected less often, and at most 1 GB.
build edge check check-go check-js test-native test-wasm: export GOGC = 400

# -- build --------------------------------------------------------------------

SITE     = bin/site
STABLE   = -buildvcs=false
WASM_LD  = $(STABLE) -ldflags "-s -w"
ASC      = --enable simd --runtime stub -O3 --noAssert --importMemory
SOLVER   = $(SITE)/web/solver
KERNEL   = $(SOLVER)/kernel
ESBUILD  = web/node_modules/.bin/esbuild

# The page is live after the browser has compiled and optimised the code that starts it. These
# packages are a large part of that code and do little numerical work; without inlining they are
# smaller, which saves the browser a tenth of the work.
PLAIN    = lplab/app/page lplab/core/experiment encoding/json fmt reflect strconv lplab/core/reports/... lplab/core/data/design \
	lplab/core/data/formula lplab/core/lab/... lplab/core/solvers/reweight lplab/core/spaces/mercer lplab/core/spaces/weights \
	lplab/core/english time net/url syscall/js github.com/maxence-charriere/go-app/...
SHIPPED  = $(WASM) $(GO) build -overlay bin/overlay.json $(WASM_LD) $(PLAIN:%=-gcflags=%=-l)

# The modules that the page loads at their first use, and those that lessons and other scripts load.
# Each is bundled with its imports; shared and dynamic imports become chunks.
LATER    = share.js cards/use.js cards/benchview.js lesson/guide.js
MODULES  = $(LATER:%=web/%) web/lplab.js web/bench.js web/lesson/start.js web/hash.js web/spreadsheet.js
ESFLAGS  = --bundle --format=esm --minify --external:./build.js --log-level=warning

build: bin/lplab web/node_modules bin/products.wasm
	$(GO) run ./app/typings
	rm -rf $(SITE)
	mkdir -p $(KERNEL) $(SITE)/examples
	node web/build/overlay.mjs $(GOROOT) bin/overlay.json
	$(SHIPPED) -o $(SITE)/web/app.wasm ./app
	node web/build/lean.mjs $(SITE)/web/app.wasm
	web/node_modules/.bin/asc wasm/kernel/kernel.ts -o $(KERNEL)/kernel.wasm $(ASC)
	cp bin/products.wasm $(wildcard wasm/kernel/*.js) $(KERNEL)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" $(SITE)/
	cp "$(GOROOT)/lib/wasm/wasm_exec.js" wasm/solver/worker.js $(SOLVER)/
	$(ESBUILD) web/page.js $(ESFLAGS) $(LATER:%=--external:./%) --outfile=$(SITE)/web/page.js
	$(ESBUILD) $(MODULES) $(ESFLAGS) --splitting --outbase=web --outdir=$(SITE)/web
	$(ESBUILD) web/styles/style.css --bundle --minify --external:*.woff2 --log-level=warning --outfile=$(SITE)/web/style.css
	cp web/frames.js web/lplab.d.ts $(wildcard web/*.svg web/*.png) $(SITE)/web/
	cp $(wildcard web/examples/*) $(SITE)/examples/
	cp app/bench/cases.json $(SITE)/web/bench.json
	node web/build/notices.mjs $(GO) $(SITE)/THIRD_PARTY.txt
	$(SHIPPED) -o bin/bundle.wasm ./wasm/bundle
	node web/build/lean.mjs bin/bundle.wasm
	node web/build/bundle.mjs bin/bundle.wasm $(GOROOT)/lib/wasm/wasm_exec.js $(SITE)/THIRD_PARTY.txt $(SITE)/web/bundle.txt
	node web/build/lessons.mjs $(SITE) bin/lplab
	bin/lplab site $(SITE)
	node web/build/compress.mjs $(SITE)

bin/products.wasm: $(wildcard wasm/kernel/*.ts) web/node_modules
	web/node_modules/.bin/asc wasm/kernel/products.ts -o $@ $(ASC)

bin/lplab: FORCE
	$(GO) build $(STABLE) -o $@ ./app

# npm installs the packages of the lockfile after a change of it.
web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

run: build
	bin/lplab serve

# -- deployment ---------------------------------------------------------------

# The site as files for any folder of a host, without short links: bin/pages.
site: build
	rm -rf bin/pages
	bin/lplab export $(SITE) bin/pages

# The JavaScript API with the solver as an npm package: bin/npm/lplab-<version>.tgz.
npm: build
	node web/build/npm.mjs $(SITE) bin/npm

# The release with checksums: bin/release. The same sources give the same bytes in any folder;
# "make reproducible" tests that.
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

# The site and its service of short links for Cloudflare's edge (web/docs/edge.md).
EDGE     = bin/edge
WRANGLER = cd wasm/edge && node_modules/.bin/wrangler

edge: build wasm/edge/node_modules
	rm -rf $(EDGE)/site $(EDGE)/worker
	bin/lplab export -root $(SITE) $(EDGE)/site
	$(GO) run github.com/syumai/workers/cmd/workers-assets-gen -mode go -o $(EDGE)/worker
	$(WASM) $(GO) build $(WASM_LD) -o $(EDGE)/worker/app.wasm ./wasm/edge

wasm/edge/node_modules: wasm/edge/package-lock.json
	cd wasm/edge && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# Runs the site in the edge's runtime on this machine, without a network.
edge-run: edge
	node wasm/edge/local.mjs

edge-deploy: edge
	$(WRANGLER) d1 migrations apply lplab-links --remote
	$(WRANGLER) deploy

# ID=... is the last part of the short link.
edge-takedown: wasm/edge/node_modules
	@case "$(ID)" in ''|*[!0-9a-z]*) echo "ID is no id of a short link: give the part after /s/ (make edge-takedown ID=...)"; exit 1;; esac
	$(WRANGLER) d1 execute lplab-links --remote --command "$$(sed -e '/^--/d' -e "s/'ID'/'$(ID)'/" takedown.sql)"

# -- test ---------------------------------------------------------------------

# Two jobs at a time, for two processors. The site is built beside the last tests of the code.
test: BESIDE = build chromium firefox-if-possible
test: BUILT = -o build
test: test-code test-page

test-code:
	$(MAKE) --no-print-directory -j2 check-go check-js test-native test-wasm $(BESIDE)

# The tests of the edge measure no times, so they run beside those of the browser.
test-page:
	$(MAKE) --no-print-directory -j2 $(BUILT) test-browser test-edge

# The tests of the core alone, which take less than a minute.
check:
	@unformatted=$$(gofmt -l core); test -z "$$unformatted" || { echo "gofmt these: $$unformatted"; exit 1; }
	$(GO) vet ./core/...
	$(GO) test -short -vet=off -ldflags "-s -w" ./core/...

# Mutation tests: signs, constants and comparisons are changed one at a time. At most 5 % of the changes
# that testdata/mutations.txt does not list may pass the tests. This takes about an hour on two processors.
# MUTATED names other packages, CHANGES the number of changes in each.
MUTATED ?= ./core/solvers/loss ./core/spaces/kernel ./core/spaces/tensor ./core/solvers/penalty ./core/solvers/proximal ./core/solvers/lp ./core/solvers/linear ./core/solvers/machine
CHANGES ?= 200

mutate:
	$(GO) run ./app/mutate -n $(CHANGES) -except testdata/mutations.txt $(MUTATED)
	$(GO) run ./app/mutate -n $(CHANGES) -except testdata/mutations.txt -file metrics -run 'Metric|AUC|^TestClasses$$' ./core/lab

# Compares the model that the page chooses for a file, and its headline, with the best of all models.
# TABLES lists files, each with :TARGET unless the guessed target is right.
tuned:
	LPLAB_TABLES="$(TABLES)" $(GO) test -run TunedModelIsNear -count=1 -timeout 4h -v ./app/page

# Packages with other files for WebAssembly are also checked for that target; for the others the result
# would be the same.
LIST = $(GO) list -f '{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' ./...
OWN  = { $(LIST); $(LIST); $(WASM) $(LIST); } | sort | uniq -u | cut -d' ' -f1

# "go tool" would compile the standard library again, without -trimpath.
bin/staticcheck: go.mod
	$(GO) build -o $@ honnef.co/go/tools/cmd/staticcheck

check-go: bin/staticcheck
	@unformatted=$$(gofmt -l app core wasm); test -z "$$unformatted" || { echo "gofmt these: $$unformatted"; exit 1; }
	$(GO) vet ./...
	bin/staticcheck ./...
	set -e; own=$$($(OWN)); \
	$(WASM) $(GO) vet $$own; \
	$(WASM) bin/staticcheck $$own

# The public modules are checked more strictly than the page.
check-js: web/node_modules
	$(GO) run ./app/typings
	web/node_modules/.bin/eslint -c web/eslint.config.js web wasm app
	web/node_modules/.bin/tsc -p web
	web/node_modules/.bin/tsc -p web/build/package
	web/node_modules/.bin/tsc -p wasm

.PHONY: check-js

# On a busy machine a package can take longer than the default limit of ten minutes. check-go vets the
# packages.
PATIENT = -timeout 80m -vet=off

# The race detector makes numerical tests ten times slower, so it is used for packages that share
# memory between goroutines, and for whole experiments.
SHARING = ./core/spaces/tensor ./core/numeric/dense ./core/spaces/gram ./core/solvers/linear ./core/solvers/machine ./core/solvers/optimize

test-native: web/node_modules
	$(GO) test $(PATIENT) -ldflags "-s -w" ./...
	$(GO) test $(PATIENT) -race -short $(SHARING)
	$(GO) test $(PATIENT) -race -run 'Golden|Methods' ./core/lab

# The tests in WebAssembly under Node: of the packages with other code there, of digits, strategies, memory
# and cancellation of whole experiments, and of the loops on SIMD128. The browser tests compare reports and
# figures with those of the command line.
NODE_SIMD = node --stack-size=8192 --import $(CURDIR)/wasm/solver/node.mjs $(GOROOT)/lib/wasm/wasm_exec_node.js
WASM_TEST = $(WASM) $(GO) test $(PATIENT) -short -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec"

test-wasm: bin/products.wasm
	$(WASM_TEST) $$($(OWN) | grep /core/)
	$(WASM_TEST) -run 'Golden|Dig|Strateg|Cancel|Memory' ./core/lab
	$(WASM) $(GO) test $(PATIENT) -exec "$(NODE_SIMD)" ./wasm/solver

# Long tests that "make test" omits: other tests of the core in WebAssembly, and the services with the race
# detector.
test-long:
	$(WASM_TEST) -run 'Certificates|Planted' ./core/lab
	$(WASM_TEST) $$($(GO) list ./core/... | grep -vE '/core/lab$$|/core/reports/' | grep -vxF "$$($(OWN))")
	$(GO) test $(PATIENT) -race -short ./app/links/contract ./app/server ./app/bench

test-browser: build chromium firefox-if-possible
	cd web && npm test --silent

# The service of short links in workerd with D1.
test-edge: edge
	node --test --test-timeout=900000 --test-force-exit wasm/edge/test/*.test.mjs

# Long tests in a browser: faults of workers, memory, storage, network and clock; a thousand experiments
# in one page; the walks by keyboard and by touch on each table and through each lesson; axe on every type
# of model; each browser with several numbers of workers.
drill: build chromium firefox
	cd web && LPLAB_LONG=1 node test/drill.mjs

# Runs every fuzz target for FUZZTIME. Failing inputs are stored in testdata/fuzz of the package, where
# "make test" runs them.
FUZZTIME ?= 5m

fuzz:
	@grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9]+' app core | { failed=0; \
	while IFS=: read -r file target; do \
		echo "$${file%/*}: $${target#func }"; \
		$(GO) test -run '^$$' -fuzz "^$${target#func }$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "./$${file%/*}" </dev/null || failed=1; \
	done; exit $$failed; }

# Sends thousands of requests to lplab serve and to the edge's runtime, on this machine.
load: edge
	node wasm/edge/test/load.mjs

# Tests lplab serve with slow readers, kills and a full disk (web/docs/trust.md).
abuse: bin/lplab
	node wasm/edge/test/abuse.mjs

# The browser of the tests: CHROMIUM, an installed one, or Debian's.
chromium:
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	{ apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; } >/dev/null; } || \
	{ echo "The browser tests need Chromium: install it (apt-get install chromium) or name one in the variable CHROMIUM."; exit 1; }

# The second browser of the tests: FIREFOX, an installed one, or Debian's.
FIND_FIREFOX = test -n "$$FIREFOX" || command -v firefox-esr >/dev/null || command -v firefox >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && { apt-get update -qq && apt-get install -y -qq firefox-esr; } >/dev/null 2>&1; }

firefox:
	@$(FIND_FIREFOX) || { echo "The tests in Firefox need one: install it (apt-get install firefox-esr) or name one in the variable FIREFOX."; exit 1; }

.PHONY: firefox-if-possible
firefox-if-possible: chromium # apt-get installs one at a time
	@$(FIND_FIREFOX) || echo "The tests in Firefox are skipped: it is not installed and could not be installed (make firefox)."

# Measures the speed, natively and in Chromium, prints it with the limits of the machine and the times
# of the papers, and writes web/docs/benchmark.md. LARGE=1 adds the cases that take minutes; ONLY=CASE
# measures one case by its id, or those with a prefix, such as ONLY=rows-; DEXTER=DIR, with
# dexter_train.data and .labels of the NIPS 2003 challenge, adds that data set.
BENCH = bin/bench

bench: build chromium
	mkdir -p $(BENCH)
	$(if $(DEXTER),paste -d ' ' $(DEXTER)/dexter_train.labels $(DEXTER)/dexter_train.data > $(BENCH)/dexter.svm)
	bin/lplab bench -json $(if $(LARGE),-large) $(if $(ONLY),-only $(ONLY)) $(if $(DEXTER),-dexter $(BENCH)/dexter.svm) > $(BENCH)/native.json
	cd web && node test/bench.mjs ../$(BENCH)/native.json $(if $(ONLY),../$(BENCH),docs)/benchmark.md $(if $(LARGE),--large) $(if $(ONLY),--only $(ONLY)) $(if $(DEXTER),--dexter ../$(BENCH)/dexter.svm)

# Compares the native benchmark of a commit with that of the working tree, both built with
# the same compiler and run alternately, by the ratio of the processor times with its interval.
# Fails if a case has become slower. BASE=COMMIT; ONLY as for bench; ROUNDS=12.
BASE   ?= HEAD
ROUNDS ?= 12

bench-against: bin/lplab
	rm -rf bin/base
	mkdir -p bin/base
	git archive $(BASE) | tar -x -C bin/base
	cd bin/base && $(GO) build $(STABLE) -o lplab ./app
	bin/lplab bench -processor -rounds $(ROUNDS) $(if $(ONLY),-only $(ONLY)) -against bin/base/lplab

# Measures the download and the load times of first and later visits and writes web/docs/visit.md.
bench-visit: build chromium
	cd web && node test/visits.mjs docs/visit.md

# Measures stability selection in the browser and its cancellation.
bench-selection: build chromium
	cd web && node test/stability.mjs

# Measures the inner loops, natively and in WebAssembly; "cpu:" names the processor of both.
BENCHED = ./core/numeric/dense ./core/spaces/kernel ./core/spaces/tensor ./core/spaces/gram ./core/lab

bench-loops: bin/products.wasm
	$(GO) test -run '^$$' -bench . $(BENCHED)
	$(WASM) $(GO) test -run '^$$' -bench . -exec "$(GOROOT)/lib/wasm/go_js_wasm_exec" $(BENCHED)
	$(WASM) $(GO) test -run '^$$' -bench . -exec "$(NODE_SIMD)" ./wasm/solver

# Reproduces the tables and figures of the papers and writes web/docs/repro.md with its figures.
# This takes about 15 minutes; DEXTER=DIR adds that data set, as for bench.
repro: bin/lplab
	bin/lplab repro all -o web/docs $(if $(DEXTER),-dexter $(DEXTER)) > /dev/null

# Takes the pictures of the documentation from the page.
pictures: build chromium
	cd web && node test/pictures.mjs

clean:
	rm -rf bin web/node_modules wasm/edge/node_modules

FORCE:
