import { carriesError } from "~/contract/http";
import type { FieldError } from "~/contract/application";
import { getId } from "../format";
import type { Messages } from "../messages";
import type { PostResponse } from "../board-requests";
import type { Outcome } from "../system-interface";

/** A Personio error: its code, and the part of the body that it refers to. */
interface Problem {
  code: string;
  field: string;
}

/** Maximum length of a code, in characters, and maximum depth of the search for codes. */
const MAX_CODE_LENGTH = 100;
const MAX_DEPTH = 20;

/**
 * Finds the error codes in a response. Every string is searched, because Personio documents the codes of version
 * 2 of its API, but not where they appear. An error refers to the nearest enclosing `field`, as in version 1.
 */
export function findProblems(body: unknown, field = "", depth = 0): Problem[] {
  if (typeof body === "string") {
    const code = /[a-z]+(?:-[a-z]+)+$/.exec(body.slice(-MAX_CODE_LENGTH))?.[0];
    return code === undefined ? [] : [{ code, field }];
  }
  if (typeof body !== "object" || body === null || depth > MAX_DEPTH) return [];
  const nearest = "field" in body && typeof body.field === "string" ? body.field : field;
  return Object.entries(body)
    .filter(([name]) => name !== "field")
    .flatMap(([, value]) => findProblems(value, nearest, depth + 1));
}

const DUPLICATE = new Set(["applicant-already-exists", "applicant-exists"]);
const REQUIRED_HINT =
  "Personio requires an attribute that the company's folder does not list: add it to `asks`";
const CLOSED = new Set(["not-published", "posting-not-published", "job-position-not-published"]);

/**
 * Returns the outcome of a post, or `notFound`, which means a closed job or a wrong setting.
 *
 * @param findField finds the form field for a part of the body
 */
export function readOutcome(
  posted: PostResponse | undefined,
  findField: (part: string) => string | undefined,
  messages: Messages,
): Outcome | "notFound" {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  if (status === 408 || status >= 500 || (isHtml && status < 300)) {
    return { outcome: "unknown", status };
  }
  // Success is a 201. After another 2xx, a repeat shows whether the application arrived.
  if (status < 300 && !carriesError(body)) {
    return status === 201
      ? { outcome: "accepted", id: getId(body) }
      : { outcome: "unknown", status };
  }
  if (status >= 300 && status !== 400 && status !== 413 && status !== 422) {
    return status === 404 ? "notFound" : { outcome: "misconfigured", status };
  }
  const problems = findProblems(body);
  const has = (codes: Set<string>) => problems.some(({ code }) => codes.has(code));
  if (has(DUPLICATE)) return { outcome: "duplicate" };
  if (has(CLOSED)) return { outcome: "closed" };
  if (has(new Set(["posting-not-found", "position-not-found"]))) return "notFound";
  if (has(new Set(["channel-not-found"]))) return { outcome: "misconfigured", status };
  // A retry uploads the file again.
  if (has(new Set(["file-not-exists"]))) return { outcome: "busy" };
  const errors = problems.flatMap(({ code, field }): FieldError[] => {
    const id = findField(field);
    return id === undefined ? [] : [{ field: id, message: getMessage(code, messages) }];
  });
  const unique = errors.filter(
    ({ field }, index) => errors.findIndex((other) => other.field === field) === index,
  );
  // Candidates cannot fill in an attribute that the company's folder does not list, so the application waits.
  if (unique.length === 0 && has(new Set(["required-attribute"]))) {
    return { outcome: "misconfigured", status, hint: REQUIRED_HINT };
  }
  return unique.length > 0
    ? { outcome: "refused", detail: messages.answers, errors: unique }
    : { outcome: "refused" };
}

function getMessage(code: string, messages: Messages): string {
  switch (code) {
    case "required-attribute":
      return messages.answer.missing;
    case "invalid-email-format":
    case "invalid-date-format":
      return messages.answer.wrong;
    case "invalid-file-type":
      return messages.file.type;
    case "file-too-big":
      return messages.file.large;
    default:
      return messages.notTaken;
  }
}

/** Returns the outcome of a failure before the application was posted. */
export function readFailure(
  posted: PostResponse | undefined,
  refusal: FieldError | undefined,
  messages: Messages,
): Outcome {
  if (!posted) return { outcome: "busy" };
  const { status, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  if (refusal && (status === 400 || status === 413 || status === 422)) {
    return { outcome: "refused", detail: messages.answers, errors: [refusal] };
  }
  if (status >= 400 && status < 500 && status !== 408) return { outcome: "misconfigured", status };
  return { outcome: "busy" };
}
