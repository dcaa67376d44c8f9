import type { Language } from "~/contract/languages";
import type { Place } from "~/contract/facts";
import type { FieldMode } from "~/contract/fields";
import { employmentFacts } from "../employment";
import type { RecruiteeBoard } from "./settings";
import { plainText } from "../html";
import { payFacts, payUnit } from "../pay";
import { countryCode, joinLocations, placeFacts } from "../places";
import {
  fieldsForMode,
  type BoardContext,
  type Job,
  type JobField,
  type Kind,
  type ListedJob,
} from "../system-interface";
import type { ListedOffer, Offer, Question } from "./format";
import type { Messages } from "./messages";
import { translateQuestion } from "./translation";

type Translated<O> = O & { language?: string };

export const isPublished = ({ status }: Pick<ListedOffer, "status">) =>
  status === undefined || status === "published";

export const questionId = (id: string) => `question_${id}`;

export function toListedJob(
  offer: Translated<ListedOffer>,
  { board, company }: BoardContext<RecruiteeBoard>,
): ListedJob {
  const places = getPlaces(offer);
  return {
    externalId: offer.id,
    name: offer.title,
    location: getLocation(offer, places),
    ...placeFacts(getWorkplace(offer), places.map(toPlace)),
    department: offer.department,
    ...getEmployment(offer, company.language_default),
    published_at: offer.published_at,
    language: offer.language ?? board.language,
  };
}

type Location = Partial<ListedOffer["locations"][number]>;

const getPlaces = ({ locations, state_name: state, ...offer }: ListedOffer): Location[] =>
  locations.length > 0 ? locations : [{ ...offer, state }];

/** Uses Recruitee's text for a single place, unless the text names no place, such as `Remote job`. */
function getLocation({ location = "", remote }: ListedOffer, places: readonly Location[]) {
  const names = places.map(placeName);
  const isPlace = places.some(({ city }) => city !== undefined && location.includes(city));
  if (places.length > 1 || location === "" || (remote === true && !isPlace))
    return joinLocations(names);
  // `Berlin, Berlin, Germany` is a city, its state and its country.
  return [...new Set(location.split(/\s*,\s*/))].join(", ");
}

/** Parses codes such as `parttime_fixed_term`, which consist of hours, a contract type or both. */
function getEmployment({ employment_type_code: code }: ListedOffer, language: Language) {
  const [, hours, kind] = /^(full_?time|part_?time)?_?(.+)?$/.exec(code ?? "") ?? [];
  return employmentFacts([hours, kind], language);
}

export function toJob(
  offer: Translated<Offer>,
  context: BoardContext<RecruiteeBoard>,
  messages: Messages,
): Job {
  const { min, max, period, currency } = offer.salary ?? {};
  const { highlight, description, requirements } = offer;
  const { notices = [], ...pay } = payFacts({ min, max, currency, unit: payUnit(period) });
  return {
    ...toListedJob(offer, context),
    handle: offer.slug,
    description: [highlight, description, requirements].filter(Boolean).join("\n"),
    closes_at: offer.close_at,
    ...pay,
    notices: [...placeNotices(offer), ...notices],
    apply_url: offer.careers_apply_url ?? offer.careers_url,
    // Recruitee sends each candidate a confirmation.
    talks_back: true,
    takes: ["source"],
    fields: createFields(offer, context.board, messages),
    standard: { phone: offer.options_phone, cv: offer.options_cv },
  };
}

const placeName = ({ city, country }: Location) => [city, country].filter(Boolean).join(", ");

/** Returns the company's notes about places, such as how to find the entrance. */
const placeNotices = ({ locations }: Offer): NonNullable<Job["notices"]> =>
  locations.flatMap((location) =>
    location.note === undefined
      ? []
      : { kind: "place", text: [placeName(location), location.note].filter(Boolean).join(": ") },
  );

function toPlace({ street, postal_code, city, state, country, country_code }: Location): Place {
  const code = countryCode(country_code) ?? countryCode(country);
  return {
    ...(street !== undefined && { street }),
    ...(postal_code !== undefined && { postal_code }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { region: state }),
    ...(code !== undefined && { country: code }),
  };
}

function getWorkplace({ remote, hybrid, on_site }: ListedOffer): Job["workplace"] {
  if (hybrid === true) return "hybrid";
  if (remote === true) return on_site === true ? "hybrid" : "remote";
  return on_site === true ? "onsite" : undefined;
}

function createFields(
  offer: Translated<Offer>,
  board: RecruiteeBoard,
  messages: Messages,
): JobField[] {
  const asksPlace =
    offer.location_question_visible !== false &&
    offer.locations_question_required === true &&
    offer.locations.length > 1;
  const questions = offer.open_questions.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return [
    { id: "email", kind: "email", required: true },
    ...fieldsForMode(offer.options_cover_letter, {
      id: "cover_letter",
      kind: board.cover_letter === "text" ? "long_text" : "file",
    }),
    ...fieldsForMode(offer.options_photo, {
      id: "photo",
      kind: "file",
      label: messages.photo,
      accept: ["jpg", "jpeg", "png"],
    }),
    ...questions.map((question) => toField(translateQuestion(question, offer.language))),
    // Recruitee documents no parameters for these fields. If one is required, candidates use the hosted form.
    ...unsupportedField("location", asksPlace ? "required" : "off"),
    ...unsupportedField("salutation", offer.options_salutation),
    ...unsupportedField("title", offer.options_title),
  ];
}

const unsupportedField = (id: string, mode: FieldMode) =>
  fieldsForMode(mode, { id, kind: `recruitee:${id}`, label: id });

function toField(question: Question): JobField {
  const { id, kind, body = "", required } = question;
  return {
    id: questionId(id),
    label: plainText(body),
    required: required === true && kind !== "infobox",
    ...getKind(question),
  };
}

function getKind({ kind, options, open_question_options }: Question): Kind {
  const limit = options?.length === undefined ? {} : { max: options.length };
  const choices = open_question_options.map(({ id, body }) => ({ value: id, label: body }));
  switch (kind) {
    case "string":
      return { kind: "text", ...limit };
    case "text":
      return { kind: "long_text", ...limit };
    case "boolean":
      return { kind: "yes_no" };
    case "legal":
      return { kind: "consent" };
    case "single_choice":
      return { kind: "one_of", options: choices };
    case "multi_choice":
      return { kind: "some_of", options: choices };
    case "salary":
    case "number":
      return { kind: "number" };
    case "date":
    case "file":
      return { kind };
    case "infobox":
      return { kind: "note" };
    default:
      return { kind: `recruitee:${kind}` };
  }
}
