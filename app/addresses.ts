import { isPlatformId } from "../contract/ids";
import { slugify } from "../contract/slug";

/*
 * Builds and parses the site's URLs. `remix.config.js` maps paths to routes, and `i18n/language.ts` handles
 * `?lang=`.
 *
 * Functions named `…Path` return a path. Functions named `…Href` add a query.
 */

export const careerSitePath = (clientCode: string, clientUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${clientUuid}`;

/** The path of a position's page. Only the uuid identifies the position; the code and title are for people. */
export const positionPath = (clientCode: string, title: string, positionUuid: string): string =>
  `/${encodeURIComponent(clientCode)}/${slugify(title)}/${positionUuid}`;

export const policyPath = (page: string): string => `${page === "/" ? "" : page}/privacy`;

export type SiteFile = "sitemap" | "json-feed" | "rss" | "job-board-xml";

const FILE_NAMES: Record<SiteFile, string> = {
  sitemap: "sitemap.xml",
  "json-feed": "feed.json",
  rss: "rss.xml",
  "job-board-xml": "jobs.xml",
};

const SITE_FILES = Object.keys(FILE_NAMES) as SiteFile[]; // has only these keys

/** Parses a file name of a career site, ignoring case. Returns undefined for other names. */
export const parseSiteFileName = (name: string): SiteFile | undefined =>
  SITE_FILES.find((file) => FILE_NAMES[file] === name.toLowerCase());

/** The path of a career site's file. On a company's own host, the files are at the root. */
export const siteFilePath = (careerSite: string, file: SiteFile): string =>
  `${careerSite === "/" ? "" : careerSite}/${FILE_NAMES[file]}`;

export const sitemapPath = (careerSite: string): string => siteFilePath(careerSite, "sitemap");

/** The URL of one page of a long sitemap. The first page is 1. */
export const sitemapPartHref = (sitemap: string, part: number): string => `${sitemap}?page=${part}`;

/** A company's page, or a file of its career site. */
export interface CompanyPage {
  kind: "career-site" | "position" | SiteFile;
  /** The uuid of the client or position. */
  id: string;
  isPrivacy: boolean;
}

/** Parses the path of a company's page or file. Returns undefined for other paths. */
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

/** The path of a page without the code and the title, which do not change the page. */
export function canonicalPath({ kind, id, isPrivacy }: CompanyPage): string {
  if (kind === "position") return withPolicy(`/company/position/${id}`, isPrivacy);
  const page = `/company/${id}`;
  return kind === "career-site" ? withPolicy(page, isPrivacy) : siteFilePath(page, kind);
}

const withPolicy = (page: string, isPrivacy: boolean) => (isPrivacy ? policyPath(page) : page);

/** Builds a career site's path with the code from a position's path. Returns undefined for shorter paths. */
export function deriveCareerSitePath(path: string, clientUuid: string): string | undefined {
  const company = /^\/([^/]+)\/[^/]+\/[^/]+/.exec(path)?.[1];
  return company === undefined ? undefined : `/${company}/${clientUuid}`;
}

/** Parses the company's code from a page's path. Returns undefined if the path has no valid code. */
export function parseCompanyCode(path: string): string | undefined {
  if (!isPagePath(path)) return undefined;
  try {
    return decodeURIComponent(/^\/([^/]+)\/[^/]+/.exec(path)?.[1] ?? "") || undefined;
  } catch {
    return undefined;
  }
}

/** Collapses leading slashes and backslashes, because a URL that begins with `//` names another host. */
export const toLocalPath = (path: string): string => path.replace(/^[\\/]+/, "/");

/** Whether a path can belong to a page. The site's internal paths begin with `/-/`. */
export const isPagePath = (path: string): boolean => !path.startsWith("/-/");

/** Whether a path accepts forms, as pages and applications do. */
export const acceptsForms = (path: string): boolean =>
  isPagePath(path) || /^\/-\/applications\/[^/]+\/?$/.test(path);

export const NOT_FOUND_PATH = "/404";
export const MAINTENANCE_PATH = "/-/maintenance";
/** Runs the cron trigger's work, because local runs have no cron trigger. */
export const SCHEDULE_PATH = "/-/operator/schedule";
/** Sends the operator a test message. */
export const ALERT_TEST_PATH = "/-/operator/alerts/test";
/** Browsers report violations of a page's Content-Security-Policy here. */
export const CSP_REPORTS_PATH = "/-/csp";

/**
 * The URL to which scripts post an application. With the application's secret id, a browser can also GET the
 * reason for a refusal from this URL.
 *
 * @param language language of the response, a BCP 47 tag
 */
export const applicationHref = (id: string, positionUuid: string, language: string): string =>
  `/-/applications/${id}?position=${positionUuid}&lang=${language}`;

export const uploadsHref = (applicationId: string, positionUuid: string, field: string): string =>
  `/-/applications/${applicationId}/cv?position=${positionUuid}&field=${field}`;

/** The path of an upload. @param upload the upload's number in the application's Durable Object */
export const uploadPath = (applicationId: string, upload: number): string =>
  `/-/applications/${applicationId}/cv/${upload}`;

export const parseUploadNumber = (path: string): string => path.split("/").at(-1) ?? "";

const getParameter = (address: string, name: string) => new URL(address).searchParams.get(name);

export const getPositionParameter = ({ url }: { url: string }): string =>
  getParameter(url, "position") ?? "";

export const getFieldParameter = ({ url }: { url: string }): string =>
  getParameter(url, "field") ?? "cv";

export const getReceiptParameter = ({ url }: { url: string }): string | null =>
  getParameter(url, "receipt");

/** The token of a preview (docs/contract.md); undefined for other pages. */
export const getPreviewToken = (url: string): string | undefined =>
  url.includes("preview=") ? (getParameter(url, "preview") ?? undefined) : undefined;

export const previewParameter = (token: string): string => `preview=${encodeURIComponent(token)}`;

/** The facts by which a career site's list can be filtered. Each name is a query parameter. */
export const FILTER_NAMES = ["location", "workplace", "contract", "department"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The words and filters of a search. Each can be an empty string. */
export type JobSearch = Record<"query" | FilterName, string>;

export const WHOLE_LIST: JobSearch & { page: number } = {
  query: "",
  location: "",
  workplace: "",
  contract: "",
  department: "",
  page: 1,
};

export function parseJobSearch({ searchParams }: URL): JobSearch & { page: number } {
  const page = searchParams.get("page") ?? "";
  const list = { ...WHOLE_LIST, query: searchParams.get("q") ?? "" };
  for (const name of FILTER_NAMES) list[name] = searchParams.get(name) ?? "";
  return { ...list, page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}

export const isSearchUrl = (url: URL): boolean => isSearching(parseJobSearch(url));

export const isSearching = (search: JobSearch): boolean =>
  search.query !== "" || FILTER_NAMES.some((name) => search[name] !== "");

export function listHref(careerSite: string, { page, ...search }: JobSearch & { page: number }) {
  const parameters = new URLSearchParams({
    ...(search.query !== "" && { q: search.query }),
    ...Object.fromEntries(
      FILTER_NAMES.filter((name) => search[name] !== "").map((name) => [name, search[name]]),
    ),
    ...(page !== 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? careerSite : `${careerSite}?${parameters.toString()}`;
}

export const receiptParameter = (receiptId: string): string =>
  `receipt=${encodeURIComponent(receiptId)}`;

/** @param page the position page's URL, with or without `?lang=` */
export const receiptHref = (page: string, receiptId: string): string =>
  addParameter(page, receiptParameter(receiptId));

/**
 * The plain form's action: the page's URL with an extra parameter. A POST invalidates the browser's cached copy
 * of the same URL (RFC 9111, section 4.4). With the extra parameter, the copy of the page stays valid, and the
 * back button restores the form with the same application id.
 *
 * @param page the position page's URL, with or without `?lang=`
 */
export const sendHref = (page: string): string => addParameter(page, "send");

function addParameter(address: string, parameter: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${parameter}`;
}
