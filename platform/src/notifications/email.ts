import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "~/contract/languages";
import { fromPacks } from "../packs";

/** A position's name, and the number of its new applications. */
export interface PositionCount {
  name: string;
  count: number;
}

interface EmailTexts {
  subject: (count: number, position: string | undefined) => string;
  intro: (count: number) => string;
  /** `link` leads to the application if there is only one, or else to the desk. */
  deskLink: (link: string, count: number) => string;
  private: string;
  test: { subject: string; text: string };
}

const es: EmailTexts = {
  subject: (count, position) =>
    `${count === 1 ? "Nueva candidatura" : `${String(count)} candidaturas nuevas`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1 ? "Has recibido una candidatura:" : `Has recibido ${String(count)} candidaturas:`,
  deskLink: (link, count) => `${count === 1 ? "Léela" : "Léelas"} aquí: ${link}`,
  private: "Este mensaje no contiene datos de los candidatos.",
  test: {
    subject: "Mensaje de prueba",
    text: "Esto es una prueba. Los avisos de nuevas candidaturas llegarán a esta dirección.",
  },
};

const esMx: EmailTexts = {
  ...es,
  subject: (count, position) =>
    `${count === 1 ? "Nueva postulación" : `${String(count)} postulaciones nuevas`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1 ? "Recibiste una postulación:" : `Recibiste ${String(count)} postulaciones:`,
  test: {
    subject: "Mensaje de prueba",
    text: "Esto es una prueba. Los avisos de nuevas postulaciones llegarán a esta dirección.",
  },
};

const en: EmailTexts = {
  subject: (count, position) =>
    `${count === 1 ? "New application" : `${String(count)} new applications`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1
      ? "You've received an application:"
      : `You've received ${String(count)} applications:`,
  deskLink: (link, count) => `Read ${count === 1 ? "it" : "them"} here: ${link}`,
  private: "This message contains no candidate data.",
  test: {
    subject: "Test message",
    text: "This is a test. Notifications of new applications will arrive at this address.",
  },
};

const TEXTS: Record<Language, EmailTexts> = {
  "es-es": es,
  "es-mx": esMx,
  en,
  ...fromPacks(({ email }) => email),
};

/** Returns the URL of the only application at the desk, or else the desk's URL. */
function findLink(
  count: number,
  applications: readonly { id: string }[],
  desk: string | undefined,
): string | undefined {
  const [only] = applications;
  if (desk === undefined || !URL.canParse(desk)) return desk;
  return count === 1 && only ? applicationLink(desk, only.id) : desk;
}

export const applicationLink = (desk: string, id: string): string =>
  new URL(`/applications/${encodeURIComponent(id)}`, desk).href;

const countAll = (positions: readonly PositionCount[]) =>
  positions.reduce((sum, { count }) => sum + count, 0);

/**
 * Composes an email in the company's language about new applications. If `positions` is empty, composes a test
 * message.
 *
 * @param applications the known applications
 * @param desk the desk's URL, if known
 */
export function composeEmail(
  language: string,
  positions: readonly PositionCount[],
  applications: readonly { id: string }[],
  desk: string | undefined,
): { subject: string; text: string } {
  const words = TEXTS[matchLanguage(language) ?? FALLBACK_LANGUAGE];
  if (positions.length === 0) return words.test;
  const named = positions.map(({ name, count }) => ({ name: toOneLine(name), count }));
  const count = countAll(named);
  const link = findLink(count, applications, desk);
  const paragraphs = [
    words.intro(count),
    named.map((position) => `- ${position.name} (${String(position.count)})`).join("\n"),
    ...(link === undefined ? [] : [words.deskLink(link, count)]),
    words.private,
  ];
  return { subject: describe(words, named), text: `${paragraphs.join("\n\n")}\n` };
}

/** Composes one line in the company's language, which Slack and Microsoft Teams show. */
export function composeChatText(
  language: string,
  company: string,
  positions: readonly PositionCount[],
  applications: readonly { id: string }[],
  desk: string | undefined,
): string {
  const words = TEXTS[matchLanguage(language) ?? FALLBACK_LANGUAGE];
  const summary = positions.length === 0 ? words.test.subject : describe(words, positions);
  const link =
    positions.length === 0 ? undefined : findLink(countAll(positions), applications, desk);
  const text = escapeChat(toOneLine(`${company} – ${summary}`));
  return link === undefined ? text : `${text} ${link}`;
}

function describe(words: EmailTexts, positions: readonly PositionCount[]): string {
  const only = positions.length === 1 ? positions[0]?.name : undefined;
  return words.subject(countAll(positions), only);
}

/** Slack reads `<…>` as links and mentions, and these three characters as HTML. */
const escapeChat = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Replaces control characters, because line breaks in a name could add headers to the email. */
const toOneLine = (name: string) => name.replace(/\p{Cc}+/gu, " ");
