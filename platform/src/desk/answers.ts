import type { Value } from "~/contract/application";
import type { Field } from "~/contract/fields";
import { IDS_WITH_DEFAULT_LABEL } from "~/contract/lists";
import { removeOverrides } from "~/contract/text";
import type { Asks } from "../store";
import type { ApplicationRow } from "./records";
import type { Texts } from "./texts";

/** A formatted answer. `kind` is the kind of its field, if the position still has the field. */
export interface FormattedAnswer {
  label: string;
  text: string;
  kind: Field["kind"] | undefined;
}

export interface FormattedAnswers {
  /** Ways to reach the candidate, which `answers` does not repeat. */
  contact: FormattedAnswer[];
  answers: FormattedAnswer[];
  voluntary: FormattedAnswer[];
}

const CONTACT_IDS: readonly string[] = IDS_WITH_DEFAULT_LABEL.filter((id) => id !== "cover_letter");

/** Formats an application's answers in the form's order, in which questions come after fields. */
export function formatAnswers(application: ApplicationRow, texts: Texts): FormattedAnswers {
  const { killer_questions, open_questions, fields, asks } = application;
  const place = createFieldOrder(asks);
  const shown = [...fields]
    .sort((a, b) => place(a.id) - place(b.id))
    .map(({ id, label, value, voluntary }) => {
      const field = findField(asks, id);
      return {
        label: getLabel(label, id, texts),
        text: formatValue(value, field, texts),
        kind: field?.kind,
        isContact: CONTACT_IDS.includes(id) || field?.kind === "email",
        isVoluntary: isVoluntary(asks, { id, voluntary }),
      };
    });
  const counted = shown.filter((answer) => !answer.isVoluntary);
  const questions = [...killer_questions, ...open_questions];
  return {
    contact: counted.filter(({ isContact }) => isContact),
    answers: [
      ...counted.filter(({ isContact }) => !isContact),
      ...questions.map(({ question, answer }) => ({
        ...{ label: question, text: answer, kind: undefined },
      })),
    ],
    voluntary: shown.filter((answer) => answer.isVoluntary),
  };
}

/** Returns a function that returns a field's place in a form. Removed fields come last. */
export const createFieldOrder = ({ fields = [] }: Asks) => {
  const places = new Map(fields.map(({ id }, index) => [id, index]));
  return (id: string) => places.get(id) ?? fields.length;
};

const findField = ({ fields = [] }: Asks, id: string) => fields.find((field) => field.id === id);

/** Whether the field of an answer is voluntary now, or was voluntary when it was answered. */
export const isVoluntary = (
  asks: Asks,
  { id, voluntary = false }: { id: string; voluntary?: boolean | undefined },
): boolean => voluntary || findField(asks, id)?.section === "voluntary";

/** Returns a stored label. If it is only a reserved field's id, returns the desk's label for the field. */
export function getLabel(label: string, id: string, { reserved }: Texts): string {
  const known = IDS_WITH_DEFAULT_LABEL.find((reservedId) => reservedId === id);
  return label === id && known ? reserved[known] : label;
}

/** Formats an answer as text. Options are shown by label, if the position still has them. */
export function formatValue(value: Value, field: Field | undefined, { yes, no }: Texts): string {
  const options = field && "options" in field ? field.options : [];
  // Stored values are read without direction overrides.
  const option = (chosen: string) =>
    options.find((known) => removeOverrides(known.value) === chosen)?.label ?? chosen;
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value)) return value.map(option).join(", ");
  if (typeof value === "object") return `${value.given ? yes : no}: ${value.text}`;
  return option(value);
}

/** Formats the candidate's source. Returns an empty string if the source is unknown. */
export const formatSource = ({ source }: Pick<ApplicationRow, "source">): string =>
  Object.entries(source)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
