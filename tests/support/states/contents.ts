import type { Language } from "../../../app/i18n/language";
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

const getTexts = (language: Language) => (language === "en" ? inEnglish : inSpanish);

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

/** Creates further facts, which vary by the job's index. */
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
