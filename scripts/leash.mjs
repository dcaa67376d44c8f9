// Runs a command and ends it when the process that started it ends: `node leash.mjs COMMAND ARGUMENTS`.
//
// It is started as the head of a process group of its own. It ends the whole group when the command
// ends, or when its stdin closes, which happens even if the parent is killed. Without it, wrangler would
// leave workerd running.
import { spawn } from "node:child_process";

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

const endGroup = () => process.kill(-process.pid, "SIGKILL");
process.stdin.resume().once("end", endGroup).once("error", endGroup);
child.once("error", endGroup);
child.once("exit", endGroup);
// The signal reaches the whole group, this process too, which must wait while wrangler cleans up.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => undefined);
}
