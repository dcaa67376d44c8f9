import { namelessPath, policyPath } from "../addresses";
import { companyOfHost, type HostSettings } from "../config/hosts";

/**
 * A request as the rest of the Worker is given it: on a company's own host `/` and `/privacy` are its
 * career site and that site's policy.
 */
export function atOwnHost(request: Request, settings: HostSettings): Request {
  const id = companyOfHost(settings, request.url);
  if (id === undefined) return request;
  const url = new URL(request.url);
  const isHome = url.pathname === "/";
  // Remix matches paths without regard to case, and with a slash at the end.
  const isPrivacy = url.pathname.toLowerCase().replace(/\/$/, "") === policyPath("/");
  if (!isHome && !isPrivacy) return request;
  url.pathname = namelessPath({ kind: "career-site", id, isPrivacy });
  return new Request(url, request);
}
