import { run } from "./lib/command";
import { program } from "./program";

await run(program);
