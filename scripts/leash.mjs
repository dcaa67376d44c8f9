// Runs a command for as long as whoever started it lives: `node leash.mjs COMMAND ARGUMENTS`.
//
// It is started as the head of a process group of its own. When its stdin closes (whoever holds
// the other end is gone, even by SIGKILL), or when the command ends, the whole group is ended:
// wrangler leaves workerd behind otherwise.
import { spawn } from "node:child_process";

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

const endGroup = () => process.kill(-process.pid, "SIGKILL");
process.stdin.resume().once("end", endGroup).once("error", endGroup);
child.once("error", endGroup);
child.once("exit", endGroup);
// The group is told too, and wrangler takes its time to put things away.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => undefined);
}
