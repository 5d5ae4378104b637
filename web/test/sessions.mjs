// The sessions that a page saves in its browser.

import { until } from "./waiting.mjs";

/** Returns the saved sessions. Runs in the page. */
export function sessions() {
  return new Promise((resolve) => {
    const request = indexedDB.open("lplab");
    request.onupgradeneeded = () => request.transaction.abort(); // it does not exist and is not created
    request.onerror = () => resolve([]);
    request.onsuccess = ({ target: { result: database } }) => {
      database.transaction("sessions").objectStore("sessions").getAll().onsuccess = (e) => {
        database.close();
        resolve(e.target.result);
      };
    };
  });
}

/** Waits until the condition holds for a saved session. */
export async function waitForSession(page, condition) {
  const all = () => page.evaluate(sessions);
  await until(async () => (await all()).some(condition), async () => `the saved sessions are ${JSON.stringify(await all())}`);
}
