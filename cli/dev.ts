import { startCommand } from "./start/options";

export const dev = startCommand(
  "dev",
  "As start, and build again at each change of the code",
  async (port) => (await import("../scripts/dev")).watched(port),
);
