// Texts of the pages on which a company's people write to candidates.
import type { Reach } from "../replies/queue";
import type { EmailRow } from "./records";

export const en = {
  kinds: {
    confirmation: "Confirmation email",
    received: "Application received",
    invitation: "Invitation",
    rejection: "Rejection",
    own: "Own text",
  } satisfies Record<EmailRow["kind"], string>,
  write: "Write an email",
  title: (name: string) => `Email to ${name}`,
  why: {
    "not set up": "Emails can't be sent from here, because sending isn't set up.",
    "no address": "This application has no email address.",
    "wrong address": "Emails can't be delivered to this address. Check how it is written.",
  } satisfies Record<Exclude<Reach, { to: string }>["why"], string>,
  refused: "The mail server has refused this address. Check how it is written, or call.",
  lastSent: (kind: string, who: string, at: string) => `Last email: ${kind}, by ${who}, ${at}.`,
  by: (who: string) => `by ${who}`,
  to: "To",
  replyTo: "Answers go to",
  noReplyTo: (from: string) =>
    `Answers go to ${from}. Someone at your company must read it, or set another address.`,
  replyToLabel: "Address for answers",
  replyToHint: "Candidates see it. Without one, answers go to the site's own address.",
  subject: "Subject",
  text: "Text",
  textHint:
    "Plain text, up to 5,000 characters. {name}, {job} and {company} are filled in. Another template replaces what you typed.",
  templatesHint:
    "{name}, {job} and {company} are filled in for each candidate. An empty text brings back the standard one.",
  template: "Template",
  language: "Language",
  preview: "Preview",
  checkTitle: "Check the email",
  send: "Send",
  change: "Change",
  errorsTitle: "Nothing was sent. Check these entries:",
  templatesErrors: "Nothing is saved yet. Check these entries:",
  templates: "Emails to candidates",
  editTemplates: "Change templates and the address for answers",
  save: "Save",
  sent: "The email is on its way. Its state is below.",
  saved: "Saved.",
};

export const es: typeof en = {
  kinds: {
    confirmation: "Correo de confirmación",
    received: "Candidatura recibida",
    invitation: "Invitación",
    rejection: "Rechazo",
    own: "Texto propio",
  },
  write: "Escribir un correo",
  title: (name) => `Correo a ${name}`,
  why: {
    "not set up": "Desde aquí no se pueden enviar correos porque el envío no está configurado.",
    "no address": "Esta candidatura no tiene correo electrónico.",
    "wrong address": "A esta dirección no se pueden enviar correos. Comprueba cómo está escrita.",
  },
  refused:
    "El servidor de correo ha rechazado esta dirección. Comprueba cómo está escrita, o llama.",
  lastSent: (kind, who, at) => `Último correo: ${kind}, de ${who}, ${at}.`,
  by: (who) => `de ${who}`,
  to: "Para",
  replyTo: "Las respuestas llegan a",
  noReplyTo: (from) =>
    `Las respuestas llegan a ${from}. Alguien de tu empresa debe leerlas, o indica otra dirección.`,
  replyToLabel: "Dirección para las respuestas",
  replyToHint: "Los candidatos la ven. Sin ella, las respuestas llegan a la dirección de la web.",
  subject: "Asunto",
  text: "Texto",
  textHint:
    "Texto sin formato, hasta 5000 caracteres. {name} (nombre), {job} (oferta) y {company} (empresa) se rellenan solos. Otra plantilla sustituye lo que has escrito.",
  templatesHint:
    "{name} (nombre), {job} (oferta) y {company} (empresa) se rellenan para cada persona. Un texto vacío recupera el original.",
  template: "Plantilla",
  language: "Idioma",
  preview: "Vista previa",
  checkTitle: "Revisa el correo",
  send: "Enviar",
  change: "Cambiar",
  errorsTitle: "No se ha enviado nada. Revisa estos campos:",
  templatesErrors: "Todavía no se ha guardado nada. Revisa estos campos:",
  templates: "Correos a candidatos",
  editTemplates: "Cambiar las plantillas y la dirección para las respuestas",
  save: "Guardar",
  sent: "El correo está en camino. Abajo ves su estado.",
  saved: "Guardado.",
};
