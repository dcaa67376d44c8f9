import { command, run } from "./lib/command";
import { company } from "./company/index";

const program = command("puerta", "Career sites and applications. Each command has --help.");
for (const noun of [company]) program.addCommand(noun);

await run(program);
