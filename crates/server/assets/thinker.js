// A worker of a page that runs the engine: what is thought here can be ended by ending the worker.

importScripts("engine.js");

let compiled = null;

self.onmessage = async ({ data }) => {
  try {
    compiled ??= WebAssembly.compileStreaming(fetch("agon.wasm"));
    self.postMessage({ answer: await runProgram(await compiled, data) });
  } catch (error) {
    compiled = null;
    self.postMessage({ error: error.message });
  }
};
