import { PICTURES_PATH } from "~/contract/pictures";
import type { Visit } from "../visit.server";
import { HEADERS } from "./response.server";
import { tooManyRequests } from "./refusal.server";
import type { Outgoing } from "../runtime/outgoing";

/**
 * Serves a picture that a company uploaded at the embedded platform's desk. A URL always has the same bytes,
 * so the data centre's cache and browsers can store it. Returns undefined for other requests.
 */
export async function servePicture(visit: Visit): Promise<Response | Outgoing | undefined> {
  const { request, env, settings, limits, waitUntil, isRead } = visit;
  const { origin, pathname } = new URL(request.url);
  const isPicture = pathname.startsWith(`${PICTURES_PATH}/`);
  if (!isPicture || !isRead || !env.PLATFORM || settings.PLATFORM_URL !== undefined)
    return undefined;
  const url = origin + pathname;
  const cache = await caches.open("pictures");
  const cached = await cache.match(url);
  if (cached) return cached;
  if (!(await limits.allowsRead())) return tooManyRequests(visit);
  const upstream = await env.PLATFORM.fetch(url);
  const response = new Response(upstream.body, upstream);
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  if (response.ok) waitUntil(cache.put(url, response.clone()));
  return response;
}
