import { systemMessages } from "../messages";

export const messagesFor = systemMessages(
  {
    en: {
      org: "Current company",
      place: "Where would you like to work?",
      contact: (company: string) => `${company} may contact me about other jobs.`,
    },
    "es-es": {
      org: "Empresa actual",
      place: "¿Dónde te gustaría trabajar?",
      contact: (company) => `${company} puede contactar conmigo sobre otras ofertas de trabajo.`,
    },
    "es-mx": { contact: (company) => `${company} puede contactarme sobre otras vacantes.` },
  },
  (pack) => pack.lever,
);

export type Messages = ReturnType<typeof messagesFor>;
