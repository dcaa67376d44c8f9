import { Option, type Command } from "commander";
import { command, portOption } from "../lib/command";
import { DEFAULT_PORT } from "../lib/platform";
import { stateFolder } from "../lib/state";
import type { RunOptions } from "./run";

const ENVS = ["external", "boards"];

interface Options {
  port: number;
  env?: string;
  board?: string | true;
  examples: boolean;
  var?: string[];
  persistTo?: string;
}

export const startCommand = (
  name: string,
  description: string,
  more: (port: number) => Promise<Partial<RunOptions>>,
): Command =>
  command(name, description)
    .addOption(portOption("port, or 0 for any free port").env("PORT").default(DEFAULT_PORT))
    .addOption(
      new Option("--env <name>", "run an environment without the embedded platform").choices(ENVS),
    )
    .option("--board [company]", "run in front of a board, or of a company's board (default: all)")
    .option("--no-examples", "do not add the example companies")
    .option("--var <name:value...>", "variables for the site (docs/deploy.md#variables)")
    .option("--persist-to <folder>", "local state (default: .wrangler/state)")
    .argument("[options...]", "after --: options of wrangler dev")
    .action(async (args: string[], { board, persistTo, ...options }: Options) => {
      const { run } = await import("./run");
      await run({
        ...options,
        persistTo: stateFolder(persistTo),
        vars: options.var ?? [],
        args,
        ...(board !== undefined && (await boardOptions(board === true ? "" : board))),
        ...(await more(options.port)),
      });
      process.exit();
    });

async function boardOptions(which: string): Promise<Partial<RunOptions>> {
  const { boardSite } = await import("../boards/worker");
  return { env: "boards", board: await boardSite(which) };
}
