// Faults at messages. The time of a computation varies, so a test that needs a long one, or one
// that fails, names a message between the page, its solvers and their kernel workers: the message
// is held back until the test releases it, or a worker is terminated when it is sent. With a
// tensor in kernel workers such messages are, for each worker, "build" and "built", and for each
// pass "contract" and "contracted"; they depend only on the experiment.

/** Records the messages of the page's workers in globalThis.workerSpy. Runs in the page, before its own scripts. */
export function spy() {
  const Original = globalThis.Worker;
  const owners = new WeakMap(); // kernel worker -> its solver
  let waiters = []; // {fields, resolve}
  let fault = null; // {fields, whom}
  let pendingEnd = null; // terminates a worker once it is ready
  let gate = null; // {fields, held: [pass]}
  let requester; // the solver of the last request for a kernel worker
  let sendAsNewest; // sends a message to a solver as its newest kernel worker

  const matches = (message, fields) => Object.entries(fields).every(([name, value]) => message[name] === value);
  const terminated = new WeakSet(); // their last messages can still arrive
  const terminate = (worker) => { // as a browser does: without a message to the page
    terminated.add(worker);
    Original.prototype.terminate.call(worker);
  };

  const workerSpy = globalThis.workerSpy = {
    solvers: new Set(),
    kernels: new Set(),
    ready: new WeakSet(), // the page notices the end of these workers
    digests: [], // of the results
    counts: {}, // of messages, by type

    /** Resolves when a message with these fields is sent; rejects after a timeout. */
    waitFor: (fields) => new Promise((resolve, reject) => {
      waiters.push({ fields, resolve });
      setTimeout(() => reject(new Error(`no message with ${JSON.stringify(fields)}`)), 200_000); // timeLimit of waiting.mjs, which is not available in the page
    }),

    /** Terminates the solver, or its kernel worker, when it next sends or receives a message with these fields. */
    terminateAt(fields, whom = "solver") {
      fault = { fields, whom };
    },

    /** Holds back all messages with these fields between solvers and kernel workers; resolves at the first one. */
    hold(fields) {
      gate = { fields, held: [] };
      return workerSpy.waitFor(fields);
    },

    /** Delivers the messages that are held back, and holds back no more. */
    release() {
      const { held } = gate;
      gate = null;
      for (const deliver of held) deliver();
    },

    /** Sends a message to the solver with the newest kernel worker, as that worker. */
    sendAsKernel: (message) => sendAsNewest(message),

    terminated: [],
    /** Terminates all solvers. */
    terminateSolvers() {
      workerSpy.terminated = [...workerSpy.solvers];
      workerSpy.terminated.forEach(terminate);
    },

    /** Terminates a kernel worker. */
    terminateKernel() {
      terminate([...workerSpy.kernels][0]);
    },
  };

  /** Processes a message; pass delivers it, if it can be held back. */
  function inspect(worker, message, deliver = () => {}) {
    if (terminated.has(worker)) return;
    if (!message) return void deliver(); // from a worker that cannot read a file
    workerSpy.counts[message.type] = (workerSpy.counts[message.type] ?? 0) + 1;
    if (message.type === "held") {
      workerSpy.ready.add(worker);
      pendingEnd?.();
    }
    if (message.type === "done") workerSpy.digests.push(JSON.parse(message.report).result.digest);
    if (message.type === "start kernel") requester = worker;
    if (fault && matches(message, fault.fields)) {
      const target = fault.whom === "solver" ? owners.get(worker) ?? worker : worker;
      fault = null;
      pendingEnd = () => {
        if (!workerSpy.ready.has(target)) return; // the page would not notice its end yet
        pendingEnd = null;
        terminate(target);
        deliver();
      };
      pendingEnd();
    } else if (gate && matches(message, gate.fields)) gate.held.push(deliver);
    else deliver();
    for (const { fields, resolve } of waiters) if (matches(message, fields)) resolve();
    waiters = waiters.filter(({ fields }) => !matches(message, fields));
  }

  /** Relays the messages between a solver and a kernel worker; returns the worker's port. */
  function relay(kernel, solver) {
    const { port1, port2 } = new MessageChannel();
    solver.onmessage = ({ data }) => inspect(kernel, data, () => port1.postMessage(data));
    port1.onmessage = ({ data }) => inspect(kernel, data, () => solver.postMessage(data));
    sendAsNewest = (message) => solver.postMessage(message);
    return port2;
  }

  globalThis.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      const isKernel = args[1]?.name === "lp Lab kernel";
      if (isKernel) owners.set(this, requester);
      (isKernel ? workerSpy.kernels : workerSpy.solvers).add(this);
      this.addEventListener("message", (event) => {
        if (terminated.has(this)) event.stopImmediatePropagation();
        else inspect(this, event.data);
      });
    }

    postMessage(message, transfer) {
      if (owners.has(this) && message.port) {
        const port = relay(this, message.port);
        super.postMessage({ ...message, port }, [port]);
      } else {
        super.postMessage(message, transfer);
      }
      inspect(this, message);
    }

    terminate() {
      workerSpy.solvers.delete(this);
      workerSpy.kernels.delete(this);
      terminated.add(this);
      super.terminate();
    }
  };
}
