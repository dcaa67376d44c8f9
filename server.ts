import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { createContext, type SiteEnv } from "./app/context.server";
import { ConfigurationError } from "./app/edge/env.server";
import { maintenanceAnswer } from "./app/edge/maintenance.server";
import { refusal } from "./app/edge/refusal.server";
import { withSecurityHeaders } from "./app/edge/security-headers.server";

export { ApplicationObject } from "./app/application/object/application-object.server";
export { UndeliveredIndex } from "./app/application/object/undelivered-index.server";
export { PositionCopy } from "./app/platform/position-copy.server";

// Remix types its own build's optional exports as `undefined`, which exactOptionalPropertyTypes tells apart.
const build = serverBuild as ServerBuild;

// The bundler puts the mode in here; nothing of Node's is there when the Worker runs.
const handle = createRequestHandler(build, process.env.NODE_ENV);

export default {
  async fetch(request, env, execution) {
    const refused = refusal(request);
    if (refused) return refused;
    try {
      const context = createContext(env, { waitUntil: (work) => execution.waitUntil(work) });
      const { MAINTENANCE, botCheck } = context.settings;
      const draw = (asked: Request) => handle(asked, context);
      const response = await (MAINTENANCE === "on"
        ? maintenanceAnswer(request, draw)
        : draw(request));
      return withSecurityHeaders(response, context.nonce, botCheck?.scriptUrl);
    } catch (error) {
      // Everything else is answered inside Remix; its message may be logged, it names no values.
      console.error(error instanceof ConfigurationError ? error.message : error);
      return new Response("Internal Server Error", { status: 500 });
    }
  },
} satisfies ExportedHandler<SiteEnv>;
