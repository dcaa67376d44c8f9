import type { Suspicion } from "../suspicions";
import type { Action } from "./log";
import type { Mark } from "./records";

/** What the desk says, in one language. */
export interface Texts {
  lang: "en" | "es";
  desk: string;
  signIn: string;
  signInHint: string;
  phrase: string;
  phraseHint: string;
  phraseAgain: string;
  /** Names somebody without a name, by the day that their phrase was made. */
  phraseOfDay: (day: string) => string;
  wrongPhrase: string;
  tooOften: string;
  tooOftenElsewhere: string;
  tooManyRequests: string;
  tooManyRequestsWhy: string;
  signOut: string;
  skip: string;
  positions: string;
  findPerson: string;
  log: string;
  sessions: string;
  sessionsHint: string;
  sessionsPhrase: string;
  sessionsAccess: string;
  started: string;
  lastUsed: string;
  thisBrowser: string;
  endIt: string;
  endOthers: string;
  open: string;
  closed: string;
  /** In a list, and by itself. */
  openIt: [string, string];
  closeIt: [string, string];
  closeHint: string;
  noPositions: string;
  applications: (count: number) => string;
  fresh: (count: number) => string;
  noApplications: string;
  all: string;
  marks: Record<Mark, string>;
  mark: string;
  markLegend: string;
  onlyMarked: string;
  exportAll: string;
  exportWhat: string;
  exportCsv: string;
  exportZip: string;
  exportVoluntary: string;
  exportHint: string;
  received: string;
  receipt: string;
  phone: string;
  position: string;
  company: string;
  source: string;
  files: string;
  file: string;
  cv: string;
  noFiles: string;
  download: (name: string) => string;
  missingFile: string;
  questions: string;
  answers: string;
  voluntary: string;
  voluntaryNote: string;
  noAnswer: string;
  note: string;
  noteHint: string;
  saveNote: string;
  noteTooLong: string;
  noteUnsaved: string;
  deleteIt: string;
  deleteQuestion: string;
  deleteWhat: (count: number) => string;
  deleteForGood: string;
  keep: string;
  /** What somebody ticks who has no pass phrase. */
  sureDelete: (what: string) => string;
  sureExport: (what: string) => string;
  notSure: string;
  who: string;
  whoHint: string;
  search: string;
  notAPerson: string;
  found: (count: number) => string;
  foundMost: (count: number) => string;
  nobody: string;
  chooseOne: string;
  deleteChosen: string;
  pages: string;
  page: (page: number, pages: number) => string;
  newer: string;
  older: string;
  actions: Record<Action, string>;
  logEmpty: string;
  logHint: string;
  done: Record<"marked" | "noted" | "deleted" | "opened" | "closed" | "ended", string>;
  keptFor: (months: number) => string;
  keptForGood: string;
  columns: {
    number: string;
    mark: string;
    firstName: string;
    lastName: string;
    note: string;
    cv: string;
  };
  yes: string;
  no: string;
  /** Labels of the contract's reserved fields. */
  reserved: Partial<Record<string, string>>;
  back: string;
  notFound: string;
  notFoundWhy: string;
  forbidden: string;
  forbiddenWhy: string;
  offTitle: string;
  offWhy: string;
  accessOnly: string;
  badToken: string;
  unlisted: string;
  unreachable: string;
  tooLarge: string;
  fault: string;
  faultWhy: string;
  warnings: string;
  suspicions: Record<Suspicion, string>;
}

const en: Texts = {
  lang: "en",
  desk: "The desk",
  signIn: "Sign in",
  signInHint: "Here the people of a company read the applications that have arrived.",
  phrase: "Pass phrase",
  phraseHint: "25 letters and digits. Capitals, dashes and spaces do not matter.",
  phraseAgain: "Your pass phrase, once more",
  phraseOfDay: (day) => `Pass phrase of ${day}`,
  wrongPhrase: "This pass phrase is not right. Check it letter by letter.",
  tooOften: "Too many attempts. Wait a quarter of an hour, then try again.",
  tooOftenElsewhere:
    "Too many wrong pass phrases have been entered elsewhere. Sign in from a network where you have signed in within the last 30 days, or wait a quarter of an hour and try again.",
  tooManyRequests: "Too many requests",
  tooManyRequestsWhy:
    "Too many pages were opened from your network within a minute. Wait a minute, then reload this page. A form that you sent was not saved: reloading sends it again.",
  signOut: "Sign out",
  skip: "Skip to the content",
  positions: "Positions",
  findPerson: "Find a person",
  log: "Log",
  sessions: "Sessions",
  sessionsHint:
    "Where you are signed in. A session ends after an hour without a click, and after twelve hours in any case.",
  sessionsPhrase: "Anyone who uses the same pass phrase sees these sessions and can end them.",
  sessionsAccess:
    "A browser that is signed in with your company's account can begin another one: sign out of that account too.",
  started: "Started",
  lastUsed: "Last used",
  thisBrowser: "This browser",
  endIt: "End",
  endOthers: "End all other sessions",
  open: "Open",
  closed: "Closed",
  openIt: ["Open", "Open this position"],
  closeIt: ["Close", "Close this position"],
  closeHint: "The site shows it within a minute.",
  noPositions: "There are no positions yet.",
  applications: (count) => (count === 1 ? "1 application" : `${count} applications`),
  fresh: (count) => `${count} new`,
  noApplications: "No applications here.",
  all: "All",
  marks: { new: "New", seen: "Seen", answered: "Answered", closed: "Closed" },
  mark: "Mark",
  markLegend: "Mark as",
  onlyMarked: "Show",
  exportAll: "Download applications",
  exportWhat:
    "Keep the file as safe as the desk. Voluntary answers are never in the same sheet as the rest.",
  exportCsv: "Download as CSV",
  exportZip: "Download as ZIP with files",
  exportVoluntary: "Download voluntary answers",
  exportHint:
    "In the CSV, an apostrophe stands before what a spreadsheet would take for a formula.",
  received: "Received",
  receipt: "Receipt",
  phone: "Phone",
  position: "Position",
  company: "Company",
  source: "Came from",
  files: "Files",
  file: "File",
  cv: "CV",
  noFiles: "No files came with it.",
  download: (name) => `Download ${name}`,
  missingFile: "This file is not there any more.",
  questions: "Questions",
  answers: "Answers",
  voluntary: "Voluntary answers",
  voluntaryNote: "Given freely. They must not count for or against anybody.",
  noAnswer: "No answer",
  note: "Note",
  noteHint: "Up to 4,000 characters. Only your company sees it.",
  saveNote: "Save the note",
  noteTooLong: "The note may have 4,000 characters at most. It is below, and has not been saved.",
  noteUnsaved:
    "You were signed out meanwhile, so your note is not saved. Here it is: copy it before you sign in.",
  deleteIt: "Delete",
  deleteQuestion: "Delete for good?",
  deleteWhat: (count) =>
    count === 1
      ? "The application is deleted with its answers, files and note. Nobody can bring it back."
      : `These ${count} applications are deleted with their answers, files and notes. Nobody can bring them back.`,
  deleteForGood: "Delete for good",
  keep: "Keep",
  sureDelete: (what) => `Yes, delete for good: ${what}`,
  sureExport: (what) => `Yes, download: ${what}`,
  notSure: "Tick the box first. Nothing has been done.",
  who: "Phone number or e-mail address",
  whoHint: "A number with its country, such as +34 600 000 000, or its last six digits or more.",
  search: "Search",
  notAPerson: "Enter a phone number with 6 to 15 digits, or a whole e-mail address.",
  found: (count) => (count === 1 ? "1 application found" : `${count} applications found`),
  foundMost: (count) => `The latest ${count} are shown.`,
  nobody: "Nobody with this number or address has applied.",
  chooseOne: "Choose at least one application.",
  deleteChosen: "Delete those chosen",
  pages: "Pages",
  page: (page, pages) => `Page ${page} of ${pages}`,
  newer: "Newer",
  older: "Older",
  actions: {
    in: "signed in",
    out: "signed out",
    ended: "ended a session",
    "ended others": "ended other sessions",
    refused: "a wrong pass phrase was entered",
    opened: "opened the position",
    closed: "closed the position",
    read: "read an application",
    downloaded: "downloaded a file",
    marked: "marked an application",
    noted: "wrote a note",
    deleted: "deleted for good",
    searched: "searched for a person",
    exported: "downloaded all applications",
  },
  logEmpty: "Nothing has been done yet.",
  logHint: "Who did what, for a year. It has nothing that candidates wrote.",
  done: {
    marked: "The mark is set.",
    noted: "The note is saved.",
    deleted: "Deleted for good.",
    opened: "The position is open.",
    closed: "The position is closed.",
    ended: "Ended.",
  },
  keptFor: (months) =>
    months === 1
      ? "Applications are deleted a month after they came."
      : `Applications are deleted ${months} months after they came.`,
  keptForGood: "No application is deleted by itself.",
  columns: {
    number: "Number",
    mark: "Mark",
    firstName: "First name",
    lastName: "Last name",
    note: "Note",
    cv: "CV",
  },
  yes: "Yes",
  no: "No",
  reserved: {
    email: "E-mail",
    cover_letter: "Cover letter",
    linkedin: "LinkedIn",
    website: "Website",
    location: "Location",
  },
  back: "To the positions",
  notFound: "Not found",
  notFoundWhy: "There is nothing here, or it is not for you to see.",
  forbidden: "This page is too old",
  forbiddenWhy:
    "Nothing has been changed. Go back, reload the page, and try again: what you typed is still there.",
  offTitle: "The desk is not set up",
  offWhy:
    "Nobody can sign in yet. Whoever runs this site makes a pass phrase with “npm run desk -- phrase COMPANY”, or sets up Cloudflare Access.",
  accessOnly: "Sign in with your company's account: open the desk's own address again.",
  badToken: "Your sign-in is not valid here. Sign out of your company's account, and in again.",
  unlisted:
    "Your address is not on the list. Whoever runs this site adds it with “npm run desk -- allow”.",
  unreachable: "Your sign-in cannot be checked at the moment. Try again in a minute.",
  tooLarge: "This is more than the desk takes.",
  fault: "Something went wrong",
  faultWhy: "Nothing was lost. Try again; if it stays so, tell whoever runs this site.",
  warnings: "Warnings",
  suspicions: {
    "active-file":
      "A file of this application may run a program when opened. Open it only if you trust it.",
    honeypot: "This application may have been filled in by a robot.",
  },
};

const es: Texts = {
  lang: "es",
  desk: "El mostrador",
  signIn: "Entrar",
  signInHint: "Aquí las personas de una empresa leen las candidaturas que han llegado.",
  phrase: "Frase de acceso",
  phraseHint: "25 letras y cifras. Las mayúsculas, los guiones y los espacios no importan.",
  phraseAgain: "Tu frase de acceso, otra vez",
  phraseOfDay: (day) => `Frase de acceso del ${day}`,
  wrongPhrase: "Esta frase de acceso no es correcta. Compruébala letra por letra.",
  tooOften: "Demasiados intentos. Espera un cuarto de hora y vuelve a intentarlo.",
  tooOftenElsewhere:
    "Se han introducido demasiadas frases de acceso incorrectas desde otros lugares. Entra desde una red en la que hayas entrado en los últimos 30 días, o espera un cuarto de hora y vuelve a intentarlo.",
  tooManyRequests: "Demasiadas solicitudes",
  tooManyRequestsWhy:
    "Se han abierto demasiadas páginas desde tu red en un minuto. Espera un minuto y vuelve a cargar esta página. Si has enviado un formulario, no se ha guardado: al volver a cargar la página se envía otra vez.",
  signOut: "Salir",
  skip: "Saltar al contenido",
  positions: "Ofertas",
  findPerson: "Buscar a una persona",
  log: "Registro",
  sessions: "Sesiones",
  sessionsHint:
    "Dónde tienes la sesión abierta. Una sesión se cierra tras una hora sin un clic, y en todo caso a las doce horas.",
  sessionsPhrase: "Quien usa la misma frase de acceso ve estas sesiones y puede cerrarlas.",
  sessionsAccess:
    "Un navegador que ha entrado con la cuenta de tu empresa puede abrir otra: sal también de esa cuenta.",
  started: "Abierta",
  lastUsed: "Último uso",
  thisBrowser: "Este navegador",
  endIt: "Cerrar",
  endOthers: "Cerrar todas las demás",
  open: "Abierta",
  closed: "Cerrada",
  openIt: ["Abrir", "Abrir esta oferta"],
  closeIt: ["Cerrar", "Cerrar esta oferta"],
  closeHint: "La web lo muestra en menos de un minuto.",
  noPositions: "Todavía no hay ofertas.",
  applications: (count) => (count === 1 ? "1 candidatura" : `${count} candidaturas`),
  fresh: (count) => (count === 1 ? "1 nueva" : `${count} nuevas`),
  noApplications: "Aquí no hay candidaturas.",
  all: "Todas",
  marks: { new: "Nueva", seen: "Vista", answered: "Respondida", closed: "Cerrada" },
  mark: "Marca",
  markLegend: "Marcar como",
  onlyMarked: "Mostrar",
  exportAll: "Descargar candidaturas",
  exportWhat:
    "Guarda el archivo con el mismo cuidado que el mostrador. Las respuestas voluntarias nunca van en la misma hoja que el resto.",
  exportCsv: "Descargar en CSV",
  exportZip: "Descargar en ZIP con archivos",
  exportVoluntary: "Descargar respuestas voluntarias",
  exportHint:
    "En el CSV, un apóstrofo precede a lo que una hoja de cálculo tomaría por una fórmula.",
  received: "Recibida",
  receipt: "Resguardo",
  phone: "Teléfono",
  position: "Oferta",
  company: "Empresa",
  source: "Procedencia",
  files: "Archivos",
  file: "Archivo",
  cv: "CV",
  noFiles: "Llegó sin archivos.",
  download: (name) => `Descargar ${name}`,
  missingFile: "Este archivo ya no está.",
  questions: "Preguntas",
  answers: "Respuestas",
  voluntary: "Respuestas voluntarias",
  voluntaryNote: "Se dieron libremente. No pueden contar a favor ni en contra de nadie.",
  noAnswer: "Sin respuesta",
  note: "Nota",
  noteHint: "Hasta 4.000 caracteres. Solo la ve tu empresa.",
  saveNote: "Guardar la nota",
  noteTooLong: "La nota puede tener 4.000 caracteres como máximo. Está abajo, sin guardar.",
  noteUnsaved:
    "La sesión se cerró entretanto y la nota no se ha guardado. Aquí está: cópiala antes de entrar.",
  deleteIt: "Borrar",
  deleteQuestion: "¿Borrar para siempre?",
  deleteWhat: (count) =>
    count === 1
      ? "Se borra la candidatura con sus respuestas, sus archivos y su nota. Nadie puede recuperarla."
      : `Se borran estas ${count} candidaturas con sus respuestas, sus archivos y sus notas. Nadie puede recuperarlas.`,
  deleteForGood: "Borrar para siempre",
  keep: "Conservar",
  sureDelete: (what) => `Sí, borrar para siempre: ${what}`,
  sureExport: (what) => `Sí, descargar: ${what}`,
  notSure: "Marca antes la casilla. No se ha hecho nada.",
  who: "Teléfono o correo electrónico",
  whoHint: "Un número con su país, como +34 600 000 000, o al menos sus seis últimas cifras.",
  search: "Buscar",
  notAPerson: "Escribe un teléfono de 6 a 15 cifras, o un correo electrónico completo.",
  found: (count) =>
    count === 1 ? "1 candidatura encontrada" : `${count} candidaturas encontradas`,
  foundMost: (count) => `Se muestran las ${count} últimas.`,
  nobody: "Nadie con ese número o correo ha presentado una candidatura.",
  chooseOne: "Elige al menos una candidatura.",
  deleteChosen: "Borrar las elegidas",
  pages: "Páginas",
  page: (page, pages) => `Página ${page} de ${pages}`,
  newer: "Más nuevas",
  older: "Más antiguas",
  actions: {
    in: "entró",
    out: "salió",
    ended: "cerró una sesión",
    "ended others": "cerró otras sesiones",
    refused: "se escribió una frase de acceso incorrecta",
    opened: "abrió la oferta",
    closed: "cerró la oferta",
    read: "leyó una candidatura",
    downloaded: "descargó un archivo",
    marked: "marcó una candidatura",
    noted: "escribió una nota",
    deleted: "borró para siempre",
    searched: "buscó a una persona",
    exported: "descargó todas las candidaturas",
  },
  logEmpty: "Todavía no se ha hecho nada.",
  logHint: "Quién hizo qué, durante un año. No contiene nada de lo que escribieron los candidatos.",
  done: {
    marked: "La marca está puesta.",
    noted: "La nota está guardada.",
    deleted: "Borrado para siempre.",
    opened: "La oferta está abierta.",
    closed: "La oferta está cerrada.",
    ended: "Cerrada.",
  },
  keptFor: (months) =>
    months === 1
      ? "Las candidaturas se borran un mes después de llegar."
      : `Las candidaturas se borran ${months} meses después de llegar.`,
  keptForGood: "Ninguna candidatura se borra por sí sola.",
  columns: {
    number: "Número",
    mark: "Marca",
    firstName: "Nombre",
    lastName: "Apellidos",
    note: "Nota",
    cv: "CV",
  },
  yes: "Sí",
  no: "No",
  reserved: {
    email: "Correo electrónico",
    cover_letter: "Carta de presentación",
    linkedin: "LinkedIn",
    website: "Página web",
    location: "Lugar de residencia",
  },
  back: "A las ofertas",
  notFound: "No encontrado",
  notFoundWhy: "Aquí no hay nada, o no te corresponde verlo.",
  forbidden: "Esta página es demasiado antigua",
  forbiddenWhy:
    "No se ha cambiado nada. Vuelve atrás, recarga la página e inténtalo de nuevo: lo que escribiste sigue ahí.",
  offTitle: "El mostrador no está configurado",
  offWhy:
    "Todavía no puede entrar nadie. Quien administra esta web crea una frase de acceso con «npm run desk -- phrase EMPRESA», o configura Cloudflare Access.",
  accessOnly: "Entra con la cuenta de tu empresa: abre otra vez la dirección del mostrador.",
  badToken: "Tu acceso no es válido aquí. Sal de la cuenta de tu empresa y vuelve a entrar.",
  unlisted:
    "Tu dirección no está en la lista. Quien administra esta web la añade con «npm run desk -- allow».",
  unreachable: "Ahora no se puede comprobar tu acceso. Inténtalo dentro de un minuto.",
  tooLarge: "Esto es más de lo que admite el mostrador.",
  fault: "Algo ha ido mal",
  faultWhy:
    "No se ha perdido nada. Inténtalo de nuevo; si sigue así, avisa a quien administra esta web.",
  warnings: "Advertencias",
  suspicions: {
    "active-file":
      "Un archivo de esta candidatura podría ejecutar un programa al abrirlo. Ábrelo solo si te fías de él.",
    honeypot: "Es posible que esta candidatura la haya rellenado un robot.",
  },
};

/** The texts in the language that a browser prefers: Spanish where it comes before English, else English. */
export function textsFor(acceptLanguage: string | null): Texts {
  const wanted = (acceptLanguage ?? "")
    .toLowerCase()
    .split(",")
    .map((entry) => {
      const [range = "", ...parameters] = entry.trim().split(";");
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { language: range.split("-")[0], q: Number(q ?? 1) };
    })
    .filter(({ language, q }) => (language === "en" || language === "es") && q > 0)
    .sort((one, other) => other.q - one.q);
  return wanted[0]?.language === "es" ? es : en;
}
