import { group } from "../lib/command";
import { add } from "./add";
import { check } from "./check";

export const boards = group("boards", "Connect job boards", [add, check]);
