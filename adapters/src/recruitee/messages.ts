import { systemMessages } from "../messages";

export const messagesFor = systemMessages({ en: { photo: "Photo" }, "es-es": { photo: "Foto" } });

export type Messages = ReturnType<typeof messagesFor>;
