// Markdown with TeX between dollars -> HTML.

import MarkdownIt from "markdown-it";
import { tex } from "@mdit/plugin-tex";
import { mathml } from "./tex.mjs";

const markdown = new MarkdownIt({ html: true, typographer: false }).use(tex, {
  render: (content, display) => (display ? `<div class="formula">${mathml(content, true)}</div>` : mathml(content, false)),
});

/** The HTML of a text, and of a line without a paragraph around it. */
export const html = (text) => markdown.render(text);
export const inline = (text) => markdown.renderInline(text);
export const escape = (text) => markdown.utils.escapeHtml(text);
