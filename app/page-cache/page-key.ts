import {
  parseCompanyCode,
  parseCompanyPage,
  isSearchUrl,
  listHref,
  parseJobSearch,
  canonicalPath,
  type SiteFile,
} from "../addresses";
import { readSource, type Source } from "../candidate-source";
import { requestedLanguage, type Languages } from "../i18n/language";
import { BoundedMap } from "../runtime/bounded-map";

/** Later pages of a list are not cached, because a crawler could fill the cache with them. */
const MAX_PAGE_NUMBER = 50;

/** The key of a cached page, and the URL at which it is rendered. */
export interface PageAddress {
  key: string;
  /** The id of the client or position. */
  id: string;
  /** The company's code in the requested path, which might belong to another company. */
  code: string | undefined;
  /** The candidate's source in the requested URL. It is not part of the key. */
  source: Source;
  /** Returns the page's canonical URL. */
  address: () => string;
  /** The keys of the page and its privacy policy in all languages; empty for files. */
  siblings: () => string[];
  contentType: string;
  /** Whether scripts on any site may read the page. */
  isCrossOrigin: boolean;
  /** Whether search engines may list the page. */
  isIndexable: boolean;
}

const HTML = "text/html; charset=utf-8";

export const FILE_TYPES: Record<SiteFile, string> = {
  sitemap: "application/xml; charset=utf-8",
  "json-feed": "application/feed+json; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  "job-board-xml": "application/xml; charset=utf-8",
};

/**
 * Returns the key and URL of a page that can be cached. The key consists of the host, the kind of page, the id
 * of the company or position, the language and the page number. Returns undefined for pages that are not
 * cached, such as searches, receipts and previews.
 *
 * @param href the requested URL
 * @param languages the enabled languages
 */
export function getPageAddress(href: string, languages: Languages): PageAddress | undefined {
  if (href.length > MAX_RECENT_LENGTH) return parsePageAddress(href, languages);
  const recent = getRecent(languages);
  if (recent.has(href)) return recent.get(href);
  const parsed = parsePageAddress(href, languages);
  recent.set(href, parsed);
  return parsed;
}

type Recent = BoundedMap<string, PageAddress | undefined>;

/** Results for recently requested URLs, because parsing is slow. A Worker's list of languages never changes. */
const recentByLanguages = new WeakMap<Languages, Recent>();
const MAX_RECENT_LENGTH = 300;

function getRecent(languages: Languages): Recent {
  const known = recentByLanguages.get(languages);
  if (known) return known;
  const recent: Recent = new BoundedMap(1000);
  recentByLanguages.set(languages, recent);
  return recent;
}

/** Whether a key belongs to a later page of a list. */
export const isLaterPage = (key: string): boolean => !key.endsWith("/1");

/** Whether a page is visible only to people who have its link. */
const isPersonal = ({ searchParams }: URL) =>
  searchParams.has("receipt") || searchParams.has("preview");

function parsePageAddress(href: string, languages: Languages): PageAddress | undefined {
  const url = new URL(href);
  const { host, origin } = url;
  const page = parseCompanyPage(url.pathname);
  const { page: part, ...search } = parseJobSearch(url);
  if (!page || isSearchUrl(url) || isPersonal(url)) return undefined;
  const file = page.kind === "career-site" || page.kind === "position" ? undefined : page.kind;
  const language = file ? undefined : requestedLanguage(url, languages);
  const isList = (page.kind === "career-site" && !page.isPrivacy) || file === "sitemap";
  const number = isList ? part : 1;
  if (number > MAX_PAGE_NUMBER) return undefined;
  const createKey = (kind: string, tag: string | undefined, part: number) =>
    [host, kind, page.id, tag ?? "", part].join("/");
  const pageKind = (isPrivacy: boolean) => (isPrivacy ? `${page.kind}-privacy` : page.kind);
  return {
    key: createKey(pageKind(page.isPrivacy), language, number),
    id: page.id,
    code: parseCompanyCode(url.pathname),
    source: readSource(url.searchParams),
    address: () => {
      const canonicalUrl = new URL(
        listHref(canonicalPath(page), { ...search, page: number }),
        origin,
      );
      if (language !== undefined) canonicalUrl.searchParams.set("lang", language);
      return canonicalUrl.href;
    },
    siblings: () =>
      file
        ? []
        : [undefined, ...languages].flatMap((tag) =>
            [false, true].map((isPrivacy) => createKey(pageKind(isPrivacy), tag, 1)),
          ),
    contentType: file ? FILE_TYPES[file] : HTML,
    isCrossOrigin: file !== undefined && file !== "sitemap",
    isIndexable: !file && !page.isPrivacy,
  };
}
