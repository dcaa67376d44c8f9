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
    "This site is being tried out, and takes no applications yet. Nothing has been sent to the company.",
  closed: "This position is closed.",
  form: "Form error. Please reload the page.",
  tooLarge: "The application is too large. The files may have 60 MB together.",
  refused: "The company's system did not accept the application. Please check your answers.",
  answers: "Please check the answers that are marked.",
  missing: "Please answer this question.",
  wrong: "This answer is not valid.",
  long: "This answer is too long.",
  notTaken: "The company's system did not accept this answer.",
  name: "Please enter your name, with 100 characters at most.",
  phone: "Please enter a valid phone number.",
  webAddress: "There may be no web address here.",
  privacy: "You must accept the privacy policy.",
  fileMissing: "Please select a file.",
  fileEmpty: "The file is empty.",
  fileType: "Files of this type are not accepted.",
  fileTooLarge: "The file is too large.",
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
    "Este sitio está en pruebas y todavía no recibe candidaturas. No se ha enviado nada a la empresa.",
  closed: "Esta oferta está cerrada.",
  form: "Error del formulario. Por favor, recarga la página.",
  tooLarge: "La candidatura es demasiado grande. Los archivos pueden ocupar 60 MB en total.",
  refused:
    "El sistema de la empresa no ha aceptado la candidatura. Por favor, revisa tus respuestas.",
  answers: "Por favor, revisa las respuestas marcadas.",
  missing: "Por favor, responde a esta pregunta.",
  wrong: "Esta respuesta no es válida.",
  long: "Esta respuesta es demasiado larga.",
  notTaken: "El sistema de la empresa no ha aceptado esta respuesta.",
  name: "Por favor, escribe tu nombre, con 100 caracteres como máximo.",
  phone: "Por favor, introduce un número de teléfono válido.",
  webAddress: "Aquí no puede haber una dirección web.",
  privacy: "Debes aceptar la política de privacidad.",
  fileMissing: "Por favor, selecciona un archivo.",
  fileEmpty: "El archivo está vacío.",
  fileType: "No se acepta este tipo de archivo.",
  fileTooLarge: "El archivo es demasiado grande.",
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
  contact: (company) => `${company} puede escribirme sobre otras ofertas de trabajo.`,
  demographic: (company) =>
    `${company} puede recoger, guardar y tratar mis respuestas a estas preguntas voluntarias.`,
};

const esMx: Messages = {
  ...es,
  applyOff:
    "Este sitio está a prueba y todavía no recibe postulaciones. No se envió nada a la empresa.",
  closed: "Esta vacante está cerrada.",
  refused: "El sistema de la empresa no aceptó la postulación. Por favor, revisa tus respuestas.",
  notTaken: "El sistema de la empresa no aceptó esta respuesta.",
  tooLarge: "La postulación es demasiado grande. Los archivos pueden ocupar 60 MB en total.",
  phone: "Por favor, ingresa un número de teléfono válido.",
  privacy: "Debes aceptar el aviso de privacidad.",
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
