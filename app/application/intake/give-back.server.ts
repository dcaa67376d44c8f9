import { companyLanguage } from "../../i18n/language";
import { fill } from "../../i18n/fill";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { PositionPage } from "../../platform/types";
import type { Applications } from "../delivery/applications.server";
import { chosenOf } from "../fields/choice";
import { enteredOf } from "../fields/entered";
import { readEmail } from "../fields/text";
import type { Answer, Application, FieldValues } from "../model/application";
import { phoneCountry } from "../phone/country";
import { readWholePhone } from "../phone/reading.server";
import type { Applied } from "./apply.server";
import { BodyTooLargeError, MalformedFormError, multipartEvents } from "./multipart-reader.server";

/** A POST that names a phone number or an e-mail address, to have the form of a refused application back. */
export interface Asking {
  request: Request;
  applications: Applications;
  /** The receipt whose page was asked. */
  receiptId: string;
  positionUuid: string;
  loadPosition: () => Promise<PositionPage>;
  /** Whether this visitor may try another number. */
  mayApply: boolean;
  /** Whether this visitor may look for another receipt that might not be there. */
  mayLook: () => boolean;
  /** Is called when one was looked for that cannot be mended, or is not there. */
  onMissing: () => void;
}

/** Why the form is not given back, and the HTTP status of the page that says so. */
export interface NotGivenBack {
  fault: string;
  status: 422 | 429;
}

/**
 * Returns the form of an application that has to be corrected, to a candidate who knows the phone number
 * that was sent, or the e-mail address where there was none: as a form that the platform has just refused,
 * with the reason. The CV is only named, and the privacy policy has to be accepted again.
 *
 * @throws what `loadPosition` throws
 */
export async function giveBack(asking: Asking): Promise<Applied | NotGivenBack> {
  const { request, applications, receiptId, positionUuid, mayApply } = asking;
  const { name, text } = await proofIn(request);
  const position = await asking.loadPosition();
  const t = messagesFor(companyLanguage(request, position.languageDefault));
  if (!mayApply || !asking.mayLook()) return { fault: t["receipt.mend_too_often"], status: 429 };
  const isEmail = name === "email";
  const given = isEmail
    ? emailIn(text)
    : readWholePhone(text, phoneCountry(position.country))?.number;
  if (given === undefined) {
    return { fault: t[isEmail ? "error.field_email" : "error.phone"], status: 422 };
  }
  const answer = await applications.giveBack(receiptId, positionUuid, given);
  if (answer.outcome === "closed") asking.onMissing();
  if (answer.outcome !== "right") {
    const triesLeft = answer.outcome === "wrong" ? answer.triesLeft : 0;
    const what = t[isEmail ? "receipt.mend_email" : "receipt.mend_phone"];
    return { fault: fill(wrongText(triesLeft, t), { what, count: triesLeft }), status: 422 };
  }
  const unsaid = t[answer.isFileLost ? "receipt.file_lost_unsaid" : "receipt.refused_unsaid"];
  const { applicationId, application, message = unsaid, heldCv, heldFiles } = answer;
  return {
    result: { outcome: "failed", message, status: 422 },
    applicationId,
    heldCv,
    ...(heldFiles && { heldFiles }),
    values: valuesOf(application, position),
    entered: enteredOf(position.fields, answer.fields),
    corrects: "",
  };
}

/** What the candidate entered, as the fields of the position's form of now. */
export function valuesOf(
  { firstName, lastName, phone, killerQuestions, openQuestions }: Application,
  position: Pick<PositionPage, "killerQuestions" | "openQuestions">,
): FieldValues {
  const chosen = takeFrom(killerQuestions);
  const written = takeFrom(openQuestions);
  const entries = [
    ...position.killerQuestions.map(({ text, answers }, index) => [
      `question-${index}`,
      chosenOf(answers, chosen(text) ?? ""),
    ]),
    ...position.openQuestions.map((text, index) => [`open_question-${index}`, written(text)]),
  ].filter(([, value]) => value !== undefined);
  return {
    first_name: firstName,
    last_name: lastName,
    phone,
    ...(Object.fromEntries(entries) as FieldValues), // by the names just made
  };
}

/** Finds answers by their question; one that is asked twice was answered in the same order. */
function takeFrom(answers: Answer[]): (question: string) => string | undefined {
  const left = [...answers];
  return (question) => {
    const at = left.findIndex((one) => one.question === question);
    return at < 0 ? undefined : left.splice(at, 1)[0]?.answer;
  };
}

const wrongText = (triesLeft: number, t: Messages): string => {
  if (triesLeft === 0) return t["receipt.mend_closed"];
  if (triesLeft === 1) return t["receipt.mend_wrong_one"];
  return t["receipt.mend_wrong"];
};

/** An e-mail address as it is compared; undefined if it is none. */
function emailIn(text: string): string | undefined {
  const email = readEmail(text);
  return "value" in email ? email.value.toLowerCase() : undefined;
}

/** What is named in a small form; an empty number if nothing is. */
async function proofIn(request: Request): Promise<{ name: "phone" | "email"; text: string }> {
  let proof = { name: "phone" as "phone" | "email", text: "" };
  try {
    for await (const event of multipartEvents(request)) {
      if (event.kind !== "field") continue;
      const { name, value } = event;
      if (name === "phone" || name === "email") proof = { name, text: value.slice(0, 254) };
    }
  } catch (fault) {
    if (!(fault instanceof MalformedFormError || fault instanceof BodyTooLargeError)) throw fault;
  }
  return proof;
}
