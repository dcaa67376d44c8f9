import { parseAccept } from "hono/utils/accept";
import type { IDS_WITH_DEFAULT_LABEL, Suspicion } from "~/contract/lists";
import { actions } from "./action-texts";
import { editor } from "./editor-texts";
import type { PdfContent } from "./file-content";
import type { Filter, Sort } from "./inbox";
import type { Reason } from "../email/failure";
import type { EmailRow, Mark } from "./records";
import { reply } from "./reply-texts";
import { pick, type Pairs, type Picked, type TextTree } from "./text-pairs";

const TEXTS = {
  lang: ["en", "es"],
  editor,
  reply,
  desk: ["Hiring desk", "Panel de candidaturas"],
  signIn: ["Sign in", "Entrar"],
  signInHint: [
    "Publish your company's jobs, and read the applications sent to it.",
    "Publica las ofertas de tu empresa y lee las candidaturas que ha recibido.",
  ],
  code: ["Sign-in code", "Código de acceso"],
  codeHint: [
    "25 letters and digits. Capitals, dashes and spaces don't matter.",
    "25 letras y cifras. Las mayúsculas, los guiones y los espacios no importan.",
  ],
  codeAgain: ["Enter your sign-in code again", "Escribe otra vez tu código de acceso"],
  /** Shown instead of a missing name. `day` is the day on which the person's code was created. */
  codeFrom: (day: string) => [`Sign-in code from ${day}`, `Código de acceso del ${day}`],
  wrongCode: [
    "Check that you typed the whole sign-in code, and typed it correctly.",
    "Comprueba que has escrito el código de acceso entero y sin errores.",
  ],
  tooManyTries: [
    "Too many attempts. Wait 15 minutes, then try again.",
    "Demasiados intentos. Espera 15 minutos y vuelve a intentarlo.",
  ],
  tooManyTriesElsewhere: [
    "Too many wrong sign-in codes have been entered elsewhere. Sign in from a network where you have signed in within the last 30 days, or wait 15 minutes and try again.",
    "Se han introducido demasiados códigos de acceso incorrectos desde otros lugares. Entra desde una red en la que hayas entrado en los últimos 30 días, o espera 15 minutos y vuelve a intentarlo.",
  ],
  tooManyRequests: ["Too many requests", "Demasiadas solicitudes"],
  tooManyRequestsWhy: [
    "Too many pages have been opened from your network. Wait a minute, then reload this page. If you sent a form, it wasn't saved. Reloading sends it again.",
    "Se han abierto demasiadas páginas desde tu red. Espera un minuto y vuelve a cargar esta página. Si has enviado un formulario, no lo hemos guardado. Al volver a cargar la página se envía otra vez.",
  ],
  signOut: ["Sign out", "Salir"],
  skip: ["Skip to main content", "Ir al contenido"],
  positions: ["Jobs", "Ofertas"],
  inbox: ["Applications", "Candidaturas"],
  searchApplications: [
    "Search by name, phone number or email address",
    "Busca por nombre, teléfono o correo",
  ],
  sortLabel: ["Sort by", "Ordenar por"],
  sorts: {
    newest: ["Newest", "Más nuevas"],
    oldest: ["Oldest", "Más antiguas"],
    name: ["Last name", "Apellidos"],
  } satisfies Pairs<Sort>,
  choose: ["Select", "Seleccionar"],
  chooseAll: ["Select all", "Seleccionar todas"],
  chooseNone: ["Select none", "Quitar selección"],
  markChosen: ["Mark", "Marcar"],
  previous: ["Previous", "Anteriores"],
  next: ["Next", "Siguientes"],
  numbers: ["Numbers", "Cifras"],
  numbersHint: ["Deleted applications don't count.", "No cuentan las candidaturas borradas."],
  byWeek: ["By week", "Por semana"],
  bySource: ["By source", "Por procedencia"],
  week: ["Week from", "Semana del"],
  noSource: ["Not stated", "No consta"],
  emails: ["Emails", "Correos"],
  noEmails: [
    "Candidates get no emails, because sending isn't set up.",
    "Los candidatos no reciben correos porque el envío no está configurado.",
  ],
  emailsHint: (via: string, from: string) => [
    `Sent by ${via} from ${from}.`,
    `Se envían con ${via} desde ${from}.`,
  ],
  catcherHint: [
    "Emails are kept here instead of being sent.",
    "Los correos se guardan aquí en vez de enviarse.",
  ],
  emailsFail: (reason: string) => [
    `Emails can't be sent now: ${reason}. They wait for up to three days.`,
    `Ahora no se pueden enviar correos: ${reason}. Esperan hasta tres días.`,
  ],
  caught: ["Kept emails", "Correos guardados"],
  showHtml: ["Show as a mail program would", "Ver como en un programa de correo"],
  noEmailsYet: ["There are no emails yet.", "Todavía no hay correos."],
  emailStates: {
    waiting: ["Waiting", "En espera"],
    sent: ["Sent", "Enviado"],
    refused: ["Refused", "Rechazado"],
    "given up": ["Not sent", "No enviado"],
  } satisfies Pairs<EmailRow["state"]>,
  emailReasons: {
    settings: ["the settings for emails are wrong", "la configuración del correo no es correcta"],
    unreachable: [
      "the mail server can't be reached",
      "no se puede conectar con el servidor de correo",
    ],
    timeout: ["the mail server doesn't answer", "el servidor de correo no responde"],
    certificate: [
      "the mail server's certificate isn't valid for its name",
      "el certificado del servidor de correo no es válido para su nombre",
    ],
    "no-tls": ["the mail server offers no encryption", "el servidor de correo no ofrece cifrado"],
    password: [
      "the mail server refuses the user name or password",
      "el servidor de correo rechaza el usuario o la contraseña",
    ],
    sender: [
      "the mail server refuses the sender's address",
      "el servidor de correo rechaza la dirección del remitente",
    ],
    recipient: [
      "the mail server refuses the candidate's address",
      "el servidor de correo rechaza la dirección del candidato",
    ],
    message: ["the mail server refuses the email", "el servidor de correo rechaza el mensaje"],
    later: [
      "the mail server asks us to try again later",
      "el servidor de correo pide intentarlo más tarde",
    ],
    other: ["the mail server reports an error", "el servidor de correo da un error"],
  } satisfies Pairs<Reason>,
  company: ["Company", "Empresa"],
  colleagues: ["Colleagues", "Compañeros"],
  log: ["Log", "Registro"],
  sessions: ["Sessions", "Sesiones"],
  sessionsHint: [
    "Where you're signed in. A session ends after an hour without activity, or after 12 hours at most.",
    "Aquí ves dónde tienes la sesión abierta. Se cierra tras una hora sin actividad y, como máximo, a las 12 horas.",
  ],
  sessionsCode: [
    "Anyone who uses the same sign-in code sees these sessions and can end them.",
    "Quien use el mismo código de acceso verá estas sesiones y podrá cerrarlas.",
  ],
  sessionsAccess: [
    "A browser signed in with your company's account can start another session. Sign out of that account too.",
    "Un navegador que ha entrado con la cuenta de tu empresa puede abrir otra sesión. Sal también de esa cuenta.",
  ],
  started: ["Started", "Abierta"],
  lastUsed: ["Last used", "Último uso"],
  thisBrowser: ["This browser", "Este navegador"],
  endSession: ["End", "Cerrar"],
  endOthers: ["End all other sessions", "Cerrar todas las demás"],
  /** Labels of the button: `short` in a list, `whole` elsewhere. */
  openJob: {
    short: ["Open", "Abrir"],
    whole: ["Open this job", "Abrir esta oferta"],
  },
  closeJob: {
    short: ["Close", "Cerrar"],
    whole: ["Close this job", "Cerrar esta oferta"],
  },
  closeHint: [
    "The site shows the change within a minute.",
    "El cambio se verá en la web en menos de un minuto.",
  ],
  noPositions: ["There are no jobs yet.", "Todavía no hay ofertas."],
  jobs: (count: number) =>
    count === 1 ? ["1 job", "1 oferta"] : [`${count} jobs`, `${count} ofertas`],
  applications: (count: number) =>
    count === 1
      ? ["1 application", "1 candidatura"]
      : [`${count} applications`, `${count} candidaturas`],
  attempts: (count: number) =>
    count === 1 ? ["1 attempt", "1 intento"] : [`${count} attempts`, `${count} intentos`],
  newCount: (count: number) => [`${count} new`, count === 1 ? "1 nueva" : `${count} nuevas`],
  noApplications: ["No applications here.", "Aquí no hay candidaturas."],
  filters: {
    all: ["All", "Todas"],
    new: ["New", "Nuevas"],
    seen: ["Seen", "Vistas"],
    answered: ["Answered", "Respondidas"],
    closed: ["Closed", "Cerradas"],
    unreplied: ["No reply sent", "Sin respuesta enviada"],
  } satisfies Pairs<Filter | "all">,
  marks: {
    new: ["New", "Nueva"],
    seen: ["Seen", "Vista"],
    answered: ["Answered", "Respondida"],
    closed: ["Closed", "Cerrada"],
  } satisfies Pairs<Mark>,
  markLegend: ["Mark as", "Marcar como"],
  filterLabel: ["Show", "Mostrar"],
  exportAll: ["Download applications", "Descargar candidaturas"],
  exportNotice: [
    "Keep the file as safe as this desk. Voluntary answers are never in the same sheet as the rest.",
    "Guarda el archivo con el mismo cuidado que este panel. Las respuestas voluntarias nunca van en la misma hoja que el resto.",
  ],
  exportCsv: ["Download as CSV", "Descargar en CSV"],
  exportZip: ["Download as ZIP with files", "Descargar en ZIP con archivos"],
  exportVoluntary: ["Download voluntary answers", "Descargar respuestas voluntarias"],
  exportHint: [
    "In the CSV, text that a spreadsheet could read as a formula starts with an apostrophe.",
    "En el CSV, lo que una hoja de cálculo podría leer como una fórmula empieza con un apóstrofo.",
  ],
  received: ["Received", "Recibida"],
  receipt: ["Receipt", "Justificante"],
  phone: ["Phone", "Teléfono"],
  source: ["Source", "Procedencia"],
  files: ["Files", "Archivos"],
  cv: ["CV", "CV"],
  noFiles: ["No files.", "Sin archivos."],
  download: (name: string) => [`Download ${name}`, `Descargar ${name}`],
  downloadShort: ["Download", "Descargar"],
  openFile: (name: string) => [`Open ${name} in a new tab`, `Abrir ${name} en otra pestaña`],
  openAnyway: ["Open anyway", "Abrir de todos modos"],
  notShowable: [
    "This file can't be shown here, because its content isn't a PDF or picture, or it's too large. You can download it.",
    "No se puede mostrar este archivo porque no es un PDF ni una imagen, o es demasiado grande. Puedes descargarlo.",
  ],
  fileContains: ["Besides pages, this PDF contains:", "Además de páginas, este PDF contiene:"],
  pdfContent: {
    script: ["a script (JavaScript)", "un programa (JavaScript)"],
    launch: ["a command that starts a program (Launch)", "una orden que abre un programa (Launch)"],
    action: [
      "an action that runs when it is opened (OpenAction)",
      "una acción que se ejecuta al abrirlo (OpenAction)",
    ],
    form: [
      "a form that can send data (SubmitForm, XFA)",
      "un formulario que puede enviar datos (SubmitForm, XFA)",
    ],
    attachment: ["an attached file (EmbeddedFile)", "un archivo adjunto (EmbeddedFile)"],
    media: [
      "media that may need another program",
      "contenido multimedia que puede necesitar otro programa",
    ],
    encrypted: [
      "encrypted parts, which couldn't be checked",
      "partes cifradas, que no se han podido comprobar",
    ],
    unchecked: [
      "more compressed parts than could be checked",
      "más partes comprimidas de las que se pueden comprobar",
    ],
  } satisfies Pairs<PdfContent>,
  missingFile: ["This file is no longer here.", "Este archivo ya no está aquí."],
  answers: ["Answers", "Respuestas"],
  voluntary: ["Voluntary answers", "Respuestas voluntarias"],
  voluntaryNote: [
    "These answers were optional. They must not count for or against anyone.",
    "Responder era voluntario. No pueden contar a favor ni en contra de nadie.",
  ],
  noAnswer: ["No answer", "Sin respuesta"],
  note: ["Note", "Nota"],
  noteHint: [
    "Up to 4,000 characters. Only your company sees it.",
    "Hasta 4.000 caracteres. Solo la ve tu empresa.",
  ],
  saveNote: ["Save note", "Guardar nota"],
  earlierNotes: (count: number) =>
    count === 1
      ? ["1 earlier note", "1 nota anterior"]
      : [`${count} earlier notes`, `${count} notas anteriores`],
  noteTooLong: [
    "Notes must be 4,000 characters or fewer. Your note is below and hasn't been saved.",
    "La nota no puede superar los 4.000 caracteres. La tienes abajo, sin guardar.",
  ],
  delete: ["Delete", "Borrar"],
  deleteQuestion: ["Delete permanently?", "¿Borrar definitivamente?"],
  deleteWarning: (count: number) =>
    count === 1
      ? [
          "This deletes the application with its answers, files and note. You can't undo it.",
          "Vas a borrar la candidatura con sus respuestas, sus archivos y su nota. No se puede deshacer.",
        ]
      : [
          `This deletes these ${count} applications with their answers, files and notes. You can't undo it.`,
          `Vas a borrar estas ${count} candidaturas con sus respuestas, sus archivos y sus notas. No se puede deshacer.`,
        ],
  deletePermanently: ["Delete permanently", "Borrar definitivamente"],
  keep: ["Keep", "Conservar"],
  /** Labels of tick boxes for people without a sign-in code. */
  confirmDelete: (what: string) => [
    `Yes, permanently delete ${what}`,
    `Sí, borrar definitivamente ${what}`,
  ],
  confirmExport: (what: string) => [`Yes, download ${what}`, `Sí, descargar ${what}`],
  notConfirmed: [
    "Tick the box first. Nothing has changed.",
    "Marca antes la casilla. No ha cambiado nada.",
  ],
  search: ["Search", "Buscar"],
  noneFound: [
    "No application matches. Search for fewer words, or show all.",
    "Ninguna candidatura coincide. Busca menos palabras o míralas todas.",
  ],
  pages: ["Pages", "Páginas"],
  page: (page: number, pages: number) => [`Page ${page} of ${pages}`, `Página ${page} de ${pages}`],
  newer: ["Newer", "Más nuevas"],
  older: ["Older", "Más antiguas"],
  actions,
  logEmpty: ["The log is empty.", "Todavía no hay nada en el registro."],
  logHint: [
    "The log covers one year. It contains nothing that candidates wrote.",
    "Quién hizo qué en el último año. No contiene nada de lo que escribieron los candidatos.",
  ],
  done: {
    marked: ["Status changed.", "Estado cambiado."],
    "none-chosen": ["Select at least one application.", "Selecciona al menos una candidatura."],
    noted: ["Note saved.", "Nota guardada."],
    replied: [
      "The email is on its way. Its status is below.",
      "El correo está en camino. Abajo ves su estado.",
    ],
    saved: ["Saved.", "Guardado."],
    deleted: ["Deleted permanently.", "Borrado definitivamente."],
    opened: ["The job is open.", "La oferta está abierta."],
    closed: ["The job is closed.", "La oferta está cerrada."],
    ended: ["Session ended.", "Sesión cerrada."],
    published: [
      "Published. The site shows it within a minute.",
      "Publicado. Se verá en la web en menos de un minuto.",
    ],
    discarded: ["Draft discarded.", "Borrador descartado."],
    "job-deleted": ["Job deleted.", "Oferta borrada."],
    removed: ["Access removed.", "Acceso retirado."],
    created: [
      "The company has been created. Complete its page.",
      "La empresa está creada. Completa su página.",
    ],
    "choose-date": [
      "The closing date has passed. Choose another date, then publish to open the job again.",
      "La fecha de cierre ya ha pasado. Elige otra y publica para abrir la oferta de nuevo.",
    ],
  },
  retention: (months: number) =>
    months === 1
      ? [
          "Applications are deleted a month after they arrive.",
          "Las candidaturas se borran un mes después de llegar.",
        ]
      : [
          `Applications are deleted ${months} months after they arrive.`,
          `Las candidaturas se borran ${months} meses después de llegar.`,
        ],
  noRetention: [
    "Applications are kept until you delete them.",
    "Las candidaturas se guardan hasta que las borras.",
  ],
  columns: {
    number: ["Number", "Número"],
    position: ["Job", "Oferta"],
    mark: ["Status", "Estado"],
    firstName: ["First name", "Nombre"],
    lastName: ["Last name", "Apellidos"],
  },
  yes: ["Yes", "Sí"],
  no: ["No", "No"],
  /** Labels of the contract's reserved fields. */
  reserved: {
    email: ["Email", "Correo electrónico"],
    cover_letter: ["Cover letter", "Carta de presentación"],
    linkedin: ["LinkedIn", "LinkedIn"],
    website: ["Website", "Página web"],
    location: ["Location", "Lugar de residencia"],
  } satisfies Pairs<(typeof IDS_WITH_DEFAULT_LABEL)[number]>,
  back: ["Back to jobs", "Volver a las ofertas"],
  notFound: ["Not found", "No encontrado"],
  notFoundWhy: [
    "There's nothing here, or you don't have access to it.",
    "Aquí no hay nada, o no tienes acceso.",
  ],
  forbidden: ["This page has expired", "Esta página ha caducado"],
  forbiddenWhy: [
    "Nothing has changed. Go back, reload the page and try again. Everything you typed is still there.",
    "No ha cambiado nada. Vuelve atrás, recarga la página e inténtalo de nuevo. Lo que escribiste sigue ahí.",
  ],
  notSetUp: ["The desk isn't set up", "El panel no está configurado"],
  notSetUpWhy: [
    "No one can sign in yet. The site's administrator needs to create a sign-in code with “npx puerta desk invite COMPANY”, or set up Cloudflare Access.",
    "Todavía no puede entrar nadie. Quien administra esta web tiene que crear un código de acceso con «npx puerta desk invite EMPRESA» o configurar Cloudflare Access.",
  ],
  accessOnly: [
    "Sign in with your company's account. Open the desk's address again.",
    "Entra con la cuenta de tu empresa. Vuelve a abrir la dirección del panel.",
  ],
  badToken: [
    "Your sign-in isn't valid here. Sign out of your company's account, then sign in again.",
    "Tu acceso no es válido aquí. Sal de la cuenta de tu empresa y vuelve a entrar.",
  ],
  unlisted: [
    "Your address isn't on the list. The site's administrator can add it with “npx puerta desk invite COMPANY --email ADDRESS”.",
    "Tu dirección no está en la lista. Quien administra esta web puede añadirla con «npx puerta desk invite EMPRESA --email DIRECCIÓN».",
  ],
  unreachable: [
    "We can't check your sign-in at the moment. Try again in a minute.",
    "Ahora no podemos comprobar tu acceso. Inténtalo en un minuto.",
  ],
  tooLarge: [
    "The form is too large. Shorten your text, then send it again.",
    "El formulario es demasiado grande. Acorta el texto y vuelve a enviarlo.",
  ],
  internalError: ["Something went wrong", "Algo ha salido mal"],
  internalErrorWhy: [
    "Nothing was lost. Try again. If it keeps happening, tell the site's administrator.",
    "No se ha perdido nada. Inténtalo de nuevo. Si sigue pasando, avisa a quien administra esta web.",
  ],
  warnings: ["Warnings", "Advertencias"],
  suspicions: {
    "active-file": [
      "A file in this application may run a program when opened. Open it only if you trust it.",
      "Un archivo de esta candidatura podría ejecutar un programa al abrirlo. Ábrelo solo si te fías de él.",
    ],
    "unchecked-file": [
      "A file in this application is too complex to be checked for programs. Open it only if you trust it.",
      "Un archivo de esta candidatura es demasiado complejo para comprobar si contiene programas. Ábrelo solo si te fías de él.",
    ],
    honeypot: [
      "This application may have been filled in by a bot.",
      "Es posible que esta candidatura la haya rellenado un bot.",
    ],
  } satisfies Pairs<Suspicion>,
} satisfies TextTree;

const LANGUAGES = { en: pick(TEXTS, 0), es: pick(TEXTS, 1) };

export type Texts = Picked<typeof TEXTS>;

/** Returns the Spanish texts if the browser prefers Spanish to English, otherwise the English texts. */
export function textsFor(acceptLanguage: string | null): Texts {
  const wanted = parseAccept(acceptLanguage ?? "")
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split("-")[0])
    .find((language) => language === "en" || language === "es");
  return LANGUAGES[wanted === "es" ? "es" : "en"];
}
