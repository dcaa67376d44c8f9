// Words: docs/i18n/de.md.

export default {
  shared: {
    applyOff:
      "Diese Website wird getestet und nimmt noch keine Bewerbungen an. Wir haben dem Unternehmen nichts gesendet.",
    refused:
      "Das System des Unternehmens hat Ihre Bewerbung nicht angenommen. Prüfen Sie Ihre Antworten.",
    notTaken: "Das System des Unternehmens hat diese Antwort nicht angenommen.",
    name: "Geben Sie Ihren Namen mit höchstens 100 Zeichen ein.",
    consent: (company: string) =>
      `${company} darf meine Daten erheben, speichern und verarbeiten, um meine Bewerbung zu prüfen.`,
  },
  /** Terms for contracts and working hours. */
  employment: {
    fulltime: "Vollzeit",
    parttime: "Teilzeit",
    full_or_part: "Vollzeit oder Teilzeit",
    permanent: "Unbefristet",
    fixed_term: "Befristet",
    temporary: "Befristet",
    seasonal: "Saisonal",
    on_call: "Auf Abruf",
    minijob: "Minijob",
    contract: "Freie Mitarbeit",
    freelance: "Freie Mitarbeit",
    internship: "Praktikum",
    traineeship: "Traineeprogramm",
    apprenticeship: "Ausbildung",
    dual_studies: "Duales Studium",
    thesis: "Abschlussarbeit",
    working_student: "Werkstudium",
    volunteer: "Ehrenamt",
  },
  ashby: {
    city: "Stadt",
    region: "Bundesland oder Region",
    country: "Land",
    whole: "Geben Sie eine ganze Zahl ein.",
  },
  greenhouse: {
    webAddress: "Geben Sie hier keine Webadresse ein.",
    processing: (company: string) =>
      `${company} darf meine Daten erheben, speichern und verarbeiten, um meine Bewerbung auf diese Stelle zu prüfen.`,
    retention: (company: string, days: number | undefined) =>
      days === undefined
        ? `${company} darf meine Daten aufbewahren, um mich später für andere Stellen zu berücksichtigen.`
        : `${company} darf meine Daten ${days} Tage lang aufbewahren, um mich für andere Stellen zu berücksichtigen.`,
    demographic: (company: string) =>
      `${company} darf meine Antworten auf diese freiwilligen Fragen erheben, speichern und verarbeiten.`,
  },
  lever: {
    org: "Derzeitiges Unternehmen",
    place: "Wo möchten Sie arbeiten?",
    contact: (company: string) => `${company} darf mich wegen anderer Stellen kontaktieren.`,
  },
  personio: {
    contact: (text: string) => `Kontakt: ${text}`,
    availableFrom: "Verfügbar ab",
    salaryExpectations: "Gehaltsvorstellung",
    gender: "Geschlecht",
    genders: {
      female: "Weiblich",
      male: "Männlich",
      diverse: "Divers",
      undefined: "Keine Angabe",
    },
    files: {
      "cover-letter": "Anschreiben",
      "employment-reference": "Arbeitszeugnis",
      certificate: "Zeugnis oder Zertifikat",
      "work-sample": "Arbeitsprobe",
      other: "Weitere Datei",
    },
  },
  recruitee: { photo: "Foto" },
};
