import type { Language, STANDARD_LANGUAGES } from "~/contract/languages";
import { fromPacks, type Pack } from "./packs";

// Texts for candidates. Each system's own texts are in its folder.

const en = {
  applyOff:
    "This site is being tested and doesn't accept applications yet. We sent nothing to the company.",
  closed: "This job is no longer accepting applications.",
  form: "Form error. Please reload the page.",
  tooLarge: "Your application is too large. The files can be up to 60 MB in total.",
  refused: "The company's system didn't accept your application. Check your answers.",
  answers: "Check the answers with errors.",
  answer: {
    missing: "Answer this question.",
    wrong: "This answer is not valid.",
    long: "This answer is too long.",
  },
  notTaken: "The company's system didn't accept this answer.",
  name: "Enter your name, in 100 characters or fewer.",
  phone: "Enter a valid phone number.",
  privacy: "You must accept the privacy policy.",
  file: {
    missing: "Choose a file.",
    empty: "The file is empty. Choose another one.",
    type: "We don't accept this type of file. Choose another one.",
    large: "The file is too large. Choose a smaller one.",
  },
  consent: (company: string) =>
    `${company} may collect, store and process my data to consider me for employment.`,
};

const es: typeof en = {
  applyOff:
    "Este sitio está en pruebas y todavía no recibe candidaturas. No hemos enviado nada a la empresa.",
  closed: "Esta oferta ya no admite candidaturas.",
  form: "Error del formulario. Por favor, recarga la página.",
  tooLarge: "Tu candidatura es demasiado grande. Los archivos pueden ocupar hasta 60 MB en total.",
  refused: "El sistema de la empresa no ha aceptado tu candidatura. Revisa tus respuestas.",
  answers: "Revisa las respuestas con errores.",
  answer: {
    missing: "Responde a esta pregunta.",
    wrong: "Esta respuesta no es válida.",
    long: "Esta respuesta es demasiado larga.",
  },
  notTaken: "El sistema de la empresa no ha aceptado esta respuesta.",
  name: "Nombre y apellidos: de 1 a 100 caracteres cada uno.",
  phone: "Por favor, introduce un número de teléfono válido.",
  privacy: "Tienes que aceptar la política de privacidad.",
  file: {
    missing: "Elige un archivo.",
    empty: "El archivo está vacío. Elige otro.",
    type: "No aceptamos este tipo de archivo. Elige otro.",
    large: "El archivo es demasiado grande. Elige uno más pequeño.",
  },
  consent: (company) =>
    `${company} puede recoger, guardar y tratar mis datos para valorar mi candidatura.`,
};

const esMx: typeof en = {
  ...es,
  applyOff:
    "Este sitio está en pruebas y todavía no recibe postulaciones. No enviamos nada a la empresa.",
  closed: "Esta vacante ya no recibe postulaciones.",
  refused: "El sistema de la empresa no aceptó tu postulación. Revisa tus respuestas.",
  notTaken: "El sistema de la empresa no aceptó esta respuesta.",
  tooLarge: "Tu postulación es demasiado grande. Los archivos pueden pesar hasta 60 MB en total.",
  name: "Nombre y apellidos: de 1 a 100 caracteres cada uno.",
  privacy: "Tienes que aceptar el aviso de privacidad.",
  consent: (company) =>
    `${company} puede recabar, guardar y tratar mis datos para evaluar mi postulación.`,
};

export type Messages = typeof en;

/** Texts in the languages that are always on. */
export type Texts<T, Mexican = T> = Record<
  Exclude<(typeof STANDARD_LANGUAGES)[number], "es-mx">,
  T
> & { "es-mx"?: Mexican };

const ALL: Record<Language, Messages> = {
  en,
  "es-es": es,
  "es-mx": esMx,
  ...fromPacks(({ shared }) => shared),
};

export const messagesFor = (language: Language): Messages => ALL[language];

/** Creates a `messagesFor` that adds the texts of one system. @param part returns them from a language pack */
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
