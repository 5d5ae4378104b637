// What the Share dialog gets from the page and gives to it (app/page/share.go).

import type { LabDocument } from "../lplab.js";

export type Kind = "number" | "choice" | "words";

export interface Question {
  kind: Kind;
  text: string;
  answer: string;
  hint: string;
  /** Of a choice. */
  options?: string[];
}

/** A step with all its entries. */
export interface Step {
  text: string;
  questions?: Question[];
  goal: string;
  spec: Experiment;
}

/** What is hidden, locked and led through. */
export interface Lesson {
  title: string;
  present: boolean;
  hidden: string[];
  locked: string[];
  steps: Step[];
}

/** A part of the page, or a field, that a lesson may hide or lock. */
export interface Named {
  value: string;
  label: string;
}

/** The content of the dialog. */
export interface Answer {
  document: LabDocument;
  /** The text of a .lplab.json file. */
  file: string;
  name: string;
  /** Which data are not included; "" where all are. */
  data: string;
  /** Whether other steps have other data, so that rows cannot be included. */
  mixed: boolean;
  lesson: { [name in keyof Lesson]: Lesson[name] | null };
  present: Experiment;
  /** Whether the page itself has the view of a link. */
  viewed: boolean;
  /** Of each step, in words. */
  entries: string[] | null;
  panels: Named[];
  fields: Named[];
  /** That a goal may name. */
  measures: string[];
}
