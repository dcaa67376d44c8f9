import { z } from "zod";

/** An id of a field; case matters. */
export const FIELD_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** What every field of a position has. */
const asked = {
  /** A `FIELD_ID`. */
  id: z.string(),
  /** Plain text. Only a field with a reserved id may have none: then the label is our own. */
  label: z.string().exactOptional(),
  hint: z.string().exactOptional(),
  isRequired: z.boolean(),
  /** Stands last, under a heading of its own. Such a field is never required. */
  isVoluntary: z.boolean(),
};

const options = z.array(z.object({ value: z.string(), label: z.string() }));

/**
 * A question of a position's `fields` (design, section 4b), as it was read. It says no more than its
 * types, because the platform's answer was checked when it was read: kept copies are read by this.
 */
export const fieldSchema = z.discriminatedUnion("kind", [
  z.object({ ...asked, kind: z.enum(["email", "url", "date", "yes_no"]) }),
  /** `max`: characters. */
  z.object({ ...asked, kind: z.enum(["text", "long_text"]), max: z.number().exactOptional() }),
  z.object({
    ...asked,
    kind: z.literal("number"),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
  }),
  z.object({ ...asked, kind: z.enum(["one_of", "some_of"]), options }),
  /** `accept`: endings in lower case, without a dot. `max`: bytes. */
  z.object({
    ...asked,
    kind: z.literal("file"),
    accept: z.array(z.string()).exactOptional(),
    max: z.number().exactOptional(),
  }),
  /** `label` is the text that is agreed to, or that is read. A note asks nothing. */
  z.object({ ...asked, kind: z.enum(["consent", "note"]), label: z.string() }),
]);

export type Field = z.infer<typeof fieldSchema>;

/** How a field of the specification's own is asked. */
const askedAs = z.enum(["required", "optional", "off"]);

/** How the specification's own fields are asked that a position may leave out. */
export const standardSchema = z.object({ phone: askedAs, cv: askedAs });

export type Standard = z.infer<typeof standardSchema>;

/** What a position says of its fields, besides the fields themselves. */
export const aboutFields = {
  /** What stands over the voluntary fields. */
  voluntary: z
    .object({ title: z.string().exactOptional(), note: z.string().exactOptional() })
    .exactOptional(),
  /** Endings of the CV, as a file field's `accept`. */
  cvAccept: z.array(z.string()).exactOptional(),
  /** Bytes. */
  cvMaxBytes: z.number().exactOptional(),
  /**
   * The position asks something that this form does not know, and cannot do without it: the candidate
   * applies elsewhere, at this http(s) address if there is one.
   */
  elsewhere: z.object({ href: z.string().exactOptional() }).exactOptional(),
};
