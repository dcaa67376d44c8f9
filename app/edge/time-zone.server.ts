/**
 * The time zone that a request comes from, as in `Europe/Madrid`. Undefined where Cloudflare does not
 * know it, or the runtime does not know the name; and where it did not come through Cloudflare, which
 * numbers every request (`CF-Ray`): the local runtime makes a zone up.
 *
 * Source: Cloudflare Workers, `IncomingRequestCfProperties`.
 */
export function getTimeZone(request: Request): string | undefined {
  if (!request.headers.has("CF-Ray")) return undefined;
  const zone: unknown = request.cf?.timezone;
  if (typeof zone !== "string") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
