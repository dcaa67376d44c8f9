/** Maximum number of letters in a name in an email. */
const MAX_LETTERS = 24;

/**
 * Letters with up to two marks each, and the punctuation of names. Excludes characters that a mail program could turn
 * into a link, such as dots and slashes, because a stranger may have entered the name with another person's address.
 */
const NAME = /^(?:\p{L}\p{M}{0,2}|[\u200c\u200d]|(?<=\p{L}\p{M}*)['’ʼ·‐\- ](?=\p{L}))+$/u;

/**
 * Returns a candidate's first name for a greeting, shortened to whole words. Returns undefined for text that does
 * not look like a name.
 */
export function greetingName(firstName: string): string | undefined {
  const name = firstName.normalize("NFC").replace(/\s+/gu, " ").trim();
  if (!NAME.test(name)) return undefined;
  const [first = "", second] = name.split(" ", 2);
  const isShort = (text: string) => [...text].length <= MAX_LETTERS;
  if (!isShort(first)) return undefined;
  return second !== undefined && isShort(`${first} ${second}`) ? `${first} ${second}` : first;
}
