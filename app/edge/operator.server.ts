import type { Settings } from "../config/settings.server";
import type { RateLimits } from "../rate-limits.server";

type SecretLimits = Pick<RateLimits, "mayLookUp" | "countMiss" | "takeSlot">;

// The browser's types lack workerd's `timingSafeEqual`.
const subtle = crypto.subtle as typeof crypto.subtle & {
  timingSafeEqual: (a: ArrayBuffer, b: ArrayBuffer) => boolean;
};

/** Keeps responses out of caches, because they can contain a candidate's data. */
export const OPERATOR_HEADERS = { "Cache-Control": "no-store" };

export const operatorJson = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: OPERATOR_HEADERS });

/**
 * Refuses a call without the secret (401), and any call if no secret is configured (404). Returns undefined if
 * the call is allowed.
 *
 * After too many wrong secrets, a network's secrets are compared only once a second. A wrong secret or a long
 * wait then causes a 429.
 *
 * Source: docs/deploy.md; docs/security.md.
 *
 * @param secret the configured secret, which calls send as `Authorization: Bearer`
 */
export async function refuseUnauthorized(
  request: Request,
  secret: string | undefined,
  limits: SecretLimits,
): Promise<Response | undefined> {
  if (secret === undefined) return new Response("Not Found", { status: 404 });
  const isThrottled = !limits.mayLookUp("secret");
  if (isThrottled && !(await limits.takeSlot())) return tooManyRequests();
  const sent = /^Bearer (.+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  if (await isSameSecret(sent, secret)) return undefined;
  await limits.countMiss("secret");
  if (isThrottled) return tooManyRequests();
  const headers = { "WWW-Authenticate": "Bearer" };
  return new Response("Unauthorized", { status: 401, headers });
}

export const refuseNonOperator = (
  request: Request,
  {
    settings,
    rateLimits,
  }: { settings: Pick<Settings, "OPERATOR_SECRET">; rateLimits: SecretLimits },
) => refuseUnauthorized(request, settings.OPERATOR_SECRET, rateLimits);

const tooManyRequests = () =>
  new Response("Too Many Requests", { status: 429, headers: { "Retry-After": "60" } });

/** Compares digests in constant time, so that timing reveals neither the secret nor its length. */
async function isSameSecret(sent: string, secret: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return subtle.timingSafeEqual(await digest(sent), await digest(secret));
}
