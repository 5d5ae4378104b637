// The font of the formulas: STIX Two Math, with only the glyphs that they use.
// System fonts have no stretching roots and brackets on many devices.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subset from "subset-font";

const { resolve } = createRequire(import.meta.url);
const family = "@fontsource/stix-two-math";

/** The code points that single letters have in mathematical italic: browsers draw them so. */
const italics = new Map([
  ...span("A", "Z", 0x1d434), ...span("a", "z", 0x1d44e), ...span("Α", "Ρ", 0x1d6e2), ...span("Σ", "Ω", 0x1d6f4), ...span("α", "ω", 0x1d6fc),
  ["h", 0x210e], ["∂", 0x1d715], ["ϵ", 0x1d716], ["ϕ", 0x1d719], ["∇", 0x1d6fb],
]);

function* span(first, last, to) {
  for (let c = first.codePointAt(0); c <= last.codePointAt(0); c++) yield [String.fromCodePoint(c), to + c - first.codePointAt(0)];
}

/** Writes the font for the formulas of some pages into a directory. */
export async function fontOf(pages, directory) {
  const characters = new Set("√"); // the text has no sign of a root, because <msqrt> represents it
  for (const [formula] of pages.matchAll(/<math[^]*?<\/math>/g)) {
    for (const character of formula.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&")) {
      characters.add(character);
      if (italics.has(character)) characters.add(String.fromCodePoint(italics.get(character)));
    }
  }
  const font = readFileSync(resolve(`${family}/files/stix-two-math-latin-400-normal.woff2`));
  writeFileSync(join(directory, "math.woff2"), await subset(font, [...characters].join(""), { targetFormat: "woff2" }));
}
