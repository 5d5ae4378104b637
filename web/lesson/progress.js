// The reader's answers, stored in this browser alone, by lesson and exercise, such as
// "duality/exercise-1" -> {kind, value, right, tries, at}.
import { readStored, writeStored } from "../storage.js";

const key = "lplab-lessons";
const listeners = /** @type {Set<() => unknown>} */ (new Set());
let state = read();

/** Drafts are entries that are not yet taken as answers. @returns {{ id: string, answers: Record<string, Answer>, drafts?: Record<string, string> }} */
function read() {
  const saved = readStored(key);
  if (typeof saved?.id === "string" && saved.answers && typeof saved.answers === "object") return saved;
  return { id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join(""), answers: {} };
}

/** @typedef {{ kind: string, value: string | number, right: boolean | null, tries: number, at: number, digest?: string }} Answer */

/** The open lesson, and the digest of the result that is shown with a question. */
export const context = { lesson: document.documentElement.dataset.lesson ?? "", digest: "" };

/** Stores the answer to an exercise of this lesson. Another answer that is wrong does not replace a right one, and the same answer again does not count as a try. right is null if nothing is graded. @param {string} exercise @param {Omit<Answer, "tries" | "at">} answer */
export function record(exercise, answer) {
  const name = `${context.lesson}/${exercise}`;
  const before = state.answers[name];
  if (before?.right && answer.right === false && answer.value !== before.value) return;
  state.answers[name] = { digest: context.digest, ...answer, tries: (before?.tries ?? 0) + Number(before?.value !== answer.value), at: Date.now() };
  save();
}

/** Keeps the entry of an exercise until it is taken as the answer; "" removes it. @param {string} exercise @param {string} entry */
export function keepDraft(exercise, entry) {
  const name = `${context.lesson}/${exercise}`;
  const { [name]: before = "", ...others } = state.drafts ?? {};
  if (entry === before) return;
  state.drafts = entry ? { ...others, [name]: entry } : others;
  writeStored(key, state);
}

/** @param {string} exercise */
export const draftOf = (exercise) => state.drafts?.[`${context.lesson}/${exercise}`] ?? "";

/** @param {string} exercise @returns {Answer | undefined} */
export const answerOf = (exercise) => state.answers[`${context.lesson}/${exercise}`];

const isOfLesson = (/** @type {string} */ name) => name.startsWith(`${context.lesson}/`);

/** The answers of this lesson, by exercise. */
export const lessonAnswers = () => Object.fromEntries(Object.entries(state.answers).filter(([name]) => isOfLesson(name)));

export const allProgress = () => state;

/** The exercises that have drafts, those of this lesson without its name. @param {boolean} all whether those of the other lessons are listed too */
export const draftNames = (all) => Object.keys(state.drafts ?? {}).filter((name) => all || isOfLesson(name)).map((name) => name.replace(`${context.lesson}/`, "")).sort();

/** Adds answers and drafts; of two answers to an exercise the later one remains, and a draft that is here. */
export function mergeAnswers(/** @type {{ answers: Record<string, Answer>, drafts?: Record<string, string> }} */ other) {
  for (const [name, answer] of Object.entries(other.answers)) {
    if (!(state.answers[name]?.at >= answer.at)) state.answers[name] = answer;
  }
  state.drafts = { ...other.drafts, ...state.drafts };
  save();
}

/** Deletes the answers and drafts of this lesson, and returns them. */
export function deleteAnswers() {
  const { own = [], others = [] } = Object.groupBy(Object.entries(state.drafts ?? {}), ([name]) => (isOfLesson(name) ? "own" : "others"));
  const deleted = { answers: lessonAnswers(), drafts: Object.fromEntries(own) };
  for (const name of Object.keys(deleted.answers)) delete state.answers[name];
  state.drafts = Object.fromEntries(others);
  save();
  return deleted;
}

/** Calls back now and after each change, in this tab or another, until the listener returns false. */
export function follow(/** @type {() => unknown} */ listener) {
  listeners.add(listener);
  notify();
}

function notify() {
  for (const listener of listeners) if (listener() === false) listeners.delete(listener);
}

function save() {
  writeStored(key, state); // if that fails, the answers are lost when the page is closed
  notify();
}

addEventListener("storage", (event) => {
  if (event.key !== key) return;
  state = read();
  notify();
});
