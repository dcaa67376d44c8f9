import type { Language } from "~/contract/languages";
import { fromPacks } from "../packs";

/** The templates that a company can edit. */
export const TEMPLATES = ["received", "invitation", "rejection"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

type LanguageTemplates = Record<TemplateName, { subject: string; text: string }> & {
  /** An email without a template. */
  own: { subject: string; text: string };
};

/** Puts a text between a greeting and the company's name. */
const letters =
  (subject: string, hello: string, bye: string) =>
  (text: string): { subject: string; text: string } => ({
    subject,
    text: `${hello}\n\n${text}\n\n${bye}\n{company}`,
  });

const inEnglish = letters("Your application: {job} ({company})", "Hello {name},", "Best wishes,");
const en: LanguageTemplates = {
  received: inEnglish(
    "Thank you for applying for {job}. We have received your application and are reading it. We'll write to you as soon as we know more.",
  ),
  invitation: inEnglish(
    "Thank you for applying for {job}. We'd like to meet you.\n\nPlease reply to this email with two or three times that suit you, and say whether you'd rather come here or talk by phone.",
  ),
  rejection: inEnglish(
    "Thank you for applying for {job}, and for your time. We have decided to go on with other applications, so we can't offer you this job.\n\nWe wish you all the best.",
  ),
  own: inEnglish(""),
};

const inSpanish = letters("Tu candidatura: {job} ({company})", "Hola, {name}:", "Un saludo,");
const es: LanguageTemplates = {
  received: inSpanish(
    "Gracias por inscribirte en la oferta {job}. Hemos recibido tu candidatura y la estamos leyendo. Te escribiremos en cuanto sepamos más.",
  ),
  invitation: inSpanish(
    "Gracias por inscribirte en la oferta {job}. Nos gustaría conocerte.\n\nResponde a este correo con dos o tres horas que te vengan bien, y dinos si prefieres venir o hablar por teléfono.",
  ),
  rejection: inSpanish(
    "Gracias por inscribirte en la oferta {job} y por tu tiempo. Hemos decidido seguir adelante con otras candidaturas, así que no podemos ofrecerte este puesto.\n\nTe deseamos mucha suerte.",
  ),
  own: inSpanish(""),
};

const inMexico = letters("Tu postulación: {job} ({company})", "Hola, {name}:", "Saludos,");
const esMx: LanguageTemplates = {
  received: inMexico(
    "Gracias por postularte a la vacante {job}. Recibimos tu postulación y la estamos leyendo. Te escribiremos en cuanto sepamos más.",
  ),
  invitation: inMexico(
    "Gracias por postularte a la vacante {job}. Nos gustaría conocerte.\n\nResponde a este correo con dos o tres horarios que te queden bien, y dinos si prefieres venir o hablar por teléfono.",
  ),
  rejection: inMexico(
    "Gracias por postularte a la vacante {job} y por tu tiempo. Decidimos continuar con otras postulaciones, así que no podemos ofrecerte este puesto.\n\nTe deseamos mucho éxito.",
  ),
  own: inMexico(""),
};

export const DEFAULT_TEMPLATES: Record<Language, LanguageTemplates> = {
  "es-es": es,
  "es-mx": esMx,
  en,
  ...fromPacks(({ reply }) => {
    const write = letters(reply.subject, reply.hello, reply.bye);
    const { received, invitation, rejection } = reply;
    return {
      ...{ received: write(received), invitation: write(invitation) },
      ...{ rejection: write(rejection), own: write("") },
    };
  }),
};
