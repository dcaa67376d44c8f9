// Words: docs/i18n/fr.md.

export default {
  messages: {
    csrf: "Le formulaire a expiré. Veuillez recharger la page.",
    tooLarge: "Votre candidature est trop volumineuse. Le CV peut faire jusqu’à 25\u00a0Mo.",
    idempotencyKey: "L’en-tête Idempotency-Key n’est pas valide.",
    firstName: "Saisissez votre prénom.",
    lastName: "Saisissez votre nom de famille.",
    nameTooLong: "Le prénom et le nom de famille ne doivent pas dépasser 100 caractères chacun.",
    cvMissing: "Choisissez votre CV.",
    cvEmpty: "Le fichier de votre CV est vide. Choisissez-en un autre.",
    killerQuestions: "Choisissez une réponse à chaque question.",
    openQuestions:
      "Les questions de cette offre ont changé. Rechargez la page et vérifiez vos réponses.",
    answerTooLong: "Les réponses ne doivent pas dépasser 5\u00a0000 caractères.",
    alreadyApplied: "Vous avez déjà postulé\u00a0!",
  },
  email: {
    subject: (count: number, position: string | undefined) =>
      `${count === 1 ? "Nouvelle candidature" : `${String(count)} nouvelles candidatures`}${position === undefined ? "" : `\u00a0: ${position}`}`,
    intro: (count: number) =>
      count === 1
        ? "Vous avez reçu une candidature\u00a0:"
        : `Vous avez reçu ${String(count)} candidatures\u00a0:`,
    deskLink: (link: string, count: number) =>
      `Pour ${count === 1 ? "la" : "les"} lire\u00a0: ${link}`,
    private: "Ce message ne contient aucune donnée personnelle issue des candidatures.",
    test: {
      subject: "Message de test",
      text: "Ceci est un test. Les notifications de nouvelles candidatures arriveront à cette adresse.",
    },
  },
  confirmation: {
    tag: "fr-FR",
    colon: "\u00a0:",
    subject: (position: string, company: string) =>
      `Votre candidature\u00a0: ${position} (${company})`,
    hello: (name: string | undefined) => (name === undefined ? "Bonjour," : `Bonjour ${name},`),
    received: (position: string, company: string) =>
      `${company} a bien reçu votre candidature au poste «\u00a0${position}\u00a0».`,
    number: "Numéro de candidature",
    sentAt: "Reçue le",
    contents: "Ce que vous avez envoyé",
    next: "Et maintenant\u00a0?",
    nextGeneral: (company: string) =>
      `Si ${company} souhaite donner suite à votre candidature, l’entreprise vous contactera.`,
    receipt: "Voir le récapitulatif",
    until: (date: string) => `Vous pouvez ouvrir le récapitulatif jusqu’au ${date}.`,
    stranger:
      "Vous n’avez pas postulé\u00a0? Quelqu’un a saisi votre adresse dans le formulaire. Vous n’avez rien à faire.",
    test: "Ceci est un test. Personne n’a postulé.",
    labels: {
      first_name: "Prénom",
      last_name: "Nom de famille",
      phone: "Téléphone",
      cv: "CV",
      voluntary: "Questions facultatives",
      privacy: "Politique de confidentialité",
      email: "Adresse e-mail",
      cover_letter: "Lettre de motivation",
      linkedin: "Profil LinkedIn",
      website: "Site web",
      location: "Lieu de résidence",
    },
  },
  /** Emails from a company's people. The words in braces are filled in. */
  reply: {
    subject: "Votre candidature\u00a0: {job} ({company})",
    hello: "Bonjour {name},",
    bye: "Cordialement,",
    received:
      "Merci d’avoir postulé à l’offre «\u00a0{job}\u00a0». Nous avons bien reçu votre candidature et nous l’examinons. Nous vous écrirons dès que nous en saurons plus.",
    invitation:
      "Merci d’avoir postulé à l’offre «\u00a0{job}\u00a0». Nous aimerions vous rencontrer.\n\nMerci de répondre à ce message en nous proposant deux ou trois créneaux, et de nous dire si vous préférez venir sur place ou échanger par téléphone.",
    rejection:
      "Merci d’avoir postulé à l’offre «\u00a0{job}\u00a0» et du temps que vous y avez consacré. Nous avons décidé de poursuivre avec d’autres candidatures et ne pouvons donc pas vous proposer ce poste.\n\nNous vous souhaitons une pleine réussite.",
  },
};
