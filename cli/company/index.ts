import { group } from "../lib/command";
import { list } from "./list";

export const company = group("company", "Companies and their pages", [list]);
