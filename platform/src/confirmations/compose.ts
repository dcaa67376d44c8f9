import { frenchFirst } from "~/contract/french-first";
import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "~/contract/languages";
import { removeOverrides } from "~/contract/text";
import { greetingName } from "./name";
import { CONFIRMATION_TEXTS } from "./texts";

/** A sent field's label, in the email's language if `isOurs`, otherwise in the company's. */
export interface Label {
  text: string;
  isOurs: boolean;
}

/** The contents of a confirmation. The first name is the only text from the candidate. */
export interface Confirmation {
  language: string;
  firstName: string;
  company: string;
  /** Language of the company's texts. */
  companyLanguage: string;
  position: string;
  /** The receipt's number. Undefined if the site did not name its receipt. */
  number: string | undefined;
  receivedAt: string;
  labels: Label[];
  nextSteps: string | undefined;
  /** The receipt's URL, and the time when it expires. */
  receipt: { href: string; until: string } | undefined;
  isTest?: boolean;
}

/** Composes the confirmation of an application. The plain text and the HTML have the same contents. */
export function composeConfirmation(confirmation: Confirmation): {
  subject: string;
  text: string;
  html: string;
} {
  const language = matchLanguage(confirmation.language) ?? FALLBACK_LANGUAGE;
  const t = CONFIRMATION_TEXTS[language];
  const company = oneLine(confirmation.company);
  const position = oneLine(confirmation.position);
  const { number, receipt, isTest } = confirmation;
  const labels = confirmation.labels.map(({ text, isOurs }) => ({ text: oneLine(text), isOurs }));
  const hello = t.hello(greetingName(confirmation.firstName));
  const received = t.received(position, company);
  const facts: [label: string, value: string][] = [
    ...(number === undefined ? [] : [[t.number, number] satisfies [string, string]]),
    [t.sentAt, formatDate(confirmation.receivedAt, t.tag)],
  ];
  const nextParagraphs = paragraphs(confirmation.nextSteps ?? t.nextGeneral(company));
  const companyLanguage = matchLanguage(confirmation.companyLanguage);
  const lang =
    companyLanguage === undefined || companyLanguage === language
      ? ""
      : ` lang="${languageTag(companyLanguage)}"`;
  const nextLang = confirmation.nextSteps === undefined ? "" : lang;
  const until = receipt && t.until(formatDate(receipt.until, t.tag));

  const text = [
    ...(isTest ? [t.test] : []),
    hello,
    received,
    facts.map(([label, value]) => `${label}${t.colon} ${value}`).join("\n"),
    `${t.contents}\n${labels.map((label) => `- ${label.text}`).join("\n")}`,
    `${t.next}\n${nextParagraphs.join("\n\n")}`,
    ...(receipt ? [`${t.receipt}${t.colon}\n${receipt.href}`, until ?? ""] : []),
    ...(isTest ? [] : [t.stranger]),
  ].join("\n\n");

  const body = [
    ...(isTest ? [`<p>${escape(t.test)}</p>`] : []),
    `<p>${escape(hello)}</p>`,
    `<h1 style="font-size:18px;margin:16px 0">${escape(received)}</h1>`,
    `<p>${facts.map(([label, value]) => `${escape(label + t.colon)} <strong>${escape(value)}</strong>`).join("<br>")}</p>`,
    `<h2 style="${HEADING}">${escape(t.contents)}</h2>`,
    `<ul style="margin:0;padding:0 0 0 20px">${labels
      .map((label) => `<li${label.isOurs ? "" : lang}>${escape(label.text)}</li>`)
      .join("")}</ul>`,
    `<h2 style="${HEADING}">${escape(t.next)}</h2>`,
    ...nextParagraphs.map((part) => `<p${nextLang}>${escape(part).replaceAll("\n", "<br>")}</p>`),
    ...(receipt
      ? [
          `<p style="margin:24px 0 8px"><a href="${escape(receipt.href)}" style="${BUTTON}">${escape(t.receipt)}</a></p>`,
          `<p>${escape(until ?? "")}</p>`,
        ]
      : []),
    ...(isTest
      ? []
      : [
          `<p style="border-top:1px solid #8a8f96;padding-top:12px;font-size:14px">${escape(t.stranger)}</p>`,
        ]),
  ].join("\n");
  const subject = t.subject(position, company);
  return { subject, text: `${text}\n`, html: toDocument(subject, body, language) };
}

const HEADING = "font-size:16px;margin:24px 0 8px";
// The button has a border, because some mail programs show no background.
const BUTTON =
  "display:inline-block;padding:12px 20px;border:2px solid #1f4e5f;border-radius:8px;background:#1f4e5f;color:#ffffff;font-weight:bold;text-decoration:none";

/** Sets no text colours, so that mail programs can show light text on dark. */
const toDocument = (title: string, body: string, language: Language) =>
  `<!DOCTYPE html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
</head>
<body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto">
${body}
</div>
</body>
</html>
`;

const languageTag = (language: Language) => CONFIRMATION_TEXTS[language].tag.replace("en-GB", "en");

const formatDate = (iso: string, tag: string) =>
  frenchFirst(
    new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso)),
    tag,
  );

const oneLine = (text: string) =>
  removeOverrides(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

const paragraphs = (text: string) =>
  removeOverrides(text)
    .replaceAll("\r\n", "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
