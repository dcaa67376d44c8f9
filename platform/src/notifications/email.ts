/** A position's name, and how many applications came to it. */
export interface Arrived {
  name: string;
  count: number;
}

/** The words of an e-mail that tells of applications. */
interface Words {
  subject: (count: number, position: string | undefined) => string;
  intro: (count: number) => string;
  at: (desk: string) => string;
  private: string;
  test: { subject: string; text: string };
}

const es: Words = {
  subject: (count, position) =>
    `${count === 1 ? "Nueva candidatura" : `${String(count)} candidaturas nuevas`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1 ? "Ha llegado una candidatura:" : `Han llegado ${String(count)} candidaturas:`,
  at: (desk) => `Se leen aquí: ${desk}`,
  private: "Este mensaje no lleva ningún dato de quien se presenta.",
  test: {
    subject: "Mensaje de prueba",
    text: "Es una prueba: los avisos de nuevas candidaturas llegan a esta dirección.",
  },
};

const en: Words = {
  subject: (count, position) =>
    `${count === 1 ? "New application" : `${String(count)} new applications`}${position === undefined ? "" : `: ${position}`}`,
  intro: (count) =>
    count === 1 ? "An application has arrived:" : `${String(count)} applications have arrived:`,
  at: (desk) => `Read them here: ${desk}`,
  private: "There is nothing of the candidates in this message.",
  test: {
    subject: "Test message",
    text: "This is a test: news of applications reaches this address.",
  },
};

/**
 * The e-mail that tells a company, in its language, of the applications that came; of none, a test.
 *
 * @param desk where they are read, if that is known
 */
export function emailOf(
  language: string,
  positions: readonly Arrived[],
  desk: string | undefined,
): { subject: string; text: string } {
  const words = language.toLowerCase().startsWith("es") ? es : en;
  if (positions.length === 0) return words.test;
  const named = positions.map(({ name, count }) => ({ name: oneLine(name), count }));
  const count = named.reduce((sum, position) => sum + position.count, 0);
  const only = named.length === 1 ? named[0]?.name : undefined;
  const paragraphs = [
    words.intro(count),
    named.map((position) => `- ${position.name}: ${String(position.count)}`).join("\n"),
    ...(desk === undefined ? [] : [words.at(desk)]),
    words.private,
  ];
  return { subject: words.subject(count, only), text: `${paragraphs.join("\n\n")}\n` };
}

/** A name cannot begin a header of its own. */
const oneLine = (name: string) => name.replace(/\p{Cc}+/gu, " ");
