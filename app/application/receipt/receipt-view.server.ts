import { dateTag, dateText } from "../../i18n/dates";
import { fileSizeText } from "../../i18n/file-size";
import { fill } from "../../i18n/fill";
import { timeText } from "../../i18n/time";
import { languageTag, partLanguage, type Language } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import { isImageName } from "../model/file-name";
import { receiptNumber, type Receipt, type Refusal, type Standing } from "../model/receipt";

const TEXTS = {
  delivered: ["form.sent_title", "receipt.delivered", "receipt.delivered_text"],
  "on-its-way": ["form.sent_title", "receipt.on_its_way", "receipt.on_its_way_text"],
  undelivered: ["receipt.undelivered_title", "receipt.undelivered", "receipt.undelivered_text"],
  "already-applied": ["form.sent_title", "receipt.already_applied", "receipt.already_applied_text"],
} as const satisfies Record<Standing, unknown>;

/** What a platform that writes to the candidate itself has, or will have. */
const WRITES: ReadonlySet<Standing> = new Set(["delivered", "on-its-way"]);

const refusedTexts = ({ triesLeft }: Refusal) =>
  [
    "receipt.undelivered_title",
    "receipt.undelivered",
    triesLeft > 0 ? "receipt.refused_text" : "receipt.refused_over_text",
  ] as const;

/** What a candidate whose application was refused can do, in words. */
const mendView = ({ triesLeft, by: sent }: Refusal, t: Messages) => {
  const by = sent ?? "phone";
  return {
    /** Whether the form may be asked for by what was sent. */
    mayAsk: triesLeft > 0,
    by,
    words: {
      title: t["receipt.mend_title"],
      text: fill(t["receipt.mend_text"], { what: t[`receipt.mend_${by}`] }),
      here: t["receipt.mend_here"],
      label: t[by === "email" ? "form.email" : "apply.phone"],
      mend: t["receipt.mend"],
      unsaid: t["receipt.refused_unsaid"],
    },
  };
};

/** What the company says comes next, or what is true of every one; undefined where nothing is. */
function nextView({ standing, company, nextSteps }: Receipt, language: Language) {
  if (standing === "undelivered") return undefined;
  const t = messagesFor(language);
  const title = t["receipt.next"];
  if (nextSteps !== undefined) {
    return { title, text: nextSteps, lang: partLanguage(company.language, language) };
  }
  if (standing === "on-its-way") return undefined;
  return { title, text: fill(t["receipt.next_general"], { company: company.name }) };
}

/**
 * A receipt in words, for its page and for the answer to a form that scripts sent.
 *
 * @param timeZone the visitor's, as far as the server knows it; scripts write the browser's
 * @param origin of the receipt's address, where it is the company's own host
 */
export function receiptView(
  receipt: Receipt,
  language: Language,
  timeZone = "UTC",
  origin?: string,
) {
  const t = messagesFor(language);
  const { id, standing, company, positionTitle, cv, answers, refusal } = receipt;
  const [title, status, text] = refusal ? refusedTexts(refusal) : TEXTS[standing];
  const number = receiptNumber(id);
  const locale = dateTag(language, receipt.country);
  const contents = [
    t["receipt.details"],
    ...(cv
      ? [
          fill(t["receipt.cv"], {
            kind: cv.kind,
            size: fileSizeText(cv.size, languageTag(language)),
          }),
        ]
      : []),
    ...(answers === 1 ? [t["receipt.answers_one"]] : []),
    ...(answers > 1 ? [fill(t["receipt.answers"], { count: answers })] : []),
  ];
  return {
    id,
    standing,
    /** What scripts write the time by, a BCP 47 tag. */
    locale,
    positionTitle,
    ...(origin !== undefined && { origin }),
    title: t[title],
    text: [
      fill(t[text], { company: company.name, position: positionTitle, number }),
      ...(receipt.talksBack && WRITES.has(standing)
        ? [fill(t["receipt.talks_back"], { company: company.name })]
        : []),
    ].join(" "),
    rows: [
      [t["receipt.number"], number],
      [t["receipt.standing"], t[status]],
      ...(refusal?.says === undefined ? [] : [[t["receipt.refused_reason"], refusal.says]]),
      [t["receipt.position"], positionTitle],
      [t["receipt.company"], company.name],
      [t["receipt.sent_at"], timeText(receipt.sentAt, locale, timeZone), receipt.sentAt],
      [t["receipt.contents"], contents.join(", ")],
    ] as [term: string, text: string, time?: number][],
    next: nextView(receipt, language),
    ...(refusal && { mend: mendView(refusal, t) }),
    ...(cv && isImageName(`.${cv.kind}`) ? { imageHint: t["form.sent_image"] } : {}),
    keep: fill(t["receipt.keep"], { date: dateText(receipt.until, language, receipt.country) }),
    words: {
      applied: t["apply.already_applied"],
      submit: t["apply.submit"],
      refresh: t["receipt.refresh"],
      applyAgain: t["receipt.apply_again"],
      seeMore: t["form.see_more"],
      print: t["receipt.print"],
      copy: t["receipt.copy"],
      copied: t["receipt.copied"],
      copyFailed: t["receipt.copy_failed"],
    },
  };
}

export type ReceiptView = ReturnType<typeof receiptView>;
