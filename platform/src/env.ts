import type { D1Database, R2Bucket, RateLimit, SendEmail } from "@cloudflare/workers-types";

/** The bindings of `platform/wrangler.toml`, secrets, and variables (docs/deploy.md). */
export interface Env {
  DB: D1Database;
  CVS: R2Bucket;
  API_KEY?: string;
  /** Turns on the admin interface. */
  ADMIN_SECRET?: string;
  /** Limits each network's requests to the desk and the admin interface. Without it there is no limit. */
  DESK_LIMIT?: RateLimit;
  /** Sign-in to the desk by Cloudflare Access (desk/access.ts): all three, or none. */
  ACCESS_CERTS_URL?: string;
  ACCESS_ISSUER?: string;
  ACCESS_AUDIENCE?: string;
  EMAIL?: SendEmail;
  EMAIL_FROM?: string;
  DESK_URL?: string;
  WEBHOOK_TIMEOUT_MS?: string;
}

/** The used part of the Worker's `ExecutionContext`. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}
