// Words: docs/i18n/fr.md.

export default {
  shared: {
    applyOff:
      "Ce site est en phase de test et n’accepte pas encore de candidatures. Nous n’avons rien envoyé à l’entreprise.",
    refused: "Le système de l’entreprise n’a pas accepté votre candidature. Vérifiez vos réponses.",
    notTaken: "Le système de l’entreprise n’a pas accepté cette réponse.",
    name: "Saisissez votre nom, en 100 caractères au maximum.",
    consent: (company: string) =>
      `${company} peut recueillir, conserver et traiter mes données pour étudier ma candidature.`,
  },
  /** Terms for contracts and working hours. */
  employment: {
    fulltime: "Temps plein",
    parttime: "Temps partiel",
    full_or_part: "Temps plein ou partiel",
    permanent: "CDI",
    fixed_term: "CDD",
    temporary: "Temporaire",
    seasonal: "Saisonnier",
    on_call: "Sur appel",
    minijob: "Minijob",
    contract: "Prestation de services",
    freelance: "Freelance",
    internship: "Stage",
    traineeship: "En formation",
    apprenticeship: "Apprentissage",
    dual_studies: "Études en alternance",
    thesis: "Mémoire de fin d’études",
    working_student: "Emploi étudiant",
    volunteer: "Bénévolat",
  },
  ashby: {
    city: "Ville",
    region: "Région",
    country: "Pays",
    whole: "Saisissez un nombre entier.",
  },
  greenhouse: {
    webAddress: "Ne saisissez pas d’adresse web ici.",
    processing: (company: string) =>
      `${company} peut recueillir, conserver et traiter mes données pour étudier ma candidature à ce poste.`,
    retention: (company: string, days: number | undefined) =>
      days === undefined
        ? `${company} peut conserver mes données pour étudier ma candidature à d’autres postes plus tard.`
        : `${company} peut conserver mes données pendant ${days} jours pour étudier ma candidature à d’autres postes.`,
    demographic: (company: string) =>
      `${company} peut recueillir, conserver et traiter mes réponses à ces questions facultatives.`,
  },
  lever: {
    org: "Entreprise actuelle",
    place: "Où souhaitez-vous travailler\u00a0?",
    contact: (company: string) => `${company} peut me contacter au sujet d’autres offres.`,
  },
  personio: {
    contact: (text: string) => `Contact\u00a0: ${text}`,
    availableFrom: "Disponible à partir du",
    salaryExpectations: "Prétentions salariales",
    gender: "Genre",
    genders: {
      female: "Femme",
      male: "Homme",
      diverse: "Non binaire",
      undefined: "Je préfère ne pas répondre",
    },
    files: {
      "cover-letter": "Lettre de motivation",
      "employment-reference": "Certificat de travail",
      certificate: "Diplôme ou certificat",
      "work-sample": "Exemple de réalisation",
      other: "Autre fichier",
    },
  },
  recruitee: { photo: "Photo" },
};
