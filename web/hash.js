// A worker that reads a file and answers with its hash, and with the bytes of a small one; null if
// it cannot (shell/reader.js).

const copyLimit = 16 * 2 ** 20; // bytes

self.onmessage = async ({ data: file }) => {
  try {
    const bytes = await file.arrayBuffer();
    const sha256 = await hashOf(bytes);
    if (file.size > copyLimit) self.postMessage({ sha256 });
    else self.postMessage({ sha256, bytes }, { transfer: [bytes] });
  } catch {
    self.postMessage(null);
  }
};

/** The SHA-256 of bytes; "" if the context is not secure, because it has no crypto.subtle: the experiment then accepts any file. */
async function hashOf(/** @type {ArrayBuffer} */ bytes) {
  const hash = await crypto.subtle?.digest("SHA-256", bytes).catch(() => null);
  return Array.from(new Uint8Array(hash ?? []), (b) => b.toString(16).padStart(2, "0")).join("");
}
