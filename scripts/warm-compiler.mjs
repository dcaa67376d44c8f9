// Loads Remix's compiler ahead of time, which takes most of a second. A message then runs it once.
import { once } from "node:events";
import { cli } from "@remix-run/dev";

process.once("disconnect", () => process.exit());
await once(process, "message");
await cli.run(["build"]);
process.exit();
