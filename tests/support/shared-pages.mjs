// Wraps the site to simulate one of several data centres: `PAGES` is a store on loopback that all sites share, and
// requests can move the clock. Requests don't start a verification until a test allows it.

// @ts-expect-error This file exists only in workerd (`site.ts`).
import module from "./worker.js";

// @ts-expect-error As above. Durable Object classes.
export * from "./worker.js";

// @ts-expect-error As above.
import { PurgeTime as WorkerPurgeTime } from "./worker.js";

/** @typedef {Record<string, unknown> & { STORE_URL: string }} Env */
/** @typedef {{ waitUntil: (work: Promise<unknown>) => void }} Execution */
/** @typedef {{ fetch: (request: Request, env: Env, execution: Execution) => Promise<Response> }} Worker */

const worker = /** @type {Worker} */ (module);

/** Moves the clock by a number of ms. */
const CLOCK = "/-/move-clock";

/** Sets whether requests can start a verification. */
const CLAIMS = "/-/claims";
let mayClaim = false;

const now = Date.now.bind(Date);
let offset = 0;
Date.now = () => now() + offset;

/** @param {string} url */
const createStore = (url) => {
  /** @param {string} key @param {RequestInit} [init] */
  const call = async (key, init) => {
    const response = await fetch(`${url}/${encodeURIComponent(key)}`, init);
    if (!response.ok && response.status !== 404)
      throw new Error(`The store responded with ${response.status}`);
    return response;
  };
  return {
    /** @param {string} key @param {"json" | "arrayBuffer"} type */
    async get(key, type) {
      const response = await call(key);
      if (response.status === 404) return null;
      return /** @type {unknown} */ (type === "json" ? response.json() : response.arrayBuffer());
    },
    /** @param {string} key @param {BodyInit} body @param {{ metadata?: object }} [options] */
    async put(key, body, { metadata } = {}) {
      await call(key, {
        method: "PUT",
        body,
        headers: { Metadata: JSON.stringify(metadata ?? null) },
      });
    },
    /** @param {string} key */
    async delete(key) {
      await call(key, { method: "DELETE" });
    },
    /** @param {{ prefix: string }} options */
    async list({ prefix }) {
      const response = await call("", { headers: { Prefix: prefix } });
      return { keys: /** @type {unknown} */ (await response.json()), list_complete: true };
    },
  };
};

/** @typedef {{ new (state: unknown, env: unknown): object; prototype: object }} ObjectClass */
/** @typedef {(name: string, everyMs: number) => boolean} Claim */

export class PurgeTime extends /** @type {ObjectClass} */ (WorkerPurgeTime) {
  /** @param {unknown} state @param {Env} env */
  constructor(state, env) {
    super(state, { ...env, PAGES: createStore(env.STORE_URL) });
  }

  /** @param {string} name @param {number} everyMs */
  claim(name, everyMs) {
    const { prototype } = /** @type {ObjectClass} */ (WorkerPurgeTime);
    const claim = /** @type {Claim} */ (Reflect.get(prototype, "claim"));
    return mayClaim && claim.call(this, name, everyMs);
  }
}

/** @type {Worker} */
const around = {
  ...worker,
  async fetch(request, env, execution) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === CLOCK || pathname === CLAIMS) {
      if (pathname === CLAIMS) mayClaim = searchParams.has("allow");
      offset += Number(searchParams.get("ms"));
      return new Response(null, { status: 204 });
    }
    // A page's key contains its host, so all data centres must use the same host.
    const url = new URL(request.url);
    url.hostname = "jobs.example";
    url.port = "";
    const shared = { ...env, PAGES: createStore(env.STORE_URL) };
    return worker.fetch(new Request(url, request), shared, execution);
  },
};

export default around;
