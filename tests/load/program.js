// Starts the program on a free port with a data folder of its own, with further arguments and as few open files as wished.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export async function start(agon, { more = [], files } = {}) {
  const data = mkdtempSync(join(tmpdir(), "agon-load-"));
  const command = [agon, "serve", "--port", "0", "--data", data, ...more];
  const limited = files ? ["sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh", ...command] : command;
  const child = spawn(limited[0], limited.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = line.match(/http:\S+/);
      if (found) resolve(found[0].replace(/\/$/, ""));
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${agon} ended with ${code}`)));
  });
  const stop = () => {
    child.removeAllListeners("exit");
    child.on("exit", () => rmSync(data, { recursive: true, force: true }));
    child.kill();
  };
  return { address, data, pid: child.pid, stop };
}
