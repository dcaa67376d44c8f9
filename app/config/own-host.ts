import { canonicalPath, policyPath, parseSiteFileName } from "../addresses";
import { companyOfHost, type HostSettings } from "./hosts";

/**
 * Rewrites a URL on a company's own host. `/`, `/privacy` and files such as `/sitemap.xml` there are the
 * career site, its privacy policy and its files.
 */
export function rewriteOwnHostUrl(asked: string, settings: HostSettings): string {
  const id = companyOfHost(settings, asked);
  if (id === undefined) return asked;
  const url = new URL(asked);
  // Remix ignores case and trailing slashes in paths.
  const path = url.pathname.toLowerCase().replace(/\/$/, "");
  const isPrivacy = path === policyPath("/");
  const file = parseSiteFileName(path.slice(1));
  if (path !== "" && !isPrivacy && !file) return asked;
  url.pathname = canonicalPath({ kind: file ?? "career-site", id, isPrivacy });
  return url.href;
}
