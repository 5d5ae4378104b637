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
   * Resolves once a worker has its program and the requests until then: it does not wait
   * for the page's thread after that. Never rejects.
   */
  readonly awake: Promise<void>;

  /** Resolves once a worker has started. Rejects if the solver cannot be loaded. */
  readonly ready: Promise<void>;

  /**
   * Runs an experiment and gives its report. Experiments beyond the number of
   * workers wait. A run that does not reach its tolerance is no error: see the
   * report's status.
   *
   * Rejects with an Error that has the message of the command line; with a
   * DOMException "AbortError" and the message "Cancelled" when the signal aborts.
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
  inline(document: LabDocument | string, options: InspectOptions): Promise<LabDocument>;

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
  dependence(model: ModelFile | string, columns: string | string[], options?: FigureOptions & Pick<RunOptions, "data">): Promise<string>;

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
  /** Where the solver's directory is served, if not beside lplab.js. */
  base?: string | URL;
}

/** The bytes of the user's own file. They are copied; the caller keeps them. */
export type Bytes = File | Blob | string | ArrayBuffer | ArrayBufferView;

export interface InspectOptions {
  /** The file, where the data's source is "file"; or that and the test file, where the data have one. */
  data?: Bytes | Bytes[];
  /** Called at most every 50 ms. */
  onProgress?: (progress: Required<Omit<Progress, "primal">>) => void;
  signal?: AbortSignal;
  /** How many columns to describe at most, beside the likely target; 0 for all. */
  columns?: number;
  /** One more column to describe. */
  name?: string;
}

export interface RunOptions extends InspectOptions {
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
export type ReportOfClasses = Omit<Report, "objective" | "alpha" | "support" | "coefficients" | "intercept" | "linear" | "curve" | "weights" | "reweighting" | "stability" | "predictions"> & {
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

export interface ModelOptions extends Pick<RunOptions, "data" | "onProgress" | "signal"> {
  /** false: rejects where the model is not at hand, instead of running the experiment again. */
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
  /** How many rows to give at most; all are predicted and counted. */
  limit?: number;
  /** Adds "error": how far a decision value may lie from that of the exact minimum; of the optimisation alone. */
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

// -- Written by app/typings from core/experiment, core/reports/figure and core/data/table: change it there. --

export type FigureName = "weights" | "fit" | "residuals" | "curve" | "margin" | "roc" | "confusion" | "convergence" | "convergence-time" | "objective" | "objective-time" | "path" | "validation" | "heat-map" | "draws" | "stability" | "importance" | "interactions" | "pairs" | "compare" | "methods" | "memory" | "classification-losses" | "hinge-losses" | "regression-losses" | "lp-balls";

export interface Experiment {
  /** Version of the experiment format. */
  version?: number;
  /** A short description of the experiment. */
  title?: string;
  data: Data;
  /** Column to predict. */
  target?: string;
  /** Columns used to predict the target; by default all usable ones. */
  features?: string[];
  /** Formulas used as features, beside those listed, or in place of all columns: x1, x1^2, x1*x2, log(x2), sin(2*pi*x1). */
  basis?: string[];
  /** Column with the name of the bag of each line. Bags are the observations of kernel machines with a set kernel. */
  bag?: string;
  /** Predict a number, or one of 2 to 50 classes. */
  task?: "regression" | "classification";
  split?: {
    /** Rows to fit the model. */
    train?: number | number[];
    /** Rows to choose between models. */
    validation?: number | number[];
    /** Rows to measure the final errors. */
    test?: number | number[];
    /** Seed of the random split. */
    seed?: number;
    /** Column of dates or numbers: the earliest rows are for training, the latest for the test. By default the split is random. */
    order?: string;
    /** Column that names persons or other groups: all rows of a group are in one part of the split, one fold, and one half in stability selection. */
    groups?: string;
    /** Split each class separately, so that every part has about the same share of it. */
    stratify?: boolean;
  };
  preprocess?: {
    /** Scale each column to mean 0 and standard deviation 1 over the training rows. */
    standardize?: boolean;
    /** Add an unpenalised constant. */
    intercept?: boolean;
    /** Drop rows with a missing cell, or impute the training mean (the most frequent level). */
    missing?: "drop" | "mean";
  };
  model?: Model;
  selection?: {
    /** Rule that selects weights. */
    rule?: "nonzero" | "deviation" | "gap" | "count" | "share" | "permutation" | "stability" | "knockoffs";
    /** Number of selected weights. */
    count?: number;
    /** Share of the sum of |w|^p that the selected weights have. */
    share?: number;
    /** Probability of any selection if the target does not depend on the columns; 0 for no noise floor. */
    level?: number;
    /** Number of permuted targets for the noise floor. */
    permutations?: number;
    /** Bound on the expected number of falsely selected weights. */
    falseSelections?: number;
    /** Expected share of false selections. */
    fdr?: number;
    /** Select monomials or whole columns. */
    of?: "monomials" | "columns";
    /** Number of random halves of the training rows on which the selection is repeated; 0 for none. */
    resamples?: number;
    /** Number of folds over which selection and refit are repeated, for metrics on held-out rows; 0 for none. */
    folds?: number;
    /** Seed of the random halves, permutations, knockoffs and folds. */
    seed?: number;
  };
  solver?: {
    /** Algorithm; auto chooses by loss and size. */
    method?: "auto" | "newton" | "dual-gradient" | "proximal-gradient" | "primal-gradient" | "coordinate-descent" | "ista" | "fista" | "primal" | "dual";
    /** Duality gap, relative to the objective, at which a run has converged. */
    tolerance?: number;
    /** Largest number of iterations of a run. */
    maxIterations?: number;
    /** Evaluation by the Gram tensor (stored or recomputed in part), explicit features, a truncated series, or non-zero cells; auto chooses the cheapest. */
    strategy?: "auto" | "tensor" | "streamed" | "features" | "truncated" | "sparse";
  };
  search?: {
    /** Fit models of many strengths: to show the path of the solutions, or to choose by the error on validation rows or over folds. */
    criterion?: "path" | "validation" | "cross-validation";
    /** Gammas to fit; auto is an even logarithmic grid about the scale of gamma. */
    gamma?: number[] | "auto";
    /** Lambdas to fit; auto is an even logarithmic grid computed from the data. */
    lambda?: number[] | "auto";
    /** Values of C to fit; auto is an even logarithmic grid computed from the data. */
    C?: number[] | "auto";
    /** Numbers of neighbours to fit; auto goes from 1 to half of the rows. */
    k?: number[] | "auto";
    /** Number of values of the automatic grid. */
    count?: number;
    /** Number of powers of ten of the automatic grid: for gamma centred at its scale, otherwise starting at the simplest model; auto goes from 0.1 to 10,000 times the scale of gamma. */
    decades?: number | "auto";
    /** Number of parts of the training rows; each is predicted by a model fitted to the others. */
    folds?: number;
    /** Subsample sizes to compare; each subsample is part of the next larger one. */
    subsample?: number[];
    /** Number of random draws of the subsamples; errors are averaged. */
    repeats?: number;
    /** Number of further values between the best of the grid and each of its neighbours. */
    refine?: number;
    /** Values of p to compare. */
    p?: (string | number)[];
    /** Degrees of a polynomial kernel to compare. */
    degree?: number[];
    /** Exponents r to compare, ascending. */
    r?: (string | number)[];
    /** Choose the number of reweighting steps: 0, 1, 2, 4, 8, ... up to the number of the model. */
    steps?: boolean;
    /** Error or score of the search. */
    metric?: "mse" | "mae" | "accuracy" | "balanced-accuracy" | "auc" | "log-loss";
    /** Choose the model with the smallest error, or the most regularised one within one standard error of it, or keep the entered one. */
    rule?: "minimum" | "1-se" | "given";
    /** Seed of the random folds and subsamples. */
    seed?: number;
  };
}

/** How a file is read; by default as its contents suggest. */
export interface Import {
  /** Format of the file; by default detected from its contents. */
  format?: "delimited" | "libsvm" | "json" | "arff";
  /** Character encoding of the file. */
  encoding?: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";
  /** Separator of the cells of a line. */
  delimiter?: "comma" | "semicolon" | "tab" | "bar" | "space";
  /** Separator of the integer and the fractional part of a number. */
  decimal?: "point" | "comma";
  /** Line of the file in which the table begins, with its header or its first row. The lines above it are left out. */
  start?: number;
  /** Whether the first row contains the column names. */
  header?: "yes" | "no";
  /** Whether double quotes enclose cells or are ordinary characters. */
  quote?: "enclose" | "literal";
  /** Further codes of missing cells, such as -999, besides blank, NA, N/A, ?, a point, NaN and NULL. */
  missing?: string[];
  /** Columns of numbers that are codes of categories, such as 1 for red and 2 for blue. */
  codes?: string[];
  /** Treatment of lines with more or fewer cells than the others. */
  ragged?: "refuse" | "drop" | "pad";
  /** Columns of dates are left out, or their year, month, day, weekday and hour are columns. Day or month first is for dates with an ambiguous order. */
  dates?: "text" | "parts" | "day-first" | "month-first";
}

export type Data =
  | {
      source: "synthetic";
      /** Number of synthetic rows. */
      n?: number;
      /** Number of synthetic columns x1, x2, ..., each standard normal. */
      d?: number;
      /** Number of monomials in the target. */
      relevant?: number;
      /** Standard deviation of the noise added to the target. */
      noise?: number;
      /** Degree of the monomials in the target. */
      degree?: number;
      /** Seed of the random rows, weights and noise. */
      seed?: number;
    }
  | {
      source: "sample";
      /** Name of the bundled data set, or of the file. */
      name: string;
    }
  | {
      source: "inline";
      /** Names of the columns of the rows in the experiment. */
      columns: string[];
      /** The rows: a number, a text or null (missing) for each column. */
      rows: (number | string | null)[][];
    }
  | {
      source: "file";
      /** Name of the bundled data set, or of the file. */
      name: string;
      /** Hash of the file's contents; other files are refused. */
      sha256?: string;
      test?: {
        /** A second file with the test rows; the rows of the first are split into training and validation rows. */
        name?: string;
        /** Hash of the test file's contents; other files are refused. */
        sha256?: string;
      };
      import?: Import;
    };

/** What is fitted; by default an lp model. */
export type Model =
  | {
      type?: "lp";
      kernel?: Kernel;
      /** Exponent of the penalty; values near 1 give few large weights. */
      p?: string | number;
      /** Exponent of the penalty after reweighting, below p: 1 for the lasso penalty, less for sparser weights. */
      r?: string | number;
      /** Largest number of refits on reweighted features; refits end when the weights no longer change. */
      steps?: number;
      loss?: Loss;
      /** Weight of the loss; auto is the scale at which the fit becomes as large as the target. */
      gamma?: number | "auto";
      /** Number of training rows used for the fit; by default all. */
      subsample?: number;
      /** Seed of the random subsample. */
      subsampleSeed?: number;
    }
  | {
      type: "least-squares";
    }
  | {
      type: "ridge" | "lasso" | "relaxed-lasso";
      /** Weight of the penalty; auto is computed from the data. */
      lambda?: number | "auto";
    }
  | {
      type: "elastic-net";
      /** Weight of the penalty; auto is computed from the data. */
      lambda?: number | "auto";
      /** Share of the lasso penalty; the rest is the ridge penalty. */
      ratio?: number;
    }
  | {
      type: "group-lasso";
      /** Weight of the penalty; auto is computed from the data. */
      lambda?: number | "auto";
      /** Features selected together: commas within a group, semicolons between groups; by default each column is a group. */
      groups?: string[][];
    }
  | {
      type: "kernel-ridge" | "kernel-group-lasso";
      kernel?: MercerKernel;
      /** Weight of the penalty; auto is computed from the data. */
      lambda?: number | "auto";
      /** Number of training rows used for the fit; by default all. */
      subsample?: number;
      /** Seed of the random subsample. */
      subsampleSeed?: number;
    }
  | {
      type: "svm" | "kernel-logistic";
      kernel?: MercerKernel;
      /** Weight of the loss; auto is computed from the data. */
      C?: number | "auto";
      /** Number of training rows used for the fit; by default all. */
      subsample?: number;
      /** Seed of the random subsample. */
      subsampleSeed?: number;
    }
  | {
      type: "knn";
      /** Number of nearest training rows that determine a prediction. */
      k?: number;
    };

/** A tensor kernel of lp models: a power series in S, the sum of x_1 ... x_q over the coordinates. */
export type Kernel =
  | {
      type: "linear";
    }
  | {
      type: "polynomial";
      /** Degree of the monomials. */
      degree?: number;
      /** Constant added before the power; a positive one includes lower degrees. */
      constant?: number;
    }
  | {
      type: "exponential";
      /** The kernel is exp(a S), with S = x·t for two arguments; auto is 1 / the largest sum of |x|^q of the training rows. */
      a?: number | "auto";
    }
  | {
      type: "geometric";
      /** The series 1 + S/r + (S/r)² + ... needs rows with a sum of |x|^q below r; auto is twice the largest sum of the training rows. */
      radius?: number | "auto";
    }
  | {
      type: "series";
      /** Coefficients of the powers of S, or of another kernel, constant first: 0, 1, 0.5 is S + S²/2. */
      coefficients?: number[];
    }
  | {
      type: "sum" | "product";
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: Kernel[];
    };

/** A kernel k(x, t) of two arguments, for kernel machines. */
export type MercerKernel =
  | {
      type: "linear" | "anova" | "min";
    }
  | {
      type: "polynomial";
      /** Degree of the monomials. */
      degree?: number;
      /** Constant added before the power; a positive one includes lower degrees. */
      constant?: number;
    }
  | {
      type: "exponential";
      /** The kernel is exp(a S), with S = x·t for two arguments; auto is 1 / the largest sum of |x|^q of the training rows. */
      a?: number | "auto";
    }
  | {
      type: "series";
      /** Coefficients of the powers of S, or of another kernel, constant first: 0, 1, 0.5 is S + S²/2. */
      coefficients?: number[];
    }
  | {
      type: "gaussian";
      /** The kernel is exp(-beta ‖x - t‖²); auto is 1 / the total variance of the features. */
      beta?: number | "auto";
    }
  | {
      type: "matrix";
      /** The kernel is x·A t, with a row and a column for each feature: commas within a row, semicolons between rows. */
      A: number[][];
    }
  | {
      type: "set";
      /** Number of coordinates of a point, if each row is a bag of consecutive points. */
      dimension?: number;
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: [MercerKernel];
    }
  | {
      type: "sum" | "product";
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: MercerKernel[];
    }
  | {
      type: "scale";
      /** Factor of the kernel. */
      factor?: number;
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: [MercerKernel];
    }
  | {
      type: "compose";
      /** Features used by the kernel. */
      columns: string[];
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: [MercerKernel];
    }
  | {
      type: "polynomial-of";
      /** Coefficients of the powers of S, or of another kernel, constant first: 0, 1, 0.5 is S + S²/2. */
      coefficients?: number[];
      /** Kernels combined by this one, such as linear, polynomial(2), exponential; parameters in parentheses. */
      of?: [MercerKernel];
    };

export type Loss =
  | {
      type: "squared" | "absolute" | "logistic" | "hinge" | "smoothed-hinge";
    }
  | {
      type: "epsilon-insensitive";
      /** Errors up to this size have no cost. */
      epsilon?: number;
    }
  | {
      type: "huber";
      /** Errors above this size have linear cost. */
      rho?: number;
    }
  | {
      type: "quadratically-smoothed-hinge";
      /** Width of the quadratic part of the loss below the margin 1. */
      width?: number;
    };

/**
 * Report is the outcome of an experiment. With more than two classes, the JSON has objective,
 * alpha, support, coefficients, intercept, linear, curve, weights, reweighting and stability as
 * lists by class, and a list of decision values, one for each class, as prediction of a row; the
 * class of the largest is predicted.
 */
export interface Report {
  version: number;
  /** every default filled in */
  spec: Experiment;
  status: "converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated";
  solver: SolverReport;
  objective: Objective;
  /** absent without a kernel */
  alpha?: number[];
  /** svm: the data rows with an alpha other than 0 */
  support?: number[];
  /**
   * Coefficients has the coefficients of a linear model by feature, for standardised features if
   * the experiment standardises them. A prediction is Intercept and the sum of their products
   * with the features.
   */
  coefficients?: Record<string, number>;
  intercept: number;
  /**
   * Linear describes the hat matrix of least squares, ridge and, with few enough rows, kernel
   * ridge.
   */
  linear?: Linear;
  /** f(x) of the rows of each part, in order; the decision value for classification */
  predictions: Parts;
  /** where there is a single input */
  curve?: Curve;
  /** absent where a model has none */
  weights?: Weights;
  /** with model.r: the lp problem, and each step after it */
  reweighting?: Reweighting[];
  stability?: Stability;
  /** of models with weights */
  selection?: Selected;
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  /** Kernel is the kernel used, with numbers in place of "auto"; absent for models without a kernel. */
  kernel?: Kernel | MercerKernel;
  /** 0-based data rows that the model is fitted to: the training rows, or a subsample of them */
  alphaRows: number[];
  /** 0-based data rows, or bags, of each part, in order */
  rows: Parts;
  /** names of the bags; with bags, each is one row of the report */
  bags?: string[];
  /** y (two classes: -1 or +1; more: the index in Classes), in the order of Rows */
  actual: Parts;
  /** classification: the labels; with two classes those of -1 and +1 */
  classes?: string[];
  /** by part with rows: "train", "validation" and "test" */
  metrics: Record<string, Metric>;
  /** absent if q is not an even integer, so there is no tensor kernel */
  tensor?: Tensor;
  search?: Searched;
  /** the model that the search chose: the other fields belong to it */
  chosen?: Chosen;
  /** names of the design's columns, one-hot columns included */
  features: string[];
  /**
   * Importance lists the columns of a model without weights, the most important first; absent with
   * bags, a single judged row, or a very large model.
   */
  importance?: ColumnImportance[];
  warnings?: string[];
  /** Model predicts further rows. It is absent unless it was requested. */
  model?: ModelFile;
  /** hashes by which two runs are compared */
  result: Result;
}

/** Progress is the progress of a running experiment. */
export interface Progress {
  /** "read", "build", "search", "solve", "stability", "weights", "predict" */
  phase: string;
  /** of this phase, or of a long pass of the solve, in [0,1]; 0 where unknown */
  fraction: number;
  /** estimated seconds until the solve ends; 0 where unknown */
  remaining?: number;
  iteration?: number;
  dual?: number;
  gap?: number;
  /** as in Record */
  primal?: number;
  /** of a search's or a stability selection's Solves */
  solved?: number;
  solves?: number;
}

/** Inspection describes a table and how its file was read, as JSON. */
export interface Inspection {
  rows: number;
  columns: ColumnSummary[];
  /** number of all columns */
  total: number;
  /** the most likely target; "" if no column is usable */
  target: string;
  /** the column that the others are correlated with */
  against?: string;
  warnings: string[];
  /** of tables read from a file */
  findings?: Findings;
  /** the Findings to check, by their JSON names */
  unsure?: string[];
  /** the first rows of the first columns, as written */
  preview: string[][];
}

/**
 * Refused is the error of Read: a sentence, with the option that may correct it without a change of the
 * file.
 */
export interface Refusal {
  /** Setting is the name of that option in the JSON of Findings; "" for none. */
  setting: string;
  /** findings before the error */
  findings: Findings;
}

/**
 * ModelFile is a fitted model with all that is needed to predict from the cells of a file. A row is
 * coded as D features, and every function maps these to a decision value. web/docs/model.md describes
 * the format.
 */
export interface ModelFile {
  /** ModelFileKind */
  kind: string;
  version: number;
  /** model.type of the experiment */
  type: string;
  task: string;
  target: string;
  /**
   * Classes are the labels. With two classes the first is predicted if the decision value is
   * negative; with more the class with the largest decision value is predicted.
   */
  classes?: string[];
  /**
   * Probability is "logistic" if 1/(1 + exp(-f)) is the probability of the class with the decision
   * value f; with more than two classes these values are divided by their sum.
   */
  probability?: string;
  /** the column that names the bag of each row */
  bag?: string;
  /**
   * Decimal is the decimal mark of the file of the training rows, "." or ",", and Group its mark between
   * thousands, ",", ".", " " or "'"; absent where they are not known.
   */
  decimal?: string;
  group?: string;
  /**
   * Missing is "drop" if a row with a missing cell has no prediction, or "mean" if the cell is
   * replaced by the training mean or the most frequent level.
   */
  missing: string;
  /** the columns of the table that the model reads */
  columns: ModelColumn[];
  /** the D features, in the order of the columns of Points */
  features: ModelFeature[];
  kernel?: Kernel | MercerKernel;
  /** exponent of the norm, for functions with Alpha of type lp */
  p?: number | string;
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  points?: ModelPoints;
  /** Refit is set if the functions are least squares fits on the selected monomials. */
  refit?: boolean;
  /**
   * Functions has one function for a regression and for two classes, and otherwise one for each
   * class. A function with Values is the only one, and decides among all classes.
   */
  functions: ModelFunction[];
  experiment: Experiment;
  result: Result;
}

/** Comparison is a table of models on the same rows. */
export interface Comparison {
  columns: ComparedColumn[];
  /** a row for each report, a cell for each column */
  rows: ComparedCell[][];
  /** a sentence; "" of a single report */
  best: string;
}

/** Record is one iteration of the history. */
export interface Iteration {
  dual: number;
  gap: number;
  /**
   * Primal is the primal objective at the weights of the iterate: gap - dual, except for a method of
   * the primal, which has other weights than those of its alpha.
   */
  primal: number;
  seconds: number;
  /**
   * Step is the step of the reweighting, 0 for the lp problem. Every step minimises a function of
   * its own.
   */
  step?: number;
}

/** SolverReport describes the run: its method and strategy, the reason for the strategy, and the cost. */
export interface SolverReport {
  method: string;
  strategy: string;
  /** why this strategy, with the costs compared */
  reason: string;
  /** Degree is the degree at which the series of the kernel is truncated; absent if it is not truncated. */
  degree?: number;
  /**
   * Stored is StoredHalf if entries of the tensor are held in 32 bits for lack of memory, and otherwise
   * absent. The result and its certificate are computed with these entries as float64. The history
   * begins with the iterations on the tensor with rounded entries.
   * StoredHalf
   */
  stored?: string;
  iterations: number;
  /** contractions, linesearch trials included */
  passes: number;
  seconds: Seconds;
}

/** Objective is the certificate at the returned alpha, and the history of the iterations. */
export interface Objective {
  dual: number;
  primal: number;
  /** primal + dual >= 0, summed without cancellation */
  gap: number;
  /**
   * Rounding is a bound on the difference of the exact gap and Gap that is due to rounding in the
   * fitted values.
   */
  rounding?: number;
  /**
   * Truncation is a bound on the part of the dual beyond the degree of a truncated series. Dual and
   * Gap include it, so they are upper bounds on those of the whole series.
   */
  truncation?: number;
  /**
   * RelativeGap is (Gap + Rounding) / max(|Primal|, |Dual|), which does not depend on
   * units.
   */
  relativeGap: number;
  /**
   * Certificate is the type of the certificate; absent if it is the gap.
   * CertificateExact
   */
  certificate?: string;
  /** Local is set if the solution is a local minimum: for reweighting with r < 1. */
  local?: boolean;
  /** Status is the status of the model of a class, with more than two classes. */
  status?: "converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated";
  /** Residual is the residual of the optimality conditions, relative to the size of their terms. */
  residual?: number;
  /** Errors are bounds on the distance from the exact minimum; for lp models without reweighting. */
  errors?: Errors;
  history: Iteration[];
}

/** Linear describes a method with a hat matrix H: the fit is H y. */
export interface Linear {
  /** of the features, least squares */
  rank?: number;
  /** effective degrees of freedom, the trace of H */
  freedom?: number;
  /** the diagonal of H, by training row */
  leverages?: number[];
  /**
   * LeaveOneOut is the residual of each training row for the model of the other rows; null if these
   * do not determine it.
   */
  leaveOneOut?: (number | null)[];
  /** LeaveOneOutMSE is the mean of the squares of LeaveOneOut. */
  leaveOneOutMSE?: number;
  /** least squares on few features */
  subsets?: Subsets;
}

/** Parts holds one list for each part of the split. */
export interface Parts {
  train: number[];
  validation?: number[];
  test?: number[];
}

/** Curve is the model as a function of its single input, in the units of the data. */
export interface Curve {
  feature: string;
  /** ascending; somewhat wider than the range of the data */
  x: number[];
  /** f(x), as in Predictions */
  y: number[];
  /** the input of the rows of each part */
  at: Parts;
}

/** Weights describes the vector w over monomials. */
export interface Weights {
  /** weights examined: all of them for a finite feature map */
  count: number;
  /** the feature map has infinitely many weights, as that of the exponential kernel */
  infinite?: boolean;
  /** highest degree examined */
  maxDegree: number;
  /** of the examined monomials, ascending */
  degrees: number[];
  /** ||w||_p */
  norm: number;
  /** ||w||_p^p = alpha . omega, exact */
  normPower: number;
  /** share of ||w||_p^p of the weights in Top */
  listedShare: number;
  /** share of ||w||_p^p of all examined weights: 1 for a finite map */
  examinedShare: number;
  /** of the selection's rule, such as twice the standard deviation of the examined weights [H sec. 6.3] */
  threshold: number;
  /** number of selected weights: those with |value| > Threshold, unless Marked */
  selected: number;
  /** the rule does not select by size: Weight.Selected marks the selected ones, and Threshold is 0 */
  marked?: boolean;
  /** number of examined weights that are not 0 */
  nonzero: number;
  /** by falling |value| */
  top: Weight[];
  /** synthetic data: the planted weights */
  truth?: Weight[];
  /**
   * Importance lists the columns, and Interactions the pairs of columns, by the share of
   * ||w||_p^p of all examined monomials that contain them; the largest are listed, falling. A monomial
   * counts for each of its columns, so the shares can add up to more than 1.
   */
  importance?: ColumnShare[];
  interactions?: ColumnShare[];
  /** Recovery counts the selected weights against the planted ones. */
  recovery?: Recovery;
  /**
   * TrustRows is the number of training rows that a reweighted selection of this size needs to
   * be reliable. With fewer rows the report has a warning.
   */
  trustRows?: number;
}

/**
 * Reweighting is one step from the penalty of p to that of r. Step 0 is the lp problem over all
 * monomials; the other steps are fitted to its largest weights.
 */
export interface Reweighting {
  step: number;
  /** number of features of the step */
  features: number;
  /** share of ||w||_p^p of the previous step on these features */
  listedShare: number;
  /**
   * Objective is gamma sum L + (1/r) sum |w|^r. For step 0 it is computed at the weights that the next
   * step starts from.
   */
  objective: number;
  status: "converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated";
  /** duality gap of the lp problem of the step */
  gap: number;
  iterations: number;
  /** number of weights that are not 0 */
  nonzero: number;
  /** LassoGap is, for r = 1, the gap of the lasso with the features of step 1. */
  lassoGap?: number;
  /**
   * Moved is set if the step starts from weights with a lower objective, found by a local search, and
   * not from the weights of the step before.
   */
  moved?: boolean;
}

/**
 * Stability has the share of models of random halves of the training rows that select each monomial
 * (Meinshausen and Buehlmann, Stability selection, JRSS B
 * 2010).
 */
export interface Stability {
  resamples: number;
  /** by falling share */
  top: Frequency[];
  statuses?: ("converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated")[];
  /** as Objective.RelativeGap */
  relativeGaps?: number[];
}

/** Selected is the outcome of a rule of selection, with the metrics of the selected weights alone. */
export interface Selected {
  rule: string;
  /** knockoffs: SelectMonomials or SelectColumns */
  of?: string;
  /** labels of monomials, or names of columns, by falling weight; at most 1000 */
  selected: string[];
  /**
   * Level, Bound or FDR is the error that the rule controls; a rule without error control has none of
   * them. Bound is the bound on the expected number of false selections.
   */
  level?: number;
  bound?: number;
  fdr?: number;
  /**
   * Threshold is the least statistic of a selected weight: for stability a share of the halves,
   * for knockoffs a difference. It is absent if it is infinite, so that nothing is selected, and for
   * a selection by size, which has Weights.Threshold.
   */
  threshold?: number;
  /** stability: number of weights, the largest, that each half selects */
  perHalf?: number;
  /**
   * Statistics are the differences of absolute weights between a feature and its knockoff; the
   * largest in absolute value are listed.
   */
  statistics?: Statistic[];
  knockoffs?: Knockoffs;
  /** Assumptions are sentences: the assumptions of the rule, and those known to be violated. */
  assumptions: string[];
  /** Orphans are the selected products with columns that are not selected as single features. */
  orphans?: Orphan[];
  /** Refit is least squares on the selected monomials; absent if they are too many. */
  refit?: Refit;
}

/** Parts holds one list for each part of the split. */
export interface Parts {
  train: number[];
  validation?: number[];
  test?: number[];
}

/**
 * Metric holds the errors of one part. Regression: mse, mae, r2.
 * Classification: accuracy, balancedAccuracy, auc, logLoss, and the confusion
 * counts; for the model of the report, but not for those of a path, also baseline and perClass. A value that is
 * not defined (r2 of a constant target, auc of one class) is nil.
 */
export interface Metric {
  mse?: number;
  mae?: number;
  r2?: number;
  accuracy?: number;
  /** BalancedAccuracy is the mean over the classes of the share of their rows that is predicted correctly. */
  balancedAccuracy?: number;
  /** AUC is, with more than two classes, the mean of the AUC of each class against the rest. */
  auc?: number;
  /**
   * LogLoss is the mean of log(1 + exp(-y f)); with more than two classes, for the logistic loss
   * alone, the mean of -log p, where p is the share of 1/(1 + exp(-f)) of the row's class in the
   * sum over the classes.
   */
  logLoss?: number;
  /**
   * Confusion counts rows as [actual][predicted], in the order of the classes; absent
   * along a path of more than two.
   */
  confusion?: number[][];
  /**
   * Baseline is the accuracy of always predicting the most frequent class of the
   * training rows; in a regression, the MSE of always predicting their mean.
   */
  baseline?: number;
  /** PerClass is in the order of the classes. */
  perClass?: ClassMetric[];
}

/** Tensor is the size of the packed Gram tensor of the problem, also if it was not built. */
export interface Tensor {
  order: number;
  points: number;
  entries: number;
  bytes: number;
}

/** Searched is the result of a search. */
export interface Searched {
  criterion: string;
  metric?: string;
  /** the scale about which an automatic grid is placed, such as gamma_0 */
  scale: number;
  gamma?: number[];
  lambda?: number[];
  C?: number[];
  k?: number[];
  /** ascending; absent: all training rows */
  subsample?: number[];
  /**
   * Scores has a row for each size in Subsample, or a single row, with a score for each
   * gamma, of the best r and number of steps. It is empty for the criterion path.
   */
  scores?: Score[][];
  /**
   * Minimum and OneError are the choices by the two rules: the best mean, and
   * the smallest gamma, at that size, within one standard error of it.
   */
  minimum?: Place;
  oneError?: Place;
  /** Rules are these choices as values of the parameters. */
  rules?: Rules;
  /**
   * Forms has the scores of every value of p with every degree that was searched; the other
   * fields belong to the form of Minimum.
   */
  forms?: Form[];
  /**
   * Draws has for each size in Subsample the metric of every draw at that size's
   * best gamma, on the validation and on the test rows [H fig. 20].
   */
  draws?: Draws[];
  /** Reweighted has the scores of each r and number of steps. */
  reweighted?: Reweighted;
  /** Path is of the training rows, or of the chosen subsample. */
  path: Path;
  passes: number;
  seconds: number;
}

/** Chosen is the model that a search chose. */
export interface Chosen {
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  subsample?: number;
  /** P and Degree are the values chosen by a search over several; the spec's model has them too. */
  p?: number | string;
  degree?: number;
  /** R and Steps are the values chosen by a search over them; without steps there is no R. */
  r?: number | string;
  steps?: number;
}

/**
 * ColumnImportance is the increase of the error on the rows of Judged, at most 500, when the values of a column
 * are permuted among them: of the mean squared error as a share of the variance of the target, which is the fall
 * of R², or of the share of rows that are classified wrongly. Error is its standard error over the rows.
 */
export interface ColumnImportance {
  column: string;
  increase: number;
  error: number;
}

/** Result identifies the result of a run by hashes. */
export interface Result {
  /** version of the program that ran it */
  engine: string;
  /** hash of the rows that were used and of their targets */
  data: string;
  /** hash of the dual and of the listed weights, to 8 digits */
  digest: string;
}

/**
 * ColumnSummary is one column of an Inspection. The numbers are those of the
 * present cells of a number column, absent if there are none.
 */
export interface ColumnSummary {
  name: string;
  /** Kind.String */
  type: string;
  missing: number;
  min?: number;
  max?: number;
  mean?: number;
  /** as in Column */
  levels?: string[];
  /** the number of different values if they may stand for classes: see Codes */
  codes?: number;
  /** as a feature */
  usable: boolean;
  /** whether it is named like an identifier, and some of its values are in several rows */
  groups?: boolean;
  /** of the cells in Bins parts of equal width from Min to Max, or of Levels */
  counts?: number[];
  /** of a number column with the target, over the rows that have both */
  correlation?: number;
}

/** Findings are the guesses by which a file was read. */
export interface Findings {
  /** one of Formats */
  format: Finding;
  /** "utf-8", "utf-16le", "utf-16be" or "windows-1252" */
  encoding: Finding;
  /** the character itself */
  delimiter: Finding;
  /** "." or "," */
  decimal: Finding;
  /** number of the line in which the table begins; only of delimited text */
  start?: Finding;
  /** "yes" or "no" */
  header: Finding;
  /** QuoteEnclose or QuoteLiteral; only of delimited text */
  quote?: Finding;
  /** the given missing codes, separated by commas; Alternatives are texts that may be such codes */
  missing?: Finding;
  /** treatment of lines with another length */
  ragged?: Finding;
  /** as Options.Dates; absent without columns of dates */
  dates?: Finding;
  /** the file was compressed */
  gzip?: boolean;
  /** number of lines with another length */
  raggedLines?: number;
}

/**
 * ModelColumn is a column of the table that a model reads, with statistics of its cells in the
 * training rows.
 */
export interface ModelColumn {
  name: string;
  /** ColumnNumber or ColumnCategory */
  type: string;
  /** of a number */
  min?: number;
  /** of a number */
  max?: number;
  /** of a number */
  mean?: number;
  /** of a category, sorted */
  levels?: string[];
  /** the most frequent level, which replaces a missing cell */
  mode?: string;
  /**
   * DateOf is the column of dates from which a number was computed: its year, month, day, weekday
   * or hour. The name of the number is that column's name, a space and the part.
   */
  dateOf?: string;
  /** of the numbers of these dates: "ymd", "dmy" or "mdy" */
  dateOrder?: string;
}

/**
 * ModelFeature is a number x computed from a row: the cell of a column of numbers, the indicator
 * (1 or 0) of a level of a category, or the value of a formula. Points have (x - Mean)/Scale, and
 * terms x - Mean.
 */
export interface ModelFeature {
  name: string;
  /** of Columns; absent with a formula */
  column?: string;
  /** of columns of numbers */
  formula?: string;
  /** of a category */
  level?: string;
  /** of a category: x for a level that is not among those of the column */
  unseen?: number;
  /** x for a missing cell, if Missing is "mean" */
  fill?: number;
  mean: number;
  scale: number;
}

/** ModelPoints are the features of the n training points that a function uses. */
export interface ModelPoints {
  /** n x D, or for each row the numbers of the features in Index */
  rows: number[][];
  /** Index lists for each row the features that are not 0, ascending, counted from 0. */
  index?: number[][];
  /** Bags has the number of consecutive rows of each bag. */
  bags?: number[];
}

/**
 * ModelFunction is a decision value as a function of the features: Intercept plus either Terms or
 * the kernel expansion with the coefficients Alpha of the points. Nearest neighbours and the kernel
 * group lasso use the Values of the points.
 */
export interface ModelFunction {
  /** the class that the function separates from the rest */
  class?: string;
  intercept: number;
  terms?: ModelTerm[];
  /** of the points, or of their bags */
  alpha?: number[];
  /** the target of the points: -1 or +1 for two classes, the index in Classes for more */
  values?: number[];
  /** of type lp: bounds of the optimisation error */
  errors?: Errors;
}

/** ComparedColumn is a column of a Comparison. */
export interface ComparedColumn {
  title: string;
  /** for errors: "train", "validation" or "test" */
  part?: string;
  /** its cells are words */
  text?: boolean;
}

/** ComparedCell is a cell of a Comparison. */
export interface ComparedCell {
  text: string;
  /** of the largest error in the table, if it is an error */
  share?: number;
}

/** Seconds is wall time by phase; zero where the caller supplied no clock. */
export interface Seconds {
  build: number;
  solve: number;
}

/**
 * Errors are bounds, computed from the gap, on the distance of a model from the model at the exact
 * minimum of the objective, in the units of the target. They are not sampling errors. A prediction
 * at x differs from that of the exact minimum by at most
 * 
 * 	Distance ||Phi(x)||_q + Intercept,   ||Phi(x)||_q^q = K(x, ..., x).
 */
export interface Errors {
  /** of the weights, in the p-norm */
  distance: number;
  /** of the intercept */
  intercept: number;
  /** Prediction is the largest of these bounds over the rows that the model is fitted to. */
  prediction: number;
}

/** Subsets has the best subset of features of each size, among all subsets. */
export interface Subsets {
  examined: number;
  /** of 0, 1, 2, ... features */
  best: Subset[];
}

/**
 * Weight is one component of w. Value is w_k, the weight of the normalised
 * feature phi_k; Coefficient is the coefficient of the monomial itself.
 */
export interface Weight {
  /** index in monomial order: by degree, then lexicographic */
  index: number;
  monomial: Record<string, number>;
  /** "x1·x7", "x3²", "1" for the constant */
  label: string;
  value: number;
  coefficient: number;
  /**
   * The weight at the exact minimum of the objective is between Value - Below and Value + Above, by
   * the gap; absent if the gap gives no bound on single weights.
   */
  below?: number;
  above?: number;
  /** planted in synthetic data */
  relevant?: boolean;
  /** of a selection that is not by size */
  selected?: boolean;
}

/** ColumnShare is the share of ||w||_p^p of one column, or of several together. */
export interface ColumnShare {
  columns: string[];
  share: number;
}

/** Recovery compares the selected weights with the planted ones. */
export interface Recovery {
  /** planted and selected */
  found: number;
  /** planted and not selected */
  missed: number;
  /** selected and not planted */
  false: number;
  precision: number;
  recall: number;
}

/** Frequency is the share of the resamples that select a monomial. */
export interface Frequency {
  /** as in Weight */
  index: number;
  label: string;
  share: number;
  relevant?: boolean;
}

/** Statistic is the statistic of a monomial or a column. */
export interface Statistic {
  label: string;
  value: number;
}

/** Knockoffs describes the construction of knockoffs. */
export interface Knockoffs {
  /** fixed-X; otherwise second-order Gaussian */
  fixed?: boolean;
  shrinkage?: number;
  /** mean of 1 less the correlation of a feature with its knockoff */
  distance: number;
}

/** Orphan is a selected product with those of its columns that are not selected as single features. */
export interface Orphan {
  label: string;
  columns: string[];
}

/**
 * Refit is the least squares fit on the selected monomials, with the experiment's intercept; for
 * classes it is fitted to labels -1 and +1.
 */
export interface Refit {
  terms: RefitTerm[];
  intercept: number;
  /** by part */
  metrics: Record<string, Metric>;
  /**
   * Folds are the metrics of rows held out of the selection and of the refit, and All the metrics
   * of the model with all weights on the same rows; with selection.folds.
   */
  folds?: Metric;
  all?: Metric;
  /** PerFold counts the weights selected without each fold. */
  perFold?: number[];
}

/**
 * ClassMetric holds the metrics of one class against the others. A value that is not defined for lack
 * of rows is absent.
 */
export interface ClassMetric {
  rows: number;
  /** share of the rows of the class that are predicted as the class */
  recall?: number;
  /** share of the rows predicted as the class that belong to it */
  precision?: number;
  /** harmonic mean of the two */
  f1?: number;
  /** of the class's decision value */
  auc?: number;
}

/**
 * Score is a metric over folds, over repeats, or over the rows of one validation
 * part.
 */
export interface Score {
  mean: number;
  /** standard error of the mean; 0 if unknown */
  error: number;
  /**
   * Values are those of the folds or repeats; absent for a single validation part,
   * which the models of the path predict.
   */
  values?: number[];
  statuses?: ("converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated")[];
  /** as Objective.RelativeGap */
  relativeGaps?: number[];
}

/** Place is an entry of Scores. */
export interface Place {
  /** index of the row */
  subsample: number;
  /** index in the row; of gamma, lambda, C or k */
  gamma: number;
  /** index of Forms, if present; Scores belong to the best form */
  form?: number;
}

/** Rules are the models that the two rules choose. */
export interface Rules {
  minimum: Chosen;
  oneError: Chosen;
}

/** Form is a model of a search by its p and its degree, with its scores. */
export interface Form {
  p: number | string;
  /** of a polynomial kernel */
  degree?: number;
  scale: number;
  gamma?: number[];
  lambda?: number[];
  C?: number[];
  k?: number[];
  scores: Score[];
  /** index of the best mean */
  minimum: number;
}

/** Draws are the metrics of repeated subsamples of one size. */
export interface Draws {
  gamma: number;
  validation: number[];
  test?: number[];
}

/**
 * Reweighted compares variants of a model, each with an r and a number of steps, at the same
 * values of gamma: those given, or some of an automatic grid.
 */
export interface Reweighted {
  gamma: number[];
  variants: Variant[];
}

/** Path is the solution for every gamma of a search. */
export interface Path {
  /** by gamma */
  points: PathPoint[];
  /** of the monomials with the largest weights on the path */
  weights: PathWeight[];
}

/** Finding is a guess with its confidence, from 0 to 1, and its reason. */
export interface Finding {
  value: string;
  confidence: number;
  reason: string;
  /** other plausible values */
  alternatives?: string[];
  /** the format leaves no choice */
  fixed?: boolean;
}

/**
 * ModelTerm is Coefficient times a product of powers of features. The unit of Coefficient is that of
 * the target divided by that of the product.
 */
export interface ModelTerm {
  /** exponents by feature name; empty for the constant */
  monomial: Record<string, number>;
  coefficient: number;
}

/** Subset is a set of features, with the residual sum of squares of least squares on them. */
export interface Subset {
  features: string[];
  squares: number;
}

/** RefitTerm is a monomial with its coefficient, both as Weight has them. */
export interface RefitTerm {
  label: string;
  monomial: Record<string, number>;
  coefficient: number;
}

/** Variant has the scores of one r and number of steps, by gamma. Without steps it has no R. */
export interface Variant {
  r?: number | string;
  steps: number;
  scores: Score[];
}

/** PathPoint is the solution at one gamma. */
export interface PathPoint {
  gamma?: number;
  lambda?: number;
  C?: number;
  k?: number;
  status: "converged" | "exact" | "iteration-limit" | "cancelled" | "stalled" | "truncated";
  passes: number;
  dual: number;
  gap: number;
  /** RelativeGap is as in Objective. */
  relativeGap: number;
  /** ||w||_p^p */
  normPower: number;
  selected: number;
  metrics: Record<string, Metric>;
}

/** PathWeight is one weight along the path. */
export interface PathWeight {
  /** as in Weight */
  index: number;
  label: string;
  /** where there are more than two */
  class?: string;
  /** w_k by gamma */
  values: number[];
  relevant?: boolean;
}
