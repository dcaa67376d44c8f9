/**
 * A date and time in words, with the name of its time zone.
 *
 * @param time ms since 1970
 * @param language a BCP 47 tag
 * @param timeZone a name such as `Europe/Madrid`; the browser's own where it is undefined
 */
export const timeText = (time: number, language: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(time);
