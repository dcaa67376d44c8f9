import type { D1Database, R2Bucket } from "@cloudflare/workers-types";

/** What `platform/wrangler.toml` binds, and the one secret. */
export interface Env {
  DB: D1Database;
  CVS: R2Bucket;
  API_KEY?: string;
}

/** Keeps work going after the answer; the part of the Worker's context that is used here. */
export interface Later {
  waitUntil(work: Promise<unknown>): void;
}
