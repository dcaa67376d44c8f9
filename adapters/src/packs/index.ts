import type { LANGUAGE_PACKS } from "~/contract/languages";
import de from "./de";
import fr from "./fr";
import ptBr from "./pt-br";

export type Pack = typeof de;

/** The language packs. Each text's type is checked where it is used. */
const PACKS: Record<(typeof LANGUAGE_PACKS)[number], Pack> = { "pt-br": ptBr, fr, de };

export const fromPacks = <T>(
  part: (pack: Pack) => T,
): Record<(typeof LANGUAGE_PACKS)[number], T> => ({
  "pt-br": part(PACKS["pt-br"]),
  fr: part(PACKS.fr),
  de: part(PACKS.de),
});
