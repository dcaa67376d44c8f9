// Words: docs/i18n/de.md.

export default {
  /** Texts for `detail`. */
  messages: {
    closed: "Für diese Stelle werden keine Bewerbungen mehr angenommen.",
    csrf: "Das Formular ist abgelaufen. Bitte laden Sie die Seite neu.",
    form: "Fehler im Formular. Bitte laden Sie die Seite neu.",
    tooLarge: "Ihre Bewerbung ist zu groß. Der Lebenslauf darf bis zu 25 MB groß sein.",
    idempotencyKey: "Der Header Idempotency-Key ist ungültig.",
    firstName: "Geben Sie Ihren Vornamen ein.",
    lastName: "Geben Sie Ihren Nachnamen ein.",
    nameTooLong: "Vor- und Nachname dürfen jeweils höchstens 100 Zeichen lang sein.",
    phone: "Geben Sie eine gültige Telefonnummer ein.",
    cvMissing: "Wählen Sie Ihren Lebenslauf aus.",
    cvEmpty: "Die Datei mit Ihrem Lebenslauf ist leer. Wählen Sie eine andere aus.",
    privacy: "Sie müssen die Datenschutzerklärung akzeptieren.",
    killerQuestions: "Wählen Sie zu jeder Frage eine Antwort aus.",
    openQuestions:
      "Die Fragen zu dieser Stelle haben sich geändert. Laden Sie die Seite neu und prüfen Sie Ihre Antworten.",
    answerTooLong: "Antworten dürfen höchstens 5.000 Zeichen lang sein.",
    alreadyApplied: "Sie haben sich bereits beworben!",
    answers: "Prüfen Sie die markierten Antworten.",
    answer: {
      missing: "Beantworten Sie diese Frage.",
      wrong: "Diese Antwort ist ungültig.",
      long: "Diese Antwort ist zu lang.",
    },
    file: {
      missing: "Wählen Sie eine Datei aus.",
      empty: "Die Datei ist leer. Wählen Sie eine andere aus.",
      type: "Wir nehmen diesen Dateityp nicht an. Wählen Sie eine andere Datei aus.",
      large: "Die Datei ist zu groß. Wählen Sie eine kleinere aus.",
    },
    filesTooLarge:
      "Ihre Bewerbung ist zu groß. Die Dateien dürfen zusammen bis zu 60 MB groß sein.",
  },
  email: {
    subject: (count: number, position: string | undefined) =>
      `${count === 1 ? "Neue Bewerbung" : `${String(count)} neue Bewerbungen`}${position === undefined ? "" : `: ${position}`}`,
    intro: (count: number) =>
      count === 1
        ? "Sie haben eine Bewerbung erhalten:"
        : `Sie haben ${String(count)} Bewerbungen erhalten:`,
    deskLink: (desk: string) => `Hier können Sie sie lesen: ${desk}`,
    private: "Diese Nachricht enthält keine personenbezogenen Daten aus den Bewerbungen.",
    test: {
      subject: "Testnachricht",
      text: "Das ist ein Test. Hinweise auf neue Bewerbungen kommen an dieser Adresse an.",
    },
  },
};
