import { z } from "zod";

/** A part that may be missing: undefined when it is null or malformed, too. */
const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const text = z.string().trim().min(1);
const id = z.union([z.int(), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)]).transform(String);
const asked = z.enum(["required", "optional", "off"]);

/** An amount, which comes as text. */
const amount = maybe(z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform(Number));

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

/** One offer, as the list and its own address have it. */
export const Offer = z.object({
  id,
  slug: z.string().regex(/^[A-Za-z0-9-]{1,200}$/),
  title: text,
  status: maybe(text),
  description: maybe(z.string()),
  requirements: maybe(z.string()),
  translations: translations({
    title: maybe(text),
    description: maybe(z.string()),
    requirements: maybe(z.string()),
  }),
  department: maybe(text),
  employment_type_code: maybe(text),
  location: maybe(text),
  city: maybe(text),
  country: maybe(text),
  country_code: maybe(z.string().regex(/^[A-Za-z]{2}$/)),
  locations: maybe(z.array(z.unknown())),
  locations_question_required: maybe(z.boolean()),
  remote: maybe(z.boolean()),
  hybrid: maybe(z.boolean()),
  on_site: maybe(z.boolean()),
  salary: maybe(
    z.object({
      min: amount,
      max: amount,
      period: maybe(text),
      currency: maybe(z.string().regex(/^[A-Za-z]{3}$/)),
    }),
  ),
  published_at: maybe(text),
  close_at: maybe(text),
  careers_url: maybe(z.url({ protocol: /^https?$/ })),
  careers_apply_url: maybe(z.url({ protocol: /^https?$/ })),
  // A form that cannot be read is an error: a page without a question would lose its answer.
  options_cv: asked,
  options_phone: asked,
  options_cover_letter: asked,
  options_photo: asked.default("off"),
  open_questions: z.array(Question).default([]),
});

export type Offer = z.infer<typeof Offer>;
export type Question = z.infer<typeof Question>;

/** `GET /offers/`. An offer that is malformed is left out; a list that is none is an error. */
export const Offers = z.object({
  offers: z.array(z.unknown()).transform((offers) =>
    offers.flatMap((offer) => {
      const read = Offer.safeParse(offer);
      return read.success ? [read.data] : [];
    }),
  ),
});

/** `GET /offers/{id}`. */
export const OneOffer = z.object({ offer: Offer });
