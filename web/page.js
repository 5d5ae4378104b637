// Connects the page (Go, app/page) with the solver (lplab.js), the plots (plot/) and the
// user's file. Go gets a digest of each report: the weights, which may be hundreds of
// thousands of numbers, go from the worker to the plots alone. The build makes opening.json,
// the finished opening experiment, {"report": <report>, "weights": [w_1, w_2, ...]}.
//
// Go calls globalThis.lplabPage (see `page` below) and gets messages through the
// function that it gave to attach: emit(kind, id, text), where kind is one of those in
// app/page/messages.go, id the number that Go gave to the request, and text often JSON.
import { Address } from "./shell/address.js";
import { strengthOf } from "./report/strength.js";
import { chooseClass, classReport } from "./report/classes.js";
import { byId, nextPaint } from "./dom.js";
import { Compare } from "./cards/compare.js";
import { digest, objectiveOf, topOf, withoutSpec } from "./report/digest.js";
import { ExportDialog } from "./dialogs/export.js";
import { HeadStart } from "./shell/headstart.js";
import { Files } from "./shell/import.js";
import { Inspections } from "./shell/inspections.js";
import { ResultCache } from "./shell/resultcache.js";
import { navigate, scrollToTop } from "./shell/navigation.js";
import { formatTime, Past } from "./shell/past.js";
import { Plots } from "./shell/plots.js";
import { Runs } from "./shell/runs.js";
import { Session } from "./shell/session.js";
import { SearchViews } from "./cards/search.js";
import { Lab } from "./lplab.js";
import { currentLink, site } from "./shell/place.js";
import { ModelSlider } from "./cards/slider.js";
import { StepsCard } from "./cards/steps.js";
import "./dialogs/help.js";
import { present } from "./shell/present.js";
import { reportHeight } from "./shell/embed.js";
import { offerUpdate, update } from "./shell/update.js";
import { tableOf } from "./shell/workbook.js";
import { EarlyEntries } from "./shell/early.js";
import { enter, followKeys } from "./shell/keys.js";

const digestInterval = 250; // ms between two digests while the slider moves: Go renders the page for each
const workerWait = 500; // ms from the loading of the program for which Go waits for the worker to start

const root = document.documentElement;
root.dataset.lplab ??= "loading";

/** @type {Lab | null} The solver; started once, and again after it failed to start. With two workers data can be inspected during a run. */
let lab = null;
/** @type {Engine} */
async function engine() {
  if (!lab) {
    lab = Lab.open({ workers: 2 });
    lab.ready.catch(() => (lab = null));
  }
  return /** @type {PageLab} */ (lab); // the experiment of a report has every default
}
engine(); // starts at the same time as the page's own program

const firstResult = new Promise((resolve) => addEventListener("lplab-settled", resolve, { once: true })); // with the first result or error

// A file replaces the opening result, and therefore comes after it.
const files = new Files((kind, text) => Promise.all([programStart, kind !== "status" && firstResult]).then(() => emit(kind, 0, text)), (file) => address.take(file));
/** @typedef {(kind: MessageKind, id: number, text: string) => void} Listener */
/** @type {Listener} Go's, once it has started. */
let emit;
/** @type {() => void} */
let resolveStart; // resolves programStart, once Go shows the opening result, or the experiment of the link or of the session
const programStart = new Promise((/** @type {(value?: void) => void} */ resolve) => (resolveStart = resolve));
const earlyEntries = new EarlyEntries(requestRun); // the entries before that
let digestTimer = 0; // timer of the next digest of the shown result
const resultCache = new ResultCache();
const compare = new Compare(figure);

let openingReport = /** @type {FullReport | null} */ (null); // the report of the opening experiment, which belongs to no step of a link
/** @type {Promise<Solved | null>} */
const opening = fetch(new URL("./opening.json", import.meta.url))
  .then((r) => (r.ok ? r.json() : null))
  .then((o) => o && { report: (openingReport = o.report ?? o), values: o.weights ? Float64Array.from(o.weights) : null })
  .catch(() => null);

let tableRows = 20; // of weights, until all are requested

/** @type {Promise<typeof import("./lesson/guide.js")> | null} The module that shows the steps of a link, once there are any. */
let guideModule = null;

/** @param {FullReport} fullReport @param {Solved["values"]} all */
function show(fullReport, all) {
  const report = classReport(fullReport);
  const values = all ?? report.weights?.values;
  plots.show(report, values);
  steps.show(report, values);
  search.show(report);
  if (fullReport !== openingReport) guideModule?.then(({ takeReport }) => plots.current?.report === report && takeReport(report));
  if (!slider.lags) search.follow(report);
  exportDialog?.update();
}

/** The shown report; if it is that of one of several classes, the report of all classes. */
const wholeReport = () => plots.current?.report.whole ?? plots.current?.report;
const currentDigest = () => (plots.current ? digest(plots.current.report, plots.current.values, tableRows) : "");

/** @type {DataOf} */
const dataOf = (description) => files.filesOf(description);
const plots = new Plots({ engine, dataOf, figure, tableOf, useModule: () => import("./cards/use.js") });

/** Returns a function that reports the error for which a part of the page was not loaded. @param {string} part */
const notLoaded = (part) => (/** @type {Error} */ error) => {
  emit("status", 0, `${part} was not loaded: check the connection and try again, or reload the page (${error.message})`);
  return null;
};

/** Mounts the plots where Go has rendered their hosts. */
function mount() {
  search.mount();
  plots.mount();
}

/** A report of the solver, apart from its weights. What a run built stays for the steps of the slider after it. @param {FullSpec} spec @param {RunOptions} options */
async function solve(spec, options) {
  const solver = await engine();
  options.signal?.throwIfAborted();
  const start = performance.now();
  const report = await solver.run(spec, { ...options, data: dataOf(spec.data), allWeights: true });
  // A search solves many models: the time of one step is then only that of the solver.
  slider.stepTime = report.search || report.stability ? 1000 * report.solver.seconds.solve
    : performance.now() - start - (options.warm ? 0 : 1000 * report.solver.seconds.build);
  const values = report.weights?.values instanceof Float64Array ? report.weights.values : null;
  return { report, values };
}

const runs = new Runs({
  emit: (kind, id, text) => emit(kind, id, text),
  takeHeadStart: (specText) => headStart.take(specText),
  solve,
  begin() {
    if (root.dataset.lplab !== "loading") root.dataset.lplab = "running"; // Go publishes its phase once it has rendered
  },
  finish(id, specText, { report, values, wall }, { isTrial, wasAhead }) {
    // The digest is sent in a separate task, before the plots are drawn.
    const isSameSpec = JSON.stringify(JSON.parse(specText)) === JSON.stringify(report.spec);
    const isSame = !isTrial && wasAhead && report.result?.digest === plots.current?.report.result?.digest;
    const delivery = new Promise((resolve) => setTimeout(resolve)).then(() => isSame
      ? emit("again", id, JSON.stringify({ objective: objectiveOf(report), solver: report.solver, wall }))
      : emit("report", id, digest(isSameSpec ? withoutSpec(report) : report, values, tableRows, wall)));
    if (!isTrial) show(report, values);
    resultCache.put(id, { report, values, wall, found: isTrial ? report : search.searchReport });
    return delivery;
  },
});

const steps = new StepsCard({
  async solve(spec) {
    const report = await (await engine()).run(spec, { data: dataOf(spec.data), allWeights: true });
    return { report, values: report.weights?.values };
  },
  draw: (report, values) => plots.drawStep(report, values),
});

/** A figure of reports, after the first result: another worker would delay that. @type {Figure} */
async function figure(reports, name, options) {
  await firstResult;
  return (await engine()).figure(Array.isArray(reports) ? reports : textOf(reports), name, options);
}

// A report of many rows is long: the figures that are drawn together use one text of it.
let latest = /** @type {{ report: FullReport | null, text: string }} */ ({ report: null, text: "" });
function textOf(/** @type {FullReport} */ report) {
  if (latest.report !== report) latest = { report, text: JSON.stringify(report) };
  return latest.text;
}

const search = new SearchViews({
  figure,
  move: (gamma, parameter) => slider.moveTo(gamma, parameter),
  endMove: () => slider.endMove(),
  place: (place) => emit?.("placed", 0, JSON.stringify(place)),
});

const session = new Session({
  requestDocument: () => emit("save", 0, ""),
  report: (sentence) => programStart.then(() => emit("stored", 0, sentence)),
});

const address = new Address({
  engine, session,
  send(kind, text) {
    if (kind === "unreadable-link" && root.dataset.lplab === "loading") emit("opening", 0, page.opening);
    emit(kind, 0, text);
  },
});

const slider = new ModelSlider({
  placeCursor: (gamma = strengthOf(plots.current?.report)) => search.moveCursor(gamma),
  send(kind, text) {
    if (kind === "slid") setPhase("running");
    emit?.(kind, 0, text);
  },
  waitForRun: () => runs.completion,
  async solve(spec) {
    const { report, values } = await solve(spec, { warm: true });
    show(report, values);
    digestTimer ||= setTimeout(() => {
      digestTimer = 0;
      emit("followed", 0, currentDigest());
    }, digestInterval);
  },
});

const inspections = new Inspections({
  engine, dataOf,
  emit: (kind, id, text) => emit(kind, id, text),
  waitForStart: () => headStart.wasMade ? firstResult : undefined, // another worker would delay the opening result
});

/** @type {ExportDialog | null} */
let exportDialog = null; // the dialog, after its first use
/** @type {Promise<import("./share.js").ShareDialog> | null} */
let shareDialog = null; // the dialog, once it was asked for
const paneScroll = /** @type {Record<string, number>} */ ({}); // scroll positions of the panes of a small screen
let presentNext = /** @type {Parameters<typeof present>[0] | null} */ (null); // the presentation to begin once Go has rendered the page
const mayReturn = session.mayRestore;
const sessionStart = session.begin();
const savedSession = mayReturn ? sessionStart : Promise.resolve(null); // a new tab does not wait for the storage

/** Opens a saved session: its files and results first, then its entries. @param {NonNullable<Awaited<ReturnType<Session["restore"]>>>} saved */
function restoreSession({ session: { id, document }, files: sessionFiles, results, isStored }) {
  const offset = resultCache.newest && resultCache.newest + 1;
  for (const [key, file] of sessionFiles) files.set(key, file);
  for (const [key, result] of results) resultCache.put(offset + Number(key.slice(id.length + 1)), result);
  emit("restored", offset, document);
  if (!isStored) session.changed();
}

const past = new Past((list) => emit?.("past", 0, list));

/** What Go calls. @satisfies {PageMethods} */
const page = {
  /** @type {Promise<unknown>} Resolves once the worker has the opening run, or if no run begins before Go starts. */
  begun: Promise.resolve(),
  opening: "", // the digest of the opening result, once it is loaded
  /** Sets Go's listener. Returns true if Go must run the opening experiment now, without the message "opening". */
  attach(listener) {
    // go-app would treat every link that is clicked, and every step in the history, as
    // one of its routes; the page has one route, and the browser handles the links.
    globalThis.onclick = globalThis.onpopstate = null;
    emit = listener;
    offerUpdate();
    mount();
    const entries = earlyEntries.take();
    const sendEntries = () => entries.length && emit("entered", 0, JSON.stringify(entries.splice(0)));
    if (earlyEntries.run) {
      sendEntries();
      sendRun();
    }
    slider.attach();
    earlyEntries.refocus();
    firstResult.then(() => past.list !== "[]" && emit("past", 0, past.list));
    const isAhead = !earlyEntries.run && headStart.begun;
    const openingDone = isAhead || Promise.all([opening, savedSession]).then(([o, saved]) => {
      if (o && !plots.current) show(o.report, o.values);
      if (saved) {
        emit("opening", 1, page.opening);
        restoreSession(saved);
      } else {
        return address.open().then((wasOpened) => wasOpened || emit("opening", 0, page.opening));
      }
    });
    Promise.resolve(openingDone).then(sendEntries).finally(resolveStart);
    Promise.all([sessionStart, openingDone]).then(() => {
      if (!session.offer) return;
      const { time, what } = session.offer;
      emit("offer", 0, JSON.stringify({ when: formatTime(time), what }));
    });
    return isAhead;
  },
  inspect: (id, description) => inspections.request(id, description),
  stopReading: () => inspections.stop(),
  run(id, spec) {
    plots.convergence?.interrupt();
    runs.start(id, spec);
  },
  /** Runs an experiment; its result is stored until Go calls show. */
  trial: (id, spec) => runs.start(id, spec, true),
  show(id) {
    const result = resultCache.get(id);
    if (!result) {
      emit("lost", id, "");
      return;
    }
    const { report, values, wall, found } = result;
    if (found && found !== report && found !== search.searchReport) search.show(found);
    show(report, values);
    emit("shown", id, digest(report, values, tableRows, wall));
  },
  /** Sends all the weights that a report lists, now and of every report to come. */
  list() {
    tableRows = Infinity;
    if (plots.current) emit("listed", 0, JSON.stringify(topOf(plots.current.report) ?? []));
  },
  /** Adds a run to the experiments of this browser. */
  remember: (id, text) => past.add(text),
  forgetPast: (at) => past.delete(at),
  clearPast: () => past.clear(),
  savePast: () => past.save(),
  compare(id, numbers) {
    resultCache.pinned = new Set(JSON.parse(numbers));
    compare.show([...resultCache.pinned].map((number) => resultCache.get(number)));
  },
  /** Shows the model of another class. */
  ofClass(id, name) {
    const report = wholeReport();
    if (!report) return;
    chooseClass(name);
    show(report, null);
    emit("of-class", 0, currentDigest());
  },
  changed: () => session.changed(),
  save: (id, text) => session.save(text, (key) => files.get(key), (number) => resultCache.get(number)),
  async restore() {
    const saved = await session.restore().catch(() => null);
    if (saved) restoreSession(saved);
    else emit("status", 0, "The session no longer exists: it was opened in another tab or cleared");
  },
  /** Gives the page the file with a hash, if this tab or a saved session has it. */
  async findFile(id, sha256) {
    const file = files.get(sha256) ?? await sessionStart.then(() => session.fileOf(sha256)).catch(() => undefined);
    if (file) files.take(file);
  },
  discard: () => session.discard().catch(() => {}),
  async clear() {
    past.clear();
    const failed = await session.clear().catch((error) => error);
    emit("status", 0, failed ? "The saved data could not be cleared: clear this site's data in the browser's settings" : "The saved data are cleared, also those of other tabs; this tab is unchanged");
  },
  async update() {
    await session.flush();
    await update();
  },
  follow: (id, experiment) => slider.follow(JSON.parse(experiment)),
  slidAgain: () => slider.resendEnd(),
  hold: () => slider.reset(),
  export() {
    exportDialog ??= new ExportDialog({
      solver: engine, dataOf,
      content() {
        const report = wholeReport();
        return report ? { report, figures: [search.withSearch(report), ...(plots.convergence?.others ?? [])], pinned: compare.reports } : null;
      },
    });
    exportDialog.open();
  },
  limit: (id, seconds) => runs.limit(id, Number(seconds)),
  cancel: () => runs.cancel(),
  /** Opens the Share dialog, or passes Go's answer to it. */
  share(id, text) {
    shareDialog ??= import("./share.js").then(({ ShareDialog }) => new ShareDialog({
      engine, dataOf,
      sendLesson: (lesson) => emit("share", 0, JSON.stringify(lesson)),
      open: (file) => address.take(file),
      showExperiment: (spec) => emit("try", 0, JSON.stringify(spec)),
      showWhole: () => emit("whole", 0, ""),
    }));
    shareDialog.then((dialog) => dialog.show(JSON.parse(text)), (error) => {
      shareDialog = null;
      notLoaded("The Share dialog")(error);
    });
  },
  /** Shows a step of the page's link, and checks its goal on the shown result unless a run follows. */
  guide(id, text) {
    document.title = (text && JSON.parse(text).title) || "lp Lab";
    if (!text) return;
    guideModule ??= import("./lesson/guide.js");
    const previous = plots.current?.report;
    guideModule.then((guide) => {
      const place = document.getElementById("guide");
      if (!place) return; // another experiment was opened while the module was loaded
      guide.show(place, JSON.parse(text), site);
      if (plots.current && plots.current.report !== openingReport && (plots.current.report !== previous || root.dataset.lplab === "ready")) guide.takeReport(plots.current.report);
    }).catch(notLoaded("The text of the step"));
  },
  present(steps) {
    presentNext = { redraw, step: steps > 0 && ((by) => emit("step", by, "")) };
  },
  /** Logs an error of Go's program, which the page shows, for developers. */
  mistake: (id, what) => console.error("page:", what),
  /** Writes the document into the address of the page; a committed one (1) gets a new entry in the history, an amended one (2) that of the last run. */
  address: (how, document) => address.set(document, { committed: how === 1, amended: how === 2 }),
  phase: (id, name) => setPhase(name),
  /** Brings the pane that was chosen on a small screen into view, once it is rendered, where it was left if it was in view then. */
  async toPane() {
    const lab = /** @type {HTMLElement} */ (document.querySelector(".lab"));
    paneScroll[lab.dataset.pane ?? ""] = scrollY;
    await nextPaint();
    const place = paneScroll[lab.dataset.pane ?? ""];
    if (place !== undefined) scrollTo(0, place);
    const { top } = lab.getBoundingClientRect();
    if (top < 0 && place === undefined || top > innerHeight / 2) scrollToTop(lab);
  },
  /** Scrolls to the answer if it is above the window. */
  reveal() {
    if (byId("answer").getBoundingClientRect().top < 0) scrollToTop(byId("result"));
  },
};
globalThis.lplabPage = page;

function setPhase(/** @type {string} */ name) {
  root.dataset.lplab = name;
  if (name === "ready" || name === "error") dispatchEvent(new Event("lplab-settled")); // for go-app's app.js
  if (presentNext) present(presentNext);
  presentNext = null;
}

/** Draws every plot again, after a change of colours or sizes. */
function redraw() {
  plots.draw();
  search.redraw();
  compare.redraw();
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

document.addEventListener("submit", (e) => {
  e.preventDefault();
  if (/** @type {HTMLElement} */ (e.target).id === "controls") requestRun(); // other forms are answers to questions
});

/** Requests a run. The phase changes at once, since Go's handlers are queued. */
function sendRun() {
  setPhase("running");
  if (!slider.endNow()) emit("run", 0, ""); // the slider's end is a run
}

/** Requests a run now, or when Go has started. */
function requestRun() {
  earlyEntries.run = !emit;
  if (!earlyEntries.run) sendRun();
}

followKeys({ send: (kind, text) => emit?.(kind, 0, text), run: requestRun });

// The browser may close a hidden tab without another event, and there is no time to save in pagehide.
document.addEventListener("visibilitychange", () => document.hidden && session.flush());
addEventListener("pagehide", () => {
  if (emit) enter(document.activeElement, (kind, text) => emit(kind, 0, text));
  session.leave();
});

navigate(() => import("./cards/benchview.js").then(({ BenchView }) => new BenchView(), notLoaded("The benchmark")));

// Sent by go-app's app.js (app/server/render.go) if Go cannot start.
addEventListener("lplab-failed", () => {
  setPhase("error");
  byId("status").textContent = "The page's program did not load: check the connection and reload the page";
  document.getElementById("app-wasm-loader")?.remove();
});

// Without a link and a session, Go first runs the opening experiment. It is sent to the worker
// before Go starts, because this thread is busy during the start.
const headStart = new HeadStart();
const headStartSent = Promise.all([opening, savedSession]).then(([o, saved]) => {
  if (!o || saved || currentLink()) return false;
  headStart.begin(o.report.spec, solve);
  return true;
});
const workerStart = Promise.all([headStartSent, globalThis.lplabProgram]).then(([isAhead]) => // the page does not wait for a worker that is late
  isAhead && Promise.race([lab?.awake, lab?.ready, new Promise((resolve) => setTimeout(resolve, workerWait))]));
page.begun = workerStart.then(() => new Promise((resolve) => setTimeout(resolve)), () => {});

// The page that the server rendered shows the plots before Go has started.
opening.then((o) => {
  if (!o) return;
  page.opening = digest(withoutSpec(o.report), o.values, tableRows);
  if (!plots.current) show(o.report, o.values);
});
mount();
if (window !== window.top) reportHeight();
