/** The fewest characters of the API key: what a guesser cannot try out. */
export const KEY_LEAST = 32;

/** What is wrong with an API key that is to be deployed; undefined if nothing is. @param {string} key */
export const keyFault = (key) =>
  key.trim().length >= KEY_LEAST
    ? undefined
    : `API_KEY has fewer than ${KEY_LEAST} characters. Every page shows a token that is derived from it, ` +
      "by which a short one could be guessed. Make one with `openssl rand -hex 32`.";
