import { group } from "../lib/command";

export const desk = group("desk", "Who may read applications at the desk", []);
