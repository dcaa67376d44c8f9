import { folded } from "../../i18n/folded";
import type { Application } from "../model/application";
import { answersIn } from "./operator-view";

/** What was sent: the form's own fields, and the answers to the position's, as they are stored. */
interface Entered {
  application: Application;
  fields?: string | undefined;
  voluntary?: string | undefined;
}

/**
 * Whether a platform's message may quote something that was entered: a name, the phone number or a
 * part of it, an answer or a part of it. In doubt it does: then the message is shown only to whoever
 * has shown that the application is theirs.
 */
export function isQuoting(message: string, entered: Entered): boolean {
  const { application, fields, voluntary } = entered;
  const { firstName, lastName, phone, killerQuestions, openQuestions } = application;
  const questions = [...killerQuestions, ...openQuestions].map(({ answer }) => answer);
  const answers = [...questions, ...writtenIn(fields), ...writtenIn(voluntary)];
  return (
    hasName(message, [firstName, lastName]) ||
    hasPhone(message, phone) ||
    hasQuotation(message, [firstName, lastName, ...answers]) ||
    answers.some((answer) => hasAnswer(message, answer))
  );
}

/** What was written or chosen, of answers as they are stored. A consent's text is the company's. */
const writtenIn = (json: string | undefined): string[] =>
  answersIn(json).flatMap(({ value }) =>
    typeof value === "string" || Array.isArray(value) ? value : [],
  );

/** The letters and digits of a text, without case and accents, word by word. */
const wordsOf = (text: string): string[] =>
  folded(text.normalize("NFKC"))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** A text as its words, for `includes` to find whole words only. */
const spaced = (words: string[]): string => ` ${words.join(" ")} `;

/** A short name may be part of any word: only a word that is it, or begins with it, counts. */
function hasName(message: string, names: string[]): boolean {
  const said = wordsOf(message);
  const run = said.join("");
  const words = names.flatMap(wordsOf);
  const whole = words.join("");
  const turned = [...names].reverse().flatMap(wordsOf).join("");
  return (
    [whole, turned].some((name) => name !== "" && run.includes(name)) ||
    words.some((name) => {
      // Not every script puts spaces between words.
      if (name.length > 3 || !/^[a-z0-9]+$/.test(name)) return run.includes(name);
      return said.some((word) => (name.length === 3 ? word.startsWith(name) : word === name));
    })
  );
}

/** Four digits of the number in a row are enough, whatever stands between them. */
function hasPhone(message: string, phone: string): boolean {
  const digits = phone.replace(/\D/g, "");
  const plain = message.normalize("NFKC");
  // Digits of another script: nobody but the candidate writes them.
  if (/\p{Nd}/u.test(plain.replace(/\d/g, ""))) return true;
  const runs = plain.match(/\d(?:[\s\p{P}\p{S}]*\d)*/gu) ?? [];
  return runs
    .map((run) => run.replace(/\D/g, ""))
    .some((run) => fourOf(run).some((four) => digits.includes(four)));
}

const fourOf = (digits: string): string[] =>
  Array.from({ length: Math.max(digits.length - 3, 0) }, (_, at) => digits.slice(at, at + 4));

/** What stands between quotation marks, and was entered. */
function hasQuotation(message: string, entered: string[]): boolean {
  const marks = /["'`“”„‘’«»‹›]/;
  const parts = message.split(marks).slice(1, -1).map(wordsOf);
  return parts.some(
    (part) =>
      part.length > 0 && entered.some((text) => spaced(wordsOf(text)).includes(spaced(part))),
  );
}

/** A whole answer of 3 characters or more, three words of it in a row, or a word with a digit in it. */
function hasAnswer(message: string, answer: string): boolean {
  const words = wordsOf(answer);
  const said = spaced(wordsOf(message));
  if (answer.trim().length < 3) return false;
  if (words.length === 0) return message.includes(answer.trim());
  return (
    said.includes(spaced(words)) ||
    words.some((word) => /\d/.test(word) && said.includes(` ${word} `)) ||
    words.slice(2).some((_, at) => said.includes(spaced(words.slice(at, at + 3))))
  );
}
