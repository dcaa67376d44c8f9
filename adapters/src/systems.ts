import type { Company } from "./companies";
import { SYSTEMS } from "./registry";
import type { System } from "./system";

type Board = Company["board"];

const systems = new Map<string, System<Board>>();
for (const { name, load } of SYSTEMS) systems.set(name, (await load()).system);

/** The system of a company's board. */
export function systemOf({ board }: Pick<Company, "board">): System<Board> {
  const system = systems.get(board.system);
  if (!system) throw new Error(`no adapter for ${board.system}`);
  return system;
}
