import { z } from "zod";
import { currency } from "../../../contract/facts";
import { isoDate, line, text } from "../../../contract/values";
import { address, flag, list, lenient } from "../format";

const id = z.union([z.int(), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)]).transform(String);
const mode = z.enum(["required", "optional", "off"]);
const optionalMode = mode.nullish().transform((value) => value ?? "off");

/** An amount of money. Recruitee sends 0 if there is no amount. */
const amount = lenient(
  z
    .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
    .transform(Number)
    .pipe(z.number().positive()),
);

/** A time in Recruitee's format, such as `2026-10-01 09:00:00 UTC`. */
const day = lenient(
  z
    .string()
    .transform((time) => time.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/, "$1T$2Z"))
    .pipe(isoDate),
);

/** Texts by two-letter language code. */
const translations = <S extends z.ZodRawShape>(shape: S) =>
  lenient(z.record(z.string(), lenient(z.object(shape))));

const Question = z.object({
  id,
  kind: z.string(),
  required: z.boolean().nullish(),
  position: lenient(z.number()),
  body: lenient(text),
  translations: translations({ body: lenient(text) }),
  options: lenient(z.object({ length: lenient(z.int().positive()) })),
  open_question_options: z
    .array(z.object({ id, body: text }))
    .nullish()
    .transform((options) => options ?? []),
});

const texts = {
  highlight: lenient(z.string()),
  description: lenient(z.string()),
  requirements: lenient(z.string()),
};

const place = {
  city: lenient(text),
  country: lenient(text),
  country_code: lenient(z.string().regex(/^[A-Za-z]{2}$/)),
};

/** An offer, in the list and at its own address. */
export const Offer = z.object({
  id,
  // A slug can contain dots and non-ASCII characters.
  slug: z.string().regex(/^(?!\.+$)[^/\\]{1,200}$/),
  title: text,
  status: lenient(text),
  ...texts,
  translations: translations({
    title: lenient(text),
    ...texts,
  }),
  department: lenient(line),
  employment_type_code: lenient(text),
  location: lenient(text),
  ...place,
  locations: list(z.object({ ...place, state: lenient(text) })),
  location_question_visible: flag,
  locations_question_required: flag,
  remote: flag,
  hybrid: flag,
  on_site: flag,
  salary: lenient(
    z.object({
      min: amount,
      max: amount,
      period: lenient(text),
      currency: lenient(currency),
    }),
  ),
  published_at: day,
  close_at: day,
  careers_url: address,
  careers_apply_url: address,
  // Not lenient: a malformed question must not be dropped from the form.
  options_cv: mode,
  options_phone: mode,
  options_cover_letter: mode,
  options_photo: optionalMode,
  options_salutation: optionalMode,
  options_title: optionalMode,
  open_questions: z
    .array(Question)
    .nullish()
    .transform((questions) => questions ?? []),
});

export type Offer = z.infer<typeof Offer>;
export type Question = z.infer<typeof Question>;

/** `GET /offers/`. */
export const Offers = z.object({ offers: z.array(z.unknown()) });

/** `GET /offers/{id}`. */
export const OneOffer = z.object({ offer: Offer });
