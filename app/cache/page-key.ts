import {
  parseCompanyPage,
  isSearchUrl,
  listHref,
  parseJobSearch,
  canonicalPath,
  type SiteFile,
} from "../addresses";
import { requestedLanguage, LANGUAGES } from "../i18n/language";
import { BoundedMap } from "../runtime/bounded-map";

/** Later pages of a list are not cached: few are read, but a program could fill the cache with them. */
const MAX_PAGE_NUMBER = 50;

/** The key of a cached page, and the address that it is rendered at for all. */
export interface PageAddress {
  key: string;
  /** An address of this site that has only what the page depends on. */
  address: () => string;
  /** The keys of the same company's or position's page and privacy policy, in all languages. */
  siblings: () => string[];
  contentType: string;
  /** Scripts of any site may read it. */
  isCrossOrigin: boolean;
  /** Search engines may show it. */
  isIndexable: boolean;
}

const HTML = "text/html; charset=utf-8";

/** The content types of files. */
export const FILE_TYPES: Record<SiteFile, string> = {
  sitemap: "application/xml; charset=utf-8",
  "json-feed": "application/feed+json; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  "job-board-xml": "application/xml; charset=utf-8",
};

/**
 * The key and address of a page that is cached. The key has the host, the kind of page, the id of the
 * company or position, the language and the page of the list: nothing else in an address (names in its
 * path, other parameters) changes the page. Undefined for a page that is not cached: a search, a receipt,
 * or none of the companies' pages.
 *
 * Source: design, section 7.
 *
 * @param asked the whole requested URL
 */
export function getPageAddress(asked: string): PageAddress | undefined {
  if (asked.length > MAX_RECENT_LENGTH) return parsePageAddress(asked);
  if (recent.has(asked)) return recent.get(asked);
  const parsed = parsePageAddress(asked);
  recent.set(asked, parsed);
  return parsed;
}

/** Parsed addresses: parsing one is a tenth of what serving a cached page costs. */
const recent = new BoundedMap<string, PageAddress | undefined>(1000);
const MAX_RECENT_LENGTH = 300;

function parsePageAddress(asked: string): PageAddress | undefined {
  const url = new URL(asked);
  const { host, origin } = url;
  const page = parseCompanyPage(url.pathname);
  const { page: part, ...wanted } = parseJobSearch(url);
  if (!page || isSearchUrl(url) || url.searchParams.has("receipt")) return undefined;
  const file = page.kind === "career-site" || page.kind === "position" ? undefined : page.kind;
  const language = file ? undefined : requestedLanguage(url);
  const isList = (page.kind === "career-site" && !page.isPrivacy) || file === "sitemap";
  const number = isList ? part : 1;
  if (number > MAX_PAGE_NUMBER) return undefined;
  const createKey = (kind: string, tag: string | undefined, part: number) =>
    [host, kind, page.id, tag ?? "", part].join("/");
  const pageKind = (isPrivacy: boolean) => (isPrivacy ? `${page.kind}-privacy` : page.kind);
  return {
    key: createKey(pageKind(page.isPrivacy), language, number),
    address: () => {
      const renderedAt = new URL(
        listHref(canonicalPath(page), { ...wanted, page: number }),
        origin,
      );
      if (language !== undefined) renderedAt.searchParams.set("lang", language);
      return renderedAt.href;
    },
    siblings: () =>
      file
        ? []
        : [undefined, ...LANGUAGES].flatMap((tag) =>
            [false, true].map((isPrivacy) => createKey(pageKind(isPrivacy), tag, 1)),
          ),
    contentType: file ? FILE_TYPES[file] : HTML,
    isCrossOrigin: file !== undefined && file !== "sitemap",
    isIndexable: !file && !page.isPrivacy,
  };
}
