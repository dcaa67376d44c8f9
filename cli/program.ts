import { applications } from "./applications/index";
import { backup, restore } from "./backup/index";
import { boards } from "./boards/index";
import { check } from "./check/index";
import { company } from "./company/index";
import { deploy } from "./deploy/index";
import { rollback } from "./deploy/rollback";
import { desk } from "./desk/index";
import { dev } from "./dev";
import { exportJobs } from "./export";
import { importJobs } from "./import";
import { job } from "./job/index";
import { command } from "./lib/command";
import { notify } from "./notify/index";
import { start } from "./start";
import { status } from "./status/index";

export const program = command(
  "puerta",
  "Manage career sites and applications. Every command has --help.",
);
const commands = [
  ...[start, dev, company, job, importJobs, exportJobs, applications],
  ...[notify, desk, boards, check, status, deploy, rollback, backup, restore],
];
for (const each of commands) program.addCommand(each);
