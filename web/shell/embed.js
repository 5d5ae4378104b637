// The page within a frame of another one: it sends its height to that page, so that the
// frame needs no scroll bar (frames.js), and shows nothing before its link is opened.
//
// To the page around:    {lplab: {height}}, in CSS pixels, at every change
// From the page around:  {lplab: "height"}, which requests it
import { byId } from "../dom.js";

const root = document.documentElement;

/** Sends the height to the surrounding page, now and after each change. */
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
  const page = byId("page"); // Go replaces the element that the server rendered
  // The complete page in a frame has its own scroll bar.
  if (page.dataset.embed) parent.postMessage({ lplab: { height: Math.ceil(page.getBoundingClientRect().bottom + scrollY) } }, "*");
}
