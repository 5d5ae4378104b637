// Types of lplab.js. The documents themselves, field by field, are described by
// core/experiment; ranges and defaults are in core/experiment/fields.go.

/** A pool of solvers in Web Workers. */
export class Lab {
  private constructor();

  /** Loads the solver and starts the workers. Rejects if the solver cannot be loaded. */
  static start(options?: StartOptions): Promise<Lab>;

  /** As start, but at once: what is asked of the lab before its worker has started waits for that. */
  static open(options?: StartOptions): Lab;

  /**
   * Resolves once a worker has its program, and with it what was asked of the lab by then:
   * from here on it needs nothing of the page's thread, which may be busy. Never rejects.
   */
  readonly awake: Promise<void>;

  /** Resolves once a worker has started. Rejects if the solver cannot be loaded. */
  readonly ready: Promise<void>;

  /**
   * Runs an experiment and gives its report. Experiments beyond the number of
   * workers wait their turn. A run that stopped short of its tolerance is no
   * error: the report's status says so.
   *
   * Rejects with an Error that carries the command line's sentence; with a
   * DOMException "AbortError" and the message "Cancelled" when the signal aborts.
   */
  run(spec: Experiment | string, options?: RunOptions): Promise<Report>;

  /**
   * What the importer sees in the data, without running anything. Rejects as run
   * does; the Error of a file that cannot be read as it is has a "refusal".
   */
  inspect(data: Data, options?: InspectOptions): Promise<Inspection>;

  /**
   * The text of a link to a document: what follows "#e=" in an address. Rejects
   * where the document is no good or too long for a link.
   */
  encode(document: LabDocument | string): Promise<string>;

  /**
   * Puts the rows of the user's file (its target and features) into a document, in
   * place of the file: it then needs the file no more, and comes to the same result.
   * Rejects where the file is not the document's.
   */
  inline(document: LabDocument | string, options: InspectOptions): Promise<LabDocument>;

  /**
   * Reads a link (its text or its whole address) or the text of a .lplab.json
   * file. Nothing is run. Rejects with one sentence where it is not exactly a
   * document.
   */
  decode(text: string): Promise<Linked>;

  /**
   * The experiment with a model of each type that can take its task, on the same
   * data, split and preprocessing, its strength chosen by the same search: run each
   * of them, and draw the figure "methods" of their reports.
   */
  variants(spec: Experiment | string): Promise<{ label: string; spec: Experiment }[]>;

  /**
   * Draws a figure of a report - of several, where it shows them over each other -
   * as SVG, or lists its numbers as CSV. Figures of the theory are of no report:
   * give null. Rejects with a sentence where the report lacks what the figure shows.
   */
  figure(report: Report | string | (Report | string)[] | null, name: FigureName, options?: FigureOptions): Promise<string>;

  /** Which figures can be drawn of a report, or of none. */
  figures(report: Report | string | (Report | string)[] | null, options?: { signal?: AbortSignal }): Promise<{ name: FigureName; shows: string }[]>;

  /** Ends every worker and frees their memory; what still runs is rejected. */
  close(): void;
}

export interface StartOptions {
  /** Experiments that run at the same time; 1 by default. One worker more is kept warm. */
  workers?: number;
  /** Where the solver's directory is served, if not beside lplab.js. */
  base?: string | URL;
}

/** The bytes of the user's own file. They are copied; the caller keeps them. */
export type Bytes = File | Blob | string | ArrayBuffer | ArrayBufferView;

export interface InspectOptions {
  /** The file, where the data's source is "file". */
  data?: Bytes;
  signal?: AbortSignal;
}

export interface RunOptions extends InspectOptions {
  /** Called at most every 50 ms. */
  onProgress?: (progress: Progress) => void;
  /** Asks for report.weights.values. */
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

export type FigureName =
  | "weights" | "fit" | "residuals" | "curve" | "margin" | "roc" | "convergence" | "convergence-time"
  | "path" | "validation" | "heat-map" | "draws" | "stability" | "compare" | "methods" | "memory"
  // of the theory
  | "classification-losses" | "hinge-losses" | "regression-losses" | "lp-balls";

export interface FigureOptions {
  /** "svg" by default. */
  format?: "svg" | "csv";
  /** Colours of the SVG; by default those that its reader's program prefers. */
  theme?: "light" | "dark" | "";
  signal?: AbortSignal;
}

export interface Progress {
  phase: string;
  /** Of this phase, in [0, 1]; 0 where unknown. */
  fraction: number;
  /** Seconds until the end of the solve, estimated; 0 where unknown. */
  remaining: number;
  iteration: number;
  dual: number;
  gap: number;
  /** Of the solves of a search or of a stability selection; 0 elsewhere. */
  solved: number;
  solves: number;
}

// The experiment

export interface Experiment {
  version?: 1;
  title?: string;
  data: Data;
  /** The column to predict; "y" for synthetic data. */
  target?: string;
  features?: string[];
  /** Formulas of columns, in place of features: ["x1", "x1^2", "log(x2)", "sin(2*pi*x1)"]. */
  basis?: string[];
  /**
   * The column that names the bag of each row, for kernel machines with a set kernel:
   * bags of points, in order of first appearance, are then what is split and predicted.
   */
  bag?: string;
  task?: "regression" | "classification";
  split?: { train?: number | number[]; validation?: number | number[]; test?: number | number[]; seed?: number };
  preprocess?: { standardize?: boolean; intercept?: boolean; missing?: "drop" | "mean" };
  model?: Model;
  solver?: {
    method?: "auto" | "newton" | "dual-gradient" | "proximal-gradient" | "primal-gradient" | "fista" | "coordinate-descent" | "ista" | "primal" | "dual";
    tolerance?: number;
    maxIterations?: number;
    strategy?: "auto" | "tensor" | "streamed" | "features" | "sparse";
  };
  selection?: {
    rule?: "nonzero" | "deviation" | "gap" | "count" | "share";
    count?: number;
    share?: number;
    /** Random halves of the training rows on which the selection is repeated. */
    resamples?: number;
    seed?: number;
  };
  search?: {
    criterion?: "path" | "validation" | "cross-validation";
    /** The grid of the model's own parameter. */
    gamma?: number[] | "auto";
    lambda?: number[] | "auto";
    C?: number[] | "auto";
    k?: number[] | "auto";
    count?: number;
    decades?: number;
    folds?: number;
    subsample?: number[];
    repeats?: number;
    metric?: "mse" | "mae" | "accuracy" | "balanced-accuracy" | "auc" | "log-loss";
    rule?: "minimum" | "1-se" | "given";
    seed?: number;
  };
}

export type Data =
  | { source: "synthetic"; n?: number; d?: number; relevant?: number; noise?: number; degree?: number; seed?: number }
  | { source: "sample"; name: string }
  | { source: "inline"; columns: string[]; rows: (number | string | null)[][] }
  | { source: "file"; name: string; sha256?: string; import?: Import };

/** How a file is read; what is left out is found out by looking at it. */
export interface Import {
  format?: "delimited" | "libsvm" | "json" | "arff";
  encoding?: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";
  delimiter?: "comma" | "semicolon" | "tab" | "bar" | "space";
  decimal?: "point" | "comma";
  /** Whether the first row names the columns. */
  header?: "yes" | "no";
  /** Whether double quotes enclose a cell or are ordinary characters. */
  quote?: "enclose" | "literal";
  /** Cells that mean a missing value besides the usual ones. */
  missing?: string[];
  /** Lines of another length: "refuse" when left out. */
  ragged?: "refuse" | "drop" | "pad";
}

/** What is fitted: lp regression where no type is given. */
export type Model =
  | {
      type?: "lp";
      kernel?: Kernel;
      /** A fraction such as "4/3", or a number in ]1, 2]. */
      p?: string | number;
      loss?: Loss;
      gamma?: number | "auto";
      subsample?: number;
      subsampleSeed?: number;
    }
  | { type: "least-squares" }
  | { type: "ridge" | "lasso"; lambda?: number | "auto" }
  | { type: "elastic-net"; lambda?: number | "auto"; ratio?: number }
  /** Groups of features or columns, which may overlap; without any, each column is one. */
  | { type: "group-lasso"; lambda?: number | "auto"; groups?: string[][] }
  | { type: "kernel-ridge"; kernel?: MercerKernel; lambda?: number | "auto" }
  | { type: "svm" | "kernel-logistic"; kernel?: MercerKernel; C?: number | "auto" }
  /**
   * Represents each row by the training rows of few classes; its decision value is the
   * norm of the coefficients of the second class less that of the first. Its objective
   * is the sum over the training rows.
   */
  | { type: "kernel-group-lasso"; kernel?: MercerKernel; lambda?: number | "auto" }
  | { type: "knn"; k?: number };

/** A kernel k(x, t) of two arguments, for kernel machines. */
export type MercerKernel =
  | { type: "linear" | "anova" | "min" }
  /** (constant + x.t)^degree */
  | { type: "polynomial"; degree?: number; constant?: number }
  /** exp(-beta ||x - t||^2); auto is 1 / the sum of the features' variances. */
  | { type: "gaussian"; beta?: number | "auto" }
  /** exp(a x.t) */
  | { type: "exponential"; a?: number }
  /** Coefficients of the powers of x.t, the constant first. */
  | { type: "series"; coefficients?: number[] }
  /** x.At, symmetric and positive semidefinite. */
  | { type: "matrix"; A: number[][] }
  /**
   * The mean of another over pairs of points of two bags; without `bag`, each row is a
   * bag of points with `dimension` numbers each.
   */
  | { type: "set"; dimension?: number; of?: [MercerKernel] }
  | { type: "sum" | "product"; of?: MercerKernel[] }
  | { type: "scale"; factor?: number; of?: [MercerKernel] }
  /** Coefficients, none negative, of the powers of another, the constant first. */
  | { type: "polynomial-of"; coefficients?: number[]; of?: [MercerKernel] }
  /** Another, of some features alone. */
  | { type: "compose"; columns: string[]; of?: [MercerKernel] };

/** A tensor kernel: a power series in S = sum of x_1 ... x_q over the coordinates. */
export type Kernel =
  | { type: "linear" }
  /** (constant + S)^degree; without a constant, the monomials of that degree alone. */
  | { type: "polynomial"; degree?: number; constant?: number }
  /** exp(a S), for a > 0; 1 when left out. */
  | { type: "exponential"; a?: number }
  /** 1 / (1 - S / radius), for rows whose sum of |x|^q is less than the radius. */
  | { type: "geometric"; radius?: number }
  /** Coefficients of the powers of S, the constant first. */
  | { type: "series"; coefficients?: number[] }
  | { type: "sum" | "product"; of?: Kernel[] };

export type Loss =
  | { type: "squared" | "absolute" | "logistic" | "hinge" | "smoothed-hinge" }
  | { type: "epsilon-insensitive"; epsilon?: number }
  | { type: "huber"; rho?: number }
  | { type: "quadratically-smoothed-hinge"; width?: number };

/** An experiment as it travels. */
export interface LabDocument extends Experiment {
  view?: View;
  result?: Result;
}

/** How a document is to be shown. */
export interface View {
  /** Within another page: only the result, and the controls that are not locked. */
  embed?: boolean;
  /** For a projector: one plot at a time, large, through which the arrow keys lead. */
  present?: boolean;
  /** Parts of the page ("data", "kernel", "norm", "search", "selection", "advanced", ...) and paths of fields. */
  hidden?: string[];
  /** Paths of fields, such as "model.gamma". */
  locked?: string[];
  steps?: { text: string; set?: Record<string, unknown> }[];
}

/** Identifies what a run came to. */
export interface Result {
  engine: string;
  /** Hash of the rows and their targets. */
  data: string;
  /** Hash of the dual and of the listed weights, to 8 digits. */
  digest: string;
}

export interface Linked {
  document: LabDocument;
  /** What a run may take; null where only the user's file could tell. */
  seconds: number | null;
}

// The report

export interface Report {
  version: 1;
  /** The experiment with every default filled in. */
  spec: Experiment;
  status: "converged" | "iteration-limit" | "cancelled" | "stalled";
  solver: {
    method: string;
    strategy: string;
    reason: string;
    iterations: number;
    passes: number;
    seconds: { build: number; solve: number };
  };
  objective: {
    dual: number;
    primal: number;
    gap: number;
    /** What certifies the solution in place of the gap: the residual, or that nothing is minimised. */
    certificate?: "residual" | "exact";
    /** Of the optimality conditions. */
    residual?: number;
    /** `primal` is the objective at the method's own weights. */
    history: { dual: number; gap: number; primal: number; seconds: number }[];
  };
  /** The value used of the model's own parameter. */
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  /** f(x) = intercept + sum of alpha_i k(x_i, x), of models with a kernel of two arguments. */
  alpha?: number[];
  /** 0-based rows of the data that the model is of. */
  alphaRows: number[];
  /** Support vector machines: the rows whose alpha is not 0. */
  support?: number[];
  /** Linear models, by feature: of the features as the model sees them. */
  coefficients?: Record<string, number>;
  intercept: number;
  /** What the hat matrix of least squares, ridge or kernel ridge (of at most 2,000 rows) tells, by training row. */
  linear?: {
    rank?: number;
    freedom?: number;
    leverages?: number[];
    /** The residual of each row in the model of the others; null where these say nothing of it. */
    leaveOneOut?: (number | null)[];
    leaveOneOutMSE?: number;
    /** Of few features, the best of each number. */
    subsets?: { examined: number; best: { features: string[]; squares: number }[] };
  };
  /** 0-based rows of the data, or bags where there are such. */
  rows: Parts<number>;
  /** Names of the bags. */
  bags?: string[];
  actual: Parts<number>;
  predictions: Parts<number>;
  /** The model as a function of its input, where it has a single one, in the units of the data. */
  curve?: { feature: string; x: number[]; y: number[]; at: Parts<number> };
  /** The labels of -1 and +1. */
  classes?: [string, string];
  metrics: { train: Metric; validation?: Metric; test?: Metric };
  /** Absent where a model has none. */
  weights?: Weights;
  tensor?: { order: number; points: number; entries: number; bytes: number };
  stability?: { resamples: number; top: { index: number; label: string; share: number; relevant?: boolean }[] };
  search?: Searched;
  /** The model that the search picked; everything else is of it. */
  chosen?: Chosen;
  features: string[];
  warnings?: string[];
  result: Result;
}

/** A model that a search picked, by the name of its parameter. */
export interface Chosen {
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  subsample?: number;
}

export interface Searched {
  criterion: string;
  metric?: string;
  scale: number;
  /** The grid, under the name of the model's own parameter; ascending. */
  gamma?: number[];
  lambda?: number[];
  C?: number[];
  k?: number[];
  subsample?: number[];
  /** A row for each subsample, or one, with a score for each gamma; absent for a path. */
  scores?: { mean: number; error: number; values?: number[] }[][];
  /** What the two rules choose, as indices: of the subsample, and in the grid, whatever its parameter. */
  minimum?: { subsample: number; gamma: number };
  oneError?: { subsample: number; gamma: number };
  /** The same choices by the name of the parameter. */
  rules?: { minimum: Chosen; oneError: Chosen };
  /** For each subsample the metric of every draw, at its best gamma. */
  draws?: { gamma: number; validation: number[]; test?: number[] }[];
  path: {
    points: { gamma?: number; lambda?: number; C?: number; k?: number; status: string; passes: number; dual: number; gap: number; normPower: number; selected: number; metrics: Record<string, Metric> }[];
    /** The weights that are largest anywhere on the path, by gamma. */
    weights: { index: number; label: string; values: number[]; relevant?: boolean }[];
  };
  passes: number;
  seconds: number;
}

export interface Parts<T> {
  train: T[];
  validation?: T[];
  test?: T[];
}

export interface Metric {
  mse?: number;
  mae?: number;
  r2?: number;
  accuracy?: number;
  balancedAccuracy?: number;
  auc?: number;
  logLoss?: number;
  /** Counts as [actual][predicted], -1 before +1. */
  confusion?: [[number, number], [number, number]];
}

export interface Weights {
  count: number;
  infinite?: boolean;
  maxDegree: number;
  /** Of the examined monomials, ascending. */
  degrees: number[];
  norm: number;
  normPower: number;
  listedShare: number;
  examinedShare: number;
  threshold: number;
  selected: number;
  top: Weight[];
  truth?: Weight[];
  /** Every examined weight in monomial order, where allWeights asked for it. */
  values?: Float64Array;
}

export interface Weight {
  index: number;
  monomial: Record<string, number>;
  label: string;
  value: number;
  coefficient: number;
  relevant?: boolean;
}

// What the importer sees

export interface Inspection {
  rows: number;
  columns: {
    name: string;
    type: string;
    missing: number;
    min?: number;
    max?: number;
    mean?: number;
    levels?: string[];
    usable: boolean;
  }[];
  warnings: string[];
  /** How the file was read, with a confidence for each guess. */
  findings?: Findings;
  /** The findings that somebody should look at. */
  unsure?: (keyof Findings)[];
  /** The first rows of the first 100 columns, as written. */
  preview: string[][];
}

export interface Findings {
  format: Finding;
  encoding: Finding;
  delimiter: Finding;
  decimal: Finding;
  header: Finding;
  /** Of delimited text alone. */
  quote?: Finding;
  /** The codes given; its alternatives are numbers that look like some. */
  missing?: Finding;
  ragged?: Finding;
  /** Whether the file was compressed. */
  gzip?: boolean;
  /** How many lines have another length than the others. */
  raggedLines?: number;
}

export interface Finding {
  value: string;
  /** In [0, 1]. */
  confidence: number;
  reason: string;
  /** Other values that would make sense of the file. */
  alternatives?: string[];
  /** The format leaves no choice. */
  fixed?: boolean;
}

/** What an Error tells of a file that cannot be read as it is. */
export interface Refusal {
  /** The setting of Import that may mend it, or "". */
  setting: keyof Import | "";
  /** What was found until then. */
  findings: Findings;
}
