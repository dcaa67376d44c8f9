// Limits of the contract, in characters unless stated otherwise. Imported by browsers: no zod.

/** A single line, such as a department. */
export const LINE_MOST = 200;

/** Facts of a position: items per list, and the length of a notice. */
export const FACTS_MOST = { words: 20, places: 20, countries: 250, notices: 10, notice: 2000 };

export const FIELDS_MOST = {
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

/** A client's texts and sections. */
export const CLIENT_MOST = {
  nextSteps: 2000,
  languages: 100,
  sections: 12,
  pictures: 6,
  title: 200,
  text: 5000,
  alt: 500,
  pixels: 20_000,
};

/** A candidate's name, and the answer to an open question. */
export const NAME_MOST = 100;
export const OPEN_ANSWER_MOST = 5000;

/** An answer: its bytes, and milliseconds until its last byte, of a read and of an application. */
export const ANSWER_MOST = { bytes: 16 * 1024 * 1024, readMs: 10_000, applyMs: 30_000 };

/** A refusal: bytes of the body, number of field errors, and length of each message. */
export const REFUSAL_MOST = { bytes: 64 * 1024, errors: 100, message: 500 };
