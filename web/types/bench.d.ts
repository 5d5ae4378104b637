// The cases of the benchmark and what is measured of them (bench.js).

import type { Bytes, Lab } from "../lplab.js";

export type Kind = "limits" | "build" | "contract" | "predict" | "run" | "slide" | "choice";

/** A case of bench.json (app/bench), with what its kind needs. */
export interface Case {
  id: string;
  kind: Kind;
  what: string;
  /** Seconds that are aimed at. */
  target?: number;
  paper?: { seconds: number; text: string; source: string };
  size?: "gigabytes" | "large";
  /** Whether it needs a file. */
  file?: boolean;
  /** The numbers of workers. */
  workers: number[];
  n: number;
  d: number;
  degree: number;
  rows: number;
  spec: FullSpec;
  steps: number;
  decades: number;
  each: { name: string; spec: FullSpec }[];
}

/** What a case measured: value is of the best turn, failed states why there is none. */
export interface Figures {
  part?: string | number;
  what?: string;
  value?: number;
  /** "s", "GB/s", "GFlop/s", or what value is a multiple of. */
  unit?: string;
  /** Where there were several turns. */
  median?: number;
  turns?: number;
  share?: number;
  /** What share is a share of. */
  limit?: string;
  detail?: string;
  failed?: string;
}

export type Row = Figures & Pick<Case, "id" | "what" | "target" | "paper">;

/** How far a case is, from 0 to 1. */
export interface CaseProgress {
  case: Case;
  fraction: number;
}

/** The class Lab. */
export interface Labs {
  start(): Promise<Lab>;
}

export interface Options {
  Lab: Labs;
  /** Of the cases that need one. */
  file: Bytes | null;
  signal?: AbortSignal;
  onProgress(fraction: number): void;
}
