import * as z from "zod";
import { currency } from "~/contract/facts";
import { FieldMode } from "~/contract/fields";
import { isoDate, line, text } from "~/contract/values";
import { address, flag, list, lenient, questions } from "../format";

const id = z.union([z.int(), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)]).transform(String);

/** A field's mode. An unknown value means required, as in the contract. */
const mode = (missing: FieldMode) =>
  FieldMode.nullish()
    .catch("required")
    .transform((given) => given ?? missing);

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
  street: lenient(line),
  postal_code: lenient(line),
  city: lenient(text),
  country: lenient(text),
  country_code: lenient(z.string().regex(/^[A-Za-z]{2}$/)),
};

/** An offer in the list. Other properties are read only from the offer's own URL. */
export const ListedOffer = z.object({
  id,
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
  state_name: lenient(text),
  locations: list(z.object({ ...place, state: lenient(text), note: lenient(text) })),
  remote: flag,
  hybrid: flag,
  on_site: flag,
  published_at: day,
});

const Questions = questions(Question, {
  id: "unreadable",
  kind: "unreadable",
  required: true,
  position: undefined,
  body: undefined,
  translations: undefined,
  options: undefined,
  open_question_options: [],
})
  .nullish()
  .transform((all) => all ?? []);

/** An offer at its own URL. */
export const Offer = ListedOffer.extend({
  // A slug can contain dots and non-ASCII characters.
  slug: z.string().regex(/^(?!\.+$)[^/\\]{1,200}$/),
  location_question_visible: flag,
  locations_question_required: flag,
  salary: lenient(
    z.object({
      min: amount,
      max: amount,
      period: lenient(text),
      currency: lenient(currency),
    }),
  ),
  close_at: day,
  careers_url: address,
  careers_apply_url: address,
  options_cv: mode("optional"),
  options_phone: mode("optional"),
  options_cover_letter: mode("off"),
  options_photo: mode("off"),
  options_salutation: mode("off"),
  options_title: mode("off"),
  open_questions: Questions,
});

export type ListedOffer = z.infer<typeof ListedOffer>;
export type Offer = z.infer<typeof Offer>;
export type Question = z.infer<typeof Question>;

/** `GET /offers/`. */
export const Offers = z.object({ offers: z.array(z.unknown()) });

/** `GET /offers/{id}`. */
export const OfferResponse = z.object({ offer: Offer });
