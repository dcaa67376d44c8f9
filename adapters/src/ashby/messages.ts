import { systemMessages } from "../messages";

export const messagesFor = systemMessages(
  {
    en: {
      city: "City",
      region: "Region or state",
      country: "Country",
      whole: "Please enter a whole number.",
    },
    "es-es": {
      city: "Ciudad",
      region: "Provincia o región",
      country: "País",
      whole: "Por favor, escribe un número entero.",
    },
    "es-mx": { region: "Estado o región", whole: "Por favor, ingresa un número entero." },
  },
  (pack) => pack.ashby,
);

export type Messages = ReturnType<typeof messagesFor>;
