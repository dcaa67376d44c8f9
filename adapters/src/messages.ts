import type { Language, STANDARD_LANGUAGES } from "~/contract/languages";
import { addRefusalTexts } from "~/contract/refusal-texts";
import { fromPacks, type Pack } from "./packs";

// Texts for candidates. Each system's own texts are in its folder.

const en = {
  applyOff:
    "This site is being tested and doesn't accept applications yet. We sent nothing to the company.",
  refused: "The company's system didn't accept your application. Check your answers.",
  notTaken: "The company's system didn't accept this answer.",
  name: "Enter your name, in 100 characters or fewer.",
  consent: (company: string) =>
    `${company} may collect, store and process my data to consider me for employment.`,
};

const es: typeof en = {
  applyOff:
    "Este sitio está en pruebas y todavía no recibe candidaturas. No hemos enviado nada a la empresa.",
  refused: "El sistema de la empresa no ha aceptado tu candidatura. Revisa tus respuestas.",
  notTaken: "El sistema de la empresa no ha aceptado esta respuesta.",
  name: "Nombre y apellidos: de 1 a 100 caracteres cada uno.",
  consent: (company) =>
    `${company} puede recoger, guardar y tratar mis datos para valorar mi candidatura.`,
};

const esMx: typeof en = {
  ...es,
  applyOff:
    "Este sitio está en pruebas y todavía no recibe postulaciones. No enviamos nada a la empresa.",
  refused: "El sistema de la empresa no aceptó tu postulación. Revisa tus respuestas.",
  notTaken: "El sistema de la empresa no aceptó esta respuesta.",
  consent: (company) =>
    `${company} puede recabar, guardar y tratar mis datos para evaluar mi postulación.`,
};

/** Texts in the languages that are always on. */
export type Texts<T, Mexican = T> = Record<
  Exclude<(typeof STANDARD_LANGUAGES)[number], "es-mx">,
  T
> & { "es-mx"?: Mexican };

const ALL = addRefusalTexts<typeof en>({
  en,
  "es-es": es,
  "es-mx": esMx,
  ...fromPacks(({ shared }) => shared),
});

export type Messages = (typeof ALL)["en"];

export const messagesFor = (language: Language): Messages => ALL[language];

/** Creates a `messagesFor` that adds one system's texts. @param part returns these texts from a language pack */
export function systemMessages<T extends object>(
  texts: { en: T } & Texts<NoInfer<T>, Partial<NoInfer<T>>>,
  part: (pack: Pack) => NoInfer<T>,
) {
  const own: Record<Language, T> = {
    en: texts.en,
    "es-es": texts["es-es"],
    "es-mx": { ...texts["es-es"], ...texts["es-mx"] },
    ...fromPacks(part),
  };
  return (language: Language): Messages & T => ({ ...messagesFor(language), ...own[language] });
}
