// Workers that read a file: each is loaded for one file and ended after its answer, which frees its memory.
import { site } from "./place.js";

/**
 * The answer of a worker to a file; script is the name of its script. It rejects with the sentence if the worker answers null or fails.
 * @param {string} script @param {File} file @param {string} sentence
 * @returns {Promise<any>}
 */
export function readInWorker(script, file, sentence) {
  const worker = new Worker(new URL(`web/${script}`, site), { type: "module" });
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(sentence));
    worker.onmessage = ({ data }) => (data ? resolve(data) : fail());
    worker.onerror = fail;
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
