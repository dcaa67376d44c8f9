const KB = 1024;

/** French counts octets. */
const unit = (prefix: "K" | "M", language: string): string =>
  prefix + (language.startsWith("fr") ? "o" : "B");

/**
 * Formats a file's size, such as "340 KB" or "3,2 MB". 1 KB is 1,024 bytes.
 *
 * @param language a BCP 47 tag
 */
export function fileSizeText(bytes: number, language: string, round = Math.round): string {
  const kilobytes = Math.max(bytes > 0 ? 1 : 0, round(bytes / KB));
  if (kilobytes < KB) return kilobytesText(kilobytes, language);
  const megabytes = round((bytes / KB ** 2) * 10) / 10;
  return `${megabytes.toLocaleString(language)}\u00a0${unit("M", language)}`;
}

/** Formats the largest accepted size. Rounds down, so that a file of the displayed size is accepted. */
export const limitText = (bytes: number, language: string): string =>
  fileSizeText(bytes, language, Math.floor);

/** Formats a size in KB, such as "5,120 KB". @param language a BCP 47 tag */
export const kilobytesText = (kilobytes: number, language: string): string =>
  `${kilobytes.toLocaleString(language)}\u00a0${unit("K", language)}`;
