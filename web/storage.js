// JSON in the browser's storages, which may be full or forbidden.

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/** The value of a key; null if there is none, or if it is not JSON because another program wrote it. @param {string} key @param {StorageName} [storage] */
export function readStored(key, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Sets the value of a key; null removes it. Returns whether the browser stored it. @param {string} key @param {unknown} value @param {StorageName} [storage] */
export function writeStored(key, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
