import type { Field, Standard } from "../../platform/types";
import type { FieldErrors, FieldName } from "../model/application";
import { controlName } from "./answers";

interface FieldGroups {
  /** Stands with the telephone number. */
  email: Field[];
  /** Stand after the CV and before the questions. */
  regular: Field[];
  /** Stand last, before the privacy policy. */
  voluntary: Field[];
}

/** Where each of a position's own fields stands in the form (design, section 4b). */
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

/** The names of a form's controls, in the form's order. */
export function formOrder({
  fields,
  killerQuestions,
  openQuestions,
  standard = {},
}: Ordered): FieldName[] {
  const { email, regular, voluntary } = groupFields(fields);
  const names = (some: Field[]) =>
    some.filter(({ kind }) => kind !== "note").map(({ id }) => controlName(id));
  const asked = (name: "phone" | "cv") => (standard[name] === "off" ? [] : [name]);
  return [
    ...(["first_name", "last_name"] as const),
    ...asked("phone"),
    ...names(email),
    ...asked("cv"),
    ...names(regular),
    ...killerQuestions.map((_, index) => `question-${index}` as const),
    ...openQuestions.map((_, index) => `open_question-${index}` as const),
    ...names(voluntary),
    "privacy_policy",
  ];
}

/** Messages in the form's order. What the form does not have is left out. */
export function sortErrors(errors: FieldErrors, order: readonly FieldName[]): FieldErrors {
  const entries = order.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [[name, message]];
  });
  return Object.fromEntries(entries) as FieldErrors; // by the names just looked at
}

/** What a platform says of single fields. */
interface FieldMessage {
  field: string;
  message: string;
}

/**
 * A refusal's messages, at the fields that they are about; what is about none of the form's is said of
 * the form as a whole.
 */
export function splitRefusal(refused: readonly FieldMessage[], order: readonly FieldName[]) {
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const { field, message } of refused) {
    const name = [controlName(field), field as FieldName].find((one) => order.includes(one));
    if (name === undefined) others.push(message);
    else errors[name] ??= message;
  }
  return { errors: sortErrors(errors, order), others };
}
