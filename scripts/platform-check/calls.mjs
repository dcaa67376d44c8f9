// Asks a platform, within bounds, and says in words what is wrong with an answer that is none.

/** Most bytes of an answer that are read, as by the site, and most milliseconds that one may take. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MS = 10_000;

/**
 * @typedef {object} Called
 * @property {number} status
 * @property {unknown} body its JSON; undefined if it is none
 * @property {number} bytes
 * @property {number} ms until its last byte
 * @property {string | undefined} fault what is wrong with it, in words
 * @property {string} mend
 */

/**
 * @param {string} base such as `https://platform.example/api/v1` @param {string} path
 * @param {{ header: string, key: string | undefined }} secret
 * @returns {Promise<Called>} never throws
 */
export async function call(base, path, { header, key }) {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const none = { status: 0, body: undefined, bytes: 0 };
  try {
    const response = await fetch(`${base}/${path}`, {
      headers: { Accept: "application/json", ...(key !== undefined && { [header]: key }) },
      redirect: "manual",
      signal: AbortSignal.timeout(MOST_MS),
    });
    const bytes = await bytesOf(response);
    const { status } = response;
    if (!bytes) {
      const fault = `answers more than ${MOST_BYTES / 1024 / 1024} MB`;
      return { ...none, status, ms: ms(), fault, mend: "answer in pages, with next" };
    }
    const body = jsonOf(bytes);
    const type = response.headers.get("Content-Type") ?? "";
    return { status, body, bytes: bytes.byteLength, ms: ms(), ...faultOf(status, body, type) };
  } catch (error) {
    return { ...none, ms: ms(), ...faultOfNone(error) };
  }
}

/** @param {Response} response @returns {Promise<Uint8Array | undefined>} undefined if they are too many */
async function bytesOf(response) {
  const pieces = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** @param {Uint8Array} bytes @returns {unknown} */
function jsonOf(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** @param {number} status @param {unknown} body @param {string} type */
function faultOf(status, body, type) {
  if (status === 401 || status === 403) {
    return { fault: `answers ${status}`, mend: "is the key right, and its header (--header)?" };
  }
  if (status >= 300 && status < 400) {
    return {
      fault: `redirects (${status})`,
      mend: "give the address that it leads to; the site follows none",
    };
  }
  if (body === undefined) {
    const what = /html/i.test(type) ? "an HTML page" : "something else";
    return {
      fault: `answers ${status} with ${what} where JSON is meant`,
      mend: "is the address the API's own?",
    };
  }
  return { fault: undefined, mend: "" };
}

/** @param {unknown} error */
function faultOfNone(error) {
  if (error instanceof Error && error.name === "TimeoutError") {
    return {
      fault: `has not answered within ${MOST_MS / 1000} s`,
      mend: "the site gives up as soon (READ_TIMEOUT_MS), and shows what it has kept, or an error",
    };
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && "code" in cause ? String(cause.code) : "no connection";
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
  return {
    fault: `cannot be reached: ${code}`,
    mend: isTls
      ? "its certificate is not valid for this address"
      : "is the address right, and the platform up?",
  };
}
