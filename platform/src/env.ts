import type { D1Database, R2Bucket } from "@cloudflare/workers-types";

/** The bindings of `platform/wrangler.toml`, and one secret. */
export interface Env {
  DB: D1Database;
  CVS: R2Bucket;
  API_KEY?: string;
}

/** The part of the Worker's context that keeps work going after the answer. */
export interface Later {
  waitUntil(work: Promise<unknown>): void;
}
