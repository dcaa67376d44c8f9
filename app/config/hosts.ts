import { z } from "zod";
import { isPlatformId } from "../../contract/ids";

/**
 * Companies' own hosts. A host that is nobody's own is the shared one: all companies are there.
 *
 * Source: design, section 8 ("a domain per company").
 */
export interface CompanyHosts {
  /** The uuid of the company that each host belongs to. */
  companies: ReadonlyMap<string, string>;
  /** The host that each company's addresses name, by its uuid in lower case. */
  addresses: ReadonlyMap<string, string>;
}

/** A host's name as it is compared: in small letters, without a port and a last dot (RFC 1034). */
export const normalizeHost = (host: string): string =>
  host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");

/** `DESK_HOST`: the host of the embedded platform's desk, such as `desk.acme.example`. */
export const deskHostSetting = z
  .string()
  .transform((text) => text.toLowerCase())
  .refine((host) => HOST.test(host), "must be a host, such as desk.acme.example")
  .transform(normalizeHost)
  .optional();

/** The settings that say whose a host is. */
export interface HostSettings {
  HOSTS: CompanyHosts;
}

const HOST = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?$/;

/**
 * `HOSTS` as it is given: pairs such as `jobs.acme.example=<uuid>`, with spaces or commas between them.
 * A company may have several hosts; the first is the one that its addresses name.
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
 * The company that the host of a URL belongs to, by its uuid; undefined on the shared host. A host
 * that is listed without a port is the company's on every port.
 *
 * @param asked the whole URL that a visitor asks for
 */
export function companyOfHost({ HOSTS }: HostSettings, asked: string | URL): string | undefined {
  if (HOSTS.companies.size === 0) return undefined;
  const { host, hostname, port } = new URL(asked);
  // `jobs.acme.example.` is the same host (RFC 1034, section 3.1).
  const name = hostname.replace(/\.$/, "");
  const listed = HOSTS.companies;
  return listed.get(port === "" ? name : `${name}:${port}`) ?? listed.get(host) ?? listed.get(name);
}

/** Whether two uuids name the same company. */
export const isSameCompany = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Whether a company's pages exist on the host of a URL: on the shared host, and on its own. */
export function isOnHost(
  settings: HostSettings,
  asked: string | URL,
  companyUuid: string,
): boolean {
  const owner = companyOfHost(settings, asked);
  return owner === undefined || isSameCompany(owner, companyUuid);
}

/**
 * The origin that a company's addresses name, wherever they are read: canonical links, sitemap, robots,
 * feeds, receipts and the operator's links. It is the company's own host, if it has one.
 *
 * @param requestOrigin of the request, for a company without a host of its own
 */
export function siteOrigin(
  { HOSTS }: HostSettings,
  companyUuid: string,
  requestOrigin: string,
): string {
  const host = HOSTS.addresses.get(companyUuid.toLowerCase());
  if (host === undefined) return requestOrigin;
  const isThisMachine = /^(.*\.)?localhost(:|$)|^127\.\d+\.\d+\.\d+(:|$)/.test(host);
  return `${isThisMachine ? "http" : "https"}://${host}`;
}

/**
 * The path of a company's career site at the origin that `siteAddress` gives: `/` on its own host.
 *
 * @param sharedPath its path on the shared host
 */
export const siteCareerPath = (
  { HOSTS }: HostSettings,
  companyUuid: string,
  sharedPath: string,
): string => (HOSTS.addresses.has(companyUuid.toLowerCase()) ? "/" : sharedPath);
