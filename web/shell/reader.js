// Workers that read a file: each is loaded for one file and ended after its answer, which frees its memory.

/**
 * The answer of a worker to a file. It rejects with a sentence where the worker answers null, or fails.
 * @param {URL} script @param {File} file @param {string} sentence
 * @returns {Promise<any>}
 */
export function readBy(script, file, sentence) {
  const worker = new Worker(script, { type: "module" });
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(sentence));
    worker.onmessage = ({ data }) => (data ? resolve(data) : refuse());
    worker.onerror = refuse;
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
