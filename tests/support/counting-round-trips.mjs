// Wraps a Worker and counts the round trips of each request to the Worker's bindings: databases, buckets, Durable
// Objects, key-value stores and other Workers. Rate limits aren't counted, because they are local.
//
// A round trip is a group of calls that don't need each other's results. The wrapper holds calls until the Worker
// hasn't made another call for `QUIET_MS`. Then it makes all held calls as one round trip. A call that needs
// a result is therefore in a later round trip. Only round trips before the response are counted.
//
// Calls to the platform are held while other calls are made, as if the platform were much farther away. A call to the
// platform that needs only an object's result is therefore in the same round trip as other such calls.

// @ts-expect-error This file exists only in workerd (`desk-site.ts`).
import module from "./worker.js";

// @ts-expect-error As above. Durable Object classes.
export * from "./worker.js";

/** @typedef {Record<string, unknown>} Env */
/** @typedef {{ fetch: (request: Request, env: Env, execution: ExecutionContext) => Promise<Response> }} Worker */
/** @typedef {(...given: unknown[]) => unknown} Method */
/** @typedef {<T>(call: string, work: () => T | Promise<T>) => Promise<T>} Hold */

const worker = /** @type {Worker} */ (module);

/** Allows for computation between two calls of a round trip on a busy machine. */
const QUIET_MS = 150;

/** Responds with the requests since the last request to this path. The first request starts the count. */
const ADDRESS = "/-/round-trips";

/** @type {{ request: string, roundTrips: string[][] }[]} */
let counted = [];
let isCounting = false;

function createCounter() {
  /** The calls of each round trip. @type {string[][]} */
  const roundTrips = [];
  /** @type {{ call: string, start: () => void }[]} */
  let held = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const release = () => {
    const near = held.filter(({ call }) => !call.startsWith("PLATFORM."));
    const now = near.length > 0 ? near : held;
    held = held.filter((item) => !now.includes(item));
    if (held.length > 0) timer = setTimeout(release, QUIET_MS);
    roundTrips.push(now.map(({ call }) => call));
    for (const { start } of now) start();
  };
  /** @type {Hold} */
  const hold = (call, work) =>
    new Promise((resolve, reject) => {
      held.push({ call, start: () => void Promise.resolve().then(work).then(resolve, reject) });
      clearTimeout(timer);
      timer = setTimeout(release, QUIET_MS);
    });
  return { roundTrips, hold };
}

/**
 * Returns a proxy with some of the target's methods replaced. `methods` returns undefined for a method that stays.
 *
 * @template {object} T @param {T} target @param {(name: string, method: Method) => Method | undefined} methods
 */
const withMethods = (target, methods) =>
  new Proxy(target, {
    get(_, name) {
      const value = /** @type {unknown} */ (Reflect.get(target, name));
      if (typeof value !== "function") return value;
      /** @type {Method} */
      const method = (...given) => /** @type {unknown} */ (Reflect.apply(value, target, given));
      return methods(String(name), method) ?? method;
    },
  });

/** The native statement behind each wrapped statement. @type {WeakMap<object, object>} */
const nativeStatements = new WeakMap();

/** @param {object} native @param {string} sql @param {Hold} hold @returns {object} */
function wrapStatement(native, sql, hold) {
  const statement = withMethods(native, (name, method) =>
    name === "bind"
      ? (...values) => wrapStatement(/** @type {object} */ (method(...values)), sql, hold)
      : (...given) => hold(sql, () => method(...given)),
  );
  nativeStatements.set(statement, native);
  return statement;
}

/** @param {object} database @param {Hold} hold */
const wrapDatabase = (database, hold) =>
  withMethods(database, (name, method) => {
    if (name === "prepare") {
      return (sql) => wrapStatement(/** @type {object} */ (method(sql)), String(sql), hold);
    }
    if (name !== "batch") return undefined;
    return (statements) => {
      const native = /** @type {object[]} */ (statements).map((key) => nativeStatements.get(key));
      return hold(`batch of ${native.length}`, () => method(native));
    };
  });

/** @param {string} binding @param {object} target @param {Hold} hold */
const wrapCalls = (binding, target, hold) =>
  withMethods(
    target,
    (name, method) =>
      (...given) =>
        hold(`${binding}.${name}`, () => method(...given)),
  );

/** @param {string} binding @param {object} namespace @param {Hold} hold @returns {object} */
const wrapObjects = (binding, namespace, hold) =>
  withMethods(namespace, (name, method) => {
    if (name === "jurisdiction") {
      return (...given) => wrapObjects(binding, /** @type {object} */ (method(...given)), hold);
    }
    if (name !== "get" && name !== "getByName") return undefined;
    return (...given) => wrapCalls(binding, /** @type {object} */ (method(...given)), hold);
  });

/** @param {string} binding @param {unknown} value @param {Hold} hold @returns {unknown} */
function wrapBinding(binding, value, hold) {
  if (typeof value !== "object" || value === null) return value;
  // Check this first: `in` is true for any name, because a Worker can have a method of any name.
  if (value.constructor.name === "Fetcher") return wrapCalls(binding, value, hold);
  if ("prepare" in value) return wrapDatabase(value, hold);
  if ("idFromName" in value) return wrapObjects(binding, value, hold);
  if ("put" in value) return wrapCalls(binding, value, hold);
  return value;
}

/** @type {Worker} */
const around = {
  ...worker,
  async fetch(request, env, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === ADDRESS) {
      const now = counted;
      counted = [];
      isCounting = true;
      return Response.json(now);
    }
    if (!isCounting) return worker.fetch(request, env, execution);
    const { roundTrips, hold } = createCounter();
    const wrapped = Object.entries(env).map(([name, value]) => [
      name,
      wrapBinding(name, value, hold),
    ]);
    const response = await worker.fetch(
      request,
      /** @type {Env} */ (Object.fromEntries(wrapped)),
      execution,
    );
    // Copy the list, because work after the response adds to it.
    counted.push({ request: `${request.method} ${pathname}`, roundTrips: [...roundTrips] });
    return response;
  },
};

export default around;
