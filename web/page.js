// Between the page (Go, app/page) and what it shows and asks for: the solver
// (lplab.js), the plots (plot/), the user's file.
//
// The weights of a report may be hundreds of thousands of numbers. They go from
// the worker to the plot and never through Go, which gets a digest of the report.
//
// Needs, beside the modules imported here:
//   /web/opening.json   the finished opening experiment, made by the build with
//                       core/lab: {"report": <report>, "weights": [w_1, w_2, ...]}
//
// Go calls globalThis.lplabPage (see `page` below) and hears events through the
// function it gave to attach: emit(kind, id, text), where kind is
//   opening     text: a digest, as of "report", without the default experiment; id: 1 where a session is restored next
//   file        text: {"name", "size", "sha256"}
//   inspection  text: the inspection, cut to the first columns, and "total": number of columns
//   declined    text: why a file is not even read
//   unreadable  text: why the data cannot be inspected
//   refused     text: {"message", "setting", "findings"}: the same, of a file that a setting may mend
//   progress    text: {"phase", "fraction", "remaining", "iteration", "dual", "gap"}
//   report      text: {"report", "rows", "features", "listed", "support", "found", "wall"}; see digest.js. Without
//               report.spec where that is what Go asked for
//   again       text: {"objective", "solver", "wall"}, what is new in a report that has the result of the opening one
//   listed      text: the weights that the report lists, as a digest has the first of them
//   slide       gamma's slider begins to move; Go may answer with follow
//   followed    text: as of "report", at a gamma on the way
//   slid        text: the gamma at which the slider rests
//   placed      text: {"subsample", "gamma"}: the place of a model of the search, chosen on its plot
//   received    text: {"document", "seconds"}, from a link or a file; see lplab.d.ts
//   share       text: {"title", "present", "hidden", "locked", "steps"}, what the Share dialog wants a link to show
//   try         text: an experiment, the entries of a step of the lesson, which the page is to show
//   whole       no text: all of the page is wanted, whatever its link hides
//   home        the page's opening experiment is wanted again
//   unreadable-link  text: why a link or a file cannot be opened
//   failed      text: one sentence
//   cancelled   no text
//   shown       text: as of "report"; a kept result that Go asked to see again
//   lost        no text: that result is no longer kept
//   save        no text: Go is to give the session, with save
//   restored    id: what to add to the numbers of its results; text: a session as Go gave it
//   offer       text: {"when", "what"}: a session that may be restored
//   stored      text: why this browser keeps no session; "" where it does again
//   told        text: one sentence
// and id is the number Go gave to the request.
import { Address } from "./address.js";
import { WeightsPlot } from "./plot/weights.js";
import { strengthOf } from "./strength.js";
import { Compare } from "./compare.js";
import { ConvergenceCard } from "./convergence.js";
import { digest, objectiveOf, topOf, unasked } from "./digest.js";
import { ExportDialog } from "./export.js";
import { FitCard } from "./fit.js";
import { HeadStart } from "./headstart.js";
import { Files } from "./import.js";
import { Kept } from "./kept.js";
import { MemoryCard } from "./memory.js";
import { MethodsCard } from "./methods.js";
import { Session } from "./session.js";
import { SearchViews } from "./search.js";
import { Lab } from "./lplab.js";
import { linkHere } from "./place.js";
import { inTurn } from "./sight.js";
import { GammaSlider } from "./slider.js";
import "./help.js";
import { ShareDialog } from "./share.js";
import { present } from "./present.js";
import { BenchView } from "./benchview.js";
import { tellHeight } from "./embed.js";
import { offerUpdate, update } from "./update.js";
import "./undo.js";

const columnLimit = 200;
const previewLimit = 24; // columns of the first rows
const progressInterval = 100; // ms
const followInterval = 250; // ms between two digests while the slider moves: Go renders the page for each
const longestWait = 500; // ms from the program's coming that Go waits for the worker to start beside it
const typingPause = 250; // ms between the last change of the data and its inspection

const root = document.documentElement;
root.dataset.lplab ??= "loading";

/** The solver; started once, and again after it failed to start. With two workers data can be looked at during a run. */
let lab = null;
async function engine() {
  if (!lab) {
    lab = Lab.open({ workers: 2 });
    lab.ready.catch(() => (lab = null));
  }
  return lab;
}
engine(); // starts beside the page's own program

const files = new Files((kind, text) => started.then(() => emit(kind, 0, text)), (file) => address.take(file));
let emit = null; // Go's listener, once it has started
let start; // settles started
const started = new Promise((resolve) => (start = resolve));
let early = false; // Run was pressed before that
let shown = null; // {report, values} that the plots show
let plots = [];
let convergence = null; // one of them
let running = null; // {id, abort}
let telling = 0; // timer: Go is soon told what is shown
let settled = Promise.resolve(); // once no run is under way
const kept = new Kept();
const compare = new Compare();
let inspection = { id: 0, timer: 0 };

const opening = fetch(new URL("./opening.json", import.meta.url))
  .then((r) => (r.ok ? r.json() : null))
  .then((o) => o && { report: o.report ?? o, values: o.weights ? Float64Array.from(o.weights) : null })
  .catch(() => null);

let tableRows = 20; // of weights, until more are asked for

function show(report, values) {
  shown = { report, values };
  draw();
  search.show(report);
  if (!slider.moving) search.cursor(strengthOf(report), report.chosen?.subsample ?? report.spec.model.subsample ?? 0);
}

/** Draws what is shown, each plot in a task of its own: together they would keep the page from answering. */
function draw(some = plots) {
  const { report, values } = shown;
  for (const plot of some) inTurn(plot.host, () => plots.includes(plot) && shown.report === report && attempt(() => plot.draw(report, values)));
}

/** A plot that fails must not take the result's text with it. */
function attempt(draw) {
  try {
    draw();
  } catch (error) {
    console.error("plot:", error);
  }
}

/** Makes the plots anew where their hosts were replaced, and draws what is shown; the first, which is long in drawing, moves as it is. */
function mountPlots() {
  search.mount();
  const host = document.getElementById("plot-weights");
  if (!host || plots[0]?.host === host) return;
  const [weights, ...others] = plots;
  for (const plot of others) plot.destroy();
  const byId = (id) => document.getElementById(id);
  convergence = new ConvergenceCard(byId("plot-convergence"), byId("convergence-tools"), byId("convergence-methods"), async (spec, options) =>
    (await engine()).run(spec, { ...options, data: dataOf(spec.data) }));
  const memory = new MemoryCard(byId("memory"));
  const lead = [host, byId("weights-readout"), byId("zoom-reset")];
  weights?.move(...lead);
  plots = [
    weights ?? new WeightsPlot(...lead),
    new FitCard(byId("fit"), byId("fit-views")),
    convergence,
    new MethodsCard(byId("methods"), { engine, dataOf }),
    memory,
  ];
  if (shown) draw(weights ? plots.slice(1) : plots);
  else inTurn(memory.host, () => memory.draw()); // it needs no result
}

const dataOf = (description) => files.of(description);

/** A report of the solver, apart from its weights. What a run built stays for the steps of the slider after it. */
async function solve(spec, options) {
  const solver = await engine();
  options.signal?.throwIfAborted();
  const began = performance.now();
  const report = await solver.run(spec, { ...options, data: dataOf(spec.data), allWeights: true });
  slider.pace = performance.now() - began - (options.warm ? 0 : 1000 * report.solver.seconds.build);
  const values = report.weights?.values instanceof Float64Array ? report.weights.values : null;
  if (report.weights) delete report.weights.values;
  return { report, values };
}

async function run(id, specText) {
  const ahead = headStart.take(specText);
  const abort = ahead?.abort ?? new AbortController();
  running?.abort.abort();
  const mine = (running = { id, abort });
  let last = -progressInterval;
  const began = ahead?.began ?? performance.now();
  try {
    const { report, values } = await (ahead?.solved ?? solve(JSON.parse(specText), {
      signal: abort.signal,
      onProgress: (p) => {
        const now = performance.now();
        if (running !== mine || now - last < progressInterval) return;
        last = now;
        emit("progress", id, JSON.stringify(p));
      },
    }));
    if (running !== mine) return;
    const wall = (performance.now() - began) / 1000;
    // The words come in a task of their own, before those of the plots.
    const asked = JSON.stringify(JSON.parse(specText)) === JSON.stringify(report.spec);
    const again = ahead && report.result?.digest === shown?.report.result?.digest;
    setTimeout(() => again
      ? emit("again", id, JSON.stringify({ objective: objectiveOf(report), solver: report.solver, wall }))
      : emit("report", id, digest(asked ? unasked(report) : report, values, tableRows, wall)));
    show(report, values);
    kept.put(id, { report, values, wall, found: search.found });
  } catch (error) {
    if (running === mine) emit("failed", id, error.message || String(error));
  } finally {
    if (running === mine) running = null;
  }
}

const search = new SearchViews({
  move: (gamma) => slider.to(gamma),
  rest: () => slider.rest(),
  place: (place) => emit?.("placed", 0, JSON.stringify(place)),
});

new ExportDialog({
  solver: engine,
  shown: () => shown && { report: shown.report, figures: [search.completed(shown.report), ...(convergence?.others ?? [])], pinned: compare.reports },
});

const address = new Address({
  engine,
  say(kind, text) {
    if (kind === "unreadable-link" && root.dataset.lplab === "loading") emit("opening", 0, page.opening);
    emit(kind, 0, text);
  },
});

const slider = new GammaSlider({
  moved: (gamma) => search.cursor(gamma),
  say(kind, text) {
    if (kind === "slid") page.phase("running");
    emit?.(kind, 0, text);
  },
  settled: () => settled,
  async solve(spec) {
    const { report, values } = await solve(spec, { warm: true });
    show(report, values);
    telling ||= setTimeout(() => {
      telling = 0;
      emit("followed", 0, digest(shown.report, shown.values, tableRows));
    }, followInterval);
  },
});

async function inspect(id, text) {
  try {
    const description = JSON.parse(text);
    const abort = new AbortController();
    if (description.source === "file") inspection.abort = abort; // a large one takes seconds
    const { signal } = abort;
    // The opening result comes first; nor does another worker start beside the one that computes it.
    if (headStart.made && root.dataset.lplab === "loading") await new Promise((settled) => addEventListener("lplab-settled", settled, { once: true }));
    const solver = await engine();
    const seen = await solver.inspect(description, { data: dataOf(description), signal });
    if (inspection.id !== id) return;
    const cut = {
      ...seen,
      columns: seen.columns.slice(0, columnLimit),
      total: seen.columns.length,
      preview: seen.preview?.map((row) => row.slice(0, previewLimit)),
    };
    emit("inspection", id, JSON.stringify(cut));
  } catch (error) {
    if (inspection.id !== id) return;
    const { message = String(error), refusal } = error;
    if (refusal) emit("refused", id, JSON.stringify({ message, ...refusal }));
    else emit("unreadable", id, message);
  }
}

let sharing = null; // the Share dialog, once it was asked for
let presentNext = false; // once Go has rendered what is to be presented
const session = new Session({
  ask: () => emit("save", 0, ""),
  say: (sentence) => started.then(() => emit("stored", 0, sentence)),
});
const returning = session.returning;
const begun = session.begin();
const restored = returning ? begun : Promise.resolve(null); // nobody waits for the storage of a new tab

/** Turns to a saved session: its files and results first, then what was entered. */
function adopt({ session: { id, document }, files: itsFiles, results }) {
  const offset = kept.newest && kept.newest + 1;
  for (const [key, file] of itsFiles) files.keep(key, file);
  for (const [key, result] of results) kept.put(offset + Number(key.slice(id.length + 1)), result);
  emit("restored", offset, document);
}

/** When something was: the time today, else the day too. */
function moment(time) {
  const then = new Date(time);
  const clock = { hour: "2-digit", minute: "2-digit", hour12: false };
  const day = then.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
  return new Intl.DateTimeFormat("en-GB", { ...clock, ...day }).format(then);
}

/** What Go calls. */
const page = {
  opening: "", // the digest of the opening result, once it is loaded
  /** Takes Go's listener; true where Go is to ask for the opening experiment now, without hearing "opening". */
  attach(listener) {
    // go-app would take every link that is clicked, and every step in the history, for
    // one of its routes; the page is one, and the rest is the browser's.
    globalThis.onclick = globalThis.onpopstate = null;
    emit = listener;
    start();
    offerUpdate();
    mountPlots();
    if (early) document.getElementById("controls").requestSubmit();
    const ahead = !early && headStart.begun;
    const opened = ahead || Promise.all([opening, restored]).then(([o, saved]) => {
      if (o && !shown) show(o.report, o.values);
      if (saved) {
        emit("opening", 1, page.opening);
        adopt(saved);
      } else {
        address.open().then((linked) => linked || emit("opening", 0, page.opening));
      }
    });
    Promise.all([begun, opened]).then(() => {
      if (!session.offered) return;
      const { time, what } = session.offered;
      emit("offer", 0, JSON.stringify({ when: moment(time), what }));
    });
    return ahead;
  },
  mounted: mountPlots,
  inspect(id, description) {
    clearTimeout(inspection.timer);
    inspection.abort?.abort();
    inspection = { id, timer: setTimeout(() => inspect(id, description), inspection.id ? typingPause : 0) };
  },
  run(id, spec) {
    convergence?.interrupt();
    settled = run(id, spec);
  },
  show(id) {
    const result = kept.get(id);
    if (!result) {
      emit("lost", id, "");
      return;
    }
    const { report, values, wall, found } = result;
    if (found && found !== report && found !== search.found) search.show(found);
    show(report, values);
    emit("shown", id, digest(report, values, tableRows, wall));
  },
  /** Sends all the weights that a report lists, now and of every report to come. */
  list() {
    tableRows = Infinity;
    if (shown) emit("listed", 0, JSON.stringify(topOf(shown.report) ?? []));
  },
  compare(id, numbers) {
    kept.pinned = new Set(JSON.parse(numbers));
    compare.show([...kept.pinned].map((number) => kept.get(number)));
  },
  changed() {
    session.changed();
  },
  save(id, text) {
    session.save(text, (key) => files.get(key), (number) => kept.get(number));
  },
  async restore() {
    const saved = await session.restore().catch(() => null);
    if (saved) adopt(saved);
    else emit("told", 0, "That session is no longer there: another tab took it, or it was cleared");
  },
  discard() {
    session.discard().catch(() => {});
  },
  async clear() {
    const failed = await session.clear().catch((error) => error);
    emit("told", 0, failed ? "The saved data could not be cleared: clear this site's data in the browser's settings" : "The saved data are cleared; this tab keeps what it shows");
  },
  async update() {
    await session.flush();
    await update();
  },
  follow(id, spec) {
    slider.follow(JSON.parse(spec));
  },
  cancel() {
    if (!running) return;
    // Said first: the worker that takes the cancelled one's place needs its time to start.
    const { id, abort } = running;
    running = null;
    emit("cancelled", id, "");
    abort.abort();
  },
  /** Opens the Share dialog, or brings its answer. */
  share(id, text) {
    sharing ??= new ShareDialog({
      engine, dataOf,
      ask: (lesson) => emit("share", 0, JSON.stringify(lesson)),
      open: (file) => address.take(file),
      attempt: (spec) => emit("try", 0, JSON.stringify(spec)),
      whole: () => emit("whole", 0, ""),
    });
    sharing.show(JSON.parse(text));
  },
  present() {
    presentNext = true;
  },
  address: (document, committed) => address.set(document, committed),
  phase(name) {
    root.dataset.lplab = name;
    if (name === "ready" || name === "error") dispatchEvent(new Event("lplab-settled")); // for go-app's app.js
    if (presentNext) present(redraw);
    presentNext = false;
  },
  /** Brings the result into view where the screen is too small to show it beside the controls. */
  reveal() {
    const lead = document.getElementById("weights");
    const { bottom } = lead.getBoundingClientRect();
    if (bottom < 120) lead.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth" });
  },
};
globalThis.lplabPage = page;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Draws every plot anew, in other colours or another size. */
function redraw() {
  if (shown) draw();
  search.redraw();
  compare.redraw();
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

// Events that must be answered at once, which Go's handlers, being queued, cannot.
// This one comes before Go's (capture), which may refuse the run within the same
// event: its "error" must not be overwritten.
document.addEventListener(
  "submit",
  (e) => {
    e.preventDefault();
    early = !emit;
    if (emit) page.phase("running");
    if (slider.hurry()) e.stopPropagation(); // which runs, too
  },
  true,
);

document.addEventListener(
  "click",
  (e) => {
    if (e.target.closest?.('a[target="_blank"]')) return e.stopPropagation(); // go-app would open it in this tab
    // Links within the page move the focus too.
    const link = e.target.closest?.('a[href^="#"]');
    if (link && ["#", "#bench"].includes(link.getAttribute("href")) && !(e.ctrlKey || e.metaKey || e.shiftKey)) {
      e.preventDefault();
      e.stopPropagation();
      history.pushState(null, "", link.href);
      route();
      return;
    }
    const target = link && document.getElementById(link.getAttribute("href").slice(1));
    if (!target) return;
    e.preventDefault();
    e.stopPropagation();
    target.scrollIntoView({ behavior: calm.matches ? "auto" : "smooth" });
    target.focus({ preventScroll: true });
  },
  true,
);

/** What is being typed counts, as with Enter. */
function enter(field) {
  if (field?.matches?.("input[type=text]")) field.dispatchEvent(new Event("change", { bubbles: true }));
}

// A tab that is hidden may never be seen again, and one that is left has no time.
document.addEventListener("visibilitychange", () => document.hidden && session.flush());
addEventListener("pagehide", () => {
  enter(document.activeElement);
  session.leave();
});

document.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    enter(e.target);
    document.getElementById("run")?.click();
  }
  if (e.key === "Escape" && running) document.getElementById("cancel")?.click();
});

let bench = null; // the benchmark's view, once it was asked for
let place = ""; // the view shown
let scrolled = 0; // where the lab was left

/** Shows the benchmark at #bench, else the lab, which stays as it was left. */
function route() {
  const wanted = location.hash === "#bench" ? "bench" : "";
  if (wanted === place) return;
  place = root.dataset.view = wanted;
  if (wanted) {
    scrolled = scrollY;
    bench ??= new BenchView();
    if (!bench.element.isConnected) document.body.append(bench.element);
    bench.enter();
  } else {
    bench.leave();
    scrollTo(0, scrolled);
    document.querySelector('a[href="#bench"]')?.focus({ preventScroll: true });
  }
}
addEventListener("hashchange", route);
addEventListener("popstate", route);
route();

// go-app says in its loading label, in its own words, that Go cannot start.
const label = document.getElementById("app-wasm-loader-label");
if (label) {
  const read = () => {
    if (emit || /%|^\s*$|^loading/i.test(label.textContent)) return;
    page.phase("error");
    const status = document.getElementById("status");
    if (status) status.textContent = "The page's program did not load: check the connection and reload the page";
    label.closest(".goapp-app-info")?.classList.add("gone");
  };
  new MutationObserver(read).observe(label, { childList: true, characterData: true, subtree: true });
  read();
}

// Without a link and a session Go's first wish is the opening experiment. Go starts once
// the worker has that: it keeps this thread busy, which then could not send it.
const headStart = new HeadStart();
const sent = Promise.all([opening, restored]).then(([o, saved]) => {
  if (!o || saved || linkHere()) return false;
  headStart.begin(o.report.spec, solve);
  return true;
});
const taken = Promise.all([sent, globalThis.lplabProgram]).then(([ahead]) => // a worker that is late keeps nobody waiting
  ahead && Promise.race([lab.awake, lab.ready, new Promise((resolve) => setTimeout(resolve, longestWait))]));
page.begun = taken.then(() => new Promise((resolve) => setTimeout(resolve)), () => {});

// What the server rendered is shown before Go has started.
opening.then((o) => {
  if (!o) return;
  page.opening = digest(unasked(o.report), o.values, tableRows);
  if (!shown) show(o.report, o.values);
});
mountPlots();
if (globalThis !== globalThis.top) tellHeight();
