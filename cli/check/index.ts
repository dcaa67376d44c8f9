import { command } from "../lib/command";

export const check = command("check", "Check a hiring platform, or a deployed site");
