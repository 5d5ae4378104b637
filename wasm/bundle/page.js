// The page of a self-contained HTML file. Text of the experiment is written to text nodes only.
/** @typedef {Pick<FullReport, "status" | "metrics"> & { objective: Partial<FullReport["objective"]>, weights?: Partial<Weights> }} ShownReport */
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const inputs = /** @type {HTMLInputElement[]} */ (["file", "test-file"].map(byId));
const textOf = (/** @type {string} */ id) => byId(id).textContent ?? "";
/** @type {{ document: FullSpec & { result: FullReport["result"] }, report: ShownReport }} */
const { document: experiment, report } = JSON.parse(textOf("bundle"));
const { source, name, test } = experiment.data;
const needsFile = source === "file";
const names = test ? `${name} and ${test.name}` : name;

byId("title").textContent = document.title = experiment.title || "lp Lab experiment";
byId("experiment").textContent = JSON.stringify(experiment, null, 2);
byId("choose").hidden = !needsFile;
byId("choose-test").hidden = !test;
byId("rows").textContent = needsFile
  ? `The rows of ${names} are not in this file: choose ${names} to compute anew. What you choose stays on this machine.`
  : source === "inline" ? "The rows of the data are in this file: everyone who has it can read them." : "The program contains or makes the data: this file holds no rows of a data file.";

/** The names of metrics and of parts of the split, as the page writes them. @type {Record<string, string>} */
const labels = { mse: "MSE", mae: "MAE", r2: "R²", accuracy: "Accuracy", balancedAccuracy: "Balanced accuracy", auc: "AUC", logLoss: "Log-loss", baseline: "Baseline", train: "training" };

/** The quantities of a report, as [name, value] in their order. */
function quantities(/** @type {ShownReport} */ { status, objective, metrics = {}, weights = {} }) {
  /** @type {[string, string | number | undefined][]} */
  const list = [["Status", status], ["Primal objective", objective.primal], ["Dual objective", objective.dual], ["Duality gap", objective.gap]];
  for (const [part, values] of Object.entries(metrics)) {
    for (const [metric, value] of Object.entries(values ?? {})) if (typeof value === "number") list.push([`${labels[metric] ?? metric}, ${labels[part] ?? part}`, value]);
  }
  if (weights.selected !== undefined) list.push(["Selected weights", weights.selected]);
  for (const { label, value } of (weights.top ?? []).slice(0, 20)) list.push([`Weight of ${label}`, value]);
  return list.filter(([, value]) => value !== undefined && value !== null);
}

const format = (/** @type {string | number | undefined} */ value) => (typeof value === "number" ? String(Number(value.toPrecision(8))) : value ?? "");

function show(/** @type {ShownReport | null} */ newReport) {
  const values = new Map(newReport ? quantities(newReport) : []);
  byId("result").replaceChildren(...quantities(report).map(([quantity, value]) => {
    const row = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: quantity });
    row.append(head, ...[value, values.get(quantity)].map((v) => Object.assign(document.createElement("td"), { textContent: format(v) })));
    return row;
  }));
}

/** The bytes of a part of this file. */
async function unpack(/** @type {string} */ id) {
  const packed = Uint8Array.from(atob(textOf(id)), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

let worker = /** @type {Worker | null} */ (null);

function end(/** @type {string} */ words) {
  worker?.terminate();
  worker = null;
  byId("run").textContent = "Compute anew";
  byId("progress").hidden = true;
  byId("verdict").textContent = words;
}

/** The outcome of the comparison of two results in words. @param {FullReport["result"]} expected @param {FullReport["result"]} actual */
function verdict(expected, actual) {
  if (actual.data !== expected.data) return "Differs: the data are not those of this file's result";
  return actual.digest === expected.digest ? "Reproduced: equal to the result of this file to 8 digits" : "Differs: the same data give another result here";
}

byId("run").addEventListener("click", async () => {
  if (worker) return end("Stopped");
  const [file, testFile] = inputs.map(({ files }) => files?.[0]);
  if (needsFile && !file) return end(`Choose ${name} first: its rows are not in this file`);
  if (test && !testFile) return end(`Choose ${test.name} first: its rows are not in this file`);
  const address = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
  const current = (worker = new Worker(address));
  byId("run").textContent = "Stop";
  byId("progress").hidden = false;
  byId("progress").removeAttribute("value");
  byId("verdict").textContent = "Computing";
  current.onerror = (event) => end(`The program could not run: ${event.message ?? "the browser forbids it"}`);
  current.onmessage = ({ data: { fraction, error, report: newReport } }) => {
    if (worker !== current) return;
    if (error) return end(error);
    if (newReport === undefined) return fraction > 0 && (/** @type {HTMLProgressElement} */ (byId("progress")).value = fraction);
    const computed = JSON.parse(newReport);
    show(computed);
    end(verdict(experiment.result, computed.result));
  };
  const [program, ...files] = await Promise.all([unpack("program"), ...[file, testFile].map((f) => f?.arrayBuffer() ?? null)]);
  current.postMessage({ program, document: JSON.stringify(experiment), data: files[0], test: files[1] });
});

byId("licences").addEventListener("toggle", async () => {
  /** @type {HTMLElement} */ (byId("licences").querySelector("pre")).textContent = new TextDecoder().decode(await unpack("notices"));
}, { once: true });

show(null);
