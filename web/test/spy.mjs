// Faults at a message. A computation takes no certain time, so a test that needs one to last, or
// to fail in its midst, names a message between the page, its solvers and their kernel workers:
// what is sent there is held back until the test lets it pass, or a worker ends as it is sent.
// With a tensor in kernel workers such messages are, for each worker, "build", "built", and for
// each pass "contract", "contracted"; that they are sent depends on the experiment alone.

/** Watches the page's workers, in globalThis.spied. Runs in the page, before its own scripts. */
export function spy() {
  const Original = globalThis.Worker;
  const owners = new WeakMap(); // kernel worker -> its solver
  let waiting = []; // {fields, resolve}
  let fatal = null; // {fields, whom}
  let strike = null; // ends a worker once it is ready
  let gate = null; // {fields, held: [pass]}
  let asking; // the solver that asked for a kernel worker last
  let say; // sends to a solver as its newest kernel worker does

  const matches = (message, fields) => Object.entries(fields).every(([name, value]) => message[name] === value);
  const dead = new WeakSet(); // workers that were ended; their last messages may yet come
  const end = (worker) => { // as the browser does: the page is told nothing
    dead.add(worker);
    Original.prototype.terminate.call(worker);
  };

  const spied = globalThis.spied = {
    solvers: new Set(),
    kernels: new Set(),
    ready: new WeakSet(), // the workers whose end is noticed
    digests: [], // of the results
    counts: {}, // of messages, by type

    /** Settles once a message with these fields is sent; rejects where none comes. */
    when: (fields) => new Promise((resolve, reject) => {
      waiting.push({ fields, resolve });
      setTimeout(() => reject(new Error(`no message with ${JSON.stringify(fields)}`)), 200_000); // as patience of waiting.mjs, which the page does not have
    }),

    /** Ends the solver, or its kernel worker, as the next message with these fields is sent by it or to it. */
    doom(fields, whom = "solver") {
      fatal = { fields, whom };
    },

    /** Holds back every message with these fields between solvers and kernel workers; settles once there is one. */
    hold(fields) {
      gate = { fields, held: [] };
      return spied.when(fields);
    },

    /** Lets pass what was held back, and what comes. */
    release() {
      const { held } = gate;
      gate = null;
      for (const pass of held) pass();
    },

    /** Sends a message to the solver that asked last for a kernel worker, as that worker does. */
    say: (message) => say(message),

    ended: [],
    /** Ends all solvers. */
    end() {
      spied.ended = [...spied.solvers];
      spied.ended.forEach(end);
    },

    /** Ends a kernel worker. */
    endKernel() {
      end([...spied.kernels][0]);
    },
  };

  /** Takes a message; pass sends it on, where it can be held. */
  function look(worker, message, pass = () => {}) {
    if (dead.has(worker)) return;
    if (!message) return void pass(); // of a worker that cannot read a file
    spied.counts[message.type] = (spied.counts[message.type] ?? 0) + 1;
    if (message.type === "held") {
      spied.ready.add(worker);
      strike?.();
    }
    if (message.type === "done") spied.digests.push(JSON.parse(message.report).result.digest);
    if (message.type === "start kernel") asking = worker;
    if (fatal && matches(message, fatal.fields)) {
      const doomed = fatal.whom === "solver" ? owners.get(worker) ?? worker : worker;
      fatal = null;
      strike = () => {
        if (!spied.ready.has(doomed)) return; // its end would not be noticed yet
        strike = null;
        end(doomed);
        pass();
      };
      strike();
    } else if (gate && matches(message, gate.fields)) gate.held.push(pass);
    else pass();
    for (const { fields, resolve } of waiting) if (matches(message, fields)) resolve();
    waiting = waiting.filter(({ fields }) => !matches(message, fields));
  }

  /** Stands between a solver and a kernel worker; gives the worker's end. */
  function relay(kernel, solver) {
    const { port1, port2 } = new MessageChannel();
    solver.onmessage = ({ data }) => look(kernel, data, () => port1.postMessage(data));
    port1.onmessage = ({ data }) => look(kernel, data, () => solver.postMessage(data));
    say = (message) => solver.postMessage(message);
    return port2;
  }

  globalThis.Worker = class extends Original {
    constructor(...given) {
      super(...given);
      const isKernel = given[1]?.name === "lp Lab kernel";
      if (isKernel) owners.set(this, asking);
      (isKernel ? spied.kernels : spied.solvers).add(this);
      this.addEventListener("message", (event) => {
        if (dead.has(this)) event.stopImmediatePropagation();
        else look(this, event.data);
      });
    }

    postMessage(message, transfer) {
      if (owners.has(this) && message.port) {
        const port = relay(this, message.port);
        super.postMessage({ ...message, port }, [port]);
      } else {
        super.postMessage(message, transfer);
      }
      look(this, message);
    }

    terminate() {
      spied.solvers.delete(this);
      spied.kernels.delete(this);
      dead.add(this);
      super.terminate();
    }
  };
}
