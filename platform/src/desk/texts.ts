import type { IDS_WITH_DEFAULT_LABEL, Suspicion } from "../../../contract/lists";
import type { Action } from "./log";
import type { Mark } from "./records";

const en = {
  lang: "en",
  desk: "Hiring desk",
  signIn: "Sign in",
  signInHint: "Read the applications sent to your company.",
  code: "Sign-in code",
  codeHint: "25 letters and digits. Capitals, dashes and spaces don't matter.",
  codeAgain: "Enter your sign-in code again",
  /** Shown instead of a missing name. `day` is the day on which the person's code was created. */
  codeFrom: (day: string) => `Sign-in code from ${day}`,
  wrongCode: "Check that you typed the whole sign-in code, and typed it correctly.",
  tooManyTries: "Too many attempts. Wait 15 minutes, then try again.",
  tooManyTriesElsewhere:
    "Too many wrong sign-in codes have been entered elsewhere. Sign in from a network where you have signed in within the last 30 days, or wait 15 minutes and try again.",
  tooManyRequests: "Too many requests",
  tooManyRequestsWhy:
    "Too many pages have been opened from your network. Wait a minute, then reload this page. If you sent a form, it wasn't saved. Reloading sends it again.",
  signOut: "Sign out",
  skip: "Skip to main content",
  positions: "Jobs",
  findPerson: "Find a person",
  log: "Log",
  sessions: "Sessions",
  sessionsHint:
    "Where you're signed in. A session ends after an hour without activity, or after 12 hours at most.",
  sessionsCode: "Anyone who uses the same sign-in code sees these sessions and can end them.",
  sessionsAccess:
    "A browser signed in with your company's account can start another session. Sign out of that account too.",
  started: "Started",
  lastUsed: "Last used",
  thisBrowser: "This browser",
  endSession: "End",
  endOthers: "End all other sessions",
  open: "Open",
  closed: "Closed",
  /** Labels of the button: `short` in a list, `whole` elsewhere. */
  openJob: { short: "Open", whole: "Open this job" },
  closeJob: { short: "Close", whole: "Close this job" },
  closeHint: "The site shows the change within a minute.",
  noPositions: "There are no jobs yet.",
  jobs: (count: number) => (count === 1 ? "1 job" : `${count} jobs`),
  applications: (count: number) => (count === 1 ? "1 application" : `${count} applications`),
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  newCount: (count: number) => `${count} new`,
  noApplications: "No applications here.",
  all: "All",
  marks: { new: "New", seen: "Seen", answered: "Answered", closed: "Closed" } satisfies Record<
    Mark,
    string
  >,
  markLegend: "Mark as",
  filterLabel: "Show",
  exportAll: "Download applications",
  exportNotice:
    "Keep the file as safe as this desk. Voluntary answers are never in the same sheet as the rest.",
  exportCsv: "Download as CSV",
  exportZip: "Download as ZIP with files",
  exportVoluntary: "Download voluntary answers",
  exportHint:
    "In the CSV, text that a spreadsheet could read as a formula starts with an apostrophe.",
  received: "Received",
  receipt: "Receipt",
  phone: "Phone",
  source: "Source",
  files: "Files",
  cv: "CV",
  noFiles: "No files.",
  download: (name: string) => `Download ${name}`,
  missingFile: "This file is no longer here.",
  questions: "Questions",
  answers: "Answers",
  voluntary: "Voluntary answers",
  voluntaryNote: "These answers were optional. They must not count for or against anyone.",
  noAnswer: "No answer",
  note: "Note",
  noteHint: "Up to 4,000 characters. Only your company sees it.",
  saveNote: "Save note",
  noteTooLong: "Notes must be 4,000 characters or fewer. Your note is below and hasn't been saved.",
  noteUnsaved:
    "You were signed out, so your note wasn't saved. Copy it from here before you sign in.",
  deleteApplication: "Delete",
  deleteQuestion: "Delete permanently?",
  deleteWarning: (count: number) =>
    count === 1
      ? "This deletes the application with its answers, files and note. You can't undo it."
      : `This deletes these ${count} applications with their answers, files and notes. You can't undo it.`,
  deletePermanently: "Delete permanently",
  keep: "Keep",
  /** Labels of tick boxes for people without a sign-in code. */
  confirmDelete: (what: string) => `Yes, permanently delete ${what}`,
  confirmExport: (what: string) => `Yes, download ${what}`,
  notConfirmed: "Tick the box first. Nothing has changed.",
  who: "Phone number or email address",
  whoHint:
    "Enter a phone number with its country code, such as +34 600 000 000, or at least its last six digits.",
  search: "Search",
  notAPerson: "Enter a phone number with 6 to 15 digits, or a full email address.",
  found: (count: number) => (count === 1 ? "1 application found" : `${count} applications found`),
  foundLimit: (count: number) => `Showing the latest ${count}.`,
  noneFound: "No one with this number or address has applied.",
  chooseOne: "Choose at least one application.",
  deleteChosen: "Delete selected",
  pages: "Pages",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: "Newer",
  older: "Older",
  actions: {
    in: "signed in",
    out: "signed out",
    ended: "ended a session",
    "ended others": "ended other sessions",
    refused: "a wrong sign-in code was entered",
    "refused sign-in": "sign-in refused",
    opened: "opened the job",
    closed: "closed the job",
    read: "read an application",
    downloaded: "downloaded a file",
    marked: "marked an application",
    noted: "wrote a note",
    deleted: "deleted permanently",
    searched: "searched for a person",
    exported: "downloaded all applications",
    "changed company": "changed the company",
    "deleted company": "deleted the company",
    "changed jobs": "changed jobs",
    "deleted job": "deleted a job",
    "changed notifications": "changed notifications",
    "saved backup": "saved a backup of everything",
    "restored backup": "restored a backup",
    invited: "invited someone",
    revoked: "ended someone's access",
  } satisfies Record<Action, string>,
  logEmpty: "The log is empty.",
  logHint: "The log covers one year. It contains nothing that candidates wrote.",
  done: {
    marked: "Status changed.",
    noted: "Note saved.",
    deleted: "Deleted permanently.",
    opened: "The job is open.",
    closed: "The job is closed.",
    ended: "Session ended.",
  },
  retention: (months: number) =>
    months === 1
      ? "Applications are deleted a month after they arrive."
      : `Applications are deleted ${months} months after they arrive.`,
  noRetention: "Applications are kept until you delete them.",
  columns: {
    number: "Number",
    mark: "Status",
    firstName: "First name",
    lastName: "Last name",
    note: "Note",
    cv: "CV",
  },
  yes: "Yes",
  no: "No",
  /** Labels of the contract's reserved fields. */
  reserved: {
    email: "Email",
    cover_letter: "Cover letter",
    linkedin: "LinkedIn",
    website: "Website",
    location: "Location",
  } satisfies Record<(typeof IDS_WITH_DEFAULT_LABEL)[number], string>,
  back: "Back to jobs",
  notFound: "Not found",
  notFoundWhy: "There's nothing here, or you don't have access to it.",
  forbidden: "This page has expired",
  forbiddenWhy:
    "Nothing has changed. Go back, reload the page and try again. Everything you typed is still there.",
  notSetUp: "The desk isn't set up",
  notSetUpWhy:
    "No one can sign in yet. The site's administrator needs to create a sign-in code with “npx puerta desk invite COMPANY”, or set up Cloudflare Access.",
  accessOnly: "Sign in with your company's account. Open the desk's address again.",
  badToken:
    "Your sign-in isn't valid here. Sign out of your company's account, then sign in again.",
  unlisted:
    "Your address isn't on the list. The site's administrator can add it with “npx puerta desk invite COMPANY --email ADDRESS”.",
  unreachable: "We can't check your sign-in at the moment. Try again in a minute.",
  tooLarge: "The form is too large. Shorten your text, then send it again.",
  internalError: "Something went wrong",
  internalErrorWhy:
    "Nothing was lost. Try again. If it keeps happening, tell the site's administrator.",
  warnings: "Warnings",
  suspicions: {
    "active-file":
      "A file in this application may run a program when opened. Open it only if you trust it.",
    "unchecked-file":
      "A file in this application is too complex to be checked for programs. Open it only if you trust it.",
    honeypot: "This application may have been filled in by a bot.",
  } satisfies Record<Suspicion, string>,
};

export type Texts = typeof en;

const es: Texts = {
  lang: "es",
  desk: "Panel de candidaturas",
  signIn: "Entrar",
  signInHint: "Lee las candidaturas que ha recibido tu empresa.",
  code: "Código de acceso",
  codeHint: "25 letras y cifras. Las mayúsculas, los guiones y los espacios no importan.",
  codeAgain: "Escribe otra vez tu código de acceso",
  codeFrom: (day) => `Código de acceso del ${day}`,
  wrongCode: "Comprueba que has escrito el código de acceso entero y sin errores.",
  tooManyTries: "Demasiados intentos. Espera 15 minutos y vuelve a intentarlo.",
  tooManyTriesElsewhere:
    "Se han introducido demasiados códigos de acceso incorrectos desde otros lugares. Entra desde una red en la que hayas entrado en los últimos 30 días, o espera 15 minutos y vuelve a intentarlo.",
  tooManyRequests: "Demasiadas solicitudes",
  tooManyRequestsWhy:
    "Se han abierto demasiadas páginas desde tu red. Espera un minuto y vuelve a cargar esta página. Si has enviado un formulario, no lo hemos guardado. Al volver a cargar la página se envía otra vez.",
  signOut: "Salir",
  skip: "Ir al contenido",
  positions: "Ofertas",
  findPerson: "Buscar a una persona",
  log: "Registro",
  sessions: "Sesiones",
  sessionsHint:
    "Aquí ves dónde tienes la sesión abierta. Se cierra tras una hora sin actividad y, como máximo, a las 12 horas.",
  sessionsCode: "Quien use el mismo código de acceso verá estas sesiones y podrá cerrarlas.",
  sessionsAccess:
    "Un navegador que ha entrado con la cuenta de tu empresa puede abrir otra sesión. Sal también de esa cuenta.",
  started: "Abierta",
  lastUsed: "Último uso",
  thisBrowser: "Este navegador",
  endSession: "Cerrar",
  endOthers: "Cerrar todas las demás",
  open: "Abierta",
  closed: "Cerrada",
  openJob: { short: "Abrir", whole: "Abrir esta oferta" },
  closeJob: { short: "Cerrar", whole: "Cerrar esta oferta" },
  closeHint: "El cambio se verá en la web en menos de un minuto.",
  noPositions: "Todavía no hay ofertas.",
  jobs: (count) => (count === 1 ? "1 oferta" : `${count} ofertas`),
  applications: (count) => (count === 1 ? "1 candidatura" : `${count} candidaturas`),
  attempts: (count) => (count === 1 ? "1 intento" : `${count} intentos`),
  newCount: (count) => (count === 1 ? "1 nueva" : `${count} nuevas`),
  noApplications: "Aquí no hay candidaturas.",
  all: "Todas",
  marks: { new: "Nueva", seen: "Vista", answered: "Respondida", closed: "Cerrada" },
  markLegend: "Marcar como",
  filterLabel: "Mostrar",
  exportAll: "Descargar candidaturas",
  exportNotice:
    "Guarda el archivo con el mismo cuidado que este panel. Las respuestas voluntarias nunca van en la misma hoja que el resto.",
  exportCsv: "Descargar en CSV",
  exportZip: "Descargar en ZIP con archivos",
  exportVoluntary: "Descargar respuestas voluntarias",
  exportHint:
    "En el CSV, lo que una hoja de cálculo podría leer como una fórmula empieza con un apóstrofo.",
  received: "Recibida",
  receipt: "Justificante",
  phone: "Teléfono",
  source: "Procedencia",
  files: "Archivos",
  cv: "CV",
  noFiles: "Sin archivos.",
  download: (name) => `Descargar ${name}`,
  missingFile: "Este archivo ya no está aquí.",
  questions: "Preguntas",
  answers: "Respuestas",
  voluntary: "Respuestas voluntarias",
  voluntaryNote: "Responder era voluntario. No pueden contar a favor ni en contra de nadie.",
  noAnswer: "Sin respuesta",
  note: "Nota",
  noteHint: "Hasta 4.000 caracteres. Solo la ve tu empresa.",
  saveNote: "Guardar nota",
  noteTooLong: "La nota no puede superar los 4.000 caracteres. La tienes abajo, sin guardar.",
  noteUnsaved:
    "La sesión se ha cerrado y no hemos guardado tu nota. Cópiala de aquí antes de entrar.",
  deleteApplication: "Borrar",
  deleteQuestion: "¿Borrar definitivamente?",
  deleteWarning: (count) =>
    count === 1
      ? "Vas a borrar la candidatura con sus respuestas, sus archivos y su nota. No se puede deshacer."
      : `Vas a borrar estas ${count} candidaturas con sus respuestas, sus archivos y sus notas. No se puede deshacer.`,
  deletePermanently: "Borrar definitivamente",
  keep: "Conservar",
  confirmDelete: (what) => `Sí, borrar definitivamente ${what}`,
  confirmExport: (what) => `Sí, descargar ${what}`,
  notConfirmed: "Marca antes la casilla. No ha cambiado nada.",
  who: "Teléfono o correo electrónico",
  whoHint:
    "Escribe un teléfono con su prefijo, como +34 600 000 000, o al menos sus seis últimas cifras.",
  search: "Buscar",
  notAPerson: "Escribe un teléfono de 6 a 15 cifras, o un correo electrónico completo.",
  found: (count) =>
    count === 1 ? "1 candidatura encontrada" : `${count} candidaturas encontradas`,
  foundLimit: (count) => `Estas son las últimas ${count}.`,
  noneFound: "Nadie con ese número o correo se ha inscrito.",
  chooseOne: "Elige al menos una candidatura.",
  deleteChosen: "Borrar seleccionadas",
  pages: "Páginas",
  page: (page, pages) => `Página ${page} de ${pages}`,
  newer: "Más nuevas",
  older: "Más antiguas",
  actions: {
    in: "entró",
    out: "salió",
    ended: "cerró una sesión",
    "ended others": "cerró otras sesiones",
    refused: "se escribió un código de acceso incorrecto",
    "refused sign-in": "acceso rechazado",
    opened: "abrió la oferta",
    closed: "cerró la oferta",
    read: "leyó una candidatura",
    downloaded: "descargó un archivo",
    marked: "marcó una candidatura",
    noted: "escribió una nota",
    deleted: "borró definitivamente",
    searched: "buscó a una persona",
    exported: "descargó todas las candidaturas",
    "changed company": "cambió la empresa",
    "deleted company": "borró la empresa",
    "changed jobs": "cambió ofertas",
    "deleted job": "borró una oferta",
    "changed notifications": "cambió los avisos",
    "saved backup": "guardó una copia de todo",
    "restored backup": "restauró una copia",
    invited: "invitó a alguien",
    revoked: "retiró el acceso a alguien",
  },
  logEmpty: "Todavía no hay nada en el registro.",
  logHint:
    "Quién hizo qué en el último año. No contiene nada de lo que escribieron los candidatos.",
  done: {
    marked: "Estado cambiado.",
    noted: "Nota guardada.",
    deleted: "Borrado definitivamente.",
    opened: "La oferta está abierta.",
    closed: "La oferta está cerrada.",
    ended: "Sesión cerrada.",
  },
  retention: (months) =>
    months === 1
      ? "Las candidaturas se borran un mes después de llegar."
      : `Las candidaturas se borran ${months} meses después de llegar.`,
  noRetention: "Las candidaturas se guardan hasta que las borras.",
  columns: {
    number: "Número",
    mark: "Estado",
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
  back: "Volver a las ofertas",
  notFound: "No encontrado",
  notFoundWhy: "Aquí no hay nada, o no tienes acceso.",
  forbidden: "Esta página ha caducado",
  forbiddenWhy:
    "No ha cambiado nada. Vuelve atrás, recarga la página e inténtalo de nuevo. Lo que escribiste sigue ahí.",
  notSetUp: "El panel no está configurado",
  notSetUpWhy:
    "Todavía no puede entrar nadie. Quien administra esta web tiene que crear un código de acceso con «npx puerta desk invite EMPRESA» o configurar Cloudflare Access.",
  accessOnly: "Entra con la cuenta de tu empresa. Vuelve a abrir la dirección del panel.",
  badToken: "Tu acceso no es válido aquí. Sal de la cuenta de tu empresa y vuelve a entrar.",
  unlisted:
    "Tu dirección no está en la lista. Quien administra esta web puede añadirla con «npx puerta desk invite EMPRESA --email DIRECCIÓN».",
  unreachable: "Ahora no podemos comprobar tu acceso. Inténtalo en un minuto.",
  tooLarge: "El formulario es demasiado grande. Acorta el texto y vuelve a enviarlo.",
  internalError: "Algo ha salido mal",
  internalErrorWhy:
    "No se ha perdido nada. Inténtalo de nuevo. Si sigue pasando, avisa a quien administra esta web.",
  warnings: "Advertencias",
  suspicions: {
    "active-file":
      "Un archivo de esta candidatura podría ejecutar un programa al abrirlo. Ábrelo solo si te fías de él.",
    "unchecked-file":
      "Un archivo de esta candidatura es demasiado complejo para comprobar si contiene programas. Ábrelo solo si te fías de él.",
    honeypot: "Es posible que esta candidatura la haya rellenado un bot.",
  },
};

/** Returns the Spanish texts if the browser prefers Spanish to English, otherwise the English texts. */
export function textsFor(acceptLanguage: string | null): Texts {
  const preferences = (acceptLanguage ?? "")
    .toLowerCase()
    .split(",")
    .map((entry) => {
      const [range = "", ...parameters] = entry.trim().split(";");
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { language: range.split("-")[0], q: Number(q ?? 1) };
    })
    .filter(({ language, q }) => (language === "en" || language === "es") && q > 0)
    .sort((one, other) => other.q - one.q);
  return preferences[0]?.language === "es" ? es : en;
}
