// Types of lplab.js. The documents themselves, field by field, are described by
// core/experiment; ranges and defaults are in core/experiment/fields.go.

/** A pool of solvers in Web Workers. */
export class Lab {
  private constructor();

  /** Loads the solver and starts the workers. Rejects if the solver cannot be loaded. */
  static start(options?: StartOptions): Promise<Lab>;

  /** As start, but returns at once: calls wait until the worker has started. */
  static open(options?: StartOptions): Lab;

  /**
   * Resolves as soon as the first worker has received the solver's program and the requests made until
   * then. A page that is busy after that does not delay them. Never rejects.
   */
  readonly awake: Promise<void>;

  /** Resolves once a worker has started. Rejects if the solver cannot be loaded. */
  readonly ready: Promise<void>;

  /**
   * Runs an experiment and gives its report. Experiments beyond the number of
   * workers wait. A run that does not reach its tolerance is no error: see the
   * report's status.
   *
   * Rejects with an Error that has the message of the command line, and with the reason of
   * the signal when that aborts: by default a DOMException "AbortError".
   */
  run(spec: Experiment | string, options?: RunOptions): Promise<Report>;

  /**
   * Describes data without a run: its columns, warnings and import settings. Rejects as
   * run does; the Error of a file that cannot be read as it is has a "refusal".
   */
  inspect(data: Data, options?: InspectOptions): Promise<Inspection>;

  /**
   * The text of a link to a document: what follows "#e=" in an address. Rejects
   * where the document is not valid or too long for a link.
   */
  encode(document: LabDocument | string): Promise<string>;

  /**
   * Puts the rows of the user's file (its target and features) into a document, in
   * place of the file, with the same result.
   * Rejects where the file is not the document's.
   */
  inline(document: LabDocument | string, options?: Pick<CallOptions, "data" | "signal">): Promise<LabDocument>;

  /**
   * Reads a link (its text or its whole address) or the text of a .lplab.json
   * file. Nothing is run. Rejects with one sentence where it is not exactly a
   * document.
   */
  decode(text: string): Promise<Linked>;

  /** The same as run. */
  solve(spec: Experiment | string, options?: RunOptions): Promise<Report>;

  /**
   * The model of a report, as a model file has it: all that predict needs. Where the
   * report is not of this lab's last runs its experiment is run again, which needs the data
   * where they are a file. Rejects where that does not repeat the report's result.
   */
  model(report: Report, options?: ModelOptions): Promise<ModelFile>;

  /**
   * The rows of a file with their predictions. data is as for run, in any format that
   * can be read. Rejects where the model file is damaged, or the data lack a column
   * that the model reads.
   */
  predict(model: ModelFile | string, options: PredictOptions & { format: "csv" }): Promise<string>;
  predict(model: ModelFile | string, options: PredictOptions): Promise<Predictions>;

  /**
   * A model file as a program of one file without a dependency, which predicts as predict
   * does; or, of at most 30 terms, as a formula. Rejects with the reason where there is none.
   */
  code(model: ModelFile | string, language: "python" | "javascript" | "r" | "formula"): Promise<string>;

  /**
   * The experiment with a model of each type that can take its task, on the same
   * data, split and preprocessing, its strength chosen by the same search: run each
   * of them, and compare their reports.
   */
  variants(spec: Experiment | string): Promise<{ label: string; spec: Experiment }[]>;

  /**
   * Draws a figure of a report - of several, where it shows them over each other -
   * as SVG, or lists its numbers as CSV. Figures of the theory are of no report:
   * give null. Rejects with a sentence where the report lacks what the figure shows.
   */
  figure(report: Report | string | (Report | string)[] | null, name: FigureName, options?: FigureOptions): Promise<string>;

  /**
   * Draws the partial dependence of a model on one of its columns, or on two: the mean
   * prediction of rows of its experiment's data, with the cells there replaced by each value of
   * a grid. data: where they are a file. Rejects where the model reads no such column.
   */
  dependence(model: ModelFile | string, columns: string | string[], options?: FigureOptions & Pick<CallOptions, "data">): Promise<string>;

  /** Which figures can be drawn of a report, or of none. */
  figures(report: Report | string | (Report | string)[] | null, options?: { signal?: AbortSignal }): Promise<{ name: FigureName; shows: string }[]>;

  /** The table of reports of the same rows: errors, selected weights, times and certificates, as text. The figure "methods" draws the errors. */
  comparison(reports: (Report | string)[]): Promise<Comparison>;

  /** Ends every worker and frees their memory; what still runs is rejected. */
  close(): void;
}

export interface StartOptions {
  /** Experiments that run at the same time; 1 by default. One worker more is kept warm. */
  workers?: number;
  /** Where the solver's directory is served, if not beside lplab.js; of the origin of the page. */
  base?: string | URL;
}

/** The bytes of the user's own file. They are copied; the caller keeps them. */
export type Bytes = File | Blob | string | ArrayBuffer | ArrayBufferView;

export interface CallOptions {
  /** The file, where the data's source is "file"; or that and the test file, where the data have one. */
  data?: Bytes | Bytes[];
  /** Called at most every 50 ms. If it throws, the call is cancelled and rejects with that error. */
  onProgress?: (progress: Required<Omit<Progress, "primal">>) => void;
  /** When it aborts, the call is cancelled and rejects with the reason of the signal. */
  signal?: AbortSignal;
}

export interface InspectOptions extends CallOptions {
  /** How many columns to describe at most, beside the likely target; 0 for all. */
  columns?: number;
  /** One more column to describe. */
  name?: string;
}

export interface RunOptions extends CallOptions {
  /** Returns report.weights.values. */
  allWeights?: boolean;
  /**
   * Limit, in bytes, of the packed tensor or the feature matrix. By default 2 GiB,
   * and half the device's memory for a tensor in kernel workers.
   */
  memoryBudget?: number;
  /**
   * How many workers share a tensor of order 4. By default as many as the device
   * has processors, up to 8, where the tensor is large enough to be worth it. The
   * digits of the report do not depend on it.
   */
  kernelWorkers?: number;
  /**
   * Starts from the solution of the worker's previous run, where that had the
   * same rows: for a sequence of experiments that differ little. The answer is
   * as certified as any; its last digits depend on what was run before.
   */
  warm?: boolean;
}

export interface FigureOptions {
  /** "svg" by default. */
  format?: "svg" | "csv";
  /**
   * Colours of the SVG; by default those that its reader's program prefers. An SVG of the
   * theme "page" has classes alone, for a page with a style sheet that colours them
   * (web/styles/chart.css).
   */
  theme?: "light" | "dark" | "page" | "";
  /** Of the SVG, in units of which its letters have 17; by default the figure's own. */
  width?: number;
  height?: number;
  /** Of more than two classes, the one of the model that is drawn; by default the first. */
  class?: string;
  signal?: AbortSignal;
}

/**
 * A report of more than two classes. What belongs to the model of a class, which separates it
 * from the rest, is a list by class, and a prediction is a list of decision values.
 */
export type ReportOfClasses = Omit<Report, "objective" | "alpha" | "support" | "coefficients" | "intercept" | "linear" | "curve" | "weights" | "reweighting" | "stability" | "selection" | "predictions"> & {
  objective: Objective[];
  alpha?: number[][];
  support?: (number[] | null)[];
  coefficients?: Record<string, number>[];
  intercept: number[];
  linear?: (Linear | null)[];
  curve?: (Curve | null)[];
  weights?: Weights[];
  reweighting?: (Reweighting[] | null)[];
  stability?: (Stability | null)[];
  selection?: (Selected | null)[];
  predictions: {train: number[][]; validation?: number[][]; test?: number[][]};
};

// The document

/** An experiment as links and files contain it. */
export interface LabDocument extends Experiment {
  view?: View;
  result?: Result;
}

/** How a document is to be shown. */
export interface View {
  /** Within another page: only the result, and the controls that are not locked. */
  embed?: boolean;
  /** For a projector: one large plot at a time; the arrow keys change it. */
  present?: boolean;
  /** Parts of the page ("data", "kernel", "norm", "search", "selection", "advanced", ...) and paths of fields. */
  hidden?: string[];
  /** Paths of fields, such as "model.gamma". */
  locked?: string[];
  steps?: Step[];
}

/** A step that leads through an experiment. Texts are Markdown with TeX between dollars. */
export interface Step {
  text: string;
  /** At most 10. Without an answer a question is not graded. */
  questions?: (
    | { kind: "number"; text: string; /** Graded to the digits that it is written with. */ answer?: string; hint?: string }
    | { kind: "choice"; text: string; options: string[]; /** One of the options. */ answer?: string; hint?: string }
    | { kind: "words"; text: string; /** A model answer. */ answer?: string; hint?: string }
  )[];
  /** What the result is to reach, such as "selected=6 r2.test>=0.9". */
  goal?: string;
  /** Entries by field. */
  set?: Record<string, unknown>;
}

export interface Linked {
  document: LabDocument;
  /** Estimated time of a run; null where it depends on the user's file. */
  seconds: number | null;
}

// The report

export interface Weights {
  /** Every examined weight in monomial order, where allWeights was set. */
  values?: Float64Array;
}

export interface ModelOptions extends CallOptions {
  /** false: rejects if the report is not of this lab's last runs, instead of running the experiment again. */
  repeat?: boolean;
  /** true: the least squares fit of the selected monomials alone, in place of the model that they were selected from. */
  selected?: boolean;
}

export interface PredictOptions {
  /** The rows to predict: the bytes of a file. */
  data: Bytes;
  signal?: AbortSignal;
  /** "csv": the text that "lplab predict" writes, in place of an object. */
  format?: "json" | "csv";
  /** How many rows to give at most, except as "csv"; all are predicted and counted. */
  limit?: number;
  /** Adds "error", or "error:<class>" for each of more than two classes: a bound on the distance of a decision value from its value at the exact minimum. */
  errors?: boolean;
}

/** Rows with their predictions, as "lplab predict" writes them. */
export interface Predictions {
  /** The columns of the data, then "prediction", "score:<class>" and "probability:<class>". */
  columns: string[];
  /** Cells as they stand in the data; predictions as numbers, or null where there is none. */
  rows: (string | number | null)[][];
  /** How many rows there are. */
  count: number;
  /** How many of them have no prediction, and why the first of these have none. */
  unpredicted: number;
  problems: string[];
  /** On unseen levels and replaced cells, in one sentence each. */
  notes: string[];
}

