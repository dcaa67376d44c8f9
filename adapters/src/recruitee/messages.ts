import { systemMessages } from "../messages";

export const messagesFor = systemMessages(
  {
    en: { photo: "Photo" },
    "es-es": { photo: "Foto" },
  },
  (pack) => pack.recruitee,
);

export type Messages = ReturnType<typeof messagesFor>;
