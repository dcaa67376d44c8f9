import * as z from "zod";
import * as contract from "~/contract/position";
import { readTolerantly, type TolerantResult } from "~/contract/tolerant";
import { toFacts, type Place } from "./facts.server";
import { unique, omitUndefined } from "./omit-undefined";

export interface ListPage {
  results: readonly ListedPosition[];
  next?: string | undefined;
}

/**
 * Parses one page of a client's list of positions, and converts the page to the site's names.
 *
 * @throws z.ZodError if the page or any item breaks the contract
 */
export function readListedPositions(response: unknown): TolerantResult<ListPage> {
  const { value, dropped } = readListPage(response);
  return { value: { results: value.results.map(toListedPosition), next: value.next }, dropped };
}

/**
 * Parses one page of a client's list of positions, item by item, because a page can have many.
 *
 * @throws z.ZodError if the page or any item breaks the contract
 */
export function readListPage(response: unknown): TolerantResult<contract.ListedPositions> {
  const { results: items, next } = Page.parse(contract.toPage(response));
  const page = readTolerantly(contract.ListedPositions, { results: [], next });
  const { dropped } = page;
  const results = items.map((item, index) => {
    const parsed = readItem(item, index);
    for (const { place, why } of parsed.dropped) {
      dropped.push({ place: `results.${index}.${place}`, why });
    }
    return parsed.value;
  });
  return { value: { ...page.value, results }, dropped };
}

const Page = z.object({ results: z.array(z.unknown()), next: z.unknown().optional() });

function readItem(item: unknown, index: number): TolerantResult<contract.ListedPosition> {
  try {
    return readTolerantly(contract.ListedPosition, item);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new z.ZodError(
      error.issues.map((issue) => ({ ...issue, path: ["results", index, ...issue.path] })),
    );
  }
}

function toListedPosition(item: contract.ListedPosition) {
  const facts = toFacts(item);
  return omitUndefined({
    uuid: item.uuid,
    name: item.name,
    location: combineLocation(item.location, facts.places ?? []),
    country: item.country,
    contractType: item.contract_type,
    joinDate: item.join_date,
    applyUrl: item.apply_url,
    ...facts,
  });
}

const NO_PLACE = /^\s*(remote|remoto|hybrid|h[ií]brido|teletrabajo)\b/i;

/** Adds the cities of `places` if they outnumber the places in `location`, which uses the company's names. */
function combineLocation(
  location: string | undefined,
  places: readonly Place[],
): string | undefined {
  const towns = places.flatMap(({ city }) => city ?? []);
  const names = location?.split(";").filter((name) => !NO_PLACE.test(name)) ?? [];
  if (location !== undefined && (names.length >= towns.length || towns.length < 2)) return location;
  const others = towns.filter((town) => location?.includes(town) !== true);
  return [...(location === undefined ? [] : [location]), ...others].join("; ") || undefined;
}

export const removeDuplicates = (positions: readonly ListedPosition[]): readonly ListedPosition[] =>
  unique(positions, ({ uuid }) => uuid) ?? [];

export type ListedPosition = ReturnType<typeof toListedPosition>;
