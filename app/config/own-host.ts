import { canonicalPath, policyPath, parseSiteFileName } from "../addresses";
import { companyOfHost, type HostSettings } from "./hosts";

/**
 * An address as the Worker reads it: on a company's own host `/`, `/privacy` and `/sitemap.xml` (or a feed's
 * name) are its career site, that site's policy, and its files.
 */
export function rewriteOwnHostUrl(asked: string, settings: HostSettings): string {
  const id = companyOfHost(settings, asked);
  if (id === undefined) return asked;
  const url = new URL(asked);
  // Remix matches paths without regard to case, and with a slash at the end.
  const path = url.pathname.toLowerCase().replace(/\/$/, "");
  const isPrivacy = path === policyPath("/");
  const file = parseSiteFileName(path.slice(1));
  if (path !== "" && !isPrivacy && !file) return asked;
  url.pathname = canonicalPath({ kind: file ?? "career-site", id, isPrivacy });
  return url.href;
}
