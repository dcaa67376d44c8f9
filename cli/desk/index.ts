import { group } from "../lib/command";
import { invite } from "./invite";
import { list } from "./list";
import { revoke } from "./revoke";

export const desk = group("desk", "Manage access to the desk", [list, invite, revoke]);
