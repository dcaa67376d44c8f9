// Fields that a position adds to the specification's form (design, section 4b).
import { z } from "zod";
import { FIELDS_MOST } from "./limits";
import { FILE_ENDINGS, LABELLED } from "./lists";
import { text, webAddress, flag } from "./values";

/** Ids of the specification's own fields, and `__proto__`, which is unsafe as an object key. */
const RESERVED = new Set(["first_name", "last_name", "phone", "cv", "privacy_policy", "__proto__"]);

export const FIELD_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

export const fieldId = z.preprocess(
  (given) => (typeof given === "number" ? String(given) : given),
  z
    .string()
    .regex(FIELD_ID, "must be letters, digits, _ . : and -, up to 64")
    // Ids ending in -hint or -error would collide with the ids of another field's hint or error.
    .refine((id) => !RESERVED.has(id) && !/-(hint|error)$/.test(id), "is taken: choose another id"),
);

const label = text.max(FIELDS_MOST.label);
const words = text.max(FIELDS_MOST.words);

const asText = (given: unknown) =>
  typeof given === "number" || typeof given === "boolean" ? String(given) : given;

/** Line breaks and lone surrogates would not survive the round trip through a browser. */
const optionValue = z
  .string()
  .max(FIELDS_MOST.option)
  .regex(/\S/, "is empty")
  .regex(/^(?!.*[\p{Cc}\p{Cs}])/su, "has a control character");

export const Option = z.preprocess(
  (given) => {
    const { value, label: said }: { value?: unknown; label?: unknown } =
      typeof given === "object" && given !== null ? given : { value: given };
    return { value: asText(value), label: asText(said ?? value) };
  },
  z
    .object({ value: optionValue, label: z.string().trim() })
    .meta({ required: ["value"] })
    // An issue at `label` would only drop the label, and the option would then show its value.
    .refine(({ label: words }) => words !== "" && words.length <= FIELDS_MOST.option, {
      error: "has no label, or too long a one",
    }),
);

const options = z.array(Option).min(1).max(FIELDS_MOST.options);

const ending = z.preprocess(
  (given) => (typeof given === "string" ? given.trim().toLowerCase().replace(/^\./, "") : given),
  z.enum(FILE_ENDINGS),
);
/** File extensions, in lower case and without a dot. */
export const endings = z.array(ending).min(1);

const characters = z.preprocess(
  (given) => (typeof given === "number" ? Math.min(given, FIELDS_MOST.answer) : given),
  z.int().positive().max(FIELDS_MOST.answer),
);
export const bytes = z.int().positive();

const asked = {
  id: fieldId,
  label: label.optional().describe("Plain text"),
  hint: label.optional(),
  /** Unrecognised values mean required. */
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
      z.object({ ...asked, kind: z.enum(["email", "url", "date", "yes_no"]) }),
      z.object({
        ...asked,
        kind: z.enum(["text", "long_text"]),
        max: characters.optional().describe("Characters"),
      }),
      z
        .object({
          ...asked,
          kind: z.literal("number"),
          min: z.number().optional(),
          max: z.number().optional(),
        })
        .superRefine(({ min = -Infinity, max = Infinity }, context) => {
          if (min <= max) return;
          context.addIssue({ code: "custom", path: ["min"], message: "is above max" });
          context.addIssue({ code: "custom", path: ["max"], message: "is below min" });
        }),
      z.object({ ...asked, kind: z.enum(["one_of", "some_of"]), options }),
      z.object({
        ...asked,
        kind: z.literal("file"),
        accept: endings.optional(),
        max: bytes.optional().describe("Bytes"),
      }),
      /** `label` is the consent's or note's text. A note has no answer. */
      z.object({ ...asked, kind: z.enum(["consent", "note"]), label: words }),
    ],
    { error: "is no kind that is known" },
  )
  .refine(({ id, label: given }) => given !== undefined || LABELLED.some((one) => one === id), {
    path: ["label"],
    message: "is missing",
  });

export type Field = z.output<typeof Field>;

/** How much of `FIELDS_MOST.characters` a field takes. */
export const fieldSize = (field: Field): number => JSON.stringify(field).length;

export const Asked = z.enum(["required", "optional", "off"]);
export type Asked = z.output<typeof Asked>;

/** The other keys of a position that configure its form. */
export const asks = {
  sections: z
    .object({ voluntary: z.object({ title: label, note: words }).partial() })
    .partial()
    .optional(),
  standard: z
    .object({ phone: Asked, cv: Asked })
    .partial()
    .optional()
    .describe("Whether the form's own fields are asked"),
  cv_accept: endings.optional(),
  cv_max_bytes: bytes.optional(),
  /** In a list this is the address or path of the job. */
  apply_url: webAddress
    .optional()
    .describe("Where candidates apply if the form cannot ask everything required"),
};

/** Enough of a field, even of an unsupported kind, to tell whether it is required. */
export const Necessity = z.object({ required: asked.required, section: asked.section });

/** Whether an application may omit the field. */
export const mayBeLeftOut = ({
  required,
  section,
  kind,
}: z.output<typeof Necessity> & { kind?: Field["kind"] }): boolean =>
  required !== true || section === "voluntary" || kind === "note";
