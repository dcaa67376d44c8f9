import { Refusal } from "~/contract/http";
import { FALLBACK_LANGUAGE, matchLanguage } from "~/contract/languages";
import { toSendableAddress } from "../email/address";
import type { Failure } from "../email/failure";
import { sendEmail } from "../email/mailer";
import type { Env } from "../env";
import { composeConfirmation } from "./compose";
import { CONFIRMATION_TEXTS } from "./texts";

interface Company {
  uuid: string;
  name: string;
  language_default: string;
}

/** Sends a sample of a company's confirmation. Returns the failure, if any. */
export function sendSample(
  env: Env,
  { uuid, name, language_default: language }: Company,
  typed: string,
): Promise<Failure | undefined> {
  const to = toSendableAddress(typed);
  if (to === undefined)
    throw new Refusal(422, `${typed} is not an address to which emails are sent.`);
  const now = new Date();
  const texts = CONFIRMATION_TEXTS[matchLanguage(language) ?? FALLBACK_LANGUAGE];
  const { first_name, last_name, phone, cv, email } = texts.labels;
  return sendEmail(env, {
    id: `tst_${crypto.randomUUID().replaceAll("-", "")}`,
    ...{ to, fromName: name, client: uuid },
    ...composeConfirmation({
      ...{ language, firstName: "", company: name, companyLanguage: language, position: name },
      ...{ number: undefined, receivedAt: now.toISOString(), nextSteps: undefined },
      labels: [first_name, last_name, phone, cv, email].map((text) => ({ text, isOurs: true })),
      receipt: undefined,
      isTest: true,
    }),
  });
}
