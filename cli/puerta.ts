import { run } from "./lib/command";
import { program } from "./program";

// File watchers would keep the process alive.
if (!(await run(program))) process.exit();
