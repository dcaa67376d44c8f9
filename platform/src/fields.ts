import { z } from "zod";

const Option = z.object({ value: z.string(), label: z.string() });

/** One field of a position, as the seed has checked it. */
const Field = z.object({
  id: z.string(),
  kind: z.enum([
    "email",
    "text",
    "long_text",
    "url",
    "number",
    "date",
    "yes_no",
    "one_of",
    "some_of",
    "file",
    "consent",
    "note",
  ]),
  label: z.string().optional(),
  hint: z.string().optional(),
  required: z.boolean().optional(),
  section: z.string().optional(),
  /** Characters of a text, bytes of a file, or the largest number. */
  max: z.number().optional(),
  min: z.number().optional(),
  options: z.array(Option).optional(),
  accept: z.array(z.string()).optional(),
});

export type Field = z.infer<typeof Field>;

const Asked = z.enum(["required", "optional", "off"]);

/** What a position asks besides its questions, by the contract's own names. */
export const Asks = z.object({
  fields: z.array(Field).optional(),
  sections: z
    .object({ voluntary: z.object({ title: z.string(), note: z.string() }).partial() })
    .partial()
    .optional(),
  standard: z.object({ phone: Asked, cv: Asked }).partial().optional(),
  cv_accept: z.array(z.string()).optional(),
  cv_max_bytes: z.number().optional(),
  apply_url: z.string().optional(),
  takes: z.array(z.string()).optional(),
});

export type Asks = z.infer<typeof Asks>;

/** Whether an application may leave a field out. */
export const mayBeLeftOut = ({ required, section, kind }: Field): boolean =>
  required !== true || section === "voluntary" || kind === "note";
