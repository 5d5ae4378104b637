// For a page that shows experiments of lp Lab in frames: it makes each frame as high
// as its contents, so that nothing scrolls within it.
//
//   <script src="https://.../web/frames.js" async></script>
//
// The frames themselves come from the Share dialog ("Frame for a web page").
{
  const { origin: lab } = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);
  const frames = () => [...document.querySelectorAll("iframe")];
  addEventListener("message", ({ data, source, origin }) => {
    if (origin !== lab) return; // a foreign frame
    const height = data?.lplab?.height;
    if (!Number.isFinite(height)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame) frame.style.height = `${height}px`;
  });
  // Frames that were loaded before this script have sent their heights already.
  for (const { contentWindow } of frames()) contentWindow?.postMessage({ lplab: "height" }, "*");
}
