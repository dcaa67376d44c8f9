// Words: docs/i18n/fr.md.

export default {
  /** Texts for `detail`. */
  messages: {
    closed: "Cette offre n’accepte plus de candidatures.",
    csrf: "Le formulaire a expiré. Veuillez recharger la page.",
    form: "Erreur du formulaire. Veuillez recharger la page.",
    tooLarge: "Votre candidature est trop volumineuse. Le CV peut faire jusqu’à 25 Mo.",
    idempotencyKey: "L’en-tête Idempotency-Key n’est pas valide.",
    firstName: "Saisissez votre prénom.",
    lastName: "Saisissez votre nom de famille.",
    nameTooLong: "Le prénom et le nom de famille ne doivent pas dépasser 100 caractères chacun.",
    phone: "Saisissez un numéro de téléphone valide.",
    cvMissing: "Choisissez votre CV.",
    cvEmpty: "Le fichier de votre CV est vide. Choisissez-en un autre.",
    privacy: "Vous devez accepter la politique de confidentialité.",
    killerQuestions: "Choisissez une réponse à chaque question.",
    openQuestions:
      "Les questions de cette offre ont changé. Rechargez la page et vérifiez vos réponses.",
    answerTooLong: "Les réponses ne doivent pas dépasser 5\u00a0000 caractères.",
    alreadyApplied: "Vous avez déjà postulé\u00a0!",
    answers: "Vérifiez les réponses signalées.",
    answer: {
      missing: "Répondez à cette question.",
      wrong: "Cette réponse n’est pas valide.",
      long: "Cette réponse est trop longue.",
    },
    file: {
      missing: "Choisissez un fichier.",
      empty: "Le fichier est vide. Choisissez-en un autre.",
      type: "Nous n’acceptons pas ce type de fichier. Choisissez-en un autre.",
      large: "Le fichier est trop volumineux. Choisissez-en un plus petit.",
    },
    filesTooLarge:
      "Votre candidature est trop volumineuse. Les fichiers peuvent faire jusqu’à 60 Mo au total.",
  },
  email: {
    subject: (count: number, position: string | undefined) =>
      `${count === 1 ? "Nouvelle candidature" : `${String(count)} nouvelles candidatures`}${position === undefined ? "" : `\u00a0: ${position}`}`,
    intro: (count: number) =>
      count === 1
        ? "Vous avez reçu une candidature\u00a0:"
        : `Vous avez reçu ${String(count)} candidatures\u00a0:`,
    deskLink: (desk: string) => `Pour les lire\u00a0: ${desk}`,
    private: "Ce message ne contient aucune donnée personnelle issue des candidatures.",
    test: {
      subject: "Message de test",
      text: "Ceci est un test. Les avis de nouvelles candidatures arriveront à cette adresse.",
    },
  },
};
