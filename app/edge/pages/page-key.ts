import { knownLanguage, LANGUAGES } from "../../i18n/language";
import { isPlatformId } from "../../platform/ids";
import { BoundedMap } from "../../runtime/bounded-map";

/** Later pages of a list are not kept: few are read, but a program could fill the cache with them. */
const PAGE_NUMBER_MOST = 50;

/** The key that a page is kept under, and the address that it is drawn at for all visitors. */
export interface KeptAddress {
  key: string;
  /** An address of this site that has only what the page depends on. */
  address: () => string;
  /** The keys of the same company's or position's page and privacy policy, in all languages. */
  siblings: () => string[];
}

/**
 * The key and address of a page that is kept. The key has the host, the kind of page, the id of the
 * company or position, the language and the page of the list: nothing else in an address (names in its
 * path, other parameters) changes the page. Undefined for a page that is not kept: a search, a receipt,
 * or none of the companies' pages.
 *
 * Source: design, section 7.
 *
 * @param asked the whole URL that a visitor asks for
 */
export function keptAddress(asked: string): KeptAddress | undefined {
  if (asked.length > RECENT_LENGTH) return keptAddressOf(asked);
  if (recent.has(asked)) return recent.get(asked);
  const kept = keptAddressOf(asked);
  recent.set(asked, kept);
  return kept;
}

/** The addresses taken apart before: parsing one is a tenth of what serving a kept page costs. */
const recent = new BoundedMap<string, KeptAddress | undefined>(1000);
const RECENT_LENGTH = 300;

function keptAddressOf(asked: string): KeptAddress | undefined {
  const { origin, host, pathname, searchParams } = new URL(asked);
  if (searchParams.get("q") || searchParams.has("receipt")) return undefined;
  const page = pageOf(pathname);
  if (!page) return undefined;
  const language = knownLanguage(searchParams.get("lang"));
  const isList = page.kind === "career-site" && !page.isPrivacy;
  const number = isList ? numberOf(searchParams.get("page")) : 1;
  if (number === undefined) return undefined;
  const keyOf = (kind: string, tag: string | undefined, part: number) =>
    [host, kind, page.id, tag ?? "", part].join("/");
  const kindOf = (isPrivacy: boolean) => (isPrivacy ? `${page.kind}-privacy` : page.kind);
  return {
    key: keyOf(kindOf(page.isPrivacy), language, number),
    address: () => {
      const url = new URL(`/${NAMES[page.kind]}/${page.id}`, origin);
      if (page.isPrivacy) url.pathname += "/privacy";
      if (language !== undefined) url.searchParams.set("lang", language);
      if (number !== 1) url.searchParams.set("page", String(number));
      return url.href;
    },
    siblings: () =>
      [undefined, ...LANGUAGES].flatMap((tag) =>
        [false, true].map((isPrivacy) => keyOf(kindOf(isPrivacy), tag, 1)),
      ),
  };
}

/** Placeholders for the names in a page's path, which change nothing on the page. */
const NAMES = { "career-site": "company", position: "company/position" } as const;

/** Which of the companies' pages (`remix.config.js`) is at a path; undefined if none. */
function pageOf(pathname: string) {
  const segments = pathname.replace(/\/$/, "").split("/").slice(1);
  if (segments.includes("") || /^(-|%2d)$/i.test(segments[0] ?? "")) return undefined;
  // Remix matches paths without regard to case.
  const isPrivacy = segments.length > 2 && segments.at(-1)?.toLowerCase() === "privacy";
  const named = isPrivacy ? segments.slice(0, -1) : segments;
  const id = named.at(-1);
  const kind = ({ 2: "career-site", 3: "position" } as const)[named.length];
  if (kind === undefined || !isPlatformId(id)) return undefined;
  return { kind, id, isPrivacy };
}

/** The page of a list that `?page=` names, read as the career site does; undefined if it is not kept. */
function numberOf(text: string | null): number | undefined {
  const number = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return number > PAGE_NUMBER_MOST ? undefined : number;
}
