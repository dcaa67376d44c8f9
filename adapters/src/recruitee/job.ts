import type { Language } from "../../../contract/languages";
import type { Place } from "../../../contract/facts";
import type { FieldMode } from "../../../contract/fields";
import { employmentFacts } from "../employment";
import type { RecruiteeBoard } from "./settings";
import { plainText } from "../html";
import { payFacts } from "../pay";
import { countryCode, joinLocations, placeFacts } from "../places";
import {
  fieldsForMode,
  type Job,
  type JobField,
  type Kind,
  type ListedJob,
} from "../system-interface";
import type { Offer, Question } from "./format";
import type { Messages } from "./messages";

export const isPublished = ({ status }: Pick<Offer, "status">) =>
  status === undefined || status === "published";

export const questionId = (id: string) => `question_${id}`;

export function toListedJob(offer: Offer, language: Language): ListedJob {
  const { location, locations } = offer;
  const places: Location[] = locations.length > 0 ? locations : [offer];
  return {
    externalId: offer.id,
    name: offer.title,
    // `location` contains only the first of several places.
    location: joinLocations(
      locations.length > 1 ? locations.map(placeName) : [location ?? placeName(offer)],
    ),
    ...placeFacts(getWorkplace(offer), places.map(toPlace)),
    department: offer.department,
    contract_type: getEmployment(offer, language).contract_type,
    published_at: offer.published_at,
  };
}

/** Parses codes such as `parttime_fixed_term`, which consist of hours, a contract type or both. */
function getEmployment({ employment_type_code: code }: Offer, language: Language) {
  const [, hours, kind] = /^(full_?time|part_?time)?_?(.+)?$/.exec(code ?? "") ?? [];
  return employmentFacts([hours, kind], language);
}

export function toJob(
  offer: Offer & { language?: string },
  board: RecruiteeBoard,
  language: Language,
  messages: Messages,
): Job {
  const { min, max, period: unit, currency } = offer.salary ?? {};
  const { highlight, description, requirements } = offer;
  return {
    ...toListedJob(offer, language),
    ...getEmployment(offer, language),
    handle: offer.slug,
    description: [highlight, description, requirements].filter(Boolean).join("\n"),
    closes_at: offer.close_at,
    ...payFacts({ min, max, currency, unit }),
    language: offer.language,
    apply_url: offer.careers_apply_url ?? offer.careers_url,
    // Recruitee sends each candidate a confirmation.
    talks_back: true,
    takes: ["source"],
    fields: createFields(offer, board, messages),
    standard: { phone: offer.options_phone, cv: offer.options_cv },
  };
}

type Location = Partial<Offer["locations"][number]>;

const placeName = ({ city, country }: Location) => [city, country].filter(Boolean).join(", ");

function toPlace({ city, state, country, country_code }: Location): Place {
  const code = countryCode(country_code) ?? countryCode(country);
  return {
    ...(city !== undefined && { city }),
    ...(state !== undefined && { region: state }),
    ...(code !== undefined && { country: code }),
  };
}

function getWorkplace({ remote, hybrid, on_site }: Offer): Job["workplace"] {
  if (hybrid === true) return "hybrid";
  if (remote === true) return on_site === true ? "hybrid" : "remote";
  return on_site === true ? "onsite" : undefined;
}

function createFields(offer: Offer, board: RecruiteeBoard, messages: Messages): JobField[] {
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
    ...questions.map(toField),
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
