import { isPlatformId } from "../contract/ids";
import { slugify } from "../contract/slug";

/*
 * Builds and parses the site's URLs. `remix.config.js` maps paths to routes; `i18n/language.ts` handles
 * `?lang=`, which any URL may have.
 *
 * A path begins with `/` and has no host. An `…Href` is a path with a query.
 */

/** The path of a company's career site. */
export const careerSitePath = (clientCode: string, clientUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${clientUuid}`;

/** The path of a position's page. Only the uuid identifies it; the names are for readers. */
export const positionPath = (clientCode: string, title: string, positionUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${slugify(title)}/${positionUuid}`;

/** The path of the privacy policy that belongs to a page. */
export const policyPath = (page: string): string => `${page === "/" ? "" : page}/privacy`;

/** A career site's files for programs, by file name. */
const FILES = {
  "sitemap.xml": "sitemap",
  "feed.json": "json-feed",
  "rss.xml": "rss",
  "jobs.xml": "job-board-xml",
} as const;

export type SiteFile = (typeof FILES)[keyof typeof FILES];

const isFileName = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name);

/** Parses the name of a career site's file, in any case. Undefined for other names. */
export function parseSiteFileName(name: string): SiteFile | undefined {
  const known = name.toLowerCase();
  return isFileName(known) ? FILES[known] : undefined;
}

/** The path of a career site's file. On a company's own host it is at the root. */
export function siteFilePath(careerSite: string, file: SiteFile): string {
  const name = Object.keys(FILES).find((one) => parseSiteFileName(one) === file) ?? "";
  return `${careerSite === "/" ? "" : careerSite}/${name}`;
}

export const sitemapPath = (careerSite: string): string => siteFilePath(careerSite, "sitemap");

/** A page of a sitemap that is too long for one file. Pages start at 1. */
export const sitemapPartHref = (sitemap: string, part: number): string => `${sitemap}?page=${part}`;

/** A company's page, or a file of its career site. */
export interface CompanyPage {
  kind: "career-site" | "position" | SiteFile;
  /** The client's uuid, or the position's. */
  id: string;
  /** Whether it is the page's privacy policy. */
  isPrivacy: boolean;
}

/** Parses the path of a company's page; undefined for other paths. */
export function parseCompanyPage(path: string): CompanyPage | undefined {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  if (segments.includes("") || /^(-|%2d)$/i.test(segments[0] ?? "")) return undefined;
  // Remix ignores case in paths.
  const last = segments.length > 2 ? segments.at(-1)?.toLowerCase() : undefined;
  const isPrivacy = last === "privacy";
  const file = last !== undefined && segments.length === 3 ? parseSiteFileName(last) : undefined;
  const named = isPrivacy || file ? segments.slice(0, -1) : segments;
  const id = named.at(-1);
  const kind = file ?? ({ 2: "career-site", 3: "position" } as const)[named.length];
  if (kind === undefined || !isPlatformId(id)) return undefined;
  return { kind, id, isPrivacy };
}

/** The path under which a page is cached. It leaves out names, which do not change the page. */
export function canonicalPath({ kind, id, isPrivacy }: CompanyPage): string {
  if (kind === "position") return withPolicy(`/company/position/${id}`, isPrivacy);
  const page = `/company/${id}`;
  return kind === "career-site" ? withPolicy(page, isPrivacy) : siteFilePath(page, kind);
}

const withPolicy = (page: string, isPrivacy: boolean) => (isPrivacy ? policyPath(page) : page);

/** The career site's path, with the company's code from a position's path. Undefined for other paths. */
export function careerSitePathBeside(path: string, clientUuid: string): string | undefined {
  const company = /^\/([^/]+)\/[^/]+\/[^/]+/.exec(path)?.[1];
  return company === undefined ? undefined : `/${company}/${clientUuid}`;
}

/** Parses the company's code from a page's path; undefined for other paths. */
export function parseCompanyCode(path: string): string | undefined {
  if (!isPagePath(path)) return undefined;
  try {
    return decodeURIComponent(/^\/([^/]+)\/[^/]+/.exec(path)?.[1] ?? "") || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a path on this host: `//` at the start would name another one. */
export const toLocalPath = (path: string): string => path.replace(/^[\\/]+/, "/");

/** Whether a path may be a page. Paths for programs begin with `/-/`. */
export const isPagePath = (path: string): boolean => !path.startsWith("/-/");

/** Whether forms can be posted to a path: a page or an application. */
export const acceptsForms = (path: string): boolean =>
  isPagePath(path) || /^\/-\/applications\/[^/]+\/?$/.test(path);

export const NOT_FOUND_PATH = "/404";
export const MAINTENANCE_PATH = "/-/maintenance";
/** Browsers report violations of a page's Content-Security-Policy here. */
export const CSP_REPORTS_PATH = "/-/csp";

/**
 * Scripts send an application here. A browser that knows its secret id can also ask there why it was
 * refused.
 *
 * @param language language of the response, a BCP 47 tag
 */
export const applicationHref = (id: string, positionUuid: string, language: string): string =>
  `/-/applications/${id}?position=${positionUuid}&lang=${language}`;

/** The address at which a script starts to upload a field's file. */
export const uploadsHref = (applicationId: string, positionUuid: string, field: string): string =>
  `/-/applications/${applicationId}/cv?position=${positionUuid}&field=${field}`;

/** The path of an upload. @param upload its number in the application's Durable Object */
export const uploadPath = (applicationId: string, upload: number): string =>
  `/-/applications/${applicationId}/cv/${upload}`;

/** The number at the end of an upload's path. */
export const parseUploadNumber = (path: string): string => path.split("/").at(-1) ?? "";

const getParameter = (address: string, name: string) => new URL(address).searchParams.get(name);

/** The position in a call about an application; empty if it names none. */
export const getPositionParameter = ({ url }: Request): string =>
  getParameter(url, "position") ?? "";

/** The field that a file is for. The CV's by default. */
export const getFieldParameter = ({ url }: Request): string => getParameter(url, "field") ?? "cv";

/** The requested receipt; null if none. */
export const getReceiptParameter = ({ url }: Request): string | null =>
  getParameter(url, "receipt");

/** The facts by which a career site's list can be filtered. Each is a query parameter. */
export const FILTER_NAMES = ["location", "workplace", "contract", "department"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** A search: words, and values of filters. Each may be empty. */
export type JobSearch = Record<"query" | FilterName, string>;

export const WHOLE_LIST: JobSearch & { page: number } = {
  query: "",
  location: "",
  workplace: "",
  contract: "",
  department: "",
  page: 1,
};

/** Parses the search and the page number from a career site's URL. */
export function parseJobSearch({ searchParams }: URL): JobSearch & { page: number } {
  const page = searchParams.get("page") ?? "";
  const list = { ...WHOLE_LIST, query: searchParams.get("q") ?? "" };
  for (const name of FILTER_NAMES) list[name] = searchParams.get(name) ?? "";
  return { ...list, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

/** Whether a URL asks for a search instead of the whole list. */
export const isSearchUrl = (url: URL): boolean => isSearching(parseJobSearch(url));

export const isSearching = (wanted: JobSearch): boolean =>
  wanted.query !== "" || FILTER_NAMES.some((name) => wanted[name] !== "");

/** A page of a career site's list. */
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

/** The query parameter of a receipt. */
export const receiptParameter = (receiptId: string): string =>
  `receipt=${encodeURIComponent(receiptId)}`;

/**
 * The URL of a receipt.
 *
 * @param page the position's page, with or without a language
 */
export const receiptHref = (page: string, receiptId: string): string =>
  addParameter(page, receiptParameter(receiptId));

/**
 * The plain form's action: its own page, with a parameter that no link has. A POST invalidates the
 * browser's copy of its URL (RFC 9111, section 4.4). With another URL, the back button restores the form
 * with the same id.
 *
 * @param page the position's page, with or without a language
 */
export const sendHref = (page: string): string => addParameter(page, "send");

function addParameter(address: string, parameter: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${parameter}`;
}
