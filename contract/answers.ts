import * as z from "zod";
import type { Value } from "./application";
import { isOptional, type Field } from "./fields";

export type AnswerError = "missing" | "wrong" | "long";

/** Validates the answer to a field of any kind except a file. */
export function validateAnswer(field: Field, value: Value | undefined): AnswerError | undefined {
  const isMissing =
    value === undefined ||
    value === "" ||
    (Array.isArray(value) ? value.length === 0 : typeof value === "object" && !value.given);
  if (isMissing) return isOptional(field) ? undefined : "missing";
  if (!answerSchema(field).safeParse(value).success) return "wrong";
  const max = field.kind === "text" || field.kind === "long_text" ? field.max : undefined;
  return typeof value === "string" && [...value].length > (max ?? Infinity) ? "long" : undefined;
}

function answerSchema(field: Field): z.ZodType {
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

export type FileError = "missing" | "empty" | "large" | "type";

/** Constraints on a field's file or the CV. `max` is in bytes. */
interface FileRules {
  isRequired: boolean;
  accept?: readonly string[] | undefined;
  max?: number | undefined;
}

export function validateFile(
  { isRequired, accept, max = Infinity }: FileRules,
  file: { name: string; size: number } | undefined,
): FileError | undefined {
  if (!file) return isRequired ? "missing" : undefined;
  if (file.size === 0) return "empty";
  if (file.size > max) return "large";
  const name = file.name.toLowerCase();
  return accept?.some((extension) => name.endsWith(`.${extension}`)) === false ? "type" : undefined;
}
