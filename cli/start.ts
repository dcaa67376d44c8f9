import { command } from "./lib/command";

export const start = command("start", "Build the site and run it");
