import type { ApplicationEnv } from "./application/delivery/applications.server";
import type { FinishedForm } from "./application/intake/submitted.server";
import type { DurableCopy } from "./reads/durable-copy.server";
import { createPurges, type Purges, type PurgeTime } from "./reads/purges.server";
import type { WaitUntil } from "./reads/shared-work.server";
import { findCompanyOfHost, rewriteOwnHostUrl } from "./config/hosts";
import { readSettings, type Settings } from "./config/settings.server";
import { createRateLimits, type RateLimitEnv, type RateLimits } from "./rate-limits.server";

export interface SiteEnv extends ApplicationEnv, RateLimitEnv {
  COPIES: DurableObjectNamespace<DurableCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
  /** Rendered pages shared by all data centres. Without this binding, each data centre renders its own. */
  PAGES?: KVNamespace;
  VERSION?: { id: string };
}

/** A request, with the data that the steps of `server.ts` need. */
export interface Visit {
  /** The request. On a company's own host, its path has been rewritten by `rewriteOwnHostUrl`. */
  request: Request;
  /** Whether the method is GET or HEAD. */
  isRead: boolean;
  env: SiteEnv;
  settings: Settings;
  /** The company that owns the requested host; undefined on the shared host. */
  owner: string | undefined;
  /** Created when first needed, because a cached page needs no limits. */
  readonly limits: RateLimits;
  purges: Purges;
  waitUntil: WaitUntil;
  /**
   * Starts to verify the pages in the shared store after the response: all pages or one client's. Called
   * after a purge, and if no run has verified this build's pages recently.
   */
  verifySoon: (clientUuid?: string) => void;
  /** Pages are rendered only from data read since this time, in ms since 1970. By default, memory is used. */
  notBefore?: number;
  /** The outcome of a posted form, for the metrics. Set by the form intake. */
  ended?: FinishedForm;
}

/** @throws ConfigurationError if a variable is missing or invalid */
export function openVisit(
  request: Request,
  env: SiteEnv,
  execution: Pick<ExecutionContext, "waitUntil">,
  verifySoon: Visit["verifySoon"] = () => undefined,
): Visit {
  const settings = readSettings(env);
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const address = rewriteOwnHostUrl(request.url, settings);
  let limits: RateLimits | undefined;
  return {
    request: address === request.url ? request : new Request(address, request),
    isRead: request.method === "GET" || request.method === "HEAD",
    env,
    settings,
    owner: findCompanyOfHost(settings, request.url),
    get limits() {
      return (limits ??= createRateLimits(
        settings.RATE_LIMITS === "on" ? env : {},
        request.headers.get("CF-Connecting-IP"),
      ));
    },
    purges: createPurges(env.PURGES, waitUntil, {
      region: settings.REGION,
      onPurged: verifySoon,
    }),
    waitUntil,
    verifySoon,
  };
}
