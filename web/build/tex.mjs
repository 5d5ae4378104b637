// TeX -> MathML, as the lessons and the glossary hold it: no script draws formulas
// in the browser, and screen readers read them.

import temml from "temml";

// What Temml writes as style attributes is said by web/lessons/lessons.css, since the
// site's security policy refuses them.
const known = new Set(["display:block math;", "padding-left:0em;padding-right:0em;"]);

/** A formula as MathML. Whatever is wrong with it ends the build. */
export function mathml(tex, displayMode) {
  const text = temml.renderToString(tex.trim(), { displayMode, throwOnError: true });
  return text.replace(/ style="([^"]*)"/g, (_, style) => {
    if (!known.has(style)) throw new Error(`the formula ${tex} needs the style "${style}": write it another way, or add that to lessons.css`);
    return "";
  });
}
