// The page within a frame of another one: it sends its height to that page, so that the
// frame needs no scroll bar (frames.js), and shows nothing before its link is opened.
//
// To the page around:    {lplab: {height}}, in CSS pixels, at every change
// From the page around:  {lplab: "height"}, which requests it
import { byId } from "../dom.js";

const root = document.documentElement;

/** Sends the height to the page around, from now on. */
export function tellHeight() {
  new ResizeObserver(tell).observe(document.body);
  addEventListener("message", ({ data, source }) => source === parent && data?.lplab === "height" && tell());
  if (!location.hash.startsWith("#e=") || root.dataset.lplab !== "loading") return;
  root.dataset.framed = "";
  const opened = new MutationObserver(() => {
    if (root.dataset.lplab === "loading") return;
    opened.disconnect();
    delete root.dataset.framed;
    tell();
  });
  opened.observe(root, { attributeFilter: ["data-lplab"] });
}

function tell() {
  const page = byId("page"); // Go replaces what the server rendered
  // The whole page in a frame scrolls by itself.
  if (page.dataset.embed) parent.postMessage({ lplab: { height: Math.ceil(page.getBoundingClientRect().bottom + scrollY) } }, "*");
}
