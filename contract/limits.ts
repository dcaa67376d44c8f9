// The contract's limits, by default in characters. Imported by browser code, which must not load zod.

/** A single line, such as a department. */
export const MAX_LINE = 200;

/** A position's facts: items per list, and the length of a notice. */
export const FACT_LIMITS = { words: 20, places: 20, countries: 250, notices: 10, notice: 2000 };

export const FIELD_LIMITS = {
  fields: 100,
  /** The JSON of all fields together. */
  characters: 100_000,
  label: 2000,
  /** The text of a consent or note. */
  words: 10_000,
  options: 300,
  option: 500,
  answer: 20_000,
};

export const CLIENT_LIMITS = {
  nextSteps: 2000,
  languages: 100,
  sections: 12,
  pictures: 6,
  title: 200,
  text: 5000,
  alt: 500,
  pixels: 20_000,
};

/** A company's texts: the characters of each, and the bytes of one language's JSON. */
export const TEXT_LIMITS = { characters: 200, bytes: 5000 };

/** A description or a privacy policy. Pages truncate longer ones. */
export const MAX_LONG_TEXT = 200_000;

export const CUT = "The first 200,000 characters are shown";

/** A candidate's name, and the answer to an open question. */
export const MAX_NAME = 100;
export const MAX_OPEN_ANSWER = 5000;

/** Maximum size of a response, and maximum time until its last byte, for reads and applications. */
export const RESPONSE_LIMITS = { bytes: 16 * 1024 * 1024, readMs: 10_000, applyMs: 30_000 };

/** Maximum number and total size of a list's pages, which are in memory together. */
export const LIST_LIMITS = { pages: 50, bytes: 32 * 1024 * 1024 };

/** Bytes of a refusal, number of its field errors, and length of each message. */
export const REFUSAL_LIMITS = { bytes: 64 * 1024, errors: 100, message: 500 };
