import { knownLanguage, LANGUAGES } from "../../i18n/language";
import { isPlatformId } from "../../platform/ids";
import { BoundedMap } from "../../runtime/bounded-map";

/** Pages of a list past this one are drawn each time: nobody pages that far, but anybody could ask. */
const PAGE_NUMBER_MOST = 50;

/** A page that is kept: what it is kept under, and the address that it is drawn at, whoever asks. */
export interface KeptAddress {
  key: string;
  /** Of this site, with nothing in it but what the page depends on. */
  address: () => string;
  /** What is kept of the same thing besides: in other languages, and its policy. */
  siblings: () => string[];
}

/**
 * What a page is kept under: the host, which page of which company or position, in which language
 * and which part of the list. Whatever else the address has (names in its path, parameters) changes
 * nothing on it. Undefined for pages that are not kept: a search, a receipt, a form's answer.
 *
 * Source: design, section 7.
 */
export function keptAddress(asked: string): KeptAddress | undefined {
  if (asked.length > RECENT_LENGTH) return keptAddressOf(asked);
  if (recent.has(asked)) return recent.get(asked);
  const kept = keptAddressOf(asked);
  recent.set(asked, kept);
  return kept;
}

/** Taking an address apart is a tenth of what serving a kept page costs. */
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

/** What stands in a page's address for the names that change nothing on it. */
const NAMES = { "career-site": "company", position: "company/position" } as const;

/** The address table's pages of companies (`remix.config.js`), by the shape of their paths. */
function pageOf(pathname: string) {
  const segments = pathname.replace(/\/$/, "").split("/").slice(1);
  if (segments.includes("") || /^(-|%2d)$/i.test(segments[0] ?? "")) return undefined;
  // Remix does not tell small letters from capital ones.
  const isPrivacy = segments.length > 2 && segments.at(-1)?.toLowerCase() === "privacy";
  const named = isPrivacy ? segments.slice(0, -1) : segments;
  const id = named.at(-1);
  const kind = ({ 2: "career-site", 3: "position" } as const)[named.length];
  if (kind === undefined || !isPlatformId(id)) return undefined;
  return { kind, id, isPrivacy };
}

/** A page's number as the career site reads it; undefined for one that is not kept. */
function numberOf(text: string | null): number | undefined {
  const number = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return number > PAGE_NUMBER_MOST ? undefined : number;
}
