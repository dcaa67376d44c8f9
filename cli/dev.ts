import { startCommand } from "./start/options";

export const dev = startCommand(
  "dev",
  "Like start, and rebuild when the code changes",
  async (port) => (await import("../scripts/dev")).devOptions(port),
);
