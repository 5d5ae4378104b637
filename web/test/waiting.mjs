import assert from "node:assert/strict";

const patience = 30_000; // ms

/** Waits until condition() holds; where it never does, fails with complaint: a text, or what gives one. */
export async function until(condition, complaint) {
  const deadline = Date.now() + patience;
  while (!await condition()) {
    if (Date.now() > deadline) {
      assert.fail(typeof complaint === "function" ? String(await complaint()) : complaint);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
