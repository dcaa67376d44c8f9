import type { Language } from "~/app/i18n/language";
import type { Json } from "../fake-platform";

const inEnglish = {
  company: {
    name: "Northside Cycles",
    description: "We mend bicycles, and teach how to.\nSince 1987.",
    privacy_policy:
      "## What we keep\n\nWhat you send us, for **a year**.\n\n## Your rights\n\nWrite to us: [how](https://example.com/privacy).",
  },
  position: {
    name: "Bicycle mechanic",
    location: "Bilbao",
    contract_type: "Permanent",
    description:
      "<h2>The job</h2><p>You mend <strong>what rolls</strong>, and say what can't be.</p><ul><li>Wheels</li><li>Brakes</li></ul>",
    essential: ["Two years at a bench", "A driving licence"],
    niceToHave: ["Basque"],
  },
  questions: {
    killer: [
      { question: "Do you have a work permit?", answers: ["Yes", "No"] },
      { question: "When can you start?", answers: ["Now", "In a month", "Later"] },
    ],
    open: "Why would you like to work here?",
  },
  departments: ["Workshop", "Shop", "Office"],
  jobs: ["Bicycle mechanic", "Head of workshop", "Shop assistant", "Storekeeper", "Bookkeeper"],
  aSentence: "You mend what rolls, you say what can not be mended, and you leave the bench tidy.",
};

const inSpanish: typeof inEnglish = {
  company: {
    name: "Taller Norte",
    description: "Reparamos bicicletas, y enseñamos a hacerlo.\nDesde 1987.",
    privacy_policy:
      "## Qué guardamos\n\nLo que nos envías, durante **un año**.\n\n## Tus derechos\n\nEscríbenos: [cómo](https://example.com/privacidad).",
  },
  position: {
    name: "Mecánica de bicicletas",
    location: "Bilbao",
    contract_type: "Indefinido",
    description:
      "<h2>El puesto</h2><p>Reparas <strong>lo que rueda</strong>, y dices lo que no se puede.</p><ul><li>Ruedas</li><li>Frenos</li></ul>",
    essential: ["Dos años de taller", "Carné de conducir"],
    niceToHave: ["Euskera"],
  },
  questions: {
    killer: [
      { question: "¿Tienes permiso de trabajo?", answers: ["Sí", "No"] },
      { question: "¿Cuándo puedes empezar?", answers: ["Ya", "En un mes", "Más tarde"] },
    ],
    open: "¿Por qué quieres trabajar aquí?",
  },
  departments: ["Taller", "Tienda", "Oficina"],
  jobs: ["Mecánica de bicicletas", "Jefe de taller", "Atención al público", "Almacén", "Contable"],
  aSentence: "Reparas lo que rueda, dices lo que ya no tiene arreglo, y dejas el banco recogido.",
};

const inPortuguese: typeof inEnglish = {
  company: {
    name: "Bicicletaria Norte",
    description: "Consertamos bicicletas e ensinamos a consertar.\nDesde 1987.",
    privacy_policy:
      "## O que guardamos\n\nO que você nos envia, por **um ano**.\n\n## Seus direitos\n\nEscreva para nós: [como](https://example.com/privacidade).",
  },
  position: {
    name: "Mecânica de bicicletas",
    location: "São Paulo",
    contract_type: "CLT",
    description:
      "<h2>A vaga</h2><p>Você conserta <strong>o que roda</strong> e diz o que não tem conserto.</p><ul><li>Rodas</li><li>Freios</li></ul>",
    essential: ["Dois anos de oficina", "Carteira de habilitação"],
    niceToHave: ["Espanhol"],
  },
  questions: {
    killer: [
      { question: "Você tem autorização para trabalhar?", answers: ["Sim", "Não"] },
      { question: "Quando você pode começar?", answers: ["Agora", "Em um mês", "Depois"] },
    ],
    open: "Por que você gostaria de trabalhar aqui?",
  },
  departments: ["Oficina", "Loja", "Escritório"],
  jobs: ["Mecânica de bicicletas", "Chefia de oficina", "Atendimento", "Estoque", "Contabilidade"],
  aSentence: "Você conserta o que roda, diz o que não tem conserto e deixa a bancada em ordem.",
};

const inFrench: typeof inEnglish = {
  company: {
    name: "Atelier du Nord",
    description: "Nous réparons des vélos et apprenons à le faire.\nDepuis 1987.",
    privacy_policy:
      "## Ce que nous gardons\n\nCe que vous nous envoyez, pendant **un an**.\n\n## Vos droits\n\nÉcrivez-nous\u00a0: [comment](https://example.com/confidentialite).",
  },
  position: {
    name: "Mécanique cycles (F/H)",
    location: "Lille",
    contract_type: "CDI",
    description:
      "<h2>Le poste</h2><p>Vous réparez <strong>ce qui roule</strong>, et dites ce qui ne se répare plus.</p><ul><li>Roues</li><li>Freins</li></ul>",
    essential: ["Deux ans d’atelier", "Permis de conduire"],
    niceToHave: ["Néerlandais"],
  },
  questions: {
    killer: [
      { question: "Avez-vous une autorisation de travail\u00a0?", answers: ["Oui", "Non"] },
      {
        question: "Quand pouvez-vous commencer\u00a0?",
        answers: ["Maintenant", "Dans un mois", "Plus tard"],
      },
    ],
    open: "Pourquoi souhaitez-vous travailler ici\u00a0?",
  },
  departments: ["Atelier", "Magasin", "Bureau"],
  jobs: [
    "Mécanique cycles (F/H)",
    "Responsable d’atelier",
    "Accueil et vente",
    "Gestion des stocks",
    "Comptabilité",
  ],
  aSentence:
    "Vous réparez ce qui roule, vous dites ce qui ne se répare plus, et vous rangez l’établi.",
};

const inGerman: typeof inEnglish = {
  company: {
    name: "Nordwerkstatt",
    description: "Wir reparieren Fahrräder und zeigen, wie es geht.\nSeit 1987.",
    privacy_policy:
      "## Was wir aufbewahren\n\nWas Sie uns senden, **ein Jahr** lang.\n\n## Ihre Rechte\n\nSchreiben Sie uns: [so geht es](https://example.com/datenschutz).",
  },
  position: {
    name: "Zweiradmechatronikerin oder Zweiradmechatroniker (m/w/d)",
    location: "Mönchengladbach",
    contract_type: "Unbefristetes Arbeitsverhältnis",
    description:
      "<h2>Die Stelle</h2><p>Sie reparieren, <strong>was rollt</strong>, und sagen, was nicht mehr geht.</p><ul><li>Laufräder</li><li>Bremsen</li></ul>",
    essential: ["Zwei Jahre Werkstatterfahrung", "Führerschein"],
    niceToHave: ["Niederländisch"],
  },
  questions: {
    killer: [
      { question: "Haben Sie eine Arbeitserlaubnis?", answers: ["Ja", "Nein"] },
      { question: "Wann können Sie anfangen?", answers: ["Sofort", "In einem Monat", "Später"] },
    ],
    open: "Warum möchten Sie hier arbeiten?",
  },
  departments: ["Werkstatt", "Verkauf", "Verwaltung"],
  jobs: [
    "Zweiradmechatronikerin oder Zweiradmechatroniker (m/w/d)",
    "Werkstattleitung",
    "Kundenberatung und Verkauf",
    "Lagerlogistik",
    "Buchhaltung",
  ],
  aSentence: "Sie reparieren, was rollt, sagen, was nicht mehr geht, und räumen die Werkbank auf.",
};

const TEXTS: Record<Language, typeof inEnglish> = {
  "es-es": inSpanish,
  "es-mx": inSpanish,
  en: inEnglish,
  "pt-br": inPortuguese,
  fr: inFrench,
  de: inGerman,
};

const getTexts = (language: Language) => TEXTS[language];

/** Creates a company with pictures and links. The company's CSS allows dark colours. */
export const createCompany = (language: Language): Json => ({
  ...getTexts(language).company,
  language_default: language,
  apply_page_css: ":root { color-scheme: light dark; }",
  logo: "/brands/alfar-albufera/logo.svg",
  main_image: "/brands/alfar-albufera/banner.svg",
  favicon: "/brands/alfar-albufera/favicon.svg",
  country: "ES",
  is_cv_required: false,
  social_links: {
    linkedin: "https://example.com/in",
    instagram: "https://example.com/gram",
    twitter: "https://example.com/bird",
  },
});

/** Changes that remove a company's pictures, description and links. */
export const BARE_COMPANY: Json = {
  logo: null,
  main_image: null,
  favicon: null,
  description: "",
  social_links: {},
};

/** Creates a position with requirements and both kinds of questions. */
export function createPosition(language: Language): Json {
  const { position, questions } = getTexts(language);
  const { essential, niceToHave, ...facts } = position;
  const named = (names: string[]) => names.map((name) => ({ name }));
  return {
    ...facts,
    join_date: "2026-09-01",
    candidate_criteria_structured: {
      essential_requirements: named(essential),
      complimentary_requirements: named(niceToHave),
    },
    apply_site_questions: {
      killer_questions: questions.killer,
      open_questions: [{ question: questions.open }],
    },
  };
}

/** Creates additional facts, which vary by the job's index. */
const createFacts = (index: number, departments: readonly string[]): Json => ({
  ...(index % 4 < 3 && { department: departments[index % 4] }),
  ...(index % 3 > 0 && { workplace: index % 3 === 1 ? "hybrid" : "onsite" }),
  ...(index % 2 === 0 && { pay: { min: 24_000, max: 28_000, currency: "EUR", unit: "year" } }),
});

/** Creates this many jobs. Repeated names are numbered. */
export function createJobs(language: Language, count: number, withFacts = false): Json[] {
  const { jobs, departments, position } = getTexts(language);
  return Array.from({ length: count }, (_, index) => {
    const name = jobs[index % jobs.length] ?? "";
    return {
      uuid: `job-${index + 1}`,
      name: index < jobs.length ? name : `${name} ${index + 1}`,
      location: index % 2 === 0 ? "Bilbao" : "Ávila",
      contract_type: position.contract_type,
      ...(index % 3 === 0 ? {} : { join_date: "2026-09-01" }),
      ...(withFacts && createFacts(index, departments)),
    };
  });
}

/** Creates a description with this many words in paragraphs. */
export function createDescription(words: number, language: Language): string {
  const sentence = getTexts(language).aSentence.split(" ");
  const text = Array.from({ length: words }, (_, index) => sentence[index % sentence.length]);
  const paragraphs: string[] = [];
  while (text.length > 0) paragraphs.push(`<p>${text.splice(0, 80).join(" ")}</p>`);
  return paragraphs.join("");
}
