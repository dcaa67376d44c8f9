import { group } from "../lib/command";
import { add } from "./add";
import { check } from "./check";

export const boards = group("boards", "Boards of other hiring systems", [add, check]);
