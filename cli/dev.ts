import { command } from "./lib/command";

export const dev = command("dev", "Run the site, and rebuild it at each change");
