import { applicationHref } from "../../addresses";
import type { Duplicate, FieldErrors } from "../model/application";
import type { Standing } from "../model/receipt";

/** What the application's address answers to a form that scripts sent. */
export type SendAnswer =
  | { outcome: "applied"; receipt: { id: string; standing: Standing } }
  | ({ outcome: "already-applied" } & Duplicate)
  | { outcome: "invalid"; errors: FieldErrors; message?: string; isCvGone?: true }
  | { outcome: "failed"; message?: string; status?: number };

/** The browser's own, whatever a company's script puts in its place later. */
const { fetch } = globalThis;

/** Within this time a page whose requests were broken off because it is left has gone, in ms. */
const GONE_MS = 300;

/**
 * Sends a form to the application's own address. Never throws: no answer is a failure without words.
 *
 * @param language of the page, a BCP 47 tag: what is said of the form is said in it
 */
export async function sendForm(
  applicationId: string,
  { positionUuid, language }: { positionUuid: string; language: string },
  form: FormData,
): Promise<SendAnswer> {
  try {
    const address = applicationHref(applicationId, positionUuid, language);
    const response = await fetch(address, { method: "POST", body: form });
    const answer: unknown = await response.json();
    return isSendAnswer(answer) ? answer : { outcome: "failed" };
  } catch {
    // A page that is being left is not to take this for an answer: its draft says that it was sent.
    await new Promise((resolve) => setTimeout(resolve, GONE_MS));
    return { outcome: "failed" };
  }
}

function isSendAnswer(answer: unknown): answer is SendAnswer {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "outcome" in answer &&
    (answer.outcome === "applied" ||
      answer.outcome === "already-applied" ||
      answer.outcome === "failed" ||
      (answer.outcome === "invalid" && "errors" in answer))
  );
}
