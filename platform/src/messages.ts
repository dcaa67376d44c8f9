import { fromPacks } from "./packs";
import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "~/contract/languages";

const es = {
  closed: "Esta oferta ya no admite candidaturas.",
  csrf: "El formulario ha caducado. Por favor, recarga la página.",
  form: "Error del formulario. Por favor, recarga la página.",
  tooLarge: "Tu candidatura es demasiado grande. El CV puede ocupar hasta 25 MB.",
  idempotencyKey: "La cabecera Idempotency-Key no es válida.",
  firstName: "Escribe tu nombre.",
  lastName: "Escribe tus apellidos.",
  nameTooLong: "Ni el nombre ni los apellidos pueden superar los 100 caracteres.",
  phone: "Por favor, introduce un número de teléfono válido.",
  cvMissing: "Por favor, selecciona un archivo CV.",
  cvEmpty: "El archivo de tu CV está vacío. Elige otro.",
  privacy: "Tienes que aceptar la política de privacidad.",
  killerQuestions: "Elige una respuesta para cada pregunta.",
  openQuestions:
    "Las preguntas de esta oferta han cambiado. Recarga la página y revisa tus respuestas.",
  answerTooLong: "Las respuestas no pueden superar los 5000 caracteres.",
  alreadyApplied: "¡Ya te has inscrito!",
  answers: "Revisa las respuestas con errores.",
  answer: {
    missing: "Responde a esta pregunta.",
    wrong: "Esta respuesta no es válida.",
    long: "Esta respuesta es demasiado larga.",
  },
  file: {
    missing: "Elige un archivo.",
    empty: "El archivo está vacío. Elige otro.",
    type: "No aceptamos este tipo de archivo. Elige otro.",
    large: "El archivo es demasiado grande. Elige uno más pequeño.",
  },
  filesTooLarge:
    "Tu candidatura es demasiado grande. Los archivos pueden ocupar hasta 60 MB en total.",
};

/** Texts for `detail`, which candidates can see. */
export type Messages = typeof es;

const esMx: Messages = {
  ...es,
  closed: "Esta vacante ya no recibe postulaciones.",
  csrf: "El formulario expiró. Por favor, recarga la página.",
  tooLarge: "Tu postulación es demasiado grande. El CV puede pesar hasta 25 MB.",
  idempotencyKey: "El encabezado Idempotency-Key no es válido.",
  firstName: "Ingresa tu nombre.",
  lastName: "Ingresa tus apellidos.",
  nameTooLong: "Ni el nombre ni los apellidos pueden tener más de 100 caracteres.",
  privacy: "Tienes que aceptar el aviso de privacidad.",
  openQuestions:
    "Las preguntas de esta vacante cambiaron. Recarga la página y revisa tus respuestas.",
  answerTooLong: "Las respuestas no pueden tener más de 5,000 caracteres.",
  alreadyApplied: "¡Ya te postulaste!",
  filesTooLarge:
    "Tu postulación es demasiado grande. Los archivos pueden pesar hasta 60 MB en total.",
};

const en: Messages = {
  closed: "This job is no longer accepting applications.",
  csrf: "The form has expired. Please reload the page.",
  form: "Form error. Please reload the page.",
  tooLarge: "Your application is too large. The CV can be up to 25 MB.",
  idempotencyKey: "The Idempotency-Key header is not valid.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  nameTooLong: "First name and last name must each be 100 characters or fewer.",
  phone: "Enter a valid phone number.",
  cvMissing: "Choose your CV.",
  cvEmpty: "Your CV file is empty. Choose another one.",
  privacy: "You must accept the privacy policy.",
  killerQuestions: "Choose an answer to every question.",
  openQuestions: "The questions for this job have changed. Reload the page and check your answers.",
  answerTooLong: "Answers must be 5,000 characters or fewer.",
  alreadyApplied: "You have already applied!",
  answers: "Check the answers with errors.",
  answer: {
    missing: "Answer this question.",
    wrong: "This answer is not valid.",
    long: "This answer is too long.",
  },
  file: {
    missing: "Choose a file.",
    empty: "The file is empty. Choose another one.",
    type: "We don't accept this type of file. Choose another one.",
    large: "The file is too large. Choose a smaller one.",
  },
  filesTooLarge: "Your application is too large. The files can be up to 60 MB in total.",
};

const ALL: Record<Language, Messages> = {
  "es-es": es,
  "es-mx": esMx,
  en,
  ...fromPacks(({ messages }) => messages),
};

export const messagesFor = (tag: string | undefined): Messages =>
  ALL[matchLanguage(tag) ?? FALLBACK_LANGUAGE];
