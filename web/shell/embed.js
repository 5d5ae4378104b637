// The page within a frame of another one: it sends its height to that page, so that the
// frame needs no scroll bar (frames.js), and shows nothing before its link is opened.
//
// To the page around:    {lplab: {height}}, in CSS pixels, at every change
// From the page around:  {lplab: "height"}, which requests it
import { byId } from "../dom.js";

const root = document.documentElement;

/** Sends the height to the page around, from now on. */
export function reportHeight() {
  new ResizeObserver(postHeight).observe(document.body);
  addEventListener("message", ({ data, source }) => source === parent && data?.lplab === "height" && postHeight());
  if (!location.hash.startsWith("#e=") || root.dataset.lplab !== "loading") return;
  root.dataset.framed = "";
  const observer = new MutationObserver(() => {
    if (root.dataset.lplab === "loading") return;
    observer.disconnect();
    delete root.dataset.framed;
    postHeight();
  });
  observer.observe(root, { attributeFilter: ["data-lplab"] });
}

function postHeight() {
  const page = byId("page"); // Go replaces what the server rendered
  // The whole page in a frame scrolls by itself.
  if (page.dataset.embed) parent.postMessage({ lplab: { height: Math.ceil(page.getBoundingClientRect().bottom + scrollY) } }, "*");
}
