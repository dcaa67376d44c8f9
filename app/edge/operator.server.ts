import type { RateLimits } from "./rate-limits.server";

// The browser's types, which are also here, hide workerd's own addition.
const subtle = crypto.subtle as typeof crypto.subtle & {
  timingSafeEqual: (a: ArrayBuffer, b: ArrayBuffer) => boolean;
};

/** What every answer to an operator carries: it may quote a candidate, and nothing keeps it. */
export const OPERATOR_HEADERS = { "Cache-Control": "no-store" };

/** An answer to an operator, as JSON. */
export const operatorJson = (answer: unknown, status = 200): Response =>
  Response.json(answer, { status, headers: OPERATOR_HEADERS });

/**
 * Refuses a call to an operator's address that does not carry the operator's secret (401), or any call
 * if no secret is configured (404). Undefined if the call may go on.
 *
 * A network that has sent too many wrong secrets has its next ones compared one a second, and those that
 * are wrong, or too many to wait, are answered 429. So the right one still gets through.
 *
 * Source: docs/deploy.md; docs/security.md.
 *
 * @param secret as configured; a call carries it as `Authorization: Bearer`
 */
export async function refuseUnauthorized(
  request: Request,
  secret: string | undefined,
  limits: Pick<RateLimits, "mayLookUp" | "countMiss" | "takeSlot">,
): Promise<Response | undefined> {
  if (secret === undefined) return new Response("Not Found", { status: 404 });
  const isSlowed = !limits.mayLookUp("secret");
  if (isSlowed && !(await limits.takeSlot())) return tooManyRequests();
  const given = /^Bearer (.+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  if (await isSameSecret(given, secret)) return undefined;
  await limits.countMiss("secret");
  if (isSlowed) return tooManyRequests();
  const headers = { "WWW-Authenticate": "Bearer" };
  return new Response("Unauthorized", { status: 401, headers });
}

const tooManyRequests = () =>
  new Response("Too Many Requests", { status: 429, headers: { "Retry-After": "60" } });

/** Compares digests in constant time: how long it takes tells nothing about the secret or its length. */
async function isSameSecret(given: string, secret: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return subtle.timingSafeEqual(await digest(given), await digest(secret));
}
