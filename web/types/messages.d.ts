// The messages between lplab.js, the solver's workers and the kernel workers: all of them, typed here
// alone. Requests are answered one at a time, each with one answer beside messages of progress.

import type { Progress } from "../lplab.js";

// -- every worker -------------------------------------------------------------------

/** The first message to a worker. lock: the name of a Web Lock that the worker holds as long as it lives. */
export interface Start {
  type: "start";
  /** The solver's program, or kernel.wasm, compiled. */
  module: WebAssembly.Module;
  lock: string;
}

/** The worker has started; it holds its lock. */
export type Started = { type: "started" } | { type: "held" };

// -- the solver's worker (wasm/solver) ------------------------------------------------

/** What a request has beside its number; spec and document are JSON texts. */
export type Request =
  | {
      type: "run";
      spec: string;
      /** 0 stands for a default. warm: begins with the alpha of the last run. */
      options: { allWeights: boolean; memoryBudget: number; kernelWorkers: number; warm: boolean };
    }
  /** Of the experiment only its data are read. columns: how many to describe at most, 0 for all; name: one more. */
  | { type: "inspect"; spec: string; columns: number; name: string }
  | { type: "link"; document: string }
  /** data: the file; its rows take its place in the document. */
  | { type: "inline"; document: string }
  /** text: of a link, of its whole address, or of a document. */
  | { type: "unlink"; text: string }
  | { type: "variants"; spec: string }
  /** spec, digest: those of a report; its file, if any, is sent as data. repeat: run the experiment again if its model is no longer held. report: the whole report, for the refit of its selection; else "". */
  | { type: "model"; spec: string; digest: string; repeat: boolean; report: string }
  /** model: JSON text. data: the rows to predict. limit: how many rows the answer has at most, 0 for all. */
  | { type: "predict"; model: string; format: "json" | "csv"; limit: number; errors: boolean }
  | { type: "code"; model: string; language: string }
  | { type: "figure"; reports: string[]; name: string; options: Drawn }
  /** Answered with "figure". columns: one or two; data: of the model's experiment, where they are a file. */
  | { type: "dependence"; model: string; columns: string[]; options: Drawn }
  | { type: "figures"; reports: string[] }
  | { type: "comparison"; reports: string[] };

/** How a figure is to be drawn. */
export interface Drawn {
  format: "svg" | "csv";
  theme: "" | "light" | "dark" | "page";
  width: number;
  height: number;
  class: string;
}

export type NumberedRequest = Request & { id: number; data: Blob | ArrayBuffer | null | any[] };

/** Of a kernel worker that the solver asked for, by the solver's number of it. */
export type KernelNotice =
  /** port: where the worker takes its work and answers. */
  | { type: "kernel started"; kernel: number; port: MessagePort }
  /** message: why, in a few words. */
  | { type: "kernel lost"; kernel: number; message: string };

export type ToSolver = Start | KernelNotice | NumberedRequest;

/** What an answer has beside its number. report, inspection, document, variants, model, predictions, figures and comparison are JSON texts. */
export interface Answers {
  done: { report: string; weights: Float64Array | null };
  inspection: { inspection: string };
  linked: { text: string };
  inlined: { document: string };
  /** seconds: what a run may take, null where only the user's file shows it. */
  unlinked: { document: string; seconds: number | null };
  variants: { variants: string };
  model: { model: string };
  /** As the request's format has it. */
  predicted: { predictions: string };
  code: { text: string };
  figure: { text: string };
  figures: { figures: string };
  comparison: { comparison: string };
  /** The worker is fit for the next request. refusal: JSON text, where a file cannot be read as it is. */
  error: { message: string; refusal?: string };
}

/** memory: bytes that the worker holds, and gives back only when it is terminated. */
export type Answer = { [type in keyof Answers]: { id: number; type: type; memory: number } & Answers[type] }[keyof Answers];

export type FromSolver =
  | Started
  /** After "start", at once. */
  | { type: "awake" }
  /** Asks for a kernel worker, by a number of the solver's own. module: kernel.wasm, compiled. */
  | { type: "start kernel"; kernel: number; module: WebAssembly.Module }
  | { type: "end kernel"; kernel: number }
  | ({ id: number; type: "progress" } & Required<Omit<Progress, "primal">>)
  | Answer
  /** The worker is of no more use: terminate it. */
  | { type: "died"; message: string };

// -- the kernel workers (wasm/kernel) ---------------------------------------------------

export interface KernelStart extends Start {
  /** Where the worker takes its work and answers. */
  port: MessagePort;
}

/** A range of entries of a tensor that begins and ends with a block; its indices are below points. */
export interface Shard {
  from: number;
  to: number;
  points: number;
  /** Whether its entries are held, or computed anew in each contraction. */
  held: boolean;
  /** Whether they are held rounded to 32 bits, where they are not held. */
  rounded?: boolean;
}

export type KernelKind = "linear" | "power" | "exponential" | "series";

/** A tensor over n points of d coordinates, x row-major; it replaces the one before. program: as kernel.ts has it. */
export interface Build {
  type: "build";
  x: Float64Array;
  n: number;
  d: number;
  kernel: { kind: KernelKind; degree?: number; program?: Float64Array };
  shards: Shard[];
}

/** Functions of n points of d coordinates, x row-major, at other points, rows: see evaluate in shards.js. */
export interface Evaluate {
  type: "evaluate";
  x: Float64Array;
  n: number;
  d: number;
  kernel: Build["kernel"];
  alphas: Float64Array;
  rows: Float64Array;
}

/** Shares of points of d coordinates, x row-major, and runs of monomials: see Monomials in core/spaces/gram. count: of the monomials of a point. */
export interface Points {
  type: "monomials";
  x: Float64Array;
  d: number;
  shares: number[];
  columns: Int32Array;
  runs: Int32Array;
  count: number;
}

/** The solver's requests at the port. */
export type ToKernel =
  | Build
  | Evaluate
  /** alpha has a value for each of the first points; sides: the number of vectors in alpha, one after another (default 1). entries: with their absolute values, or with rounded ones where these are held. */
  | { type: "contract"; alpha: Float64Array; hessian: boolean; sides?: number; entries?: "absolute" | "rounded" | "" }
  | Points
  | { type: "pass"; sums: "apply" | "squares" | "adjoint"; values: Float64Array }
  /** For benchmarks: see read in shards.js. */
  | { type: "read"; fourStreams: boolean }
  /** For benchmarks: see compute in kernel.ts. */
  | { type: "compute"; rounds: number };

/** The answers at the port. */
export type FromKernel =
  /** Entries built, or computed anew in a contraction, since the last such message. */
  | { type: "progress"; entries: number }
  /** bytes: what the worker's memory holds. */
  | { type: "built"; bytes: number }
  | { type: "contracted"; sums: Float64Array }
  | { type: "evaluated"; values: Float64Array }
  | { type: "passed"; sums: Float64Array }
  | { type: "was read"; sum: number }
  | { type: "was computed"; sum: number }
  /** The memory cannot be had. */
  | { type: "memory" }
  /** A mistake in the program. */
  | { type: "failed"; message: string };
