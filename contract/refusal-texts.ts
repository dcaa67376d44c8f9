// Texts for candidates that the embedded platform and the adapters share.
import { LANGUAGES, type Language } from "./languages";

const es = {
  closed: "Esta oferta ya no admite candidaturas.",
  form: "Error del formulario. Por favor, recarga la página.",
  filesTooLarge:
    "Tu candidatura es demasiado grande. Los archivos pueden ocupar hasta 60 MB en total.",
  phone: "Por favor, introduce un número de teléfono válido.",
  privacy: "Tienes que aceptar la política de privacidad.",
  answers: "Revisa las respuestas con errores.",
  answer: {
    missing: "Responde a esta pregunta.",
    wrong: "Esta respuesta no es válida.",
    long: "Esta respuesta es demasiado larga.",
  },
  file: {
    missing: "Elige un archivo.",
    empty: "El archivo está vacío. Elige otro.",
    type: "No aceptamos este tipo de archivo. Elige otro.",
    large: "El archivo es demasiado grande. Elige uno más pequeño.",
  },
};

type RefusalTexts = typeof es;

const TEXTS: Record<Language, RefusalTexts> = {
  "es-es": es,
  "es-mx": {
    ...es,
    closed: "Esta vacante ya no recibe postulaciones.",
    filesTooLarge:
      "Tu postulación es demasiado grande. Los archivos pueden pesar hasta 60 MB en total.",
    privacy: "Tienes que aceptar el aviso de privacidad.",
  },
  en: {
    closed: "This job is no longer accepting applications.",
    form: "Form error. Please reload the page.",
    filesTooLarge: "Your application is too large. The files can be up to 60 MB in total.",
    phone: "Enter a valid phone number.",
    privacy: "You must accept the privacy policy.",
    answers: "Check the answers with errors.",
    answer: {
      missing: "Answer this question.",
      wrong: "This answer is not valid.",
      long: "This answer is too long.",
    },
    file: {
      missing: "Choose a file.",
      empty: "The file is empty. Choose another one.",
      type: "We don't accept this type of file. Choose another one.",
      large: "The file is too large. Choose a smaller one.",
    },
  },
  "pt-br": {
    closed: "Esta vaga não recebe mais candidaturas.",
    form: "Erro no formulário. Recarregue a página.",
    filesTooLarge: "Sua candidatura é grande demais. Os arquivos podem somar até 60 MB.",
    phone: "Digite um número de telefone válido.",
    privacy: "Você precisa aceitar a política de privacidade.",
    answers: "Confira as respostas com erros.",
    answer: {
      missing: "Responda a esta pergunta.",
      wrong: "Esta resposta não é válida.",
      long: "Esta resposta é longa demais.",
    },
    file: {
      missing: "Escolha um arquivo.",
      empty: "O arquivo está vazio. Escolha outro.",
      type: "Não aceitamos este tipo de arquivo. Escolha outro.",
      large: "O arquivo é grande demais. Escolha um menor.",
    },
  },
  fr: {
    closed: "Cette offre n’accepte plus de candidatures.",
    form: "Erreur du formulaire. Veuillez recharger la page.",
    filesTooLarge:
      "Votre candidature est trop volumineuse. Les fichiers peuvent faire jusqu’à 60\u00a0Mo au total.",
    phone: "Saisissez un numéro de téléphone valide.",
    privacy: "Vous devez accepter la politique de confidentialité.",
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
  },
  de: {
    closed: "Für diese Stelle werden keine Bewerbungen mehr angenommen.",
    form: "Fehler im Formular. Bitte laden Sie die Seite neu.",
    filesTooLarge:
      "Ihre Bewerbung ist zu groß. Die Dateien dürfen zusammen bis zu 60\u00a0MB groß sein.",
    phone: "Geben Sie eine gültige Telefonnummer ein.",
    privacy: "Sie müssen die Datenschutzerklärung akzeptieren.",
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
  },
};

/** Adds these texts to a Worker's texts. */
export const addRefusalTexts = <T extends object>(texts: Record<Language, T>) =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...TEXTS[language], ...texts[language] }]),
  ) as Record<Language, RefusalTexts & T>; // `LANGUAGES` has every language.
