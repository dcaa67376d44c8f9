import { createApplications } from "./application/object/applications.server";
import type { ApplicationEnv } from "./application/object/objects.server";
import { readSettings } from "./edge/env.server";
import { platformOf } from "./edge/platform.server";
import { createNonce } from "./edge/security-headers.server";
import { createPositionPages } from "./platform/position-pages.server";

/** Work that may go on after the answer. */
interface Later {
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * What a loader or an action is given, made once for each request.
 *
 * @throws ConfigurationError
 */
export function createContext(env: ApplicationEnv, { waitUntil }: Later) {
  const platform = platformOf(env);
  return {
    settings: readSettings(env),
    platform,
    positionPages: createPositionPages(platform, waitUntil),
    applications: createApplications(env),
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
