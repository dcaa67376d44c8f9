// What a position of the seed asks besides its questions: the contract's extension, checked.
import { z } from "zod";

const Text = z.string().trim().min(1);
const Asked = z.enum(["required", "optional", "off"]);
const Ending = z.string().regex(/^[a-z0-9]+$/, "must be small letters and digits, without a dot");
const Count = z.int().positive();

const asked = {
  id: z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, "must be letters, digits, _ . : and -, up to 64"),
  label: Text.optional(),
  hint: Text.optional(),
  required: z.boolean().optional(),
  section: z.literal("voluntary").optional(),
};

const Options = z.array(z.strictObject({ value: Text, label: Text })).min(1);

const Field = z.discriminatedUnion("kind", [
  z.strictObject({ ...asked, kind: z.enum(["email", "url", "date", "yes_no"]) }),
  z.strictObject({ ...asked, kind: z.enum(["text", "long_text"]), max: Count.optional() }),
  z.strictObject({
    ...asked,
    kind: z.literal("number"),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
  z.strictObject({ ...asked, kind: z.enum(["one_of", "some_of"]), options: Options }),
  z.strictObject({
    ...asked,
    kind: z.literal("file"),
    accept: z.array(Ending).min(1).optional(),
    max: Count.optional(),
  }),
  z.strictObject({ ...asked, kind: z.enum(["consent", "note"]), label: Text }),
]);

/** Ids of fields that need no label: the site has its own. */
const LABELLED = ["email", "cover_letter", "linkedin", "website", "location"];

const Fields = z
  .array(
    Field.refine(({ id, label }) => label !== undefined || LABELLED.includes(id), "needs a label"),
  )
  .refine(
    (list) => new Set(list.map(({ id }) => id)).size === list.length,
    "has the same id twice",
  );

/** The keys of a position that say what it asks, by the contract's names. */
export const asks = {
  fields: Fields.optional(),
  sections: z
    .strictObject({
      voluntary: z.strictObject({ title: Text.optional(), note: Text.optional() }).optional(),
    })
    .optional(),
  standard: z.strictObject({ phone: Asked.optional(), cv: Asked.optional() }).optional(),
  cv_accept: z.array(Ending).min(1).optional(),
  cv_max_bytes: Count.optional(),
  apply_url: z.url({ protocol: /^https?$/ }).optional(),
  takes: z.array(z.literal("source")).optional(),
};
