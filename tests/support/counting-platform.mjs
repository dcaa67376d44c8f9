// Wraps the embedded platform and counts the billable operations on its database and bucket.
// D1 reports the rows that a statement reads and writes. Also records statements and counts key derivations.

// @ts-expect-error This file exists only in workerd (`desk-site.ts`).
import module from "./worker.js";

/** @typedef {{ DB: D1Database; CVS: R2Bucket }} Env */
/** @typedef {{ fetch: (request: Request, env: Env, execution: ExecutionContext) => Promise<Response> }} Worker */
/** @typedef {Record<string, unknown>} Row */

const worker = /** @type {Worker} */ (module);

const counts = { calls: 0, rowsRead: 0, rowsWritten: 0, bucketWrites: 0, bucketReads: 0 };

/** @type {string[]} */
let statements = [];
let derivations = 0;

const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle);
crypto.subtle.deriveBits = (/** @type {Parameters<typeof deriveBits>} */ ...given) => {
  derivations += 1;
  return deriveBits(...given);
};

/** @param {D1Result<Row>} result */
function addRows(result) {
  counts.rowsRead += result.meta.rows_read;
  counts.rowsWritten += result.meta.rows_written;
  return result;
}

/** The native statement behind each counting statement. @type {WeakMap<object, D1PreparedStatement>} */
const nativeStatements = new WeakMap();

/** @param {D1PreparedStatement} native */
function countStatement(native) {
  const all = async () => addRows(await native.all());
  const statement = {
    bind: (/** @type {unknown[]} */ ...values) => countStatement(native.bind(...values)),
    all,
    run: all,
    first: async (/** @type {string | undefined} */ column) => {
      const [row] = (await all()).results;
      if (row === undefined) return null;
      return column === undefined ? row : row[column];
    },
  };
  nativeStatements.set(statement, native);
  return statement;
}

/** @param {D1Database} database */
const countDatabase = (database) => ({
  prepare: (/** @type {string} */ sql) => {
    statements.push(sql);
    return countStatement(database.prepare(sql));
  },
  batch: async (/** @type {object[]} */ statements) => {
    const unwrapped = statements.flatMap((statement) => nativeStatements.get(statement) ?? []);
    return (await database.batch(/** @type {D1PreparedStatement[]} */ (unwrapped))).map((result) =>
      addRows(/** @type {D1Result<Row>} */ (result)),
    );
  },
});

/** Class A operations write or list. Class B operations read. Deleting is free. */
const CLASS_A = ["put", "list", "createMultipartUpload"];
const CLASS_B = ["get", "head"];

/** @param {R2Bucket} bucket */
const countBucket = (bucket) =>
  new Proxy(bucket, {
    get(_, name) {
      if (CLASS_A.includes(String(name))) counts.bucketWrites += 1;
      if (CLASS_B.includes(String(name))) counts.bucketReads += 1;
      const value = /** @type {unknown} */ (Reflect.get(bucket, name));
      return typeof value === "function" ? /** @type {unknown} */ (value.bind(bucket)) : value;
    },
  });

/** Returns the counts, the statements and the number of key derivations since the last call. */
const WORK = "/-/work";

/** @type {Worker} */
const around = {
  ...worker,
  async fetch(request, env, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === "/-/counted" || pathname === WORK) {
      const now = { ...counts, ...(pathname === WORK && { statements, derivations }) };
      statements = [];
      derivations = 0;
      for (const name of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts))) {
        counts[name] = 0;
      }
      return Response.json(now);
    }
    counts.calls += 1;
    const DB = /** @type {D1Database} */ (/** @type {unknown} */ (countDatabase(env.DB)));
    return worker.fetch(request, { ...env, DB, CVS: countBucket(env.CVS) }, execution);
  },
};

export default around;
