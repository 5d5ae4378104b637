// The sessions that a page saves in its browser.

import { until } from "./waiting.mjs";

/** Waits until a session is saved for which the condition holds. */
export async function saved(page, condition) {
  const all = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result: database } }) => {
      database.transaction("sessions").objectStore("sessions").getAll().onsuccess = (e) => {
        database.close();
        resolve(e.target.result);
      };
    };
  }));
  await until(async () => (await all()).some(condition), async () => `saved are ${JSON.stringify(await all())}`);
}
