import { systemMessages } from "../messages";

export const messagesFor = systemMessages(
  {
    en: {
      contact: (text: string) => `Contact: ${text}`,
      availableFrom: "Available from",
      salaryExpectations: "Salary expectations",
      gender: "Gender",
      genders: {
        female: "Female",
        male: "Male",
        diverse: "Diverse",
        undefined: "I'd rather not say",
      },
      files: {
        "cover-letter": "Cover letter",
        "employment-reference": "Employment reference",
        certificate: "Certificate",
        "work-sample": "Work sample",
        other: "Another file",
      },
    },
    "es-es": {
      contact: (text) => `Contacto: ${text}`,
      availableFrom: "Disponible desde",
      salaryExpectations: "Expectativas salariales",
      gender: "Género",
      genders: {
        female: "Mujer",
        male: "Hombre",
        diverse: "No binario",
        undefined: "Prefiero no decirlo",
      },
      files: {
        "cover-letter": "Carta de presentación",
        "employment-reference": "Referencia laboral",
        certificate: "Certificado",
        "work-sample": "Muestra de trabajo",
        other: "Otro archivo",
      },
    },
  },
  (pack) => pack.personio,
);

export type Messages = ReturnType<typeof messagesFor>;
