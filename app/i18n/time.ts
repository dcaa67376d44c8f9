import { frenchFirst } from "~/contract/french-first";

/**
 * Formats a date and time with the name of its time zone.
 *
 * @param time ms since 1970
 * @param language a BCP 47 tag
 * @param timeZone such as `Europe/Madrid`; undefined for the browser's
 */
export const timeText = (time: number, language: string, timeZone: string | undefined): string =>
  frenchFirst(
    new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone,
    }).format(time),
    language,
  );
