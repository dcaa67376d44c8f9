import { SYSTEMS } from "../../adapters/src/system-settings";
import type { BoardSystem } from "./board-system";

export const BOARD_SYSTEMS: readonly BoardSystem[] = await Promise.all(
  SYSTEMS.map(async ({ name }) => {
    const { boardSystem } = (await import(`../../adapters/src/${name}/fake-system.ts`)) as {
      boardSystem: BoardSystem;
    };
    return boardSystem;
  }),
);
