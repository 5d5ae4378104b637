// The worker of a self-contained HTML file, after Go's wasm_exec.js in the same script. The
// page sends {program, document, data, test}; Go answers {fraction}, {report} or {error}.
let lastOutput = "";
globalThis.fs.writeSync = (fd, bytes) => {
  lastOutput = (lastOutput + new TextDecoder().decode(bytes)).slice(0, 4096);
  return bytes.length;
};

self.onmessage = async ({ data: { program, document, data, test } }) => {
  const go = new Go();
  go.exit = () => postMessage({ error: `the program stopped (${lastOutput.split("\n")[0]})` });
  try {
    const { instance } = await WebAssembly.instantiate(program, go.importObject);
    go.run(instance);
    lplabRun(document, data, test);
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
