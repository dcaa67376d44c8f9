import type { D1Database, R2Bucket, RateLimit, SendEmail } from "@cloudflare/workers-types";

/** The bindings of `platform/wrangler.toml`, a secret, and variables (docs/deploy.md). */
export interface Env {
  DB: D1Database;
  CVS: R2Bucket;
  API_KEY?: string;
  /** Opens the admin interface, which is off without it. */
  ADMIN_SECRET?: string;
  /** Counts a network's requests at the desk and the admin interface. Without it there is no limit. */
  DESK_LIMIT?: RateLimit;
  /** Who comes in at the desk by Cloudflare Access (desk/access.ts): all three, or none. */
  ACCESS_CERTS_URL?: string;
  ACCESS_ISSUER?: string;
  ACCESS_AUDIENCE?: string;
  EMAIL?: SendEmail;
  EMAIL_FROM?: string;
  DESK_URL?: string;
  WEBHOOK_TIMEOUT_MS?: string;
}

/** The part of the Worker's context that keeps work going after the answer. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}
