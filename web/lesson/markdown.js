// Markdown with TeX between dollars -> HTML: in the build for the lessons, in the browser for
// the steps of a link, which anyone may have written.
import MarkdownIt from "markdown-it";
import { tex } from "@mdit/plugin-tex";
import temml from "temml";

// The style attributes of Temml, which the site's security policy refuses; web/styles/help.css
// has rules in their place.
const knownStyles = new Set(["display:block math;", "padding-left:0em;padding-right:0em;"]);

/** A formula as MathML, without styles. Throws an Error on a wrong formula. @param {string} formula @param {boolean} displayMode */
function mathml(formula, displayMode) {
  const text = temml.renderToString(formula.trim(), { displayMode, throwOnError: true, trust: false, maxSize: [20, 20], maxExpand: 200 });
  const unknownStyles = [...text.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style).filter((style) => !knownStyles.has(style));
  return { text: text.replace(/ style="[^"]*"/g, ""), unknownStyles };
}

/** The HTML of the lessons' own texts, which may contain HTML. A wrong formula ends the build. */
export const trustedMarkdown = new MarkdownIt({ html: true }).use(tex, {
  render: (formula, display) => {
    const { text, unknownStyles } = mathml(formula, display);
    if (unknownStyles.length) throw new Error(`the formula ${formula} needs the style "${unknownStyles[0]}": write it another way, or add that to help.css`);
    return display ? `<div class="formula">${text}</div>` : text;
  },
});

/** The HTML of a text of a link: without HTML, without pictures, which would be fetched, and with links only to https and to lessons of the site (lessons/…). @type {MarkdownIt} */
export const untrustedMarkdown = new MarkdownIt({ html: false }).use(tex, {
  render: (formula, display) => {
    try {
      const { text } = mathml(formula, display);
      return display ? `<div class="formula">${text}</div>` : text;
    } catch {
      return `<code>${untrustedMarkdown.utils.escapeHtml(formula)}</code>`;
    }
  },
}).disable("image");
untrustedMarkdown.validateLink = (address) => /^(https:\/\/|lessons\/[\w-]+\.html(#|$))/i.test(address);
untrustedMarkdown.renderer.rules.link_open = (tokens, i, options, _env, self) => {
  tokens[i].attrSet("rel", "noopener noreferrer nofollow");
  tokens[i].attrSet("target", "_blank");
  return self.renderToken(tokens, i, options);
};
