import { z } from "zod";
import { text } from "./fields.server";

/** Most characters of a label, a hint or a title. */
const LABEL_MOST = 2000;

/** Most characters of a text that is to be read whole: a consent's, a note's. */
const WORDS_MOST = 10_000;

/** Most characters of an option's value, and of its label. */
const OPTION_MOST = 500;

/** Most options of a field. */
const OPTIONS_MOST = 300;

/** Most characters that an answer may be given. */
const ANSWER_MOST = 20_000;

/** The endings of files that a field may accept: those whose content can be told. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  "pdf doc docx rtf odt jpg jpeg png webp gif ppt pptx xls xlsx zip mp4 txt csv".split(" "),
);

export const label = text.max(LABEL_MOST);
export const words = text.max(WORDS_MOST);

const said = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/**
 * An option's value comes back from a browser as it went there: a line's end would not, nor half a
 * character.
 */
const optionValue = said.refine(
  (value) => value.trim() !== "" && value.length <= OPTION_MOST && !/\p{Cc}|\p{Cs}/u.test(value),
);

const option = z.preprocess(
  (given) => (said.safeParse(given).success ? { value: given } : given),
  z
    .object({ value: optionValue, label: said.pipe(text.max(OPTION_MOST)).nullish() })
    .transform(({ value, label }) => ({ value, label: label ?? value.trim() })),
);

export const characters = z
  .int()
  .positive()
  .transform((most) => Math.min(most, ANSWER_MOST));
export const bytes = z.int().positive();
export const bound = z.number();
export const endings = z.array(
  z.string().transform((ending) => ending.trim().toLowerCase().replace(/^\./, "")),
);

/** Is told what was left out, such as `hint is malformed`. */
export type LeaveOut = (what: string) => void;

/** A part that may be missing; what is malformed is left out. */
export function part<T>(
  name: string,
  schema: z.ZodType<T>,
  given: unknown,
  leaveOut: LeaveOut,
): T | undefined {
  if (given === undefined || given === null) return undefined;
  const read = schema.safeParse(given);
  if (!read.success) leaveOut(`${name} is malformed`);
  return read.data;
}

/**
 * A field's options, each value once. What is no option is left out.
 *
 * @returns undefined where nobody could answer: there is no list of options, or too long a one
 */
export function optionsOf(given: unknown, leaveOut: LeaveOut) {
  if (!Array.isArray(given) || given.length > OPTIONS_MOST) return undefined;
  const options = new Map<string, { value: string; label: string }>();
  for (const [index, one] of given.entries()) {
    const read = option.safeParse(one);
    if (!read.success) leaveOut(`options.${index} is malformed`);
    else if (options.has(read.data.value)) leaveOut(`options.${index} is there twice`);
    else options.set(read.data.value, read.data);
  }
  return options.size > 0 ? [...options.values()] : undefined;
}

/**
 * Endings of files, each once. What cannot be told by its content is left out.
 *
 * @returns undefined where the position does not say; none where it says none that can be told
 */
export function endingsOf(name: string, given: unknown, leaveOut: LeaveOut) {
  const read = part(name, endings, given, leaveOut);
  if (read === undefined || read.length === 0) return undefined;
  const known = new Set(read.filter((ending) => FILE_ENDINGS.has(ending)));
  if (read.some((ending) => !known.has(ending))) leaveOut(`${name} has an unknown ending`);
  return [...known];
}
