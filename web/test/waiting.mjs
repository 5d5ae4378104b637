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

/** Waits until read() returns a text, or one that a pattern matches. */
export function untilText(read, wanted) {
  return until(async () => {
    const text = await read();
    return typeof wanted === "string" ? text === wanted : wanted.test(text);
  }, async () => `timeout: the text is: ${await read()}`);
}

/** Waits until a page of the lab shows a result or an error and runs nothing. */
export const waitForResult = (page) => page.waitForFunction(() => ["ready", "error"].includes(document.documentElement.dataset.lplab));
