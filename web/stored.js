// JSON in the browser's local storage, which may be full or forbidden.

/** The value of a key; null where there is none, or what another program wrote is not JSON. @param {string} key */
export function readStored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Sets the value of a key; null removes it. Returns whether the browser stored it. @param {string} key @param {unknown} value */
export function writeStored(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
