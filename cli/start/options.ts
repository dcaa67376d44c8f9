import { Option, type Command } from "commander";
import { Stop } from "../../scripts/local";
import { command, portNumber } from "../lib/command";
import { stateFolder } from "../lib/state";
import type { RunOptions } from "./run";

const DEFAULT_PORT = 8787;

interface Options {
  port: number;
  env?: string;
  board?: string | true;
  examples: boolean;
  var: string[];
  persistTo?: string;
}

/** `start` and `dev`, which differ in what they build. */
export const startCommand = (
  name: string,
  description: string,
  more: (port: number) => Promise<Partial<RunOptions>>,
): Command =>
  command(name, description)
    .addOption(
      new Option("--port <number>", "the port, or 0 for any free one")
        .argParser(portNumber)
        .env("PORT")
        .default(DEFAULT_PORT),
    )
    .option("--env <name>", "external or boards: an environment without the embedded platform")
    .option(
      "--board [company]",
      "in front of adapters/companies, one of them, or a board's address",
    )
    .option("--no-examples", "do not add the example companies")
    .option(
      "--var <name:value>",
      "a variable of the site (docs/deploy.md#variables); repeatable",
      collect,
      [],
    )
    .option("--persist-to <folder>", "local state (default: .wrangler/state)")
    .argument("[options...]", "after --: options of wrangler dev")
    .action(async (args: string[], { board, persistTo, ...options }: Options) => {
      const { run } = await import("./run");
      if (options.env === "staging") {
        throw new Stop("staging is only deployed. A local run is for trying things already.");
      }
      await run({
        port: options.port,
        persistTo: stateFolder(persistTo),
        env: options.env,
        vars: options.var,
        examples: options.examples,
        args,
        ...(board !== undefined && (await atBoard(board === true ? "" : board))),
        ...(await more(options.port)),
      });
      process.exit();
    });

const collect = (text: string, before: string[]) => [...before, text];

async function atBoard(which: string): Promise<Partial<RunOptions>> {
  const { boardSite } = await import("../boards/worker");
  return { env: "boards", board: await boardSite(which) };
}
