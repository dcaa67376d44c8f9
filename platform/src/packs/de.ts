// Words: docs/i18n/de.md.

export default {
  messages: {
    csrf: "Das Formular ist abgelaufen. Bitte laden Sie die Seite neu.",
    tooLarge: "Ihre Bewerbung ist zu groß. Der Lebenslauf darf bis zu 25\u00a0MB groß sein.",
    idempotencyKey: "Der Header Idempotency-Key ist ungültig.",
    firstName: "Geben Sie Ihren Vornamen ein.",
    lastName: "Geben Sie Ihren Nachnamen ein.",
    nameTooLong: "Vor- und Nachname dürfen jeweils höchstens 100 Zeichen lang sein.",
    cvMissing: "Wählen Sie Ihren Lebenslauf aus.",
    cvEmpty: "Die Datei mit Ihrem Lebenslauf ist leer. Wählen Sie eine andere aus.",
    killerQuestions: "Wählen Sie zu jeder Frage eine Antwort aus.",
    openQuestions:
      "Die Fragen zu dieser Stelle haben sich geändert. Laden Sie die Seite neu und prüfen Sie Ihre Antworten.",
    answerTooLong: "Antworten dürfen höchstens 5.000 Zeichen lang sein.",
    alreadyApplied: "Sie haben sich bereits beworben!",
  },
  email: {
    subject: (count: number, position: string | undefined) =>
      `${count === 1 ? "Neue Bewerbung" : `${String(count)} neue Bewerbungen`}${position === undefined ? "" : `: ${position}`}`,
    intro: (count: number) =>
      count === 1
        ? "Sie haben eine Bewerbung erhalten:"
        : `Sie haben ${String(count)} Bewerbungen erhalten:`,
    /** `count`: 1 if the link leads to one application. */
    deskLink: (link: string, _count: number) => `Hier können Sie sie lesen: ${link}`,
    private: "Diese Nachricht enthält keine personenbezogenen Daten aus den Bewerbungen.",
    test: {
      subject: "Testnachricht",
      text: "Das ist ein Test. Benachrichtigungen über neue Bewerbungen gehen an diese Adresse.",
    },
  },
  confirmation: {
    tag: "de-DE",
    colon: ":",
    subject: (position: string, company: string) => `Ihre Bewerbung: ${position} (${company})`,
    hello: (_name: string | undefined) => "Guten Tag,",
    received: (position: string, company: string) =>
      `${company} hat Ihre Bewerbung auf die Stelle „${position}“ erhalten.`,
    number: "Bewerbungsnummer",
    sentAt: "Eingegangen am",
    contents: "Das haben Sie gesendet",
    next: "So geht es weiter",
    nextGeneral: (company: string) =>
      `Wenn Ihre Bewerbung in die nächste Runde kommt, meldet sich ${company} bei Ihnen.`,
    receipt: "Bestätigung ansehen",
    until: (date: string) => `Sie können die Bestätigung bis zum ${date} öffnen.`,
    stranger:
      "Sie haben sich nicht beworben? Dann hat jemand Ihre Adresse in das Formular eingegeben. Sie müssen nichts tun.",
    test: "Das ist ein Test. Niemand hat sich beworben.",
    labels: {
      first_name: "Vorname",
      last_name: "Nachname",
      phone: "Telefonnummer",
      cv: "Lebenslauf",
      voluntary: "Freiwillige Angaben",
      privacy: "Datenschutzerklärung",
      email: "E-Mail-Adresse",
      cover_letter: "Anschreiben",
      linkedin: "LinkedIn-Profil",
      website: "Website",
      location: "Wohnort",
    },
  },
  /** Emails from a company's people. The words in braces are filled in. */
  reply: {
    subject: "Ihre Bewerbung: {job} ({company})",
    hello: "Guten Tag {name},",
    bye: "Freundliche Grüße",
    received:
      "vielen Dank für Ihre Bewerbung auf die Stelle „{job}“. Sie ist bei uns angekommen, und wir lesen sie gerade. Sobald wir mehr wissen, schreiben wir Ihnen.",
    invitation:
      "vielen Dank für Ihre Bewerbung auf die Stelle „{job}“. Wir möchten Sie gern kennenlernen.\n\nBitte antworten Sie auf diese E-Mail mit zwei oder drei Terminen, die Ihnen passen, und sagen Sie uns, ob Sie lieber zu uns kommen oder telefonieren möchten.",
    rejection:
      "vielen Dank für Ihre Bewerbung auf die Stelle „{job}“ und für Ihre Zeit. Wir haben uns für andere Bewerbungen entschieden und können Ihnen diese Stelle daher nicht anbieten.\n\nWir wünschen Ihnen alles Gute.",
  },
};
