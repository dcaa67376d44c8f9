/** What a candidate may read. */
export interface Messages {
  applyOff: string;
  closed: string;
  form: string;
  tooLarge: string;
  refused: string;
  answers: string;
  missing: string;
  wrong: string;
  long: string;
  notTaken: string;
  name: string;
  phone: string;
  webAddress: string;
  privacy: string;
  fileMissing: string;
  fileEmpty: string;
  fileType: string;
  fileTooLarge: string;
  photo: string;
  org: string;
  place: string;
  consent: (company: string) => string;
  processing: (company: string) => string;
  retention: (company: string, days: number | undefined) => string;
  contact: (company: string) => string;
  demographic: (company: string) => string;
}

const en: Messages = {
  applyOff:
    "This site is being tested and doesn't accept applications yet. We sent nothing to the company.",
  closed: "This job is no longer accepting applications.",
  form: "Form error. Please reload the page.",
  tooLarge: "Your application is too large. The files can be up to 60 MB in total.",
  refused: "The company's system didn't accept your application. Check your answers.",
  answers: "Check the answers with errors.",
  missing: "Answer this question.",
  wrong: "This answer is not valid.",
  long: "This answer is too long.",
  notTaken: "The company's system didn't accept this answer.",
  name: "Enter your name, in 100 characters or fewer.",
  phone: "Enter a valid phone number.",
  webAddress: "Don't enter a web address here.",
  privacy: "You must accept the privacy policy.",
  fileMissing: "Choose a file.",
  fileEmpty: "The file is empty. Choose another one.",
  fileType: "We don't accept this type of file. Choose another one.",
  fileTooLarge: "The file is too large. Choose a smaller one.",
  photo: "Photo",
  org: "Current company",
  place: "Where would you like to work?",
  consent: (company) =>
    `${company} may collect, store and process my data to consider me for employment.`,
  processing: (company) =>
    `${company} may collect, store and process my data to consider me for this position.`,
  retention: (company, days) =>
    days === undefined
      ? `${company} may keep my data to consider me for other positions later.`
      : `${company} may keep my data for ${days} days to consider me for other positions.`,
  contact: (company) => `${company} may contact me about other jobs.`,
  demographic: (company) =>
    `${company} may collect, store and process my answers to these voluntary questions.`,
};

const es: Messages = {
  applyOff:
    "Este sitio está en pruebas y todavía no recibe candidaturas. No hemos enviado nada a la empresa.",
  closed: "Esta oferta ya no admite candidaturas.",
  form: "Error del formulario. Por favor, recarga la página.",
  tooLarge: "Tu candidatura es demasiado grande. Los archivos pueden ocupar hasta 60 MB en total.",
  refused: "El sistema de la empresa no ha aceptado tu candidatura. Revisa tus respuestas.",
  answers: "Revisa las respuestas con errores.",
  missing: "Responde a esta pregunta.",
  wrong: "Esta respuesta no es válida.",
  long: "Esta respuesta es demasiado larga.",
  notTaken: "El sistema de la empresa no ha aceptado esta respuesta.",
  name: "Nombre y apellidos: de 1 a 100 caracteres cada uno.",
  phone: "Por favor, introduce un número de teléfono válido.",
  webAddress: "No escribas aquí una dirección web.",
  privacy: "Tienes que aceptar la política de privacidad.",
  fileMissing: "Elige un archivo.",
  fileEmpty: "El archivo está vacío. Elige otro.",
  fileType: "No aceptamos este tipo de archivo. Elige otro.",
  fileTooLarge: "El archivo es demasiado grande. Elige uno más pequeño.",
  photo: "Foto",
  org: "Empresa actual",
  place: "¿Dónde te gustaría trabajar?",
  consent: (company) =>
    `${company} puede recoger, guardar y tratar mis datos para valorar mi candidatura.`,
  processing: (company) =>
    `${company} puede recoger, guardar y tratar mis datos para valorar mi candidatura a este puesto.`,
  retention: (company, days) =>
    days === undefined
      ? `${company} puede conservar mis datos para tenerme en cuenta en otros puestos más adelante.`
      : `${company} puede conservar mis datos durante ${days} días para tenerme en cuenta en otros puestos.`,
  contact: (company) => `${company} puede contactar conmigo sobre otras ofertas de trabajo.`,
  demographic: (company) =>
    `${company} puede recoger, guardar y tratar mis respuestas a estas preguntas voluntarias.`,
};

const esMx: Messages = {
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
  processing: (company) =>
    `${company} puede recabar, guardar y tratar mis datos para evaluar mi postulación a esta vacante.`,
  retention: (company, days) =>
    days === undefined
      ? `${company} puede conservar mis datos para considerarme en otras vacantes más adelante.`
      : `${company} puede conservar mis datos durante ${days} días para considerarme en otras vacantes.`,
  contact: (company) => `${company} puede contactarme sobre otras vacantes.`,
  demographic: (company) =>
    `${company} puede recabar, guardar y tratar mis respuestas a estas preguntas voluntarias.`,
};

/** The messages for a company's `language_default`. */
export function messagesFor(language: string): Messages {
  if (language === "es-mx") return esMx;
  return language.startsWith("es") ? es : en;
}
