/**
 * Returns the time zone of a request, such as `Europe/Madrid`. Returns undefined if Cloudflare or the runtime
 * does not recognize the zone. Ignores a request without `CF-Ray`, because the local runtime invents a zone.
 *
 * Source: Cloudflare Workers, `IncomingRequestCfProperties`.
 */
export function getTimeZone(request: {
  headers: { has: (name: string) => boolean };
}): string | undefined {
  if (!request.headers.has("CF-Ray")) return undefined;
  // Workers add `cf` to requests, but the standard type lacks it.
  const zone = (request as { cf?: { timezone?: unknown } }).cf?.timezone;
  if (typeof zone !== "string") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
