import { dateLocale, dateText } from "~/app/i18n/dates";
import { fileSizeText } from "~/app/i18n/file-size";
import { fill } from "~/app/i18n/fill";
import { timeText } from "~/app/i18n/time";
import { languageTag, partLanguage, type Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import { EMAIL_FIELD } from "~/contract/application";
import { controlName } from "../fields/answers";
import { fieldLabel } from "../fields/reserved";
import { isImageName } from "../model/file-name";
import { CV_FIELD } from "../model/files";
import { receiptNumber, type Receipt, type Refusal, type ReceiptStatus } from "../model/receipt";

const TEXTS = {
  delivered: ["form.sent_title", "receipt.delivered", "receipt.delivered_text"],
  unconfirmed: ["receipt.unconfirmed_title", "receipt.unconfirmed", "receipt.unconfirmed_text"],
  "on-its-way": ["form.sent_title", "receipt.on_its_way", "receipt.on_its_way_text"],
  undelivered: ["receipt.undelivered_title", "receipt.undelivered", "receipt.undelivered_text"],
  "already-applied": [
    "receipt.already_applied_title",
    "receipt.already_applied",
    "receipt.already_applied_text",
  ],
} as const satisfies Record<ReceiptStatus, unknown>;

/** Statuses with which a receipt can mention an email from the platform. */
const MAY_EMAIL: ReadonlySet<ReceiptStatus> = new Set(["delivered", "on-its-way"]);

/** Whether the platform emails this candidate, who entered an email address. */
const willEmail = ({ platformEmailsCandidate, status, labels }: Receipt): boolean =>
  platformEmailsCandidate === true &&
  MAY_EMAIL.has(status) &&
  labels.some(({ name }) => name === controlName(EMAIL_FIELD));

const REFUSAL_TEXTS = {
  refused: {
    text: "receipt.refused_text",
    overText: "receipt.refused_over_text",
    title: "receipt.correct_title",
    here: "receipt.correct_here",
    unsaid: "receipt.refused_unsaid",
  },
  file: {
    text: "receipt.file_lost_text",
    overText: "receipt.file_lost_over_text",
    title: "receipt.file_lost_title",
    here: "receipt.file_lost_here",
    unsaid: "receipt.file_lost_unsaid",
  },
  form: {
    text: "receipt.form_damaged_text",
    overText: "receipt.form_damaged_over_text",
    title: "receipt.form_damaged_title",
    here: "receipt.correct_here",
    unsaid: "receipt.form_damaged_unsaid",
  },
} as const;

const refusalTexts = ({ canCorrect, damaged, isClosed }: Refusal) => {
  const { text, overText } = REFUSAL_TEXTS[damaged ?? "refused"];
  const usual = canCorrect ? text : overText;
  const message = isClosed ? "receipt.closed_text" : usual;
  return ["receipt.undelivered_title", "receipt.undelivered", message] as const;
};

/** Returns texts about a correction: `here` is for the browser that sent the form. */
function correctionView({ damaged }: Refusal, t: Messages) {
  const { title, here, unsaid } = REFUSAL_TEXTS[damaged ?? "refused"];
  return {
    ...{ title: t[title], here: t[here], unsaid: t[unsaid] },
    elsewhere: t["receipt.correct_elsewhere"],
    button: t["receipt.correct"],
  };
}

function nextView({ status, company, nextSteps }: Receipt, language: Language) {
  if (status === "undelivered" || status === "unconfirmed") return undefined;
  const t = messagesFor(language);
  const title = t["receipt.next"];
  if (nextSteps !== undefined) {
    return { title, text: nextSteps, lang: partLanguage(company.language, language) };
  }
  const text = t[status === "on-its-way" ? "receipt.next_later" : "receipt.next_general"];
  return { title, text: fill(text, { company: company.name }) };
}

/** Labels of fields without a label from the company. */
const DEFAULT_LABELS = {
  first_name: "apply.full_name",
  last_name: "apply.last_name",
  phone: "apply.phone",
  cv: "apply.cv",
  voluntary: "form.voluntary",
  privacy_policy: "privacy.title",
} as const satisfies Record<string, keyof Messages>;

/** Returns the labels of the sent fields, with the kinds and sizes of files but no entered values. */
function contentsView({ labels, files, company, ...receipt }: Receipt, language: Language) {
  const t = messagesFor(language);
  const lang = partLanguage(receipt.language ?? company.language, language);
  const filesByName = new Map(
    files.map((file) => [file.field === CV_FIELD ? CV_FIELD : `field-${file.field}`, file]),
  );
  return labels
    .filter(({ name }) => name !== CV_FIELD || filesByName.has(CV_FIELD))
    .map(({ name, label }) => {
      const isOurs = label === undefined && Object.hasOwn(DEFAULT_LABELS, name);
      const ours = isOurs ? DEFAULT_LABELS[name as keyof typeof DEFAULT_LABELS] : undefined; // was just checked
      const positionLabel = fieldLabel({ id: name.replace(/^field-/, ""), label }, t);
      const file = filesByName.get(name);
      const size = file && ` (${file.kind}, ${fileSizeText(file.size, languageTag(language))})`;
      return {
        name,
        text: (ours ? t[ours] : positionLabel.text) + (size ?? ""),
        lang: ours || positionLabel.isOurs ? undefined : lang,
      };
    });
}

/**
 * Returns the texts of a receipt.
 * @param timeZone the candidate's time zone, if known
 * @param origin origin of the receipt's URL
 */
export function receiptView(receipt: Receipt, language: Language, timeZone = "UTC", origin = "") {
  const t = messagesFor(language);
  const { id, status, company, positionTitle, files, refusal } = receipt;
  const cv = files.find(({ field }) => field === CV_FIELD);
  const [title, statusText, usual] = refusal ? refusalTexts(refusal) : TEXTS[status];
  const isOver = status === "unconfirmed" && !receipt.isUnderReview;
  const text = isOver ? "receipt.unconfirmed_over_text" : usual;
  const number = receiptNumber(id);
  const locale = dateLocale(language, receipt.country);
  const isTaken = status !== "already-applied";
  return {
    id,
    status,
    /** BCP 47 tag with which scripts format the time. */
    locale,
    origin,
    title: t[title],
    text: [
      fill(t[text], { company: company.name, position: positionTitle, number }),
      ...(willEmail(receipt) ? [fill(t["receipt.talks_back"], { company: company.name })] : []),
    ].join(" "),
    rows: [
      [t["receipt.number"], number],
      [t["receipt.status"], t[statusText]],
      ...(isTaken
        ? [[t["receipt.sent_at"], timeText(receipt.sentAt, locale, timeZone), receipt.sentAt]]
        : []),
    ] as [term: string, text: string, time?: number][],
    contents: isTaken ? contentsView(receipt, language) : [],
    next: nextView(receipt, language),
    isClosed: refusal?.isClosed,
    ...(refusal?.canCorrect && { correction: correctionView(refusal, t) }),
    ...(cv && isImageName(`.${cv.kind}`) ? { imageHint: t["form.sent_image"] } : {}),
    keep: fill(t["receipt.keep"], { date: dateText(receipt.until, language, receipt.country) }),
    words: {
      applied: t["apply.already_applied"],
      contents: t["receipt.contents"],
      refresh: t["receipt.refresh"],
      applyAgain: t[refusal?.isClosed ? "form.see_more" : "receipt.apply_again"],
      seeMore: t["form.see_more"],
      save: t["receipt.save"],
      saved: t["position.link_copied"],
      copy: t["receipt.copy"],
      copied: t["receipt.copied"],
      copyFailed: t["receipt.copy_failed"],
      remember: t["details.remember"],
      rememberHint: t["details.remember_hint"],
    },
  };
}

export type ReceiptView = ReturnType<typeof receiptView>;
