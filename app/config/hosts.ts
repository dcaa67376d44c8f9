import * as z from "zod";
import { isPlatformId, isSameId } from "~/contract/ids";
import { canonicalPath, policyPath, parseSiteFileName } from "../addresses";

/** Companies' own hosts. Any other host is shared by all companies. */
export interface CompanyHosts {
  /** Companies' uuids, by host. */
  companies: ReadonlyMap<string, string>;
  /** The hosts for companies' URLs, by uuid in lower case. */
  addresses: ReadonlyMap<string, string>;
}

/** Normalizes a host for comparison: to lower case, without a port or a trailing dot (RFC 1034). */
export const normalizeHost = (host: string): string =>
  host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** `DESK_HOST`: the host of the embedded platform's desk, such as `desk.acme.example`. */
export const deskHostSetting = z
  .string()
  .transform((text) => text.toLowerCase())
  .refine((host) => HOST.test(host), "must be a host, such as desk.acme.example")
  .transform(normalizeHost)
  .optional();

/** Whether a requested URL has a host that DNS allows: labels of 1 to 63 characters, 253 in total (RFC 1035). */
export function hasValidHost(href: string): boolean {
  try {
    const { hostname, username, password } = new URL(href);
    const name = hostname.replace(/\.$/, "");
    return (
      username + password === "" && name.length <= 253 && /^[^.]{1,63}(\.[^.]{1,63})*$/.test(name)
    );
  } catch {
    return false;
  }
}

export interface HostSettings {
  HOSTS: CompanyHosts;
}

const HOST = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?$/;

/**
 * `HOSTS`: pairs such as `jobs.acme.example=<uuid>`, separated by spaces or commas. A company can have
 * several hosts. Its URLs use the first host.
 */
export const hostsSetting = z
  .string()
  .default("")
  .transform((text, context): CompanyHosts => {
    const companies = new Map<string, string>();
    const addresses = new Map<string, string>();
    for (const pair of text.split(/[\s,]+/).filter((word) => word !== "")) {
      const [name = "", uuid, more] = pair.split("=");
      const host = name.toLowerCase();
      if (!HOST.test(host) || !isPlatformId(uuid) || more !== undefined) {
        context.addIssue("must be pairs such as jobs.acme.example=<uuid of the company>");
      } else if (companies.has(host)) {
        context.addIssue("names a host twice");
      } else {
        companies.set(host, uuid);
        if (!addresses.has(uuid.toLowerCase())) addresses.set(uuid.toLowerCase(), host);
      }
    }
    return { companies, addresses };
  });

/**
 * Returns the uuid of the company that owns a URL's host, or undefined on the shared host. An entry of `HOSTS`
 * without a port matches every port.
 *
 * @param href the requested URL
 */
export function findCompanyOfHost({ HOSTS }: HostSettings, href: string | URL): string | undefined {
  if (HOSTS.companies.size === 0) return undefined;
  const { host, hostname, port } = new URL(href);
  // `jobs.acme.example.` is the same host as `jobs.acme.example` (RFC 1034, section 3.1).
  const name = hostname.replace(/\.$/, "");
  const listed = HOSTS.companies;
  return listed.get(port === "" ? name : `${name}:${port}`) ?? listed.get(host) ?? listed.get(name);
}

/** Whether a URL's host serves a company's pages. The shared host and the company's own hosts do. */
export function isOnHost(settings: HostSettings, href: string | URL, companyUuid: string): boolean {
  const owner = findCompanyOfHost(settings, href);
  return owner === undefined || isSameId(owner, companyUuid);
}

/**
 * Returns the origin for a company's absolute URLs, such as canonical links, sitemaps, feeds and receipts.
 *
 * @param requestOrigin the origin for a company without its own host
 */
export function siteOrigin(
  { HOSTS }: HostSettings,
  companyUuid: string,
  requestOrigin: string,
): string {
  const host = HOSTS.addresses.get(companyUuid.toLowerCase());
  if (host === undefined) return requestOrigin;
  const isLocal = /^(.*\.)?localhost(:|$)|^127\.\d+\.\d+\.\d+(:|$)/.test(host);
  return `${isLocal ? "http" : "https"}://${host}`;
}

/**
 * The path of a company's career site at the company's `siteOrigin`.
 *
 * @param sharedPath the path on the shared host
 */
export const siteCareerPath = (
  { HOSTS }: HostSettings,
  companyUuid: string,
  sharedPath: string,
): string => (HOSTS.addresses.has(companyUuid.toLowerCase()) ? "/" : sharedPath);

/**
 * Rewrites `/`, `/privacy` and files such as `/sitemap.xml` on a company's own host to the paths of its career
 * site. Leaves other URLs unchanged.
 */
export function rewriteOwnHostUrl(href: string, settings: HostSettings): string {
  const id = findCompanyOfHost(settings, href);
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
