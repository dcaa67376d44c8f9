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
  /** Why it is not an API's answer, and how to mend it. */
  fault?: string;
}

export const isSuccess = ({ status }: Called) => status >= 200 && status < 300;

/** Makes a call; with a form, posts it. Never throws. */
export async function call(
  { base, header, key }: Platform,
  path: string,
  post?: { body: FormData; headers: Record<string, string> },
): Promise<Called> {
  const began = performance.now();
  const timeout = post ? ANSWER_MOST.applyMs : ANSWER_MOST.readMs;
  const called = { status: 0, body: undefined, bytes: 0, ms: 0 };
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
    const { status } = response;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > ANSWER_MOST.bytes) {
        const most = ANSWER_MOST.bytes / 1024 / 1024;
        return { ...called, status, fault: `answers more than ${most} MB: use next` };
      }
      pieces.push(piece);
    }
    const ms = Math.round(performance.now() - began);
    const body = jsonOf(Buffer.concat(pieces).toString());
    const fault = faultOf(status, body, response.headers.get("Content-Type") ?? "");
    return { status, body, bytes, ms, ...(fault !== undefined && { fault }) };
  } catch (error) {
    return { ...called, fault: connectionFault(error, timeout) };
  }
}

/** Undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultOf(status: number, body: unknown, type: string): string | undefined {
  if (status === 401 || status === 403) {
    return `answers ${status}: is the key right, and its header (--header)?`;
  }
  if (status >= 300 && status < 400) {
    return `redirects (${status}): give the address that it leads to; the site follows none`;
  }
  if (body !== undefined) return undefined;
  const what = /html/i.test(type) ? "an HTML page" : "something else";
  return `answers ${status} with ${what} where JSON is meant: is the address the API's own?`;
}

function connectionFault(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === "TimeoutError") {
    return `has not answered within ${timeout / 1000} s: the site gives up as soon`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && "code" in cause ? String(cause.code) : "no connection";
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
    ? `cannot be reached: ${code}: its certificate is not valid for this address`
    : `cannot be reached: ${code}: is the address right, and the platform up?`;
}
