// A student's answers as a text that can be sent: class.html#a=1.<base64url of JSON>. Nothing
// is sent automatically. The reader of a submission checks all of it.

import { encodedText } from "../shell/place.js";

const prefix = "1.";

/** Characters of a title in the name of its lesson. */
export const mostOfTitle = 24;

const mostCharacters = 60_000; // characters of a submission; the address of a page has at most 65,536 in Firefox
const limits = { answers: 600, text: 1500, name: 60 };
const mostLines = 1000; // into which a link is broken
const linkPart = /^[>\s]*[\w-]+=?\s*$/; // a line of it, perhaps quoted
const exerciseName = /^[a-z][a-z0-9-]{0,40}\/[a-z][a-z0-9-]{0,40}$/;
const kinds = ["number", "choice", "words", "move"];

/** The text of answers: id is a random id of the browser, name the text that the student wrote or "". Throws an Error with a sentence. @param {{ id: string, name: string, answers: Record<string, Answer> }} submission */
export function encode({ id, name, answers }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, id, name, answers }));
  const text = prefix + btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (text.length > mostCharacters) throw new Error(`The answers have ${text.length.toLocaleString("en-US")} characters, and at most ${mostCharacters.toLocaleString("en-US")} can be sent: shorten those in words`);
  return text;
}

/** The texts for decode in a line: what follows each "#a=", which a mail program may have written as "%23a%3D", or the line if it has none. @param {string} line */
export function textsOf(line) {
  const whole = line.trim();
  const [, ...texts] = whole.startsWith("{") ? [] : whole.split(/(?:#|%23)a(?:=|%3d)/i);
  return texts.length ? texts.map((text) => text.trim()) : [whole];
}

/**
 * The answers at the start of a text, base64url or JSON. Throws an Error with a sentence.
 * @typedef {import("./progress.js").Answer} Answer
 * @typedef {{ id: string, name: string, at: number, answers: Map<string, Answer> }} Submission
 * @param {string} text
 * @returns {Submission}
 */
export function decode(text) {
  const [start] = text.match(/^[\w-]*\.?[\w-]*/) ?? [""];
  const content = parse(text.startsWith("{") ? text : start) ?? parse(encodedText(text));
  if (content === undefined) throw new Error(text.startsWith(prefix) ? "it is cut short or damaged: ask for the answers as a file" : "it is not a link of answers");
  if (content?.v !== 1 || typeof content.answers !== "object" || content.answers === null) throw new Error("it is not a link of answers of this version");
  if (typeof content.id !== "string" || !/^[0-9a-f]{16}$/.test(content.id)) throw new Error("it has no browser number");
  const entries = Object.entries(content.answers);
  if (entries.length > limits.answers) throw new Error(`it has more than ${limits.answers} answers`);
  const answers = new Map();
  for (const [name, answer] of entries) {
    if (!exerciseName.test(name)) throw new Error("it has an answer without an exercise");
    answers.set(name, checkAnswer(answer));
  }
  const at = Math.max(0, ...[...answers.values()].map((a) => a.at));
  return { id: content.id, name: clean(content.name, limits.name), at, answers };
}

/**
 * Decodes a text, with the lines from an index on into which a mail program has broken the rest of its link.
 * Returns the submission and the index of the first line after it. Throws the error of the text alone.
 * @param {string} text @param {string[]} lines @param {number} next
 */
export function decodeBroken(text, lines, next) {
  try {
    return { submission: decode(text), next };
  } catch (error) {
    if (text.startsWith(prefix)) {
      for (const line of lines.slice(next, next + mostLines)) {
        if (!linkPart.test(line)) break;
        text += line;
        next++;
        try {
          return { submission: decode(text), next };
        } catch {
          // the link goes on, or is damaged
        }
      }
    }
    throw error;
  }
}

/** The content of base64url or JSON, undefined if it is neither. */
function parse(/** @type {string} */ text) {
  if (text.length > mostCharacters) throw new Error(`it has more than ${mostCharacters.toLocaleString("en-US")} characters`);
  try {
    return JSON.parse(text.startsWith("{") ? text : fromBase64(text));
  } catch {
    return undefined;
  }
}

function fromBase64(/** @type {string} */ text) {
  if (!text.startsWith(prefix)) throw new Error();
  const binary = atob(text.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
}

/** @returns {Answer} */
function checkAnswer(/** @type {unknown} */ answer) {
  const { kind, value, right, tries, at, digest } = /** @type {Partial<Record<keyof Answer, unknown>>} */ (answer ?? {});
  const isValue = kind === "number" ? Number.isFinite(value) : typeof value === "string";
  if (typeof kind !== "string" || !kinds.includes(kind) || !(typeof right === "boolean" || right === null) || !isValue) {
    throw new Error("it has an answer of an unknown kind");
  }
  return {
    kind, right,
    value: typeof value === "number" ? value : clean(value, limits.text),
    tries: Number.isInteger(tries) ? positive(tries, 1e6) || 1 : 1,
    at: positive(at, 1e14),
    digest: typeof digest === "string" && /^[0-9a-f]{16}$/.test(digest) ? digest : "",
  };
}

/** A positive number below a limit; 0 for all other values. @param {unknown} value @param {number} limit */
const positive = (value, limit) => (typeof value === "number" && value > 0 && value < limit ? value : 0);

/** A text of one line, without control and formatting characters. */
const clean = (/** @type {unknown} */ text, /** @type {number} */ length) => (typeof text === "string" ? text : "").replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, length);
