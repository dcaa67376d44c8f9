import { knownLanguage } from "../../i18n/language";
import { isPlatformId } from "../../platform/ids";

/** Pages of a list past this one are drawn each time: nobody pages that far, but anybody could ask. */
const PAGE_NUMBER_MOST = 50;

/**
 * What a page is kept under: the host, which page of which company or position, in which language
 * and which part of the list. Whatever else the address has (names in its path, parameters) changes
 * nothing on it. Undefined for pages that are not kept: a search, a receipt, a form's answer.
 *
 * Source: design, section 7.
 */
export function pageKey(address: string): string | undefined {
  const { host, pathname, searchParams } = new URL(address);
  if (searchParams.get("q") || searchParams.has("receipt")) return undefined;
  const page = pageOf(pathname);
  if (!page) return undefined;
  const language = knownLanguage(searchParams.get("lang")) ?? "";
  const number = page.kind === "career-site" ? numberOf(searchParams.get("page")) : 1;
  if (number === undefined) return undefined;
  return [host, page.kind, page.id, language, number].join("/");
}

/** The address table's pages of companies (`remix.config.js`), by the shape of their paths. */
function pageOf(pathname: string): { kind: string; id: string } | undefined {
  const segments = pathname.replace(/\/$/, "").split("/").slice(1);
  if (segments[0] === "-") return undefined;
  const isPrivacy = segments.length > 2 && segments.at(-1) === "privacy";
  const named = isPrivacy ? segments.slice(0, -1) : segments;
  const id = named.at(-1);
  const kind = { 2: "career-site", 3: "position" }[named.length];
  if (kind === undefined || !isPlatformId(id)) return undefined;
  return { kind: isPrivacy ? `${kind}-privacy` : kind, id };
}

/** A page's number as the career site reads it; undefined for one that is not kept. */
function numberOf(text: string | null): number | undefined {
  const number = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return number > PAGE_NUMBER_MOST ? undefined : number;
}
