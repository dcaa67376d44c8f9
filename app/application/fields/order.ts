import type { Field, Standard } from "~/app/platform/types";
import type { FieldErrors, FieldName } from "../model/application";
import { controlName } from "./answers";

interface FieldGroups {
  /** The email field, if any. It follows the telephone number. */
  email: Field[];
  /** Fields between the CV and the questions. */
  regular: Field[];
  /** The last fields before the privacy policy. */
  voluntary: Field[];
}

export function groupFields(fields: readonly Field[]): FieldGroups {
  const others = fields.filter(({ isVoluntary }) => !isVoluntary);
  const email =
    others.find(({ id }) => id === "email") ?? others.find(({ kind }) => kind === "email");
  return {
    email: email ? [email] : [],
    regular: others.filter((field) => field !== email),
    voluntary: fields.filter(({ isVoluntary }) => isVoluntary),
  };
}

interface Ordered {
  fields: readonly Field[];
  killerQuestions: readonly unknown[];
  openQuestions: readonly unknown[];
  standard?: Partial<Standard>;
}

/** Control names in the form's order. */
export function formOrder({
  fields,
  killerQuestions,
  openQuestions,
  standard = {},
}: Ordered): FieldName[] {
  const { email, regular, voluntary } = groupFields(fields);
  const names = (group: Field[]) =>
    group.filter(({ kind }) => kind !== "note").map(({ id }) => controlName(id));
  const shown = (name: "phone" | "cv") => (standard[name] === "off" ? [] : [name]);
  return [
    ...(["first_name", "last_name"] as const),
    ...shown("phone"),
    ...names(email),
    ...shown("cv"),
    ...names(regular),
    ...killerQuestions.map((_, index) => `question-${index}` as const),
    ...openQuestions.map((_, index) => `open_question-${index}` as const),
    ...names(voluntary),
    "privacy_policy",
  ];
}

/** Sorts errors in the form's order, and removes errors of fields that the form doesn't have. */
export function sortErrors(errors: FieldErrors, order: readonly FieldName[]): FieldErrors {
  const entries = order.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [[name, message]];
  });
  return Object.fromEntries(entries) as FieldErrors; // all keys are field names
}

interface FieldMessage {
  field: string;
  message: string;
}

/** Splits a refusal's messages into errors of the form's fields and other messages. */
export function splitRefusal(refused: readonly FieldMessage[], order: readonly FieldName[]) {
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const { field, message } of refused) {
    const name = [controlName(field), field as FieldName].find((known) => order.includes(known));
    if (name === undefined) others.push(message);
    else errors[name] ??= message;
  }
  return { errors: sortErrors(errors, order), others };
}
