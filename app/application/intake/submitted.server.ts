import type { FieldErrorKind, FieldKind, SubmitOutcome, Submitted } from "~/app/metrics/point";
import type { PositionPage } from "~/app/platform/types";
import { readSource } from "~/app/candidate-source";
import type { ApplyResult, FieldName } from "../model/application";
import { CV_FIELD } from "../model/files";
import type { ReceivedForm } from "./receive.server";

export interface FinishedForm {
  result: ApplyResult;
  form: Pick<ReceivedForm, "values" | "entered" | "files" | "bytes">;
  position: Pick<PositionPage, "clientUuid" | "fields">;
  /** Whether the form was valid and was submitted. */
  isSubmitted: boolean;
}

/** Converts a form's result for metrics. The metrics contain no entered values. */
export function toSubmitted(ended: FinishedForm): Submitted {
  const { result, form, position } = ended;
  const errors = new Map(
    getErrorFields(result).map((name) => {
      const point = { field: fieldKind(name, position), error: fieldError(name, ended) };
      return [`${point.field} ${point.error}`, point] as const;
    }),
  );
  return {
    outcome: submitOutcome(ended),
    clientUuid: position.clientUuid,
    source: readSource(form.values),
    errors: [...errors.values()].slice(0, MAX_ERRORS),
    bytes: form.bytes,
  };
}

/** Analytics Engine limits the points per request. */
const MAX_ERRORS = 18;

function submitOutcome({ result, isSubmitted }: FinishedForm): SubmitOutcome {
  switch (result.outcome) {
    case "applied":
      return result.receipt.status;
    case "already-applied":
      return "already-applied";
    case "invalid":
      return isSubmitted ? "refused" : "invalid";
    case "failed":
      return FAILED[result.status];
  }
}

const FAILED = {
  400: "broken",
  410: "refused",
  413: "too-large",
  422: "refused",
  429: "too-often",
  503: "unavailable",
} as const satisfies Record<number, SubmitOutcome>;

const getErrorFields = (result: ApplyResult): FieldName[] =>
  result.outcome === "invalid" ? (Object.keys(result.errors) as FieldName[]) : []; // keys of `FieldErrors`

/** Returns the id of a position's own field, or undefined for a standard field. */
const ownId = (name: FieldName): string | undefined => /^field-(.*)$/.exec(name)?.[1];

function fieldKind(name: FieldName, { fields }: FinishedForm["position"]): FieldKind {
  const id = ownId(name);
  // The fallback is unreachable, because `fields` contains every own field.
  if (id !== undefined) return fields.find((field) => field.id === id)?.kind ?? "text";
  if (name.startsWith("question-")) return "question";
  if (name.startsWith("open_question-")) return "open_question";
  return name as "first_name" | "last_name" | "phone" | "cv" | "privacy_policy"; // the only remaining names
}

function fieldError(name: FieldName, { result, form, isSubmitted }: FinishedForm): FieldErrorKind {
  const isCvGone = "isCvGone" in result && result.isCvGone;
  if (name === CV_FIELD && isCvGone) return "gone";
  if (isSubmitted) return "refused";
  const id = ownId(name);
  const file = form.files.get(id ?? name)?.state;
  switch (file) {
    case "none":
      return "missing";
    case "received":
    case "held":
      return "wrong";
    case undefined:
      break;
    default:
      return file;
  }
  const texts = id === undefined ? [form.values.get(name) ?? ""] : (form.entered.get(name) ?? []);
  return texts.some((text) => text.trim() !== "") ? "wrong" : "missing";
}
