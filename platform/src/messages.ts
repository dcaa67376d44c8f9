/** The texts of a `detail` that candidates may read. */
export interface Messages {
  closed: string;
  csrf: string;
  form: string;
  tooLarge: string;
  idempotencyKey: string;
  firstName: string;
  lastName: string;
  nameTooLong: string;
  phone: string;
  cvMissing: string;
  cvEmpty: string;
  privacy: string;
  killerQuestions: string;
  openQuestions: string;
  answerTooLong: string;
  alreadyApplied: string;
  answers: string;
  answerMissing: string;
  answerWrong: string;
  answerLong: string;
  fileMissing: string;
  fileEmpty: string;
  fileType: string;
  fileTooLarge: string;
  filesTooLarge: string;
}

const es: Messages = {
  closed: "Esta oferta ya está cerrada.",
  csrf: "El formulario ha caducado. Por favor, recarga la página.",
  form: "Error del formulario. Por favor, recarga la página.",
  tooLarge: "La solicitud es demasiado grande. El CV puede ocupar 25 MB como máximo.",
  idempotencyKey: "La cabecera Idempotency-Key no es válida.",
  firstName: "Por favor, introduce tu nombre.",
  lastName: "Por favor, introduce tus apellidos.",
  nameTooLong: "El nombre y los apellidos pueden tener 100 caracteres como máximo.",
  phone: "Por favor, introduce un número de teléfono válido.",
  cvMissing: "Por favor, selecciona un archivo CV.",
  cvEmpty: "El archivo CV está vacío.",
  privacy: "Debes aceptar la política de privacidad.",
  killerQuestions: "Por favor, responde a todas las preguntas con una de sus opciones.",
  openQuestions: "Hay respuestas que no corresponden a las preguntas de esta oferta.",
  answerTooLong: "Cada respuesta puede tener 5000 caracteres como máximo.",
  alreadyApplied: "¡Ya has solicitado este puesto!",
  answers: "Por favor, revisa las respuestas marcadas.",
  answerMissing: "Por favor, responde a esta pregunta.",
  answerWrong: "Esta respuesta no es válida.",
  answerLong: "Esta respuesta es demasiado larga.",
  fileMissing: "Por favor, selecciona un archivo.",
  fileEmpty: "El archivo está vacío.",
  fileType: "No se acepta este tipo de archivo.",
  fileTooLarge: "El archivo es demasiado grande.",
  filesTooLarge: "La solicitud es demasiado grande. Los archivos pueden ocupar 60 MB en total.",
};

const en: Messages = {
  closed: "This position is closed.",
  csrf: "The form has expired. Please reload the page.",
  form: "Form error. Please reload the page.",
  tooLarge: "The application is too large. The CV may have 25 MB at most.",
  idempotencyKey: "The Idempotency-Key header is not valid.",
  firstName: "Please enter your first name.",
  lastName: "Please enter your last name.",
  nameTooLong: "First and last name may have 100 characters at most.",
  phone: "Please enter a valid phone number.",
  cvMissing: "Please select a CV file.",
  cvEmpty: "The CV file is empty.",
  privacy: "You must accept the privacy policy.",
  killerQuestions: "Please answer every question with one of its options.",
  openQuestions: "There are answers to questions that this position does not have.",
  answerTooLong: "Each answer may have 5000 characters at most.",
  alreadyApplied: "You have already applied!",
  answers: "Please check the answers that are marked.",
  answerMissing: "Please answer this question.",
  answerWrong: "This answer is not valid.",
  answerLong: "This answer is too long.",
  fileMissing: "Please select a file.",
  fileEmpty: "The file is empty.",
  fileType: "Files of this type are not accepted.",
  fileTooLarge: "The file is too large.",
  filesTooLarge: "The application is too large. The files may have 60 MB together.",
};

/** The messages for a company's `language_default` (`es-es`, `es-mx`, `en`, …). */
export function messagesFor(language: string): Messages {
  return language.toLowerCase().startsWith("es") ? es : en;
}
