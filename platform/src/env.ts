import type { D1Database, R2Bucket, RateLimit, SendEmail } from "@cloudflare/workers-types";

/** The bindings of `platform/wrangler.toml`, secrets, and variables (docs/deploy.md). */
export interface Env {
  DB: D1Database;
  CVS: R2Bucket;
  API_KEY?: string;
  /** Turns on the admin interface. */
  ADMIN_SECRET?: string;
  /** Limits each network's requests to the desk and the admin interface. Optional. */
  DESK_LIMIT?: RateLimit;
  /** Settings of Cloudflare Access (desk/access.ts). Either all three are set, or none. */
  ACCESS_CERTS_URL?: string;
  ACCESS_ISSUER?: string;
  ACCESS_AUDIENCE?: string;
  EMAIL?: SendEmail;
  EMAIL_FROM?: string;
  /** `smtps://HOST`, `smtp://HOST`, `https://…` or `catcher:`. Without it, emails are sent through `EMAIL`. */
  EMAIL_URL?: string;
  EMAIL_USER?: string;
  /** The password, or the token for `https://`. */
  EMAIL_PASSWORD?: string;
  EMAILS_PER_HOUR?: string;
  /** The site's public URL, for links to receipts, previews and published pages. */
  SITE_URL?: string;
  DESK_URL?: string;
  WEBHOOK_TIMEOUT_MS?: string;
  /** The database's limit in MB: 500 on the free plan. */
  DATABASE_MAX_MB?: string;
}

/** The part of the Worker's `ExecutionContext` that the platform uses. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}
