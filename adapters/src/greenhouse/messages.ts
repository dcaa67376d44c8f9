import { systemMessages } from "../messages";

export const messagesFor = systemMessages(
  {
    en: {
      webAddress: "Don't enter a web address here.",
      processing: (company: string) =>
        `${company} may collect, store and process my data to consider me for this position.`,
      retention: (company: string, days: number | undefined) =>
        days === undefined
          ? `${company} may keep my data to consider me for other positions later.`
          : `${company} may keep my data for ${days} days to consider me for other positions.`,
      demographic: (company: string) =>
        `${company} may collect, store and process my answers to these voluntary questions.`,
    },
    "es-es": {
      webAddress: "No escribas aquí una dirección web.",
      processing: (company) =>
        `${company} puede recoger, guardar y tratar mis datos para valorar mi candidatura a este puesto.`,
      retention: (company, days) =>
        days === undefined
          ? `${company} puede conservar mis datos para tenerme en cuenta en otros puestos más adelante.`
          : `${company} puede conservar mis datos durante ${days} días para tenerme en cuenta en otros puestos.`,
      demographic: (company) =>
        `${company} puede recoger, guardar y tratar mis respuestas a estas preguntas voluntarias.`,
    },
    "es-mx": {
      processing: (company) =>
        `${company} puede recabar, guardar y tratar mis datos para evaluar mi postulación a esta vacante.`,
      retention: (company, days) =>
        days === undefined
          ? `${company} puede conservar mis datos para considerarme en otras vacantes más adelante.`
          : `${company} puede conservar mis datos durante ${days} días para considerarme en otras vacantes.`,
      demographic: (company) =>
        `${company} puede recabar, guardar y tratar mis respuestas a estas preguntas voluntarias.`,
    },
  },
  (pack) => pack.greenhouse,
);

export type Messages = ReturnType<typeof messagesFor>;
