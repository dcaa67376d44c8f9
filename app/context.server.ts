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

/** What the Worker is bound to. */
export interface SiteEnv extends ApplicationEnv, RateLimitEnv {
  POSITION_COPIES: DurableObjectNamespace<PositionCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
  /** Pages, everywhere; only where it is wanted. */
  PAGES?: KVNamespace;
  /** Which deployment this is. */
  VERSION?: { id: string };
}

interface ContextOptions {
  /** What is written into this page, and into no other answer's. */
  marks: Marks;
  /** Whether it is to be read only: then it may share what others read, and what was read before. */
  isRead: boolean;
  /** The visitor's address, as far as it is known. */
  visitor: string | null;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * What a loader or an action is given, made once for each request.
 *
 * @throws ConfigurationError
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
      isKnownPurged: (clientUuid, madeAt) => purges.isKnownPurged(clientUuid, madeAt),
      waitUntil,
    }),
    /** When the first of this request's shared reads began, in ms since 1970. */
    get readSince(): number | undefined {
      return readSince;
    },
    /** Has all pages of a client read and drawn anew, because the client has changed something. */
    async purge(clientUuid: string): Promise<void> {
      await purges.purge(clientUuid);
      forgetReads();
      forgetDrawings();
    },
    applications,
    rateLimits,
    /** What forms are received by. */
    intake: {
      applications,
      maxCvBytes: settings.MAX_CV_BYTES,
      mayApply: rateLimits.allowsApplication,
      mayStore: rateLimits.allowsFile,
    },
    ...marks,
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
