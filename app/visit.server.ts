import type { ApplicationEnv } from "./application/delivery/applications.server";
import type { FinishedForm } from "./application/intake/submitted";
import type { DurableCopy } from "./cache/durable-copy.server";
import { createPurges, type Purges, type PurgeTime } from "./cache/purges.server";
import type { WaitUntil } from "./cache/shared-work.server";
import { companyOfHost } from "./config/hosts";
import { rewriteOwnHostUrl } from "./config/own-host";
import { readSettings, type Settings } from "./config/settings.server";
import { createRateLimits, type RateLimitEnv, type RateLimits } from "./edge/rate-limits.server";

/** The Worker's bindings and variables. */
export interface SiteEnv extends ApplicationEnv, RateLimitEnv {
  COPIES: DurableObjectNamespace<DurableCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
  /** The version of the Worker that is deployed. */
  VERSION?: { id: string };
}

/** A request on its way through the steps of `server.ts`, with what they all need: made once. */
export interface Visit {
  /** As the Worker reads it: at a company's own host, `/` is its career site. */
  request: Request;
  /** Whether it only reads. */
  isRead: boolean;
  env: SiteEnv;
  settings: Settings;
  /** The only company on the requested host; undefined where all are. */
  owner: string | undefined;
  /** What the client's network may still do. */
  limits: RateLimits;
  purges: Purges;
  waitUntil: WaitUntil;
  /** What became of the form that the request brought, for the metrics; set by `createContext`. */
  ended?: FinishedForm;
}

/** @throws ConfigurationError if a variable is missing or wrong */
export function openVisit(asked: Request, env: SiteEnv, execution: ExecutionContext): Visit {
  const settings = readSettings(env);
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const address = rewriteOwnHostUrl(asked.url, settings);
  return {
    request: address === asked.url ? asked : new Request(address, asked),
    isRead: asked.method === "GET" || asked.method === "HEAD",
    env,
    settings,
    owner: companyOfHost(settings, asked.url),
    limits: createRateLimits(
      settings.RATE_LIMITS === "on" ? env : {},
      asked.headers.get("CF-Connecting-IP"),
    ),
    purges: createPurges(env.PURGES, waitUntil),
    waitUntil,
  };
}
