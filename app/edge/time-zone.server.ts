/**
 * Returns the time zone of a request, such as `Europe/Madrid`. Returns undefined if Cloudflare or the runtime
 * does not know the zone. Ignores a request without `CF-Ray`, because the local runtime invents a zone.
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
