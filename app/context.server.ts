import { createApplications } from "./application/delivery/applications.server";
import type { ApplicationEnv } from "./application/delivery/objects.server";
import { readSettings } from "./config/settings.server";
import { createRateLimits, type RateLimitEnv } from "./edge/rate-limits.server";
import type { Marks } from "./edge/pages/page-template.server";
import { forgetDrawings } from "./edge/pages/drawings.server";
import { createPurges, type PurgeTime } from "./edge/pages/purges.server";
import { platformOf } from "./config/platform.server";
import type { PositionCopy } from "./platform/position-copy.server";
import { createPositionPages } from "./platform/position-pages.server";
import { forgetReads, sharedReads } from "./platform/shared-reads.server";
import { timedReads } from "./platform/timed-reads.server";

/** The Worker's bindings and variables. */
export interface SiteEnv extends ApplicationEnv, RateLimitEnv {
  POSITION_COPIES: DurableObjectNamespace<PositionCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
  /** A store of pages that all data centres share; optional. */
  PAGES?: KVNamespace;
  /** The version of the Worker that is deployed. */
  VERSION?: { id: string };
}

interface ContextOptions {
  /** The nonce and the application id of this answer alone. */
  marks: Marks;
  /** Whether the request only reads. Then it may share reads with others, and use copies. */
  isRead: boolean;
  /** The visitor's IP address, if it is known. */
  visitor: string | null;
  /** Keeps the Worker running after the answer, until the work has ended. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Makes the context that loaders and actions are given, once for each request.
 *
 * @throws ConfigurationError if a variable is missing or wrong
 */
export function createContext(env: SiteEnv, { marks, isRead, visitor, waitUntil }: ContextOptions) {
  const settings = readSettings(env);
  const platform = platformOf(env);
  const shares = isRead && settings.PAGE_CACHE === "on";
  let readSince: number | undefined;
  const reads = timedReads(
    shares
      ? sharedReads(platform, {
          waitUntil,
          readTimeoutMs: settings.READ_TIMEOUT_MS,
          onRead: (begunAt) => (readSince = Math.min(readSince ?? begunAt, begunAt)),
        })
      : platform,
  );
  const purges = createPurges(env.PURGES, waitUntil);
  const applications = createApplications(env);
  const rateLimits = createRateLimits(settings.RATE_LIMITS === "on" ? env : {}, visitor);
  return {
    settings,
    reads,
    positionPages: createPositionPages({
      reads,
      copies: env.POSITION_COPIES,
      ...(shares && {
        isPurged: (clientUuid: string, madeAt: number) => purges.isPurged(clientUuid, madeAt),
      }),
      readSince: () => readSince,
      forgetAfterMs: settings.FORGET_AFTER_MS,
      isKnownPurged: (clientUuid, madeAt) => purges.isKnownPurged(clientUuid, madeAt),
      waitUntil,
    }),
    /** When the first of this request's shared reads began, in ms since 1970. */
    get readSince(): number | undefined {
      return readSince;
    },
    /** Makes all pages of a client be read and drawn again, because the client has changed something. */
    async purge(clientUuid: string): Promise<void> {
      await purges.purge(clientUuid);
      forgetReads();
      forgetDrawings();
    },
    applications,
    rateLimits,
    /** What intake needs besides the form. */
    intake: {
      applications,
      maxCvBytes: settings.MAX_CV_BYTES,
      mayApply: rateLimits.allowsApplication,
      mayStore: rateLimits.allowsFile,
    },
    ...marks,
    /** Lets work go on even if the visitor goes away before the answer. */
    toTheEnd: <T>(work: Promise<T>): Promise<T> => {
      waitUntil(work.catch(() => undefined));
      return work;
    },
  };
}

declare module "@remix-run/server-runtime" {
  // Remix learns the type of its context by declaration merging.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}
