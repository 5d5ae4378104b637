// The page's first script: from here on the program is fetched and compiled, for the page
// and for the solver's workers, to which lplab.js gives it. Events tell how much of it has
// come, in percent; on later visits it is at hand. The build fills in its name and length.
{
  const program = %q, length = %d;
  const answer = fetch(new URL(program, document.currentScript.src));
  const copy = navigator.serviceWorker?.controller ? null : answer.then((response) => response.clone());
  globalThis.lplabProgram = WebAssembly.compileStreaming(answer);

  const tell = async (response) => {
    const reader = response.body.getReader();
    let loaded = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.byteLength;
      dispatchEvent(new CustomEvent("lplab-progress", { detail: Math.round((100 * loaded) / length) }));
    }
  };
  copy?.then(tell).catch(() => {});
  lplabProgram.catch(() => {}); // those who wait for it tell of what failed
}
