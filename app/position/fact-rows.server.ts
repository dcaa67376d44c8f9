import { closingOf } from "../i18n/closing";
import { dateText, joinDateText } from "../i18n/dates";
import { fill } from "../i18n/fill";
import { folded } from "../i18n/folded";
import type { Language } from "../i18n/language";
import { messagesFor, type Messages } from "../i18n/messages";
import { payText } from "../i18n/pay";
import { countryText, placeText } from "../i18n/places";
import type { EmploymentType, PositionPage } from "../platform/types";

/** A fact as it is shown: what it is, and what it is here. */
interface FactRow {
  term: string;
  /** `isOwn`: it is the company's text, in the language of the position's. */
  texts: { text: string; isOwn?: boolean }[];
}

/** What a kind of employment is called; `OTHER` says nothing. */
const EMPLOYMENT = {
  FULL_TIME: "facts.full_time",
  PART_TIME: "facts.part_time",
  CONTRACTOR: "facts.contractor",
  TEMPORARY: "facts.temporary",
  INTERN: "facts.intern",
  VOLUNTEER: "facts.volunteer",
  PER_DIEM: "facts.per_diem",
  OTHER: undefined,
} as const satisfies Record<EmploymentType, keyof Messages | undefined>;

/**
 * A position's facts in words, in the page's language. What the platform does not give has no row.
 *
 * @param now ms since 1970, by which is said how long is left
 */
export function factRows(page: PositionPage, language: Language, now: number): FactRow[] {
  const t = messagesFor(language);
  const { joinDate, publishedAt, country } = page;
  const rows: [
    term: keyof Messages,
    ...texts: (string | undefined | { own: string | undefined })[],
  ][] = [
    ["position.location", ...placesOf(page, language)],
    ["facts.workplace", workplaceOf(page, language, t)],
    ["facts.pay", page.pay && payText(page.pay, language), { own: page.pay?.text }],
    ["position.contract", { own: page.contractType }],
    ["facts.employment", employmentOf(page, t)],
    ["career.department", { own: page.department }],
    ["position.join_date", joinDate && joinDateText(joinDate, language, country)],
    ["facts.closes", closesOf(page, language, now, t)],
    // The day as it was written, whatever the time behind it.
    [
      "facts.published",
      publishedAt && dateText(Date.parse(publishedAt.slice(0, 10)), language, country),
    ],
    ["facts.identifier", { own: page.identifier }],
  ];
  return rows.flatMap(([key, ...given]) => {
    const texts = given.flatMap((one) => {
      if (typeof one === "string") return one === "" ? [] : { text: one };
      return one?.own === undefined ? [] : { text: one.own, isOwn: true };
    });
    return texts.length > 0 ? { term: t[key], texts } : [];
  });
}

/** The places, behind the location in the company's words unless one of them names it. */
function placesOf({ places = [], location }: PositionPage, language: Language) {
  const texts = places.map((place) => placeText(place, language));
  const isNamed = texts.some((text) => folded(text).includes(folded(location ?? "")));
  return isNamed ? texts : [{ own: location }, ...texts];
}

function workplaceOf(
  { workplace, remoteCountries }: PositionPage,
  language: Language,
  t: Messages,
) {
  if (workplace === undefined) return undefined;
  const words = t[`facts.${workplace}`];
  if (workplace !== "remote" || !remoteCountries) return words;
  return `${words} (${remoteCountries.map((one) => countryText(one, language)).join(", ")})`;
}

/** The kinds of employment that the contract does not name already. */
const employmentOf = ({ employmentTypes = [], contractType = "" }: PositionPage, t: Messages) =>
  employmentTypes
    .flatMap((type) => (EMPLOYMENT[type] === undefined ? [] : t[EMPLOYMENT[type]]))
    .filter((words) => !folded(contractType).includes(folded(words)))
    .join(", ");

function closesOf(
  { closesAt, country }: PositionPage,
  language: Language,
  now: number,
  t: Messages,
) {
  if (closesAt === undefined) return undefined;
  const { date, left } = closingOf(closesAt, language, country, now);
  return left === undefined
    ? fill(t["facts.closed"], { date })
    : fill(t["facts.closes_on"], { date, when: left });
}
