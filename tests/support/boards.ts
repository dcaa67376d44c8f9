import { SYSTEMS } from "../../adapters/src/system-settings";
import type { BoardSystem } from "./board-system";

/** Each system's stand-in, from its adapter's folder. */
export const BOARD_SYSTEMS: readonly BoardSystem[] = await Promise.all(
  SYSTEMS.map(async ({ name }) => {
    const { standIn } = (await import(`../../adapters/src/${name}/stand-in.ts`)) as {
      standIn: BoardSystem;
    };
    return standIn;
  }),
);
