// What the modules of the page and of the lessons have in common: these names are global.

type Experiment = import("../lplab.js").Experiment;
type FigureName = import("../lplab.js").FigureName;
type Progress = import("../lplab.js").Progress;
type Searched = import("../lplab.js").Searched;
type ModelFile = import("../lplab.js").ModelFile;
type Weights = import("../lplab.js").Weights;
type Weight = import("../lplab.js").Weight;
type FigureOptions = import("../lplab.js").FigureOptions;
type Predictions = import("../lplab.js").Predictions;
type Part = keyof import("../lplab.js").Parts;
type Chart = import("uplot");

type Keys<U> = U extends unknown ? keyof U : never;
type Value<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;
/** A value of a union, with the members of its other types, which are undefined. */
type Loose<U> = U & { [K in Keys<U>]?: Value<U, K> };
type Data = Loose<import("../lplab.js").Data>;

/** The experiment of a report: with every default. */
interface FullSpec extends Experiment {
  data: Data;
  target: string;
  model: Loose<import("../lplab.js").Model>;
  preprocess: NonNullable<Experiment["preprocess"]>;
  split: NonNullable<Experiment["split"]>;
  selection: NonNullable<Experiment["selection"]>;
  solver: NonNullable<Experiment["solver"]>;
}

/** A report of a Lab. */
interface FullReport extends Omit<import("../lplab.js").Report, "spec"> {
  spec: FullSpec;
  /** The report of all classes, where this is that of the model of one: see classReport. */
  whole?: FullReport;
}

/** A report of a model with weights, and one of a search. */
type WeightsReport = FullReport & { weights: Weights };
type SearchReport = FullReport & { search: Searched };

/** A report with all its weights, which it lists in part; null where it lists all that there are. */
interface Solved {
  report: FullReport;
  values: Float64Array | null | undefined;
}

/** What is kept of a run: wall in seconds; found is the report of the search that was in view. */
interface RunResult extends Solved {
  wall: number;
  found?: FullReport | null;
}

/** What Go calls: the actions of app/page, and how it starts. */
type PageMethods = Record<PageAction, (id: number, text: string) => unknown> & {
  begun: Promise<unknown>;
  opening: string;
  attach(listener: (kind: MessageKind, id: number, text: string) => void): boolean;
};

/** A Lab as the page uses it. */
interface PageLab extends Omit<import("../lplab.js").Lab, "run"> {
  run(spec: Experiment, options?: RunOptions): Promise<FullReport>;
}
type Engine = () => Promise<PageLab>;
/** The user's file of an experiment's data, or that and the test file. */
type DataOf = (data: Data) => import("../lplab.js").Bytes | import("../lplab.js").Bytes[] | undefined;
/** Draws a figure of a report, or of several over each other, as SVG or CSV. */
type Figure = (reports: FullReport | FullReport[], name: FigureName, options: FigureOptions) => Promise<string>;
/** Sends a message of a kind to Go. */
type Send = (kind: MessageKind, text: string) => void;

type RunOptions = import("../lplab.js").RunOptions;
type Solve = (spec: FullSpec, options: RunOptions) => Promise<FullReport>;

/** What cards use of the page: tableOf gives a file, or the sheet of a workbook that is chosen. */
interface Services {
  engine: Engine;
  dataOf: DataOf;
  figure: Figure;
  tableOf(file: File): Promise<File | null>;
}

/** A plot or a part of the page that shows each report; destroy ends what it has running. */
interface Card {
  host: HTMLElement;
  draw(report: FullReport, values?: Solved["values"]): void;
  destroy?(): void;
}
/** Takes the strength of a cursor that moves, and the end of its moves. */
interface Moves {
  move(strength: number, parameter: string): void;
  endMove(): void;
}
/** Takes the choice of a model by its places in a search. */
interface Choices {
  place(place: { subsample: number; gamma: number; form?: number }): void;
}
/** The model that is shown, by its place in a search: form is that of its p and degree. */
interface ModelAt {
  gamma: number | undefined;
  subsample: number;
  form?: number;
}
/** A session as the browser keeps it: files and results are the keys of what it needs. */
interface SavedSession {
  id: string;
  time: number;
  what: string;
  document: string;
  link: string | null;
  files: string[];
  results: string[];
}

/** A place in a plane, or a row and a column. */
type Point = [number, number];
/** The colours and the font of plots. */
type Tokens = ReturnType<typeof import("../plot/frame.js").tokens>;
type Context = CanvasRenderingContext2D;
/** Draws on a context of a width and a height. */
type Paint = (ctx: Context, width: number, height: number, t: Tokens) => void;
