import { startCommand } from "./start/options";

export const dev = startCommand(
  "dev",
  "Like start, but rebuilds when the code changes",
  async (port) => (await import("../scripts/dev")).devOptions(port),
);
