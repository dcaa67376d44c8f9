import type { Company } from "./companies";
import type { System } from "./system";
import { SYSTEMS } from "./registry.mjs";

type Board = Company["board"];

const adapters = new Map<string, System<Board>>(
  await Promise.all(SYSTEMS.map(async ({ name, load }) => [name, await load()] as const)),
);

/** The system that has a company's jobs. */
export function systemOf({ board }: Pick<Company, "board">): System<Board> {
  const system = adapters.get(board.system);
  if (!system) throw new Error(`no adapter for ${board.system}`);
  return system;
}
