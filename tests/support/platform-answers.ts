import fc from "fast-check";
import { LANGUAGES } from "~/contract/languages";
import { COMPANY_TEXTS } from "~/contract/texts";
import { anyJson, anyText, withMutations, arbitraryText } from "./arbitraries";

/** Safe and hostile URLs from the platform. */
const address = arbitraryText(
  ["https://", "http:", "/", "//", "\\", "\t", "example.com", "javascript:", "@", "..", "%2f", "#"],
  6,
);

/** Valid and invalid ISO dates. */
const date = fc.oneof(
  fc.constantFrom("2026-09-01", "2026-07-01T08:00:00Z", " 2026-02-31 ", "2026-13-01"),
  arbitraryText(["2026", "-", "01", "31", "T", " ", ":", "Z", "+"], 8),
);

const id = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), fc.integer(), fc.uuid());

/** Records in which any field can be missing. */
export const partialRecord = <T extends Record<string, unknown>>(fields: {
  [K in keyof T]: fc.Arbitrary<T[K]>;
}) => fc.record(fields, { requiredKeys: [] });

const line = fc.oneof(anyText, fc.constantFrom("Bilbao", " Taller ", ""));

const question = fc.oneof(
  line,
  partialRecord({
    question: line,
    answers: fc.array(fc.oneof(line, fc.double()), { maxLength: 4 }),
  }),
);
/** Values of `apply_site_questions`. */
const questions = fc.oneof(
  fc.array(question, { maxLength: 4 }),
  partialRecord({
    killer_questions: fc.array(question, { maxLength: 4 }),
    open_questions: fc.array(question, { maxLength: 4 }),
  }),
);
const requirements = fc.array(fc.oneof(line, fc.record({ name: line })), { maxLength: 3 });

const KINDS = "email text long_text url number date yes_no one_of some_of file consent note";

const field = partialRecord({
  id: fc.oneof(
    fc.constantFrom("email", "cover_letter", "q_1", "a:b.c-d", "cv", "phone", "__proto__", "ñ", 7),
    line,
  ),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...KINDS.split(" ")) },
    { weight: 1, arbitrary: fc.constantFrom("video", "toString", "") },
  ),
  label: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("Portfolio", "¿Puede trabajar aquí?") },
    { weight: 1, arbitrary: line },
  ),
  hint: line,
  required: fc.oneof(fc.boolean(), fc.constantFrom("true", 1, "sí", null)),
  section: fc.constantFrom("voluntary", "about"),
  max: fc.oneof(fc.integer(), fc.double()),
  min: fc.double(),
  options: fc.array(fc.oneof(line, fc.integer(), partialRecord({ value: line, label: line })), {
    maxLength: 4,
  }),
  accept: fc.array(fc.constantFrom("pdf", ".PNG", "exe", ""), { maxLength: 3 }),
});

/** The properties of a position that define the form. */
const fieldsOfPosition = {
  fields: fc.array(field, { maxLength: 5 }),
  sections: partialRecord({ voluntary: partialRecord({ title: line, note: line }) }),
  standard: partialRecord({
    phone: fc.constantFrom("required", "optional", "off", "maybe"),
    cv: fc.constantFrom("required", "optional", "off", 5),
  }),
  cv_accept: fc.array(fc.constantFrom("pdf", "doc", "exe")),
  cv_max_bytes: fc.integer(),
  apply_url: address,
};

/** Valid and invalid facts of a position. */
const factsOfPosition = {
  published_at: date,
  closes_at: date,
  employment_type: fc.array(fc.oneof(fc.constantFrom("FULL_TIME", "part-time", "ferie"), line)),
  workplace: fc.oneof(fc.constantFrom("onsite", "Hybrid", "remote", "on-site"), line),
  places: fc.array(
    partialRecord({ street: line, city: line, region: line, postal_code: line, country: line }),
    { maxLength: 3 },
  ),
  remote_countries: fc.array(fc.oneof(fc.constantFrom("es", "PT", "Spain"), line)),
  pay: partialRecord({
    min: fc.oneof(fc.double(), fc.integer({ min: 0, max: 90_000 }), fc.constant("1200.50")),
    max: fc.oneof(fc.double(), fc.integer({ min: 0, max: 90_000 })),
    currency: fc.constantFrom("EUR", "mxn", "€", "", "XYZ"),
    unit: fc.constantFrom("year", "HOUR", "fortnight"),
    text: line,
  }),
  department: line,
  language: fc.oneof(fc.constantFrom("es_MX", "ca", "inglés"), line),
  identifier: fc.oneof(line, fc.integer()),
  notices: fc.array(partialRecord({ kind: line, text: line, url: address }), { maxLength: 3 }),
  talks_back: fc.oneof(fc.boolean(), line),
  takes: fc.array(fc.oneof(fc.constant("source"), line), { maxLength: 2 }),
  honours: fc.oneof(fc.constant(["idempotency-key"]), fc.array(line, { maxLength: 2 }), line),
};

/** A position from the platform with only the properties that define the form. */
export const fieldsAnswer = partialRecord(fieldsOfPosition);

export const positionAnswer = fc
  .record({
    needed: fc.record({ name: fc.oneof(fc.constant("Jefa de taller"), line), client: id }),
    rest: partialRecord({
      uuid: id,
      id,
      description: anyText,
      location: line,
      join_date: date,
      country: fc.oneof(fc.constantFrom("es", " MX "), line),
      contract_type: line,
      csrf_token: line,
      status: fc.constantFrom("open", "CLOSED ", "paused"),
      candidate_criteria_structured: partialRecord({
        essential_requirements: requirements,
        complimentary_requirements: requirements,
      }),
      apply_site_questions: questions,
      ...fieldsOfPosition,
      ...factsOfPosition,
    }),
  })
  .map(({ needed, rest }) => ({ ...rest, ...needed }));

const pixels = fc.integer({ min: 0, max: 9000 });
const picture = partialRecord({ src: address, alt: line, width: pixels, height: pixels });

export const clientAnswer = partialRecord({
  uuid: id,
  code: line,
  name: line,
  description: anyText,
  apply_page_css: anyText,
  apply_page_js: anyText,
  logo: address,
  main_image: address,
  favicon: address,
  privacy_policy: anyText,
  language_default: line,
  country: line,
  is_cv_required: fc.boolean(),
  social_links: partialRecord({ linkedin: address, instagram: address, twitter: address }),
  languages: fc.array(line, { maxLength: 3 }),
  next_steps: line,
  sections: fc.array(partialRecord({ title: line, text: line, pictures: fc.array(picture) }), {
    maxLength: 3,
  }),
  texts: fc.dictionary(
    fc.oneof(fc.constantFrom(...LANGUAGES), line),
    fc.dictionary(fc.constantFrom(...Object.keys(COMPANY_TEXTS), "error.phone"), line),
  ),
});

const listed = fc
  .record({
    needed: fc.record({ uuid: id, name: fc.constantFrom("Jefa", "Contable 😀") }),
    rest: partialRecord({
      location: line,
      contract_type: line,
      join_date: date,
      apply_url: address,
      ...factsOfPosition,
    }),
  })
  .map(({ needed, rest }) => ({ ...rest, ...needed }));

/** The platform's list of a client's positions. */
export const listAnswer = fc.oneof(
  fc.array(listed, { maxLength: 4 }),
  fc
    .record({ results: fc.array(listed, { maxLength: 4 }), next: address })
    .map((answer) => answer as unknown),
);

/** A valid value with up to four random changes, or any JSON. */
export const mutatedJson = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 1, arbitrary: anyJson },
    {
      weight: 4,
      arbitrary: withMutations(valid.map((value) => JSON.parse(JSON.stringify(value)) as unknown)),
    },
  );
