import { fromPacks } from "./packs";
import { FALLBACK_LANGUAGE, matchLanguage } from "~/contract/languages";
import { addRefusalTexts } from "~/contract/refusal-texts";

const es = {
  csrf: "El formulario ha caducado. Por favor, recarga la página.",
  tooLarge: "Tu candidatura es demasiado grande. El CV puede ocupar hasta 25 MB.",
  idempotencyKey: "La cabecera Idempotency-Key no es válida.",
  firstName: "Escribe tu nombre.",
  lastName: "Escribe tus apellidos.",
  nameTooLong: "Ni el nombre ni los apellidos pueden superar los 100 caracteres.",
  cvMissing: "Por favor, selecciona un archivo CV.",
  cvEmpty: "El archivo de tu CV está vacío. Elige otro.",
  killerQuestions: "Elige una respuesta para cada pregunta.",
  openQuestions:
    "Las preguntas de esta oferta han cambiado. Recarga la página y revisa tus respuestas.",
  answerTooLong: "Las respuestas no pueden superar los 5000 caracteres.",
  alreadyApplied: "¡Ya te has inscrito!",
};

const esMx: typeof es = {
  ...es,
  csrf: "El formulario expiró. Por favor, recarga la página.",
  tooLarge: "Tu postulación es demasiado grande. El CV puede pesar hasta 25 MB.",
  idempotencyKey: "El encabezado Idempotency-Key no es válido.",
  firstName: "Ingresa tu nombre.",
  lastName: "Ingresa tus apellidos.",
  nameTooLong: "Ni el nombre ni los apellidos pueden tener más de 100 caracteres.",
  openQuestions:
    "Las preguntas de esta vacante cambiaron. Recarga la página y revisa tus respuestas.",
  answerTooLong: "Las respuestas no pueden tener más de 5,000 caracteres.",
  alreadyApplied: "¡Ya te postulaste!",
};

const en: typeof es = {
  csrf: "The form has expired. Please reload the page.",
  tooLarge: "Your application is too large. The CV can be up to 25 MB.",
  idempotencyKey: "The Idempotency-Key header is not valid.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  nameTooLong: "First name and last name must each be 100 characters or fewer.",
  cvMissing: "Choose your CV.",
  cvEmpty: "Your CV file is empty. Choose another one.",
  killerQuestions: "Choose an answer to every question.",
  openQuestions: "The questions for this job have changed. Reload the page and check your answers.",
  answerTooLong: "Answers must be 5,000 characters or fewer.",
  alreadyApplied: "You have already applied!",
};

const ALL = addRefusalTexts<typeof es>({
  "es-es": es,
  "es-mx": esMx,
  en,
  ...fromPacks(({ messages }) => messages),
});

/** Texts for `detail`, which candidates can see. */
export type Messages = (typeof ALL)["en"];

export const messagesFor = (tag: string | undefined): Messages =>
  ALL[matchLanguage(tag) ?? FALLBACK_LANGUAGE];
