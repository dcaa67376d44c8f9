// Validates answers and files against the fields that ask for them.
import { z } from "zod";
import type { Value } from "./application";
import { mayBeLeftOut, type Field } from "./fields";

export type AnswerFault = "missing" | "wrong" | "long";

/** Validates the answer to a field other than a file. */
export function answerFault(field: Field, value: Value | undefined): AnswerFault | undefined {
  const isMissing =
    value === undefined ||
    value === "" ||
    (Array.isArray(value) ? value.length === 0 : typeof value === "object" && !value.given);
  if (isMissing) return mayBeLeftOut(field) ? undefined : "missing";
  if (!answerTo(field).safeParse(value).success) return "wrong";
  const most = field.kind === "text" || field.kind === "long_text" ? field.max : undefined;
  return typeof value === "string" && [...value].length > (most ?? Infinity) ? "long" : undefined;
}

function answerTo(field: Field): z.ZodType {
  switch (field.kind) {
    case "email":
      return z.string().regex(/^[^\s@]+@[^\s@]+$/);
    case "url":
      return z.url({ protocol: /^https?$/ });
    case "date":
      return z.iso.date();
    case "yes_no":
      return z.boolean();
    case "text":
    case "long_text":
      return z.string();
    case "number":
      return z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number)
        .pipe(
          z
            .number()
            .min(field.min ?? -Infinity)
            .max(field.max ?? Infinity),
        );
    case "one_of":
      return z.enum(field.options.map(({ value }) => value));
    case "some_of":
      return z
        .array(z.enum(field.options.map(({ value }) => value)))
        .refine((values) => new Set(values).size === values.length);
    case "consent":
      return z.object({ given: z.boolean(), text: z.string().min(1) });
    case "file":
    case "note":
      return z.never();
  }
}

export type FileFault = "missing" | "empty" | "large" | "type";

/** The constraints on a field's file or on the CV. `max` is in bytes. */
interface AskedFile {
  isRequired: boolean;
  accept?: readonly string[] | undefined;
  max?: number | undefined;
}

/** Validates a file. */
export function fileFault(
  { isRequired, accept, max = Infinity }: AskedFile,
  file: { name: string; size: number } | undefined,
): FileFault | undefined {
  if (!file) return isRequired ? "missing" : undefined;
  if (file.size === 0) return "empty";
  if (file.size > max) return "large";
  const name = file.name.toLowerCase();
  return accept?.some((ending) => name.endsWith(`.${ending}`)) === false ? "type" : undefined;
}
