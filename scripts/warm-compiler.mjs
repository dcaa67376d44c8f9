// Loads Remix's compiler ahead of time, because loading is slow. A message starts one build.
import { once } from "node:events";
import { cli } from "@remix-run/dev";

process.once("disconnect", () => process.exit());
await once(process, "message");
await cli.run(["build"]);
process.exit();
