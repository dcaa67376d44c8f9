import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "../../../contract/languages";
import { fromPacks } from "../packs";

/** A position's name, and the number of its new applications. */
export interface PositionCount {
  name: string;
  count: number;
}

interface EmailTexts {
  subject: (count: number, position: string | undefined) => string;
  intro: (count: number) => string;
  deskLink: (desk: string) => string;
  private: string;
  test: { subject: string; text: string };
}

const es: EmailTexts = {
  subject: (count, position) =>
    `${count === 1 ? "Nueva candidatura" : `${String(count)} candidaturas nuevas`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1 ? "Has recibido una candidatura:" : `Has recibido ${String(count)} candidaturas:`,
  deskLink: (desk) => `Léelas aquí: ${desk}`,
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
  deskLink: (desk) => `Read them here: ${desk}`,
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

/**
 * Composes an email in the company's language about new applications. If `positions` is empty, composes a test
 * message.
 *
 * @param desk the desk's address, if known
 */
export function composeEmail(
  language: string,
  positions: readonly PositionCount[],
  desk: string | undefined,
): { subject: string; text: string } {
  const words = TEXTS[matchLanguage(language) ?? FALLBACK_LANGUAGE];
  if (positions.length === 0) return words.test;
  const named = positions.map(({ name, count }) => ({ name: toOneLine(name), count }));
  const count = named.reduce((sum, position) => sum + position.count, 0);
  const only = named.length === 1 ? named[0]?.name : undefined;
  const paragraphs = [
    words.intro(count),
    named.map((position) => `- ${position.name}: ${String(position.count)}`).join("\n"),
    ...(desk === undefined ? [] : [words.deskLink(desk)]),
    words.private,
  ];
  return { subject: words.subject(count, only), text: `${paragraphs.join("\n\n")}\n` };
}

/** Replaces control characters, because line breaks in a name could add headers to the email. */
const toOneLine = (name: string) => name.replace(/\p{Cc}+/gu, " ");
