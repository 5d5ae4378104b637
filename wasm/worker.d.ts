// Globals of the solver's worker that Go's wasm_exec.js and the program define.

declare class Go {
  importObject: WebAssembly.Imports & { lplab?: Record<string, (...given: number[]) => number> };
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare var fs: { writeSync(fd: number, bytes: Uint8Array): number };
/** Takes a request; set by the program. */
declare var lplabSolver: (request: import("../web/types/messages.js").NumberedRequest) => void;
/** Handles a notice about a kernel worker; defined while the program has kernel workers. */
declare var lplabKernel: ((notice: import("../web/types/messages.js").KernelNotice) => void) | undefined;
/** Runs an experiment of a self-contained HTML file, as JSON text, with the bytes of its files. */
declare var lplabRun: (document: string, data: ArrayBuffer | null, test: ArrayBuffer | null) => void;
/** Whether products.wasm is loaded. */
declare var lplabVectorized: boolean | undefined;
