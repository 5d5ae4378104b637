// The sessions that a page saves in its browser.

import { until } from "./waiting.mjs";

/** The sessions that are saved. Runs in the page. */
export function sessions() {
  return new Promise((resolve) => {
    const request = indexedDB.open("lplab");
    request.onupgradeneeded = () => request.transaction.abort(); // there is none, and none is made
    request.onerror = () => resolve([]);
    request.onsuccess = ({ target: { result: database } }) => {
      database.transaction("sessions").objectStore("sessions").getAll().onsuccess = (e) => {
        database.close();
        resolve(e.target.result);
      };
    };
  });
}

/** Waits until a session is saved for which the condition holds. */
export async function saved(page, condition) {
  const all = () => page.evaluate(sessions);
  await until(async () => (await all()).some(condition), async () => `saved are ${JSON.stringify(await all())}`);
}
