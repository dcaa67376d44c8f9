// Fields that a position adds to the standard form.
import * as z from "zod";
import { FIELD_LIMITS } from "./limits";
import { FILE_EXTENSIONS, IDS_WITH_DEFAULT_LABEL } from "./lists";
import { text, webAddress, flag } from "./values";

/** Ids of the standard form's fields, and `__proto__`, which is unsafe as an object key. */
const RESERVED = new Set(["first_name", "last_name", "phone", "cv", "privacy_policy", "__proto__"]);

export const FIELD_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

export const fieldId = z.preprocess(
  (given) => (typeof given === "number" ? String(given) : given),
  z
    .string()
    .regex(FIELD_ID, "must be letters, digits, _ . : and -, up to 64")
    // An id with the suffix -hint or -error could collide with the id of another field's hint or error.
    .refine((id) => !RESERVED.has(id) && !/-(hint|error)$/.test(id), "is taken: choose another id"),
);

const label = text.max(FIELD_LIMITS.label);
const words = text.max(FIELD_LIMITS.words);

const toText = (given: unknown) =>
  typeof given === "number" || typeof given === "boolean" ? String(given) : given;

/** An option's value. Browsers would not return line breaks and lone surrogates unchanged. */
const optionValue = z
  .string()
  .max(FIELD_LIMITS.option)
  .regex(/\S/, "is empty")
  .regex(/^(?!.*[\p{Cc}\p{Cs}])/su, "has a control character");

export const Option = z.preprocess(
  (given) => {
    const { value, label: text }: { value?: unknown; label?: unknown } =
      typeof given === "object" && given !== null ? given : { value: given };
    return { value: toText(value), label: toText(text ?? value) };
  },
  z
    .object({ value: optionValue, label: z.string().trim() })
    .meta({ required: ["value"] })
    // An issue at `label` would drop only the label. Without a path, it drops the entire option.
    .refine(({ label: words }) => words !== "" && words.length <= FIELD_LIMITS.option, {
      error: "has no label, or one that is too long",
    }),
);

const options = z.array(Option).min(1).max(FIELD_LIMITS.options);

export const fileExtension = z.preprocess(
  (given) => (typeof given === "string" ? given.trim().toLowerCase().replace(/^\./, "") : given),
  z.enum(FILE_EXTENSIONS),
);
/** File extensions, in lower case and without a dot. */
const fileExtensions = z.array(fileExtension).min(1);

const characters = z.preprocess(
  (given) => (typeof given === "number" ? Math.min(given, FIELD_LIMITS.answer) : given),
  z.int().positive().max(FIELD_LIMITS.answer),
);
const bytes = z.int().positive();

const commonKeys = {
  id: fieldId,
  label: label.optional().describe("Plain text"),
  hint: label.optional(),
  /** An unrecognized value counts as true. */
  required: z
    .preprocess(
      (given) => (given === undefined ? undefined : (flag.safeParse(given).data ?? true)),
      z.boolean().optional(),
    )
    .optional(),
  section: z
    .literal("voluntary")
    .optional()
    .describe("Shown last, under its own heading, and never required"),
};

export const Field = z
  .discriminatedUnion(
    "kind",
    [
      z.object({ ...commonKeys, kind: z.enum(["email", "url", "date", "yes_no"]) }),
      z.object({
        ...commonKeys,
        kind: z.enum(["text", "long_text"]),
        max: characters.optional().describe("Characters"),
      }),
      z
        .object({
          ...commonKeys,
          kind: z.literal("number"),
          min: z.number().optional(),
          max: z.number().optional(),
        })
        .superRefine(({ min = -Infinity, max = Infinity }, context) => {
          if (min <= max) return;
          context.addIssue({ code: "custom", path: ["min"], message: "is above max" });
          context.addIssue({ code: "custom", path: ["max"], message: "is below min" });
        }),
      z.object({ ...commonKeys, kind: z.enum(["one_of", "some_of"]), options }),
      z.object({
        ...commonKeys,
        kind: z.literal("file"),
        accept: fileExtensions.optional(),
        max: bytes.optional().describe("Bytes"),
      }),
      /** `label` is the text of the consent or note. A note has no answer. */
      z.object({ ...commonKeys, kind: z.enum(["consent", "note"]), label: words }),
    ],
    { error: "is not a known kind" },
  )
  .refine(
    ({ id, label: given }) =>
      given !== undefined || IDS_WITH_DEFAULT_LABEL.some((known) => known === id),
    {
      path: ["label"],
      message: "is missing",
    },
  );

export type Field = z.output<typeof Field>;

/** Returns a field's size, which counts towards `FIELD_LIMITS.characters`. */
export const fieldSize = (field: Field): number => JSON.stringify(field).length;

export const FieldMode = z.enum(["required", "optional", "off"]);
export type FieldMode = z.output<typeof FieldMode>;

/** Keys of a position that configure its form, besides `fields`. */
export const formSettings = {
  sections: z
    .object({ voluntary: z.object({ title: label, note: words }).partial() })
    .partial()
    .optional(),
  standard: z
    .object({ phone: FieldMode, cv: FieldMode })
    .partial()
    .optional()
    .describe("Whether the form has a phone number and a CV, and whether they are required"),
  cv_accept: fileExtensions.optional(),
  cv_max_bytes: bytes.optional(),
  /** In call 3, `apply_url` has a different meaning: the URL or path of the job. */
  apply_url: webAddress
    .optional()
    .describe("Where candidates apply if the form cannot show every required field"),
};

/** Keys that make a field required or optional, even if the field's kind is unsupported. */
export const RequiredKeys = z.object({
  required: commonKeys.required,
  section: commonKeys.section,
});

export const isOptional = ({
  required,
  section,
  kind,
}: z.output<typeof RequiredKeys> & { kind?: Field["kind"] }): boolean =>
  required !== true || section === "voluntary" || kind === "note";
