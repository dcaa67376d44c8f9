import type { Messages } from "~/app/i18n/messages";
import type { SubmitResult } from "../delivery/answers";
import { splitRefusal } from "../fields/order";
import type { ApplyResult, FieldErrors, FieldName } from "../model/application";
import { CV_FIELD } from "../model/files";
import { fileFieldName } from "./file-errors.server";

type Failure = Extract<ApplyResult, { outcome: "failed" }>;

export const createFailure = (message: string, status: Failure["status"]): Failure => ({
  outcome: "failed",
  message,
  status,
});

/** Whether the platform refused a form because the position has closed. */
export const isClosed = (submitted: SubmitResult) =>
  submitted.outcome === "refused" && submitted.status === 410;

export const isTooLarge = (submitted: SubmitResult) =>
  submitted.outcome === "refused" && submitted.status === 413;

export function toApplyResult(
  submitted: SubmitResult,
  { t, order, largest }: { t: Messages; order: readonly FieldName[]; largest: string },
): ApplyResult {
  switch (submitted.outcome) {
    case "accepted":
      return { outcome: "applied", receipt: submitted.receipt };
    case "already-applied":
      return { outcome: "already-applied", text: t["form.duplicate"] };
    case "refused":
      if (isTooLarge(submitted)) {
        const message = submitted.message ?? t["error.cv_refused"];
        return { outcome: "invalid", errors: { [fileFieldName(largest)]: message } };
      }
      return toRefusalResult(submitted, t, order);
    case "file-gone":
      return {
        outcome: "invalid",
        errors: goneFileErrors(submitted.fields, t),
        ...(submitted.fields.includes(CV_FIELD) && { isCvGone: true }),
      };
    case "unreachable":
    case "taken":
      return createFailure(t["error.network"], 503);
  }
}

/** Converts a refusal into a result. Joins the messages that belong to no field of the form. */
function toRefusalResult(
  { message, errors: named = [] }: Extract<SubmitResult, { outcome: "refused" }>,
  t: Messages,
  order: readonly FieldName[],
): ApplyResult {
  const { errors, others } = splitRefusal(named, order);
  const text = [message, ...others].filter((text) => text !== undefined).join(" ");
  if (Object.keys(errors).length === 0) return createFailure(text || t["error.network"], 422);
  return { outcome: "invalid", errors, ...(text && { message: text }) };
}

const goneFileErrors = (fields: readonly string[], t: Messages): FieldErrors =>
  Object.fromEntries(
    fields.map((field) => [
      fileFieldName(field),
      field === CV_FIELD ? t["error.cv_gone"] : t["error.file_gone"],
    ]),
  );
