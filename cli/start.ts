import { startCommand } from "./start/options";

export const start = startCommand(
  "start",
  "Build the site and run it, with the embedded platform or in front of another one",
  () => Promise.resolve({}),
);
