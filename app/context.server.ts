import type { ApplicationEnv } from "./application/application-object.server";
import { createApplications } from "./application/applications.server";
import { readSettings } from "./edge/env.server";
import { platformOf } from "./edge/platform.server";
import { createNonce } from "./edge/security-headers.server";

/**
 * What a loader or an action is given, made once for each request.
 *
 * @throws ConfigurationError
 */
export function createContext(env: ApplicationEnv) {
  return {
    settings: readSettings(env),
    platform: platformOf(env),
    applications: createApplications(env.APPLICATIONS),
    nonce: createNonce(),
  };
}

declare module "@remix-run/server-runtime" {
  // Declaration merging is how Remix is told the type of its context.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}
