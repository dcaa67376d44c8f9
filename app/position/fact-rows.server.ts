import { describeClosing } from "../i18n/closing";
import { dateText, startDateText } from "../i18n/dates";
import { fill } from "../i18n/fill";
import { foldText } from "~/contract/fold-text";
import { partLanguage, type Language } from "../i18n/language";
import { messagesFor, type Messages } from "../i18n/messages";
import { payText } from "../i18n/pay";
import { countryText, placeText, getRemoteCountries } from "../i18n/places";
import type { EmploymentType, PositionPage } from "../platform/types";
import { getEmploymentTypes } from "./employment";

export interface FactRow {
  term: string;
  /** `isOwn`: whether the text is the company's, in the position's language. */
  texts: { text: string; isOwn?: boolean }[];
}

type Facts = Pick<
  PositionPage,
  | "closesAt"
  | "collectiveAgreement"
  | "contractType"
  | "country"
  | "department"
  | "employer"
  | "employmentTypes"
  | "identifier"
  | "joinDate"
  | "language"
  | "languageDefault"
  | "location"
  | "ownCountry"
  | "pay"
  | "places"
  | "publishedAt"
  | "remoteCountries"
  | "texts"
  | "workplace"
>;

type PlaceFacts = Partial<Pick<Facts, "places" | "country">> & { location?: string | undefined };

type RowText = string | undefined | { companyText: string | undefined };
type Row = [term: keyof Messages, ...texts: RowText[]];

/** Messages of employment types. `OTHER` is not shown. */
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

/** Words in a location that name each workplace type, in English and Spanish. */
const WORKPLACE = {
  onsite: /\b(on[ -]?site|in[ -]office|presencial)\b/,
  hybrid: /\b(hybrid|hibrid[oa])\b/,
  remote:
    /\b(fully remote|remotely|remot[eoa]|work from home|(en|a) remoto|a distancia|teletrabajo)\b/,
};

/**
 * Formats a position's known facts, most important first.
 *
 * @param now ms since 1970
 */
export function factRows(facts: Facts, language: Language, now: number): FactRow[] {
  const t = messagesFor(language, facts.texts);
  const { joinDate, publishedAt, country } = facts;
  const closing = closingText(facts, language, now, t);
  const rows: Row[] = [
    ["facts.pay", facts.pay && payText(facts.pay, language), { companyText: facts.pay?.text }],
    ["facts.collective_agreement", { companyText: facts.collectiveAgreement }],
    ["facts.closes", closing.ahead],
    ["facts.employer", { companyText: facts.employer }],
    ...placeRows(facts, language, t),
    ["position.contract", { companyText: facts.contractType }],
    ["facts.employment", employmentText(facts, language, t)],
    ["position.join_date", joinDate && startDateText(joinDate, language, country)],
    ["career.department", { companyText: facts.department }],
    // Ignore the time of day.
    [
      "facts.published",
      publishedAt && dateText(Date.parse(publishedAt.slice(0, 10)), language, country),
    ],
    ["facts.identifier", { companyText: facts.identifier }],
    // A past date is less important: the platform still accepts applications.
    ["facts.closes", closing.past],
  ];
  return rows.flatMap(([key, ...values]) => {
    const texts = values.flatMap((value) => {
      if (typeof value === "string") return value === "" ? [] : { text: value };
      return value?.companyText === undefined ? [] : { text: value.companyText, isOwn: true };
    });
    const distinct = texts.filter(
      ({ text }, index) => !texts.slice(0, index).some((earlier) => includes(earlier.text, text)),
    );
    return distinct.length > 0 ? { term: t[key], texts: distinct } : [];
  });
}

const includes = (text: string, part: string) => foldText(text).includes(foldText(part));

/**
 * Creates the rows of the location and the workplace type. A type that the location mentions has no separate
 * row.
 */
function placeRows(facts: Facts, language: Language, t: Messages): Row[] {
  const { location = "", workplace } = facts;
  if (workplace === undefined) return [["position.location", ...placeTexts(facts, language)]];
  const countries = (getRemoteCountries(facts, facts.ownCountry) ?? [])
    .map((code) => countryText(code, language))
    .filter((name) => !includes(location, name))
    .join(", ");
  const words = t[`facts.${workplace}`] + (countries && ` (${countries})`);
  const isNamed = WORKPLACE[workplace].test(foldText(location));
  const isOnlyWorkplace =
    isNamed && foldText(location).replace(WORKPLACE[workplace], "").trim() === "";
  if (isOnlyWorkplace) {
    return [
      ["position.location", words, ...placeTexts({ ...facts, location: undefined }, language)],
    ];
  }
  if (isNamed) return [["position.location", ...placeTexts(facts, language), countries]];
  return [
    ["position.location", ...placeTexts(facts, language)],
    ["facts.workplace", words],
  ];
}

/** Returns the location and the places, without repeats. */
function placeTexts({ places = [], location, country }: PlaceFacts, language: Language): RowText[] {
  // If several places are all in the position's country, leave out the country.
  const omitsCountry = places.length > 1 && places.every((place) => place.country === country);
  const shown = places.map(({ country: placeCountry, ...place }) => ({
    ...place,
    ...(placeCountry !== undefined && !omitsCountry && { country: placeCountry }),
  }));
  const texts = shown.map((place) => placeText(place, language));
  if (location === undefined || texts.some((text) => includes(text, location))) return texts;
  const isNew = ({ country: _, ...place }: (typeof shown)[number]) =>
    Object.values(place).some((part) => !includes(location, part)) ||
    Object.keys(place).length === 0;
  return [{ companyText: location }, ...texts.filter((_, index) => isNew(shown[index] ?? {}))];
}

/** Formats the employment types that the contract does not name. */
function employmentText(facts: Facts, language: Language, t: Messages): string {
  const { employmentTypes = [], contractType = "" } = facts;
  // The candidate might not know the contract's language.
  const isForeign = partLanguage(facts.language ?? facts.languageDefault, language) !== undefined;
  const types = isForeign ? [] : getEmploymentTypes({ contractType });
  return employmentTypes
    .filter((type) => !types.includes(type))
    .flatMap((type) => (EMPLOYMENT[type] === undefined ? [] : t[EMPLOYMENT[type]]))
    .filter((words) => !includes(contractType, words))
    .join(", ");
}

function closingText(
  { closesAt, country }: Facts,
  language: Language,
  now: number,
  t: Messages,
): { ahead?: string; past?: string } {
  if (closesAt === undefined) return {};
  const { date, left } = describeClosing(closesAt, language, country, now);
  if (left === undefined) return { past: date };
  return { ahead: fill(t["facts.closes_on"], { date, when: left }) };
}
