import { isPlatformId } from "../contract/ids";
import { slugify } from "../contract/slug";

/*
 * Every address of the site, made and read here; which route answers which is in `remix.config.js`.
 *
 * A path begins with `/` and has no host. An `…Href` is a path with its parameters. `?lang=`, which
 * any of them may have, is `i18n/language.ts`'s.
 */

/** The path of a company's career site. */
export const careerSitePath = (clientCode: string, clientUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${clientUuid}`;

/** The path of a position's page. Its names are for people; its uuid alone says which it is. */
export const positionPath = (clientCode: string, title: string, positionUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${slugify(title)}/${positionUuid}`;

/** The path of the privacy policy that belongs to a page. */
export const policyPath = (page: string): string => `${page === "/" ? "" : page}/privacy`;

/** The files of a career site that programs read, by the ends of their paths. */
const FILES = {
  "sitemap.xml": "sitemap",
  "feed.json": "json-feed",
  "rss.xml": "rss",
  "jobs.xml": "job-board-xml",
} as const;

/** A file of a career site that programs read. */
export type SiteFile = (typeof FILES)[keyof typeof FILES];

const isFileName = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name);

/** Which file of a career site has a name, in any case; undefined if none. */
export function parseSiteFileName(name: string): SiteFile | undefined {
  const known = name.toLowerCase();
  return isFileName(known) ? FILES[known] : undefined;
}

/** The path of a file of a career site: at the root of a company's own host. */
export function siteFilePath(careerSite: string, file: SiteFile): string {
  const name = Object.keys(FILES).find((one) => parseSiteFileName(one) === file) ?? "";
  return `${careerSite === "/" ? "" : careerSite}/${name}`;
}

/** The path of the list of a career site's addresses that search engines read. */
export const sitemapPath = (careerSite: string): string => siteFilePath(careerSite, "sitemap");

/** The address of a part of a sitemap that is too long for one file; parts begin with 1. */
export const sitemapPartHref = (sitemap: string, part: number): string => `${sitemap}?page=${part}`;

/** A page of the companies, as its path names it, or a file of a career site. */
export interface CompanyPage {
  kind: "career-site" | "position" | SiteFile;
  /** The client's uuid, or the position's. */
  id: string;
  /** Whether it is the privacy policy that belongs to it. */
  isPrivacy: boolean;
}

/** Which of the companies' pages is at a path; undefined if none. */
export function parseCompanyPage(path: string): CompanyPage | undefined {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  if (segments.includes("") || /^(-|%2d)$/i.test(segments[0] ?? "")) return undefined;
  // Remix matches paths without regard to case.
  const last = segments.length > 2 ? segments.at(-1)?.toLowerCase() : undefined;
  const isPrivacy = last === "privacy";
  const file = last !== undefined && segments.length === 3 ? parseSiteFileName(last) : undefined;
  const named = isPrivacy || file ? segments.slice(0, -1) : segments;
  const id = named.at(-1);
  const kind = file ?? ({ 2: "career-site", 3: "position" } as const)[named.length];
  if (kind === undefined || !isPlatformId(id)) return undefined;
  return { kind, id, isPrivacy };
}

/** The path of a company's page, whatever its names: it is drawn the same at each. */
export function canonicalPath({ kind, id, isPrivacy }: CompanyPage): string {
  if (kind === "position") return withPolicy(`/company/position/${id}`, isPrivacy);
  const page = `/company/${id}`;
  return kind === "career-site" ? withPolicy(page, isPrivacy) : siteFilePath(page, kind);
}

const withPolicy = (page: string, isPrivacy: boolean) => (isPrivacy ? policyPath(page) : page);

/**
 * The path of a company's career site, by the name that the company has in the path of one of its
 * positions. Undefined at other paths.
 */
export function careerSitePathBeside(path: string, clientUuid: string): string | undefined {
  const company = /^\/([^/]+)\/[^/]+\/[^/]+/.exec(path)?.[1];
  return company === undefined ? undefined : `/${company}/${clientUuid}`;
}

/** The company's code in the path of one of its pages; undefined at other paths. */
export function parseCompanyCode(path: string): string | undefined {
  if (!isPagePath(path)) return undefined;
  try {
    return decodeURIComponent(/^\/([^/]+)\/[^/]+/.exec(path)?.[1] ?? "") || undefined;
  } catch {
    return undefined;
  }
}

/** A path as one of ours: with two slashes it would name another host. */
export const toLocalPath = (path: string): string => path.replace(/^[\\/]+/, "/");

/** Whether there is a page of ours for people at a path: ours for programs begin with `/-/`. */
export const isPagePath = (path: string): boolean => !path.startsWith("/-/");

/** Whether forms are sent to a path: a page's, as long as it is not known whose, or an application's own. */
export const acceptsForms = (path: string): boolean =>
  isPagePath(path) || /^\/-\/applications\/[^/]+\/?$/.test(path);

export const NOT_FOUND_PATH = "/404";
export const MAINTENANCE_PATH = "/-/maintenance";
/** Where browsers report violations of a page's policy. */
export const CSP_REPORTS_PATH = "/-/csp";

/**
 * Where scripts send an application, and a browser that knows the secret id asks why it was refused.
 *
 * @param language of the answer, a BCP 47 tag
 */
export const applicationHref = (id: string, positionUuid: string, language: string): string =>
  `/-/applications/${id}?position=${positionUuid}&lang=${language}`;

/** Where the upload of a field's file in pieces is begun. */
export const uploadsHref = (applicationId: string, positionUuid: string, field: string): string =>
  `/-/applications/${applicationId}/cv?position=${positionUuid}&field=${field}`;

/** The path of an upload, by the number that the application's object gave it. */
export const uploadPath = (applicationId: string, upload: number): string =>
  `/-/applications/${applicationId}/cv/${upload}`;

/** The number of an upload, as the end of its path. */
export const parseUploadNumber = (path: string): string => path.split("/").at(-1) ?? "";

const getParameter = (address: string, name: string) => new URL(address).searchParams.get(name);

/** The position that a call about an application names; empty if none. */
export const getPositionParameter = ({ url }: Request): string =>
  getParameter(url, "position") ?? "";

/** The field that a file is for: the CV's where none is named. */
export const getFieldParameter = ({ url }: Request): string => getParameter(url, "field") ?? "cv";

/** The receipt that is asked for, if one is. */
export const getReceiptParameter = ({ url }: Request): string | null =>
  getParameter(url, "receipt");

/** The facts that a career site's list can be filtered by, each a parameter of its address. */
export const FILTER_NAMES = ["location", "workplace", "contract", "department"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The words and the values that a list is searched for; each may be empty. */
export type JobSearch = Record<"query" | FilterName, string>;

export const WHOLE_LIST: JobSearch & { page: number } = {
  query: "",
  location: "",
  workplace: "",
  contract: "",
  department: "",
  page: 1,
};

/** The part of a career site's list that an address asks for. */
export function parseJobSearch({ searchParams }: URL): JobSearch & { page: number } {
  const page = searchParams.get("page") ?? "";
  const list = { ...WHOLE_LIST, query: searchParams.get("q") ?? "" };
  for (const name of FILTER_NAMES) list[name] = searchParams.get(name) ?? "";
  return { ...list, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

/** Whether an address asks for a search, and not for the whole list. */
export const isSearchUrl = (url: URL): boolean => isSearching(parseJobSearch(url));

export const isSearching = (wanted: JobSearch): boolean =>
  wanted.query !== "" || FILTER_NAMES.some((name) => wanted[name] !== "");

/** The part of a list of jobs, on its career site. */
export function listHref(careerSite: string, { page, ...wanted }: JobSearch & { page: number }) {
  const parameters = new URLSearchParams({
    ...(wanted.query !== "" && { q: wanted.query }),
    ...Object.fromEntries(
      FILTER_NAMES.filter((name) => wanted[name] !== "").map((name) => [name, wanted[name]]),
    ),
    ...(page !== 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? careerSite : `${careerSite}?${parameters.toString()}`;
}

/** The parameter that names a receipt. */
export const receiptParameter = (receiptId: string): string =>
  `receipt=${encodeURIComponent(receiptId)}`;

/**
 * The address of a receipt.
 *
 * @param page the position's page, perhaps with a language
 */
export const receiptHref = (page: string, receiptId: string): string =>
  addParameter(page, receiptParameter(receiptId));

/**
 * Where the plain form is sent: its own page, by an address that no page is read at. A POST makes
 * the browser forget what it has of that very address (RFC 9111, section 4.4), and the back button
 * is to bring back the form as it was, with the same id.
 *
 * @param page the position's page, perhaps with a language
 */
export const sendHref = (page: string): string => addParameter(page, "send");

function addParameter(address: string, parameter: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${parameter}`;
}
