import type { EmploymentType } from "~/contract/lists";
import type { Language } from "~/contract/languages";
import type { Texts } from "./messages";
import { fromPacks } from "./packs";
import type { Job } from "./system-interface";

/** Terms of all systems, including terms that companies write by hand. */
const TERMS = {
  fulltime: { en: "Full time", "es-es": "Jornada completa", "es-mx": "Tiempo completo" },
  parttime: { en: "Part time", "es-es": "Jornada parcial", "es-mx": "Medio tiempo" },
  full_or_part: {
    en: "Full or part time",
    "es-es": "Jornada completa o parcial",
    "es-mx": "Tiempo completo o medio tiempo",
  },
  permanent: { en: "Permanent", "es-es": "Indefinido", "es-mx": "Tiempo indeterminado" },
  fixed_term: { en: "Fixed term", "es-es": "Temporal", "es-mx": "Tiempo determinado" },
  temporary: { en: "Temporary", "es-es": "Temporal" },
  seasonal: { en: "Seasonal", "es-es": "De temporada" },
  on_call: { en: "On call", "es-es": "Por llamamiento", "es-mx": "Por llamado" },
  minijob: { en: "Minijob", "es-es": "Minijob" },
  contract: { en: "Contract", "es-es": "Contrato de servicios" },
  freelance: { en: "Freelance", "es-es": "Por cuenta propia", "es-mx": "Por honorarios" },
  internship: { en: "Internship", "es-es": "Prácticas", "es-mx": "Prácticas profesionales" },
  traineeship: { en: "Traineeship", "es-es": "En formación" },
  apprenticeship: { en: "Apprenticeship", "es-es": "Formación en alternancia" },
  dual_studies: { en: "Dual studies", "es-es": "Formación dual" },
  thesis: { en: "Thesis", "es-es": "Tesis" },
  working_student: { en: "Working student", "es-es": "Empleo para estudiantes" },
  volunteer: { en: "Volunteering", "es-es": "Voluntariado" },
} satisfies Record<string, Texts<string>>;

type Term = keyof typeof TERMS;

const PACK_TERMS: Partial<Record<Language, Record<Term, string>>> = fromPacks(
  ({ employment }) => employment,
);

function translateTerm(term: Term, language: Language): string {
  const texts: Partial<Record<Language, string>> = TERMS[term];
  return PACK_TERMS[language]?.[term] ?? texts[language] ?? TERMS[term]["es-es"];
}

/** The contract's `employment_type` by term. */
const TYPES: Readonly<Record<string, EmploymentType[]>> = {
  fulltime: ["FULL_TIME"],
  parttime: ["PART_TIME"],
  full_or_part: ["FULL_TIME", "PART_TIME"],
  fixed_term: ["TEMPORARY"],
  temporary: ["TEMPORARY"],
  seasonal: ["TEMPORARY"],
  contract: ["CONTRACTOR"],
  freelance: ["CONTRACTOR"],
  internship: ["INTERN"],
  volunteer: ["VOLUNTEER"],
};

const ALIASES: Readonly<Record<string, string>> = {
  apprentice: "apprenticeship",
  contractor: "contract",
  freelancer: "freelance",
  full: "fulltime",
  intern: "internship",
  mini_job: "minijob",
  part: "parttime",
  seasonal_job: "seasonal",
  self_employed: "freelance",
  temp: "temporary",
  trainee: "traineeship",
  volunteering: "volunteer",
  zero_hours: "on_call",
};

/**
 * Translates a system's employment terms, such as `FullTime`, `full-time` or `part_time`, into text for
 * candidates and values of `employment_type`. In the text, unknown terms are shown with spaces instead of `_`.
 */
export function employmentFacts(
  terms: readonly (string | undefined)[],
  language: Language,
): Pick<Job, "contract_type" | "employment_type"> {
  const words = terms.filter((word) => word !== undefined);
  const types = new Set(words.flatMap((word) => TYPES[normalizeTerm(word)] ?? []));
  const translate = (word: string) => {
    const term = normalizeTerm(word);
    return isTerm(term) ? translateTerm(term, language) : word.replaceAll("_", " ").trim();
  };
  return {
    contract_type: words.map(translate).join(", ") || undefined,
    employment_type: types.size > 0 ? [...types] : undefined,
  };
}

const isTerm = (name: string): name is Term => Object.hasOwn(TERMS, name);

function normalizeTerm(word: string): string {
  const name = word
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .trim()
    .replace(/[\s/-]+/g, "_")
    .replace(/(full|part)_time/g, "$1time")
    .replace(/^full(?:time)?_(?:(?:or|and)_)?part(?:time)?$/, "full_or_part");
  return ALIASES[name] ?? name;
}
