import { z } from "zod";
import { currency } from "../../../contract/facts";
import { isoDate, line, text } from "../../../contract/values";
import { address, flag, list, maybe } from "../format";

const id = z.union([z.int(), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)]).transform(String);
const asked = z.enum(["required", "optional", "off"]);
const perhapsAsked = asked.nullish().transform((how) => how ?? "off");

/** An amount, which comes as text; 0 says nothing. */
const amount = maybe(
  z
    .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
    .transform(Number)
    .pipe(z.number().positive()),
);

/** Recruitee writes `2026-10-01 09:00:00 UTC`. */
const day = maybe(
  z
    .string()
    .transform((time) => time.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/, "$1T$2Z"))
    .pipe(isoDate),
);

/** Texts in other languages, by their two letters; those of the offer's own may be among them. */
const translations = <S extends z.ZodRawShape>(shape: S) =>
  maybe(z.record(z.string(), maybe(z.object(shape))));

const Question = z.object({
  id,
  kind: z.string(),
  required: z.boolean().nullish(),
  position: maybe(z.number()),
  body: maybe(text),
  translations: translations({ body: maybe(text) }),
  options: maybe(z.object({ length: maybe(z.int().positive()) })),
  open_question_options: z
    .array(z.object({ id, body: text }))
    .nullish()
    .transform((options) => options ?? []),
});

const texts = {
  highlight: maybe(z.string()),
  description: maybe(z.string()),
  requirements: maybe(z.string()),
};

const place = {
  city: maybe(text),
  country: maybe(text),
  country_code: maybe(z.string().regex(/^[A-Za-z]{2}$/)),
};

/** One offer, as the list and its own address have it. */
export const Offer = z.object({
  id,
  // Not only ASCII, and perhaps with dots.
  slug: z.string().regex(/^(?!\.+$)[^/\\]{1,200}$/),
  title: text,
  status: maybe(text),
  ...texts,
  translations: translations({
    title: maybe(text),
    ...texts,
  }),
  department: maybe(line),
  employment_type_code: maybe(text),
  location: maybe(text),
  ...place,
  locations: list(z.object({ ...place, state: maybe(text) })),
  location_question_visible: flag,
  locations_question_required: flag,
  remote: flag,
  hybrid: flag,
  on_site: flag,
  salary: maybe(
    z.object({
      min: amount,
      max: amount,
      period: maybe(text),
      currency: maybe(currency),
    }),
  ),
  published_at: day,
  close_at: day,
  careers_url: address,
  careers_apply_url: address,
  // A form that cannot be read is an error: a page without a question would lose its answer.
  options_cv: asked,
  options_phone: asked,
  options_cover_letter: asked,
  options_photo: perhapsAsked,
  options_salutation: perhapsAsked,
  options_title: perhapsAsked,
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
