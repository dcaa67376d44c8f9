// Texts of the pages on which a company edits its jobs, its page and its colleagues' access.
import type { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "~/contract/lists";
import type { PictureError } from "../pictures/picture";
import type { CompanyText } from "./forms/company-form";
import type { JobText, QUESTION_KINDS } from "./forms/job-form";
import type { Pairs, Picked, TextTree } from "./text-pairs";

export const editor = {
  newJob: ["New job", "Nueva oferta"],
  newJobAt: ["At which company?", "¿En qué empresa?"],
  editJob: ["Edit", "Editar"],
  duplicate: ["Duplicate", "Duplicar"],
  copyOf: (title: string) => [`${title} (copy)`, `${title} (copia)`],
  untitled: ["Job without a title", "Oferta sin título"],
  unpublished: ["Unpublished changes", "Cambios sin publicar"],
  statuses: {
    draft: ["Draft", "Borrador"],
    open: ["Open", "Abierta"],
    closed: ["Closed", "Cerrada"],
  },
  filters: {
    all: ["All", "Todas"],
    new: ["With new applications", "Con candidaturas nuevas"],
    open: ["Open", "Abiertas"],
    draft: ["Drafts", "Borradores"],
    closed: ["Closed", "Cerradas"],
  },
  searchJobs: ["Search jobs", "Buscar ofertas"],
  noneFound: [
    "No job matches. Search for fewer words, or show all jobs.",
    "Ninguna oferta coincide. Busca menos palabras o muestra todas las ofertas.",
  ],
  closesAt: (date: string) => [`closes after ${date}`, `cierra después del ${date}`],
  seeOnSite: ["See it on the site", "Ver en la web"],
  // The three steps of a new company
  steps: ["Your next steps", "Tus próximos pasos"],
  stepDone: ["Done", "Hecho"],
  stepPage: ["Complete your page", "Completa tu página"],
  stepPageWhy: [
    "Say who you are, and fill in the blanks of your privacy policy. Until then, no one can apply.",
    "Cuenta quiénes sois y rellena los huecos de la política de privacidad. Hasta entonces, nadie puede inscribirse.",
  ],
  stepJob: ["Publish a job", "Publica una oferta"],
  stepJobWhy: [
    "Write it, preview it as candidates see it, then publish it.",
    "Escríbela, mírala como la verán los candidatos y publícala.",
  ],
  stepShare: ["Share your career site", "Comparte tu página de empleo"],
  stepShareWhy: [
    "Send its address to people you know, and link to it from your website.",
    "Envía su dirección a quien conozcas y enlázala desde tu web.",
  ],
  newCompany: ["New company", "Nueva empresa"],
  newCompanyHint: [
    "You can change everything except the address later.",
    "Después puedes cambiarlo todo menos la dirección.",
  ],
  createCompany: ["Create company", "Crear empresa"],
  noCompany: ["There is no company yet.", "Todavía no hay ninguna empresa."],
  // Editors
  saveDraft: ["Save draft", "Guardar borrador"],
  preview: ["Preview and publish", "Vista previa y publicar"],
  discard: ["Discard draft", "Descartar borrador"],
  listChanged: [
    "Your changes are below. They aren't saved yet.",
    "Tus cambios están abajo. Aún no se han guardado.",
  ],
  errorsTitle: [
    "Nothing is published yet. Check these entries:",
    "Aún no se ha publicado nada. Revisa estos datos:",
  ],
  draftSavedWithErrors: [
    "Your draft is saved. To preview it, check these entries:",
    "El borrador está guardado. Para ver la vista previa, revisa estos datos:",
  ],
  draftBy: (who: string, at: string) => [
    `Draft saved by ${who}, ${at}. Candidates can't see it yet.`,
    `Borrador guardado por ${who}, ${at}. Los candidatos aún no lo ven.`,
  ],
  conflict: (who: string, at: string) => [
    `${who} saved this at ${at}, while you were editing. Your entries are below and not saved. These differ:`,
    `${who} ha guardado esto el ${at}, mientras lo editabas. Lo tuyo está abajo, sin guardar. Hay diferencias en:`,
  ],
  conflictHint: [
    "Saving replaces what was saved in the meantime. You can bring back earlier versions.",
    "Al guardar sustituyes lo que se guardó mientras tanto. Las versiones anteriores se pueden recuperar.",
  ],
  theirs: ["Saved in the meantime", "Guardado mientras tanto"],
  yours: ["Yours", "Lo tuyo"],
  noDifference: [
    "only in their order or in questions, pictures or sections",
    "solo en el orden o en las preguntas, imágenes o secciones",
  ],
  fromVersion: (who: string, at: string) => [
    `This is the version by ${who}, ${at}. Publish it to bring it back.`,
    `Esta es la versión de ${who}, ${at}. Publícala para recuperarla.`,
  ],
  versions: ["Versions", "Versiones"],
  versionsHint: [
    "The current version and the last ten. Open one to bring it back.",
    "La versión actual y las diez últimas. Abre una para recuperarla.",
  ],
  currentVersion: ["Current", "Actual"],
  openVersion: ["Open", "Abrir"],
  before: ["Puerta, before versions were kept", "Puerta, antes de guardar versiones"],
  noVersions: ["There are no versions yet.", "Todavía no hay versiones."],
  descriptionHint: [
    "Begin a heading with ##, a list item with -, and put **two asterisks** around important words. Leave an empty line between paragraphs.",
    "Empieza un título con ##, un punto de una lista con -, y pon **dos asteriscos** a cada lado de lo importante. Deja una línea vacía entre párrafos.",
  ],
  facts: ["Facts", "Datos"],
  moreFacts: ["More facts", "Más datos"],
  pay: ["Pay", "Salario"],
  payHint: ["Amounts in digits, such as 24000.", "Cantidades en cifras, como 24000."],
  place: ["Address for search engines", "Dirección para buscadores"],
  dates: ["Dates", "Fechas"],
  requirements: ["Requirements", "Requisitos"],
  linesHint: ["One per line.", "Uno por línea."],
  questions: ["Questions", "Preguntas"],
  questionsHint: [
    "The form always asks for the name. Candidates see your questions in this order.",
    "El nombre se pide siempre. Los candidatos ven tus preguntas en este orden.",
  ],
  question: (number: number) => [`Question ${number}`, `Pregunta ${number}`],
  kind: ["Kind", "Tipo"],
  label: ["Question or text", "Pregunta o texto"],
  hint: ["Hint", "Ayuda"],
  answerOptions: ["Options, one per line", "Opciones, una por línea"],
  optionsHint: [
    "Only for questions with a choice of one or several options.",
    "Solo para elegir una o varias.",
  ],
  required: ["Required", "Obligatoria"],
  voluntary: [
    "Voluntary: shown last, under its own heading",
    "Voluntaria: va al final, con su propio título",
  ],
  add: ["Add a question", "Añadir una pregunta"],
  up: ["Move up", "Subir"],
  down: ["Move down", "Bajar"],
  remove: ["Remove", "Quitar"],
  none: ["Not stated", "Sin indicar"],
  closesHint: [
    "The last day to apply. The job then closes by itself.",
    "El último día para inscribirse. Después, la oferta se cierra sola.",
  ],
  remoteHint: ["Two-letter codes, such as gb, ie.", "Códigos de dos letras, como es, pt."],
  jobLabels: {
    title: ["Job title", "Puesto"],
    location: ["Place, as candidates read it", "Lugar, como lo leerán los candidatos"],
    country: ["Country", "País"],
    department: ["Department", "Departamento"],
    contract_type: ["Contract", "Contrato"],
    join_date: ["Start date or text", "Fecha de incorporación o texto"],
    workplace: ["Workplace", "Modalidad"],
    remote_countries: ["Countries for remote work", "Países para trabajar a distancia"],
    pay_min: ["From", "Desde"],
    pay_max: ["To", "Hasta"],
    pay_currency: ["Currency, such as GBP", "Moneda, como EUR"],
    pay_unit: ["Per", "Por"],
    pay_text: ["In your words", "Con tus palabras"],
    requirements: ["Must have", "Imprescindible"],
    nice_to_have: ["Nice to have", "Se valora"],
    reference: ["Your reference", "Tu referencia"],
    published_at: ["Published on", "Publicada el"],
    closes_at: ["Closes after", "Cierra después del"],
    language: ["Language of the job", "Idioma de la oferta"],
    employer: ["Employer, if not the company", "Empleador, si no es la empresa"],
    collective_agreement: ["Collective agreement", "Convenio colectivo"],
    description: ["Job description", "Descripción de la oferta"],
    street: ["Street", "Calle"],
    city: ["City", "Ciudad"],
    region: ["Region", "Provincia"],
    postal_code: ["Postal code", "Código postal"],
    phone: ["Phone number", "Teléfono"],
    email: ["Email address", "Correo electrónico"],
    cv: ["CV", "CV"],
  } satisfies Pairs<JobText>,
  employmentType: ["Employment type", "Jornada"],
  employmentTypes: {
    FULL_TIME: ["Full time", "Completa"],
    PART_TIME: ["Part time", "Parcial"],
    CONTRACTOR: ["Contractor", "Autónomo"],
    TEMPORARY: ["Temporary", "Temporal"],
    INTERN: ["Internship", "Prácticas"],
    VOLUNTEER: ["Volunteer", "Voluntariado"],
    PER_DIEM: ["By the day", "Por días"],
    OTHER: ["Other", "Otra"],
  } satisfies Pairs<(typeof EMPLOYMENT_TYPES)[number]>,
  workplaces: {
    onsite: ["On site", "Presencial"],
    hybrid: ["Hybrid", "Híbrida"],
    remote: ["Remote", "A distancia"],
  } satisfies Pairs<(typeof WORKPLACES)[number]>,
  units: {
    hour: ["hour", "hora"],
    day: ["day", "día"],
    week: ["week", "semana"],
    month: ["month", "mes"],
    year: ["year", "año"],
  } satisfies Pairs<(typeof PAY_UNITS)[number]>,
  modes: {
    "": ["Same as the company's other jobs", "Como las demás ofertas de la empresa"],
    required: ["Required", "Obligatorio"],
    optional: ["Optional", "Opcional"],
    off: ["Off", "No se pide"],
  },
  kinds: {
    yes_no: ["Yes or no", "Sí o no"],
    one_of: ["Choose one", "Elegir una"],
    some_of: ["Choose several", "Elegir varias"],
    text: ["Short text", "Texto corto"],
    long_text: ["Long text", "Texto largo"],
    email: ["Email address", "Correo electrónico"],
    url: ["Web address", "Dirección web"],
    number: ["Number", "Número"],
    date: ["Date", "Fecha"],
    file: ["File", "Archivo"],
    consent: ["Consent", "Consentimiento"],
    note: ["Text without an answer", "Texto sin respuesta"],
  } satisfies Pairs<(typeof QUESTION_KINDS)[number]>,
  // Preview
  openPreview: ["Open the preview", "Abrir la vista previa"],
  previewHint: (until: string) => [
    `Anyone with this link can see the preview until ${until}. They can't apply from it.`,
    `Quien tenga este enlace ve la vista previa hasta el ${until}. No permite inscribirse.`,
  ],
  noSiteUrl: [
    "The site's address isn't set up, so there's no link. Ask the site's administrator to set SITE_URL.",
    "La dirección de la web no está configurada y no hay enlace. Pide a quien administra esta web que configure SITE_URL.",
  ],
  publish: ["Publish", "Publicar"],
  publishChanges: ["Publish changes", "Publicar los cambios"],
  keepEditing: ["Keep editing", "Seguir editando"],
  willBeClosed: [
    "Its closing date has passed, so the job stays closed. Choose another date first.",
    "La fecha de cierre ya ha pasado y la oferta seguirá cerrada. Elige antes otra fecha.",
  ],
  policyBlanks: (count: number) =>
    count === 1
      ? [
          "The privacy policy has a blank to fill in. Until then, no one can apply.",
          "La política de privacidad tiene un hueco por rellenar. Hasta entonces, nadie puede inscribirse.",
        ]
      : [
          `The privacy policy has ${count} blanks to fill in. Until then, no one can apply.`,
          `La política de privacidad tiene ${count} huecos por rellenar. Hasta entonces, nadie puede inscribirse.`,
        ],
  blankAt: (line: number) => [`line ${line}`, `línea ${line}`],
  completePolicy: ["Complete the policy", "Completar la política"],
  deleteJob: ["Delete job", "Borrar oferta"],
  deleteJobWarning: (count: string) => [
    `This deletes the job with its versions, and ${count} with their files. You can't undo it.`,
    `Vas a borrar la oferta con sus versiones, y ${count} con sus archivos. No se puede deshacer.`,
  ],
  confirmDeleteJob: (title: string) => [
    `Yes, permanently delete ${title}`,
    `Sí, borrar definitivamente ${title}`,
  ],
  // The company's page
  companyPage: ["Company page", "Página de la empresa"],
  about: ["About", "Quiénes somos"],
  look: ["Look", "Aspecto"],
  contrast: (ratio: string) => [`Contrast ${ratio} to 1`, `Contraste ${ratio} a 1`],
  contrastGood: ["easy to read", "se lee bien"],
  contrastLow: [
    "hard to read: the site makes it darker or lighter",
    "se lee mal: la web lo oscurece o aclara",
  ],
  textOnBackground: ["Text on background", "Texto sobre el fondo"],
  accentOnBackground: ["Colour on background", "Color sobre el fondo"],
  pictureHint: [
    "PNG, JPEG or WebP, up to 5 MB. Location and camera data are removed.",
    "PNG, JPEG o WebP, hasta 5 MB. Se quitan los datos de ubicación y de la cámara.",
  ],
  noPicture: ["No picture", "Sin imagen"],
  removePicture: ["Remove this picture", "Quitar esta imagen"],
  policyHint: [
    "In Markdown. Replace the blanks, marked {{…}}.",
    "En Markdown. Sustituye los huecos, marcados con {{…}}.",
  ],
  policyComplete: ["The policy has no blanks.", "La política no tiene huecos."],
  links: ["Links", "Enlaces"],
  sections: ["Sections", "Secciones"],
  sectionsHint: [
    "For example, your benefits or how you choose. Sections appear on the career site and below each job.",
    "Por ejemplo, vuestras ventajas o cómo elegís. Salen en la página de empleo y debajo de cada oferta.",
  ],
  section: (number: number) => [`Section ${number}`, `Sección ${number}`],
  sectionTitle: ["Title", "Título"],
  sectionText: ["Text, in Markdown", "Texto, en Markdown"],
  pictureAlt: ["What the picture shows", "Qué muestra la imagen"],
  addPicture: ["Add a picture", "Añadir una imagen"],
  addSection: ["Add a section", "Añadir una sección"],
  cvRequired: ["A CV is required", "El CV es obligatorio"],
  ownTexts: ["Your words on the site", "Tus palabras en la web"],
  ownTextsHint: [
    "Replace headings and buttons on the site. Words in braces are filled in.",
    "Cambia títulos y botones de la web. Lo que va entre llaves se rellena solo.",
  ],
  ownText: (number: number) => [`Text ${number}`, `Texto ${number}`],
  ownTextFor: ["Instead of", "En lugar de"],
  ownTextsRemove: [
    "Leave a text empty to use the site's own.",
    "Deja un texto vacío para usar el de la web.",
  ],
  addText: ["Replace a text", "Cambiar un texto"],
  companyLabels: {
    name: ["Name", "Nombre"],
    description: ["About the company", "Sobre la empresa"],
    language_default: ["Language", "Idioma"],
    country: ["Country", "País"],
    privacy_policy: ["Privacy policy", "Política de privacidad"],
    next_steps: ["What happens after an application", "Qué pasa después"],
    retention_months: [
      "Delete applications after, in months",
      "Borrar las candidaturas tras, en meses",
    ],
    linkedin: ["LinkedIn", "LinkedIn"],
    instagram: ["Instagram", "Instagram"],
    twitter: ["X (Twitter)", "X (Twitter)"],
    logo: ["Logo", "Logotipo"],
    main_image: ["Wide picture", "Imagen ancha"],
    favicon: ["Icon in browser tabs", "Icono en las pestañas del navegador"],
    accent: ["Colour of buttons and links", "Color de botones y enlaces"],
    background: ["Background", "Fondo"],
    text: ["Text colour", "Color del texto"],
  } satisfies Pairs<CompanyText>,
  languageHint: [
    "Candidates see English if the site does not offer this language.",
    "Los candidatos ven inglés si la web no ofrece este idioma.",
  ],
  retentionHint: [
    "Empty: never. The privacy policy must promise the same.",
    "Vacío: nunca. La política de privacidad debe prometer lo mismo.",
  ],
  // Colleagues
  colleaguesHint: [
    "Everyone here can read applications, and edit jobs and the company's page. Give each person their own access, so that the log names them.",
    "Estas personas pueden leer las candidaturas y editar las ofertas y la página de la empresa. Da a cada una su propio acceso, para que el registro la nombre.",
  ],
  allCompanies: [
    "All companies. Only the site's administrator can change this.",
    "Todas las empresas. Solo puede cambiarlo quien administra esta web.",
  ],
  you: ["You", "Tú"],
  nameless: ["Without a name", "Sin nombre"],
  invite: ["Invite a colleague", "Invitar a alguien"],
  colleagueName: ["Name, for the log", "Nombre, para el registro"],
  colleagueEmail: [
    "Email address of their company account (optional)",
    "Correo de su cuenta de empresa (opcional)",
  ],
  colleagueEmailHint: [
    "With an address, they sign in with Cloudflare Access. Without one, you get a sign-in code for them.",
    "Con un correo, entra con Cloudflare Access. Sin él, recibes un código de acceso para esa persona.",
  ],
  createAccess: ["Invite", "Invitar"],
  invitedCode: (name: string) => [
    `Sign-in code for ${name}. It is shown only now. Send it to them:`,
    `Código de acceso para ${name}. Solo se muestra ahora. Envíaselo:`,
  ],
  invitedAt: (url: string) => [`They sign in at ${url}`, `Entra en ${url}`],
  invitedEmail: (email: string) => [
    `${email} can sign in, once Cloudflare Access admits this address.`,
    `${email} puede entrar, en cuanto Cloudflare Access admita esta dirección.`,
  ],
  nameMissing: ["Enter your colleague's name.", "Escribe el nombre de la persona."],
  emailWrong: [
    "Enter a full email address, such as ana@example.com.",
    "Escribe un correo completo, como ana@example.com.",
  ],
  removeAccess: ["Remove", "Quitar"],
  removeQuestion: ["Remove this person's access?", "¿Quitar el acceso a esta persona?"],
  removeWarning: [
    "They're signed out at once, and can't sign in again.",
    "Su sesión se cierra al momento y no podrá volver a entrar.",
  ],
  confirmRemove: (who: string) => [
    `Yes, remove access for ${who}`,
    `Sí, quitar el acceso a ${who}`,
  ],
  confirmInvite: ["Yes, give this person access", "Sí, dar acceso a esta persona"],
  // Signing in again
  keptTitle: ["Your entries are still here", "Lo que escribiste sigue aquí"],
  kept: [
    "You were signed out. Sign in, and what you entered is still there.",
    "La sesión se ha cerrado. Entra y lo que escribiste seguirá ahí.",
  ],
  keptContinue: [
    "You're signed in. Nothing you entered is lost. Continue to see it.",
    "Has entrado. No se ha perdido nada de lo que escribiste. Continúa para verlo.",
  ],
  keptExpired: [
    "This page was opened before you signed in again. Nothing is saved yet, and nothing you entered is lost.",
    "Esta página se abrió antes de que volvieras a entrar. Aún no se ha guardado nada, y no se ha perdido nada de lo que escribiste.",
  ],
  keptFiles: [
    "Choose pictures again: browsers don't keep them.",
    "Vuelve a elegir las imágenes: los navegadores no las guardan.",
  ],
  continue: ["Continue", "Continuar"],
  tooLong: [
    "The form is too large. Shorten your texts, or choose fewer or smaller pictures at once.",
    "El formulario es demasiado grande. Acorta los textos o elige menos imágenes, o más pequeñas.",
  ],
  errors: {
    missing: ["is missing", "falta"],
    number: ["must be a number, in digits", "debe ser un número, en cifras"],
    date: ["must be a date, such as 2026-11-20", "debe ser una fecha, como 2026-11-20"],
    link: [
      "must be a web address that begins with https://",
      "debe ser una dirección web que empiece por https://",
    ],
    country: [
      "must be a two-letter country code, such as gb",
      "debe ser un código de país de dos letras, como es",
    ],
    currency: ["must be three letters, such as GBP", "debe tener tres letras, como EUR"],
    range: ["must not be more than the other amount", "no debe superar la otra cantidad"],
    amount: ["needs an amount in digits", "necesita una cantidad en cifras"],
    twice: ["appears twice: change or remove one", "está dos veces: cambia o quita una"],
    options: [
      "needs two or more options, each on its own line",
      "necesita dos o más opciones, cada una en su línea",
    ],
    long: ["is too long", "es demasiado largo"],
    colour: ["must be a colour, such as #1f4f82", "debe ser un color, como #1f4f82"],
    section: ["needs a text or a picture", "necesita un texto o una imagen"],
    placeholder: [
      "must have the same words in braces",
      "debe tener las mismas palabras entre llaves",
    ],
    unknown: [
      "has words in braces that cannot be filled in",
      "tiene palabras entre llaves que no se pueden rellenar",
    ],
    other: ["is not valid", "no es válido"],
    ...({
      type: ["must be a PNG, JPEG or WebP file", "debe ser un archivo PNG, JPEG o WebP"],
      broken: [
        "is damaged or incomplete: choose another file",
        "está dañado o incompleto: elige otro archivo",
      ],
      bytes: ["must be 5 MB or smaller", "debe pesar como mucho 5 MB"],
      pixels: [
        "must have at most 8,000 pixels a side, and 40 megapixels",
        "debe tener como mucho 8000 píxeles por lado, y 40 megapíxeles",
      ],
    } satisfies Pairs<PictureError>),
  },
} satisfies TextTree;

export type EditorTexts = Picked<typeof editor>;

const MESSAGES: [pattern: RegExp, key: keyof EditorTexts["errors"]][] = [
  ...(["type", "broken", "bytes", "pixels"] as const).map((key): [RegExp, typeof key] => [
    new RegExp(`^picture ${key}$`),
    key,
  ]),
  [/missing/, "missing"],
  [/must be a number/, "number"],
  [/date/, "date"],
  [/http\(s\)|cannot be part of a URL/, "link"],
  [/country/, "country"],
  [/three letters|needs a currency/, "currency"],
  [/above max|below min/, "range"],
  [/needs an amount/, "amount"],
  [/same|repeated/, "twice"],
  [/two or more|options|empty/, "options"],
  [/too long|longer|too big|too large/, "long"],
  [/colour/, "colour"],
  [/neither text/, "section"],
  [/placeholder/, "placeholder"],
];

/** Translates a message of the contract's schemas. */
export function errorText(message: string, { errors }: EditorTexts): string {
  const [, unknown] = /the unknown placeholder (\{[^:]*\})/.exec(message) ?? [];
  if (unknown !== undefined) return `${errors.unknown}: ${unknown}`;
  return errors[MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? "other"];
}
