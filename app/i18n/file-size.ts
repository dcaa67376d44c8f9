const KB = 1024;

/**
 * A file's size as people read it, such as "340 KB" or "3,2 MB"; 1 KB is 1,024 bytes.
 *
 * @param language a BCP 47 tag
 */
export function fileSizeText(bytes: number, language: string): string {
  const kilobytes = Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / KB));
  if (kilobytes < KB) return `${kilobytes.toLocaleString(language)} KB`;
  const megabytes = bytes / KB ** 2;
  return `${megabytes.toLocaleString(language, { maximumFractionDigits: 1 })} MB`;
}

/** A size in KB, as in "5,120 KB", with its digits grouped as the language does. @param language a BCP 47 tag */
export function kilobytesText(kilobytes: number, language: string): string {
  return kilobytes.toLocaleString(language);
}
