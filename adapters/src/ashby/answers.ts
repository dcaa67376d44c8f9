import { carriesError } from "~/contract/http";
import type { FieldError } from "~/contract/application";
import { REFUSAL_LIMITS } from "~/contract/limits";
import { plainText } from "../html";
import type { Messages } from "../messages";
import type { PostResponse } from "../board-requests";
import type { Job, Outcome } from "../system-interface";
import { Refused, Submitted } from "./format";

/** Whether a string has the form of an error code, such as `invalid_input`. */
const isCode = (text: string) => /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(text);

/** Returns the outcome of `applicationForm.submit`. A failure can be a 200 with `success: false`. */
export function readOutcome(
  posted: PostResponse | undefined,
  job: Job,
  messages: Messages,
): Outcome {
  const submitted = Submitted.safeParse(posted?.body);
  if (!posted || !isOk(posted) || !submitted.success) {
    return readFailure(posted, job, messages);
  }
  const { submittedFormInstance, formMessages } = submitted.data.results ?? {};
  const reason = plainText(formMessages?.blockMessageForCandidateHtml ?? "");
  // Ashby's documentation: "If there is no message, then the candidate should not be informed that they were blocked."
  if (formMessages?.blocked === true && reason !== "") {
    return { outcome: "refused", detail: reason.slice(0, 500) };
  }
  return { outcome: "accepted", id: submittedFormInstance?.id };
}

export const isBlocked = (posted: PostResponse | undefined) =>
  Submitted.safeParse(posted?.body).data?.results?.formMessages?.blocked === true;

const isOk = ({ status }: PostResponse) => status >= 200 && status < 300;

/**
 * Returns the outcome of a failed call.
 *
 * @param file field id of the file, if the call uploads a file. Files are uploaded before the application.
 */
export function readFailure(
  posted: PostResponse | undefined,
  job: Job,
  { notTaken: message }: Messages,
  file?: string,
): Outcome {
  const atFile = file === undefined ? [] : [{ field: file, message }];
  const notTaken: Outcome = { outcome: "busy", retryAfter: posted?.retryAfter };
  if (!posted) return file === undefined ? { outcome: "unknown" } : notTaken;
  const { status, body } = posted;
  if (status === 429) return notTaken;
  const isRefusal = isOk(posted) || [400, 413, 422].includes(status);
  const refused =
    Refused.safeParse(body).data ??
    (carriesError(body) ? { errors: [], errorInfo: undefined } : undefined);
  if (isRefusal && refused) return readRefusal(refused, status, job, atFile);
  if (isRefusal && !isOk(posted)) return { outcome: "refused", errors: atFile };
  if (status === 408 || status >= 500 || status < 300) {
    return file === undefined ? { outcome: "unknown", status } : notTaken;
  }
  return { outcome: "misconfigured", status };
}

function readRefusal(
  { errors, errorInfo }: Pick<Refused, "errors" | "errorInfo">,
  status: number,
  job: Job,
  atFile: FieldError[],
): Outcome {
  const codes = [errorInfo?.code ?? "", ...errors.map(({ message }) => message)].filter(isCode);
  if (codes.includes("job_posting_not_published")) return { outcome: "closed" };
  if (codes.some((code) => /permission|api_key|unauthori[sz]ed/.test(code))) {
    return { outcome: "misconfigured", status };
  }
  if (codes.includes("rate_limit_exceeded")) return { outcome: "busy" };
  const readable = errors.filter(({ message }) => message !== "" && !isCode(message));
  const more = errorInfo?.message;
  // Hide messages about the payload, which are for programmers.
  const texts =
    readable.length > 0 || more === undefined || isCode(more) || /\bpayload\b/i.test(more)
      ? readable
      : [{ message: more, parameter: undefined }];
  const words = texts.slice(0, REFUSAL_LIMITS.errors).map(({ message, parameter = "" }) => ({
    text: plainText(message).slice(0, REFUSAL_LIMITS.message),
    parameter: parameter.slice(0, REFUSAL_LIMITS.message),
  }));
  const marked = words.flatMap(({ text, parameter }) =>
    findFields(`${text} ${parameter}`, job).map((field) => ({ field, message: text })),
  );
  const detail = words.map(({ text }) => text).join(" ");
  return {
    outcome: "refused",
    detail: detail === "" ? undefined : detail.slice(0, 500),
    errors: marked.length > 0 ? marked : atFile,
  };
}

/** Finds the fields whose title or path at Ashby appears in `text`. Returns one field id per path. */
function findFields(text: string, { fieldTargets = {} }: Job): string[] {
  const paths = new Set<string>();
  const fields: string[] = [];
  for (const [id, { path, title }] of Object.entries(fieldTargets)) {
    if (paths.has(path) || ![path, title].some((name) => containsName(text, name))) continue;
    paths.add(path);
    fields.push(id === "name" ? "first_name" : id);
  }
  return fields;
}

/** Whether `text` contains `name` other than as part of a longer word. */
function containsName(text: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "u").test(text);
}
