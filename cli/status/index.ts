import { command } from "../lib/command";

export const status = command("status", "Show whether a site is well");
