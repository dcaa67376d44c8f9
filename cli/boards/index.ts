import { group } from "../lib/command";

export const boards = group("boards", "Boards of other hiring systems", []);
