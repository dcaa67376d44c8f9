import * as z from "zod";
import { QuestionAnswers } from "~/contract/application";
import { IDS_WITH_DEFAULT_LABEL } from "~/contract/lists";
import { FALLBACK_LANGUAGE, matchLanguage } from "~/contract/languages";
import { formatReceiptNumber } from "~/contract/receipt-number";
import { enteredJson, enteredText } from "../applications";
import type { Env } from "../env";
import { Asks } from "../store";
import type { Confirmation, Label } from "./compose";
import { CONFIRMATION_TEXTS } from "./texts";

/** Maximum number of characters in a label, because a consent's label can fill a page. */
const MAX_LABEL_CHARACTERS = 200;

const Labelled = z.object({
  id: z.string().optional(),
  field: z.string().optional(),
  voluntary: z.boolean().optional(),
});

/** A stored application, with the data for its confirmation. */
export const ConfirmedApplication = z.object({
  language: z.string(),
  receipt: z.string().nullable(),
  receipt_until: z.string(),
  first_name: enteredText,
  phone: z.string().nullable(),
  cv_name: z.string().nullable(),
  fields: enteredJson(z.array(Labelled)),
  files: enteredJson(z.array(Labelled)),
  killer_questions: enteredJson(QuestionAnswers),
  open_questions: enteredJson(QuestionAnswers),
  created_at: z.string(),
  position_uuid: z.string(),
  position: z.string(),
  slug: z.string(),
  asks: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Asks)
    .catch({}),
  company: z.string(),
  code: z.string(),
  company_language: z.string(),
  next_steps: z.string().nullable(),
});

type ConfirmedApplication = z.infer<typeof ConfirmedApplication>;

export function toConfirmation(env: Env, application: ConfirmedApplication): Confirmation {
  const { language, receipt, receipt_until: until } = application;
  const href = receipt === null ? undefined : receiptHref(env, application, receipt);
  return {
    language,
    firstName: application.first_name,
    company: application.company,
    companyLanguage: application.company_language,
    position: application.position,
    number: receipt === null ? undefined : toReceiptNumber(receipt),
    receivedAt: application.created_at,
    labels: listLabels(application),
    nextSteps: application.next_steps ?? undefined,
    receipt: href === undefined ? undefined : { href, until },
  };
}

const toReceiptNumber = (receipt: string) =>
  formatReceiptNumber(
    Uint8Array.from(receipt.slice(0, 10).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  );

/** Returns a receipt's URL on the site, if `SITE_URL` is set. */
function receiptHref(
  { SITE_URL }: Pick<Env, "SITE_URL">,
  { code, slug, position_uuid, language }: ConfirmedApplication,
  receipt: string,
): string | undefined {
  if (SITE_URL === undefined || !/^https?:/.test(SITE_URL) || !URL.canParse(SITE_URL))
    return undefined;
  const path = [code, slug, position_uuid].map((part) => encodeURIComponent(part)).join("/");
  const url = new URL(`/${path}`, SITE_URL);
  url.searchParams.set("lang", language);
  url.searchParams.set("receipt", receipt);
  return url.href;
}

/**
 * Lists the labels of an application's parts, in the form's order. Contains only the company's texts and ours: a
 * label of an answer that the position does not ask for could come from a stranger. Voluntary answers share one label.
 */
function listLabels(application: ConfirmedApplication): Label[] {
  const { phone, cv_name, fields, files, killer_questions, open_questions, asks } = application;
  const t = CONFIRMATION_TEXTS[matchLanguage(application.language) ?? FALLBACK_LANGUAGE].labels;
  const answered = new Set([...fields.map(({ id }) => id), ...files.map(({ field }) => field)]);
  const answeredFields = (asks.fields ?? []).filter(({ id }) => answered.has(id));
  const isVoluntary = answeredFields.some(({ section }) => section === "voluntary");
  const ours = (text: string): Label => ({ text, isOurs: true });
  const theirs = (text: string): Label => ({ text: shorten(text), isOurs: false });
  const label = ({ id, label: customLabel }: { id: string; label?: string | undefined }) => {
    const reserved = IDS_WITH_DEFAULT_LABEL.find((reservedId) => reservedId === id);
    return customLabel || !reserved ? theirs(customLabel ?? id) : ours(t[reserved]);
  };
  return [
    ours(t.first_name),
    ours(t.last_name),
    ...(phone === null ? [] : [ours(t.phone)]),
    ...(cv_name === null ? [] : [ours(t.cv)]),
    ...answeredFields.filter(({ section }) => section !== "voluntary").map(label),
    // Both were checked against the position's questions when the application was stored.
    ...[...killer_questions, ...open_questions].map(({ question }) => theirs(question)),
    ...(isVoluntary ? [ours(t.voluntary)] : []),
    ours(t.privacy),
  ];
}

const shorten = (text: string) =>
  text.length > MAX_LABEL_CHARACTERS
    ? `${[...text].slice(0, MAX_LABEL_CHARACTERS).join("")}…`
    : text;
