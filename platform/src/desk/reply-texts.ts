// Texts of the pages on which companies write to candidates.
import type { Recipient } from "../replies/queue";
import type { EmailRow } from "./records";
import type { Pairs, TextTree } from "./text-pairs";

export const reply = {
  kinds: {
    confirmation: ["Confirmation email", "Correo de confirmación"],
    received: ["Application received", "Candidatura recibida"],
    invitation: ["Invitation", "Invitación"],
    rejection: ["Rejection", "Rechazo"],
    own: ["Custom email", "Texto propio"],
  } satisfies Pairs<EmailRow["kind"]>,
  write: ["Write an email", "Escribir un correo"],
  title: (name: string) => [`Email to ${name}`, `Correo a ${name}`],
  why: {
    "not set up": [
      "Emails can't be sent from here, because sending isn't set up.",
      "Desde aquí no se pueden enviar correos porque el envío no está configurado.",
    ],
    "no address": [
      "This application has no email address.",
      "Esta candidatura no tiene correo electrónico.",
    ],
    "wrong address": [
      "Emails can't be delivered to this address. Check the spelling.",
      "A esta dirección no se pueden enviar correos. Comprueba cómo está escrita.",
    ],
  } satisfies Pairs<Exclude<Recipient, { to: string }>["why"]>,
  refused: [
    "The mail server has refused this address. Check the spelling, or phone the candidate.",
    "El servidor de correo ha rechazado esta dirección. Comprueba cómo está escrita, o llama.",
  ],
  lastSent: (kind: string, who: string, at: string) => [
    `Last email: ${kind}, by ${who}, ${at}.`,
    `Último correo: ${kind}, de ${who}, ${at}.`,
  ],
  by: (who: string) => [`by ${who}`, `de ${who}`],
  to: ["To", "Para"],
  replyTo: ["Replies go to", "Las respuestas llegan a"],
  noReplyTo: (from: string) => [
    `Replies go to ${from}. Make sure that someone checks that inbox, or set a different address.`,
    `Las respuestas llegan a ${from}. Alguien de tu empresa debe leerlas, o indica otra dirección.`,
  ],
  replyToLabel: ["Reply-to address", "Dirección para las respuestas"],
  replyToHint: [
    "Candidates see it. If you leave it empty, replies go to the site's address.",
    "Los candidatos la ven. Sin ella, las respuestas llegan a la dirección de la web.",
  ],
  subject: ["Subject", "Asunto"],
  text: ["Text", "Texto"],
  textHint: [
    "Plain text, up to 5,000 characters. {name}, {job} and {company} are filled in. Choosing another template replaces your text.",
    "Texto sin formato, hasta 5000 caracteres. {name} (nombre), {job} (oferta) y {company} (empresa) se rellenan solos. Otra plantilla sustituye lo que has escrito.",
  ],
  templatesHint: [
    "{name}, {job} and {company} are filled in for each candidate. To restore the standard text, leave a field empty.",
    "{name} (nombre), {job} (oferta) y {company} (empresa) se rellenan para cada persona. Un texto vacío recupera el original.",
  ],
  template: ["Template", "Plantilla"],
  language: ["Language", "Idioma"],
  preview: ["Preview", "Vista previa"],
  checkTitle: ["Check the email", "Revisa el correo"],
  send: ["Send", "Enviar"],
  change: ["Change", "Cambiar"],
  errorsTitle: [
    "Nothing was sent. Check these entries:",
    "No se ha enviado nada. Revisa estos campos:",
  ],
  templatesErrors: [
    "Nothing is saved yet. Check these entries:",
    "Todavía no se ha guardado nada. Revisa estos campos:",
  ],
  templates: ["Emails to candidates", "Correos a candidatos"],
  editTemplates: [
    "Change the templates and the reply-to address",
    "Cambiar las plantillas y la dirección para las respuestas",
  ],
  save: ["Save", "Guardar"],
} satisfies TextTree;
