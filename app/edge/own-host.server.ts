import { namelessPath, OWN_SITEMAP_PATH, policyPath } from "../addresses";
import { companyOfHost, type HostSettings } from "../config/hosts";

/**
 * A request as the rest of the Worker is given it: on a company's own host `/`, `/privacy` and
 * `/sitemap.xml` are its career site, that site's policy, and its sitemap.
 */
export function atOwnHost(request: Request, settings: HostSettings): Request {
  const at = addressAtOwnHost(request.url, settings);
  return at === request.url ? request : new Request(at, request);
}

/** The same of an address alone. */
export function addressAtOwnHost(asked: string, settings: HostSettings): string {
  const id = companyOfHost(settings, asked);
  if (id === undefined) return asked;
  const url = new URL(asked);
  // Remix matches paths without regard to case, and with a slash at the end.
  const path = url.pathname.toLowerCase().replace(/\/$/, "");
  const isPrivacy = path === policyPath("/");
  const isSitemap = path === OWN_SITEMAP_PATH;
  if (path !== "" && !isPrivacy && !isSitemap) return asked;
  url.pathname = namelessPath({ kind: isSitemap ? "sitemap" : "career-site", id, isPrivacy });
  return url.href;
}
