import { canonicalPath, policyPath, parseSiteFileName } from "../addresses";
import { companyOfHost, type HostSettings } from "./hosts";

/**
 * Rewrites `/`, `/privacy` and files such as `/sitemap.xml` on a company's own host to the paths of its career
 * site. Leaves other URLs unchanged.
 */
export function rewriteOwnHostUrl(href: string, settings: HostSettings): string {
  const id = companyOfHost(settings, href);
  if (id === undefined) return href;
  const url = new URL(href);
  // Remix ignores case and trailing slashes in paths.
  const path = url.pathname.toLowerCase().replace(/\/$/, "");
  const isPrivacy = path === policyPath("/");
  const file = parseSiteFileName(path.slice(1));
  if (path !== "" && !isPrivacy && !file) return href;
  url.pathname = canonicalPath({ kind: file ?? "career-site", id, isPrivacy });
  return url.href;
}
