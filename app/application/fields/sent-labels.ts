import type { PositionPage } from "~/app/platform/types";
import type { Application } from "../model/application";
import type { FieldFile } from "../model/files";
import type { SentLabel } from "../model/receipt";
import { controlName, type ReadAnswers } from "./answers";
import { formOrder } from "./order";

/** Maximum length of a label, because a consent's label can fill a page. */
const MAX_LABEL_LENGTH = 200;

type LabelledPosition = Pick<
  PositionPage,
  "fields" | "killerQuestions" | "openQuestions" | "voluntary"
> & { standard?: Partial<PositionPage["standard"]> };

/**
 * Returns the names and labels of an application's fields, in the form's order. Omits unanswered own fields,
 * but includes refused consents. All voluntary fields share one label.
 */
export function sentLabels(
  position: LabelledPosition,
  { phone }: Pick<Application, "phone">,
  { answers, voluntary }: Pick<ReadAnswers, "answers" | "voluntary">,
  files: readonly FieldFile[],
): SentLabel[] {
  const sent = new Set([...files.map(({ field }) => field), ...answers.map(({ id }) => id)]);
  const regular = position.fields.filter(({ isVoluntary }) => !isVoluntary);
  const hasVoluntary =
    voluntary.length > 0 ||
    position.fields.some((field) => field.isVoluntary && sent.has(field.id));
  const labels = new Map<string, string | undefined>([
    ...regular.map(({ id, label }) => [controlName(id), label] as const),
    ...position.killerQuestions.map(({ text }, index) => [`question-${index}`, text] as const),
    ...position.openQuestions.map((text, index) => [`open_question-${index}`, text] as const),
    ["voluntary", position.voluntary?.title],
  ]);
  const isSent = (name: string) => {
    if (name === "phone") return phone !== "";
    if (name === "cv") return sent.has(name);
    return !name.startsWith("field-") || sent.has(name.slice("field-".length));
  };
  const names: string[] = formOrder({ ...position, fields: regular }).filter(isSent);
  if (hasVoluntary) names.splice(names.indexOf("privacy_policy"), 0, "voluntary");
  return names.map((name) => {
    const label = labels.get(name);
    return { name, ...(label && { label: shorten(label) }) };
  });
}

const shorten = (label: string): string =>
  label.length > MAX_LABEL_LENGTH ? `${[...label].slice(0, MAX_LABEL_LENGTH).join("")}…` : label;
