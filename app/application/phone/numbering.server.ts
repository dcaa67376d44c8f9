import metadata from "libphonenumber-js/min/metadata";
import { hold } from "./numbering";

/** Makes all of libphonenumber's smaller metadata known at once: a server has every piece. */
export function holdEveryPiece(): void {
  for (const dialCode of Object.keys(metadata.country_calling_codes)) {
    hold(dialCode, metadata.countries);
  }
  for (const [dialCode, plan] of Object.entries(metadata.nonGeographic)) {
    hold(dialCode, { "001": plan });
  }
}
