import { hex } from "../secrets";

const MINUTE = 60 * 1000;

/** A session ends after `SESSION_MS`, or after `IDLE_MS` without a request. */
export const SESSION_MS = 12 * 60 * MINUTE;
export const IDLE_MS = 60 * MINUTE;

/** Minimum time between updates of `seen_at`, in ms. */
export const SEEN_INTERVAL_MS = MINUTE;

/** Times in ms since 1970. */
export interface Times {
  createdAt: number;
  seenAt: number;
}

export const hasEnded = ({ createdAt, seenAt }: Times, now: number): boolean =>
  now >= createdAt + SESSION_MS || now >= seenAt + IDLE_MS;

const COOKIE = "__Host-desk";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** Creates a session's secret of 256 random bits, which is stored only in the cookie. */
export const createSecret = (): string => hex(crypto.getRandomValues(new Uint8Array(32)).buffer);

export const sessionCookie = (secret: string): string =>
  `${COOKIE}=${secret}; Max-Age=${SESSION_MS / 1000}; ${ATTRIBUTES}`;

export const expiredCookie = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

export function readSecret(headers: Headers): string | undefined {
  const cookies = (headers.get("Cookie") ?? "").split(/;\s*/);
  const ours = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  const secret = ours?.slice(COOKIE.length + 1);
  return secret !== undefined && /^[0-9a-f]{64}$/.test(secret) ? secret : undefined;
}

const digest = async (text: string) =>
  hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Returns the hash of a session's secret. The database stores only the hash. */
export const hashSessionSecret = (secret: string): Promise<string> =>
  digest(`desk session ${secret}`);

/** Returns the CSRF token for a session's forms, which does not reveal the session's secret. */
export const formToken = (secret: string): Promise<string> => digest(`desk form ${secret}`);
