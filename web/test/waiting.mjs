import assert from "node:assert/strict";

/**
 * The timeout of all waits, in ms. It only bounds the time of a test that fails, and it is long
 * because a search of a few seconds takes minutes beside ten other programs.
 */
export const timeLimit = 200_000;

/** Waits until condition() holds; after the timeout it fails with a message: a text, or a function that returns one. */
export async function until(condition, message) {
  const deadline = Date.now() + timeLimit;
  while (!await condition()) {
    if (Date.now() > deadline) {
      assert.fail(typeof message === "function" ? String(await message()) : message);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
