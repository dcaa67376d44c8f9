import { SYSTEMS } from "../../adapters/src/registry";
import type { BoardSystem } from "./board-system";

/** The stand-in of each system, from its folder. */
export const BOARD_SYSTEMS: readonly BoardSystem[] = await Promise.all(
  SYSTEMS.map(async ({ name }) => {
    const { standIn } = (await import(`../../adapters/src/${name}/stand-in.ts`)) as {
      standIn: BoardSystem;
    };
    return standIn;
  }),
);
