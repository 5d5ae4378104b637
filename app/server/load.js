// The page's first script. It fetches and compiles the program for the page and for the solver's
// workers (lplab.js). Events give the share that is loaded, in percent, unless a service worker
// has the program. The build fills in its name and length.
// It also records what is done before the page's modules have loaded (web/shell/early.js), and
// keeps the browser from submitting a form, which would be a navigation.
{
  const events = [];
  const abort = new AbortController();
  for (const kind of ["input", "change", "click", "focusin", "submit"]) {
    addEventListener(kind, (event) => {
      if (kind === "submit") event.preventDefault();
      events.push(event);
    }, { capture: true, signal: abort.signal });
  }
  globalThis.lplabEarly = () => {
    abort.abort();
    return events;
  };

  // go-app reads the local storage at its start, and fails if the browser forbids it.
  try {
    Object.keys(localStorage);
  } catch {
    Object.defineProperty(globalThis, "localStorage", { value: {} });
  }

  const program = %q, length = %d;
  const answer = fetch(new URL(program, document.currentScript.src));
  const copy = navigator.serviceWorker?.controller ? null : answer.then((response) => response.clone());
  globalThis.lplabProgram = WebAssembly.compileStreaming(answer);

  const report = async (response) => {
    const reader = response.body.getReader();
    let loaded = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.byteLength;
      dispatchEvent(new CustomEvent("lplab-progress", { detail: Math.round((100 * loaded) / length) }));
    }
  };
  copy?.then(report).catch(() => {});
  lplabProgram.catch(() => {}); // the functions that await it report the error
}
