// Limits of the contract, in characters unless they say otherwise. Without zod, so that browsers may have them.

/** A line, such as a department. */
export const LINE_MOST = 200;

/** Facts of a position: the items of each list, and a notice. */
export const FACTS_MOST = { words: 20, places: 20, countries: 250, notices: 10, notice: 2000 };

export const FIELDS_MOST = {
  fields: 100,
  /** Of all fields together, with their options. */
  characters: 100_000,
  label: 2000,
  /** A text that is to be read whole: a consent's, a note's. */
  words: 10_000,
  options: 300,
  option: 500,
  answer: 20_000,
};

/** A client's texts, and its sections; sizes of pictures are in pixels. */
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

/** A refusal: its bytes, the messages at fields that are read, and each message. */
export const REFUSAL_MOST = { bytes: 64 * 1024, errors: 100, message: 500 };
