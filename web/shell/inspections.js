// The inspections of the data, of which the latest counts.

const columnLimit = 200; // columns sent to Go, in addition to the likely target
const typingPause = 250; // ms between the last change of the data and its inspection

/** Inspects data for Go, which gets "inspection", "refused" or "unreadable", and before that "read". */
export class Inspections {
  #current = /** @type {{ id: number, timer: number, abort?: AbortController }} */ ({ id: 0, timer: 0 });
  #page;

  /**
   * waitForStart resolves once another worker may start.
   * @param {{ engine: Engine, dataOf: DataOf, emit: (kind: MessageKind, id: number, text: string) => void, waitForStart: () => Promise<unknown> | undefined }} page
   */
  constructor(page) {
    this.#page = page;
  }

  /** Inspects data; replaces the inspection under way. @param {number} id @param {string} text */
  request(id, text) {
    clearTimeout(this.#current.timer);
    this.#current.abort?.abort();
    this.#current = { id, timer: setTimeout(() => this.#inspect(id, text), this.#current.id ? typingPause : 0) };
  }

  stop() {
    this.#current.abort?.abort();
    this.#current = { id: 0, timer: 0 };
  }

  async #inspect(/** @type {number} */ id, /** @type {string} */ text) {
    const { engine, dataOf, emit, waitForStart } = this.#page;
    try {
      const { data: description, column } = JSON.parse(text);
      const abort = new AbortController();
      if (description.source === "file") this.#current.abort = abort; // a large one takes seconds
      await waitForStart();
      const solver = await engine();
      let tenths = 0;
      const onProgress = (/** @type {{ fraction: number }} */ { fraction }) => {
        if (this.#current.id !== id || Math.floor(10 * fraction) === tenths) return;
        tenths = Math.floor(10 * fraction);
        emit("read", id, String(10 * tenths));
      };
      const inspection = await solver.inspect(description, { data: dataOf(description), onProgress, signal: abort.signal, columns: columnLimit, name: column });
      if (this.#current.id === id) emit("inspection", id, JSON.stringify(inspection));
    } catch (error) {
      if (this.#current.id !== id) return;
      const { message = String(error), refusal } = /** @type {{ message?: string, refusal?: object }} */ (error);
      if (refusal) emit("refused", id, JSON.stringify({ message, ...refusal }));
      else emit("unreadable", id, message);
    }
  }
}
