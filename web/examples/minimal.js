import { Lab } from "../web/lplab.js";

const out = document.getElementById("weights");
try {
  const lab = await Lab.start();
  const report = await lab.run({
    data: { source: "sample", name: "prostate" },
    target: "lpsa",
    preprocess: { standardize: true, intercept: true },
    model: { p: "4/3", gamma: "auto" },
  });
  lab.close();
  const lines = report.weights.top.map(({ label, value }) => `${label.padEnd(8)} ${value.toFixed(4).padStart(8)}`);
  out.textContent = `${lines.join("\n")}\n\n${report.status}, duality gap ${report.objective.gap.toExponential(0)}`;
} catch (error) {
  out.textContent = error.message;
}
