import assert from "node:assert/strict";

/**
 * How long a test waits for what never comes, in ms. What comes ends the wait by itself, so
 * this only bounds the time of a test that fails. A search of a few seconds takes minutes
 * where ten other programs compute.
 */
export const patience = 200_000;

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
