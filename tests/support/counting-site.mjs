// Wraps the built site and counts the billable operations of its Worker and Durable Objects.
// Locally, the Worker and the objects run in one isolate and share these counts.

// @ts-expect-error This file exists only in workerd (`desk-site.ts`).
import * as module from "./worker.js";

/** @typedef {new (ctx: DurableObjectState, env: unknown) => object} ObjectClass */
/** @typedef {{ fetch: (request: Request, env: Env, execution: ExecutionContext) => Promise<Response> }} Worker */
/** @typedef {{ PLATFORM: Fetcher }} Env */

const built = /** @type {{ default: Worker } & Record<string, ObjectClass>} */ (module);

const counts = {
  requests: 0,
  alarms: 0,
  objectCalls: 0,
  rowsRead: 0,
  rowsWritten: 0,
};
/** Calls by class and method. @type {Record<string, number>} */
let calls = {};
/** Bytes stored after each object's last call, by class and id. @type {Map<string, number>} */
const sizes = new Map();
/** Cursors whose rows haven't been counted yet. @type {SqlStorageCursor<Record<string, SqlStorageValue>>[]} */
let cursors = [];

/**
 * Returns a proxy that replaces some of the target's methods.
 *
 * @template {object} T @param {T} target @param {Partial<Record<keyof T, unknown>>} methods @returns {T}
 */
const withMethods = (target, methods) =>
  new Proxy(target, {
    get(_, name) {
      const key = /** @type {keyof T} */ (name);
      if (Object.hasOwn(methods, name)) return methods[key];
      const value = target[key];
      return typeof value === "function" ? /** @type {unknown} */ (value.bind(target)) : value;
    },
  });

/** @template T @param {"rowsRead" | "rowsWritten"} name @param {() => T} work */
function countRow(name, work) {
  counts[name] += 1;
  return work();
}

/** Counts the rows that a storage reads and writes, including key-value entries and alarms. @param {DurableObjectStorage} storage */
function countStorage(storage) {
  const { kv, sql } = storage;
  return withMethods(storage, {
    kv: withMethods(kv, {
      get: (/** @type {string} */ key) => countRow("rowsRead", () => kv.get(key)),
      put: (/** @type {string} */ key, /** @type {unknown} */ value) =>
        countRow("rowsWritten", () => kv.put(key, value)),
      delete: (/** @type {string} */ key) => countRow("rowsWritten", () => kv.delete(key)),
      list: () => {
        const all = [...kv.list()];
        counts.rowsRead += all.length;
        return all;
      },
    }),
    sql: withMethods(sql, {
      exec: (/** @type {string} */ query, /** @type {unknown[]} */ ...values) => {
        const cursor = sql.exec(query, ...values);
        cursors.push(cursor);
        return cursor;
      },
    }),
    setAlarm: (/** @type {number} */ at) => countRow("rowsWritten", () => storage.setAlarm(at)),
    getAlarm: () => countRow("rowsRead", () => storage.getAlarm()),
  });
}

/** Returns a class that counts calls to its objects, but not calls that a method makes synchronously. @param {string} name */
function countCalls(name) {
  const Base = built[name];
  if (!Base) throw new Error(`The build has no ${name}`);
  class Counted extends Base {
    inside = 0;
    /** @param {DurableObjectState} ctx @param {unknown} env */
    constructor(ctx, env) {
      const { storage } = ctx;
      Object.defineProperty(ctx, "storage", { value: countStorage(storage) });
      super(ctx, env);
      this.sized = () => sizes.set(`${name} ${ctx.id.toString()}`, storage.sql.databaseSize);
    }
  }
  const prototype = /** @type {Record<string, unknown>} */ (Base.prototype);
  for (const method of Object.getOwnPropertyNames(prototype)) {
    const value = /** @type {unknown} */ (
      Object.getOwnPropertyDescriptor(prototype, method)?.value
    );
    if (method === "constructor" || typeof value !== "function") continue;
    const original = /** @type {(...args: unknown[]) => unknown} */ (value);
    /** @this {Counted} @param {unknown[]} args */
    const around = function (...args) {
      if (this.inside === 0) {
        counts[method === "alarm" ? "alarms" : "objectCalls"] += 1;
        calls[`${name}.${method}`] = (calls[`${name}.${method}`] ?? 0) + 1;
      }
      this.inside += 1;
      try {
        return original.apply(this, args);
      } finally {
        this.inside -= 1;
        this.sized();
      }
    };
    Object.defineProperty(Counted.prototype, method, { value: around, configurable: true });
  }
  return Counted;
}

export const ApplicationObject = countCalls("ApplicationObject");
export const UndeliveredIndex = countCalls("UndeliveredIndex");
export const ReleaseLimiter = countCalls("ReleaseLimiter");
export const DurableCopy = countCalls("DurableCopy");
export const PurgeTime = countCalls("PurgeTime");

/** Returns and resets the counts. */
function takeCounts() {
  for (const { rowsRead, rowsWritten } of cursors) {
    counts.rowsRead += rowsRead;
    counts.rowsWritten += rowsWritten;
  }
  cursors = [];
  const now = { ...counts, calls, sizes: Object.fromEntries(sizes) };
  for (const name of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts))) counts[name] = 0;
  calls = {};
  return now;
}

/** @type {Worker} */
const around = {
  ...built.default,
  async fetch(request, env, execution) {
    if (new URL(request.url).pathname === "/-/counted") {
      const platform = await env.PLATFORM.fetch("http://platform.test/-/counted");
      return Response.json({ ...takeCounts(), platform: await platform.json() });
    }
    counts.requests += 1;
    return built.default.fetch(request, env, execution);
  },
};

export default around;
