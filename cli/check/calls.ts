// Asks a platform, within the site's bounds, and says in words why an answer is none.
import { ANSWER_MOST } from "../../contract/limits";

/** A platform, and the key that it is asked with. */
export interface Platform {
  /** Such as `https://platform.example/api/v1`. */
  base: string;
  header: string;
  key: string | undefined;
}

export interface Called {
  status: number;
  /** Its JSON; undefined if it is none. */
  body: unknown;
  bytes: number;
  /** Until its last byte. */
  ms: number;
  /** Why it is no answer of an API, and how to mend it. */
  fault?: string;
  mend?: string;
}

export const isSuccess = ({ status }: Called) => status >= 200 && status < 300;

/** Makes a call; with a form, posts it. Never throws. */
export async function call(
  { base, header, key }: Platform,
  path: string,
  post?: { body: FormData; headers: Record<string, string> },
): Promise<Called> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const none = { status: 0, body: undefined, bytes: 0 };
  const timeout = post ? ANSWER_MOST.applyMs : ANSWER_MOST.readMs;
  try {
    const response = await fetch(`${base}/${path}`, {
      ...(post && { method: "POST", body: post.body }),
      headers: {
        Accept: "application/json",
        ...post?.headers,
        ...(key !== undefined && { [header]: key }),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    const bytes = await bytesOf(response);
    const { status } = response;
    if (!bytes) {
      const fault = `answers more than ${ANSWER_MOST.bytes / 1024 / 1024} MB`;
      return { ...none, status, ms: ms(), fault, mend: "answer in pages, with next" };
    }
    const body = jsonOf(bytes);
    const type = response.headers.get("Content-Type") ?? "";
    return { status, body, bytes: bytes.byteLength, ms: ms(), ...faultOf(status, body, type) };
  } catch (error) {
    return { ...none, ms: ms(), ...connectionFault(error, timeout) };
  }
}

/** Undefined if they are too many. */
async function bytesOf(response: Response): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > ANSWER_MOST.bytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function faultOf(status: number, body: unknown, type: string) {
  if (status === 401 || status === 403) {
    return { fault: `answers ${status}`, mend: "is the key right, and its header (--header)?" };
  }
  if (status >= 300 && status < 400) {
    return {
      fault: `redirects (${status})`,
      mend: "give the address that it leads to; the site follows none",
    };
  }
  if (body !== undefined) return {};
  const what = /html/i.test(type) ? "an HTML page" : "something else";
  return {
    fault: `answers ${status} with ${what} where JSON is meant`,
    mend: "is the address the API's own?",
  };
}

function connectionFault(error: unknown, timeout: number) {
  if (error instanceof Error && error.name === "TimeoutError") {
    return {
      fault: `has not answered within ${timeout / 1000} s`,
      mend: "the site gives up as soon, and shows what it has stored, or an error",
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
