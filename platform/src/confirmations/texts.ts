import type { IDS_WITH_DEFAULT_LABEL } from "~/contract/lists";
import type { Language } from "~/contract/languages";
import { fromPacks } from "../packs";

interface ConfirmationTexts {
  /** BCP 47 tag. */
  tag: string;
  /** The colon after a label. */
  colon: string;
  subject: (position: string, company: string) => string;
  hello: (name: string | undefined) => string;
  received: (position: string, company: string) => string;
  number: string;
  sentAt: string;
  contents: string;
  next: string;
  nextGeneral: (company: string) => string;
  receipt: string;
  /** `date` is the last day on which the receipt can be opened. */
  until: (date: string) => string;
  stranger: string;
  test: string;
  labels: Record<"first_name" | "last_name" | "phone" | "cv" | "voluntary" | "privacy", string> &
    Record<(typeof IDS_WITH_DEFAULT_LABEL)[number], string>;
}

const es: ConfirmationTexts = {
  tag: "es-ES",
  colon: ":",
  subject: (position, company) => `Tu candidatura: ${position} (${company})`,
  hello: (name) => (name === undefined ? "Hola:" : `Hola, ${name}:`),
  received: (position, company) => `${company} ha recibido tu candidatura para ${position}.`,
  number: "Número de candidatura",
  sentAt: "Recibida",
  contents: "Lo que has enviado",
  next: "Qué pasa ahora",
  nextGeneral: (company) =>
    `Si ${company} quiere seguir adelante con tu candidatura, se pondrá en contacto contigo.`,
  receipt: "Ver tu justificante",
  until: (date) => `Puedes abrir el justificante hasta el ${date}.`,
  stranger:
    "¿No te has inscrito? Alguien ha escrito tu dirección en el formulario. No tienes que hacer nada.",
  test: "Esto es una prueba. Nadie se ha inscrito.",
  labels: {
    first_name: "Nombre",
    last_name: "Apellidos",
    phone: "Teléfono",
    cv: "CV",
    voluntary: "Preguntas voluntarias",
    privacy: "Política de privacidad",
    email: "Correo electrónico",
    cover_letter: "Carta de presentación",
    linkedin: "Perfil de LinkedIn",
    website: "Página web",
    location: "Lugar de residencia",
  },
};

const esMx: ConfirmationTexts = {
  ...es,
  tag: "es-MX",
  subject: (position, company) => `Tu postulación: ${position} (${company})`,
  number: "Número de postulación",
  received: (position, company) => `${company} recibió tu postulación para ${position}.`,
  contents: "Lo que enviaste",
  next: "Qué sigue",
  nextGeneral: (company) => `Si a ${company} le interesa tu postulación, se comunicará contigo.`,
  receipt: "Ver tu comprobante",
  until: (date) => `Puedes abrir el comprobante hasta el ${date}.`,
  stranger:
    "¿No te postulaste? Alguien escribió tu dirección en el formulario. No tienes que hacer nada.",
  test: "Esto es una prueba. Nadie se postuló.",
  labels: { ...es.labels, website: "Sitio web", privacy: "Aviso de privacidad" },
};

const en: ConfirmationTexts = {
  tag: "en-GB",
  colon: ":",
  subject: (position, company) => `Your application: ${position} (${company})`,
  hello: (name) => (name === undefined ? "Hello," : `Hello ${name},`),
  received: (position, company) => `${company} has received your application for ${position}.`,
  number: "Application number",
  sentAt: "Received",
  contents: "What you sent",
  next: "What happens next",
  nextGeneral: (company) =>
    `If ${company} wants to take your application further, they'll contact you.`,
  receipt: "View your receipt",
  until: (date) => `You can open the receipt until ${date}.`,
  stranger:
    "Didn't apply? Someone entered your address in the form. You don't need to do anything.",
  test: "This is a test. Nobody has applied.",
  labels: {
    first_name: "First name",
    last_name: "Last name",
    phone: "Phone",
    cv: "CV",
    voluntary: "Voluntary questions",
    privacy: "Privacy policy",
    email: "Email",
    cover_letter: "Cover letter",
    linkedin: "LinkedIn profile",
    website: "Website",
    location: "Where you live",
  },
};

export const CONFIRMATION_TEXTS: Record<Language, ConfirmationTexts> = {
  "es-es": es,
  "es-mx": esMx,
  en,
  ...fromPacks(({ confirmation }) => confirmation),
};
