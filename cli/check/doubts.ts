// Finds values that are well formed, but probably not what the company means.
import { createLocation } from "~/app/position/job-posting.server";
import type { Position } from "~/app/platform/position.server";
import { finding, type Finding } from "./finding";

type Pay = NonNullable<Position["pay"]>;

/** Working units per year. */
const PER_YEAR: Record<NonNullable<Pay["unit"]>, number> = {
  hour: 2000,
  day: 220,
  week: 52,
  month: 12,
  year: 1,
};

/** Currencies in which a year's pay has four to seven digits. */
const STRONG = new Set(["AUD", "CAD", "CHF", "EUR", "GBP", "NZD", "SGD", "USD"]);

/** Lowest and highest plausible pay per year. */
const [LEAST, LEAST_STRONG, MOST_STRONG] = [1000, 3000, 3_000_000];

const MAX_RATIO = 10;

/** Describes implausible pay, such as $75 a year. Undefined if the pay is plausible. */
function describeDoubt({ min, max, unit, currency = "" }: Pay): string | undefined {
  const [low = max, high = min] = [min, max];
  if (low === undefined || high === undefined) return undefined;
  const factor = unit && PER_YEAR[unit];
  const isStrong = STRONG.has(currency);
  const isLow = factor !== undefined && low * factor < (isStrong ? LEAST_STRONG : LEAST);
  const isHigh = factor !== undefined && isStrong && high * factor > MOST_STRONG;
  if (isLow || isHigh) return `${isLow ? low : high} ${currency} per ${unit}`;
  return high > low * MAX_RATIO ? `${low} to ${high} ${currency}` : undefined;
}

const primary = (tag: string) => tag.toLowerCase().split("-", 1)[0];

const NO_DATA = "search engines get no structured data";

/** @param language tag of the texts' expected language */
export function positionWarnings(position: Position, language?: string): Finding[] {
  const { description, pay, language: actual } = position;
  const found: Finding[] = [];
  const isEmpty = description.replace(/<[^>]*>|&nbsp;/g, "").trim() === "";
  if (isEmpty)
    found.push(finding("MISSING", "description", `the page has no text, and ${NO_DATA}`));
  if (!createLocation({ ...position, ownCountry: position.country })) {
    found.push(finding("MISSING", "a place with its country", NO_DATA));
  }
  const doubt = pay && describeDoubt(pay);
  if (doubt !== undefined) {
    found.push(
      finding("DOUBTFUL", `pay: ${doubt}`, "candidates and search engines see this value"),
    );
  }
  if (language !== undefined && actual !== undefined && primary(actual) !== primary(language)) {
    const what = `a text in ${language}`;
    found.push(finding("MISSING", what, `the page shows the text in ${actual}`));
  }
  return found;
}

/** Finds references that several positions share, such as `See opening ID`. */
export function referenceWarnings(positions: readonly Position[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { identifier } of positions) {
    if (identifier !== undefined) counts.set(identifier, (counts.get(identifier) ?? 0) + 1);
  }
  const shared = [...counts.values()].filter((count) => count > 1);
  // An adapter replaces a reference that several jobs share with the job's id.
  const replaced = positions.filter(
    ({ identifier, uuid }) => identifier !== undefined && uuid.endsWith(`_${identifier}`),
  ).length;
  const what = (count: number) => `identifier: ${count} positions have the same as others`;
  return [
    ...shared.map((count) => finding("DOUBTFUL", what(count), "it identifies none of them")),
    ...(replaced === 0
      ? []
      : [finding("DOUBTFUL", what(replaced), "pages show the job's id instead")]),
  ];
}
