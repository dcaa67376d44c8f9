import { createApplications } from "./application/object/applications.server";
import type { ApplicationEnv } from "./application/object/objects.server";
import { readSettings } from "./edge/env.server";
import { platformOf } from "./edge/platform.server";
import { createNonce } from "./edge/security-headers.server";
import type { PositionCopy } from "./platform/position-copy.server";
import { createPositionPages } from "./platform/position-pages.server";

/** What the Worker is bound to. */
export interface SiteEnv extends ApplicationEnv {
  POSITION_COPIES: DurableObjectNamespace<PositionCopy>;
}

/** Work that may go on after the answer. */
interface Later {
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * What a loader or an action is given, made once for each request.
 *
 * @throws ConfigurationError
 */
export function createContext(env: SiteEnv, { waitUntil }: Later) {
  const platform = platformOf(env);
  return {
    settings: readSettings(env),
    platform,
    positionPages: createPositionPages({ platform, copies: env.POSITION_COPIES, waitUntil }),
    applications: createApplications(env),
    nonce: createNonce(),
    /** Work that goes on also when nobody waits for its answer any more. */
    toTheEnd: <T>(work: Promise<T>): Promise<T> => {
      waitUntil(work.catch(() => undefined));
      return work;
    },
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
