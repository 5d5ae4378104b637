// The eight steps of a user with a table - upload, tuned result, headline, what matters, what if, new
// rows, model file, return - on two real tables, one by the keyboard alone and one by touch on a phone;
// LPLAB_LONG: on five tables, each in both ways. Every test also fails on console errors and requests
// to other origins.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { openPane, root } from "./harness.mjs";
import { button, focusByTab, label, load, nameOfFocus, page, status, waitForPhase } from "./page.mjs";
import { waitForSession } from "./sessions.mjs";
import { until } from "./waiting.mjs";

const tables = [
  { file: "core/data/sample/prostate.csv", target: "lpsa", column: "lcavol" },
  { file: "testdata/tables/iris.csv", target: "species", column: "petal_length", by: "keys" },
  { file: "testdata/tables/pima.csv", target: "diabetes", column: "glucose" },
  { file: "core/data/sample/wpbc.csv", target: "status", column: "time" },
  { file: "testdata/tables/diabetes.csv", target: "progression", column: "bmi", by: "touch" },
];

/** Actions of a user by the keyboard alone. */
const keys = {
  options: { viewport: { width: 1280, height: 800 } },
  pane: async () => {}, // the whole page is visible
  press: async (name) => {
    await focusByTab(name);
    await page.keyboard.press("Enter");
  },
  async choose(name, file) {
    const chooser = page.waitForEvent("filechooser");
    await this.press(name);
    await (await chooser).setFiles(file);
  },
  async view(name) {
    const tabs = page.getByRole("tablist", { name: "Views of the result" });
    await focusByTab(await tabs.getByRole("tab", { selected: true }).textContent());
    for (let i = 0; i < 6 && await nameOfFocus() !== name; i++) await page.keyboard.press("ArrowRight");
    await tabs.getByRole("tab", { selected: true, name, exact: true }).waitFor(); // Go selects the focused tab
  },
  async move(name) {
    await focusByTab(name);
    await page.keyboard.press("End");
  },
};

/** Actions of a user by touch. */
const touch = {
  options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  pane: (name) => openPane(page, name),
  press: (name) => button(name).tap(),
  async choose(name, file) {
    const chooser = page.waitForEvent("filechooser");
    await label(name).tap();
    await (await chooser).setFiles(file);
  },
  view: (name) => page.getByRole("tab", { name, exact: true }).tap(),
  async move(name) {
    const { width, height } = await label(name).boundingBox();
    await label(name).tap({ position: { x: 0.95 * width, y: height / 2 } });
  },
};

const ways = (table) => (process.env.LPLAB_LONG ? ["keys", "touch"] : [table.by ?? []].flat()).map((by) => ({ ...table, by }));

for (const { file, target, column, by } of tables.flatMap(ways)) {
  const name = basename(file);
  const user = { keys, touch }[by];
  test(`a user can do the eight steps on ${name}, by ${by}`, async (t) => {
    await load(user.options);
    await waitForPhase("ready");
    const path = fileURLToPath(new URL(file, root));
    const rows = readFileSync(path, "utf8").trim().split("\n").length - 1;

    // 1 to 3: upload, tuned result, headline.
    if (by === "touch") await openPane(page, "Data");
    await user.choose("Data file", path);
    await status().filter({ hasText: /; (the best of|chosen from) \d searches$/ }).waitFor({ timeout: 120_000 });
    const answer = await page.locator("#answer").textContent();
    t.diagnostic(`${name}: ${answer}`);
    assert.match(answer, new RegExp(`^(Predicts|Does not predict) ${target}.* \\d+ unseen rows`));
    assert.match(await page.locator("[data-verdict]").getAttribute("data-verdict"), /^(good|weak|poor)$/);

    // 4: what matters.
    if (by === "touch") await page.getByRole("group", { name: "Part of the page" }).getByRole("button").last().tap();
    await user.view("What matters");
    if (await page.locator("[data-part=importance]").isVisible()) { // not where it would take long
      await page.locator("[data-part=importance]").scrollIntoViewIfNeeded();
      await page.locator("[data-part=importance] p.quiet").filter({ hasText: "the largest column: " }).waitFor();
    }

    // 5: what if.
    await user.view("Use");
    const prediction = page.getByRole("figure", { name: "What if", exact: true }).locator("[data-what-if]");
    await prediction.scrollIntoViewIfNeeded();
    await prediction.waitFor();
    const words = page.getByRole("figure", { name: "What if", exact: true });
    const before = await words.textContent();
    await user.move(`${column}, slider`);
    await until(async () => await words.textContent() !== before, () => words.textContent());

    // 6: new rows.
    await user.choose("Rows to predict", path);
    const table = page.getByRole("table", { name: "Predictions", exact: true });
    await table.waitFor();
    const download = async (name) => {
      const event = page.waitForEvent("download");
      await user.press(name);
      return readFileSync(await (await event).path(), "utf8");
    };
    const csv = (await download("Save predictions")).trim().split("\n");
    assert.equal(csv.length - 1, rows);
    assert.match(csv[0], /,prediction/);

    // 7: model file.
    const model = JSON.parse(await download("Download model"));
    assert.deepEqual([model.kind, model.target], ["lplab-model", target]);
    assert.match(await download("Python"), /def predict\(row\)/);

    // 8: return.
    await waitForSession(page, ({ files, results }) => files.length && results.length);
    await page.reload();
    const texts = () => page.locator("#answer, #status, #saved-note").allTextContents();
    await until(async () => (await texts()).includes(answer), texts);
    await user.view("Compare");
    const list = page.getByRole("region", { name: "Experiments in this browser", exact: true });
    await list.getByRole("rowheader").filter({ hasText: name }).first().waitFor();
  });
}
