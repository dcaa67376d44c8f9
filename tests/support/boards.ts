import { SYSTEMS } from "~/adapters/src/system-settings";
import type { BoardSystem } from "./board-system";

export const BOARD_SYSTEMS: readonly BoardSystem[] = await Promise.all(
  SYSTEMS.map(async ({ name }) => {
    const { boardSystem } = (await import(`./systems/${name}.ts`)) as {
      boardSystem: BoardSystem;
    };
    return boardSystem;
  }),
);
