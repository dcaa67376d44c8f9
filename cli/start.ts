import { startCommand } from "./start/options";

export const start = startCommand(
  "start",
  "Build and run the site, with the embedded platform or in front of another platform",
  () => Promise.resolve({}),
);
