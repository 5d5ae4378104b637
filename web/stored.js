// JSON in the browser's storages, which may be full or forbidden.

/** @typedef {"localStorage" | "sessionStorage"} Where */

/** The value of a key; null where there is none, or what another program wrote is not JSON. @param {string} key @param {Where} [where] */
export function readStored(key, where = "localStorage") {
  try {
    return JSON.parse(globalThis[where].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Sets the value of a key; null removes it. Returns whether the browser stored it. @param {string} key @param {unknown} value @param {Where} [where] */
export function writeStored(key, value, where = "localStorage") {
  try {
    if (value === null) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
