import type { EmploymentType } from "../../contract/lists";
import type { Language } from "../../contract/languages";
import type { Texts } from "./messages";
import type { Job } from "./system-interface";

const TERMS: Readonly<Record<string, Texts<string>>> = {
  fulltime: { en: "Full time", "es-es": "Jornada completa", "es-mx": "Tiempo completo" },
  parttime: { en: "Part time", "es-es": "Jornada parcial", "es-mx": "Medio tiempo" },
  permanent: { en: "Permanent", "es-es": "Indefinido", "es-mx": "Tiempo indeterminado" },
  fixed_term: { en: "Fixed term", "es-es": "Temporal", "es-mx": "Tiempo determinado" },
  temporary: { en: "Temporary", "es-es": "Temporal" },
  minijob: { en: "Minijob", "es-es": "Minijob" },
  contract: { en: "Contract", "es-es": "Contrato de servicios" },
  freelance: { en: "Freelance", "es-es": "Por cuenta propia", "es-mx": "Por honorarios" },
  internship: { en: "Internship", "es-es": "Prácticas", "es-mx": "Prácticas profesionales" },
  traineeship: { en: "Traineeship", "es-es": "En formación" },
  apprenticeship: { en: "Apprenticeship", "es-es": "Formación en alternancia" },
  working_student: { en: "Working student", "es-es": "Empleo para estudiantes" },
  volunteer: { en: "Volunteering", "es-es": "Voluntariado" },
};

/** The contract's `employment_type` by term. */
const TYPES: Readonly<Record<string, EmploymentType>> = {
  fulltime: "FULL_TIME",
  parttime: "PART_TIME",
  fixed_term: "TEMPORARY",
  temporary: "TEMPORARY",
  contract: "CONTRACTOR",
  freelance: "CONTRACTOR",
  internship: "INTERN",
  volunteer: "VOLUNTEER",
};

const ALIASES: Readonly<Record<string, string>> = { intern: "internship", trainee: "traineeship" };

/**
 * Translates a system's employment terms, such as `FullTime`, `full-time` or `part_time`, into a text for
 * candidates and values of `employment_type`. In the text, unknown terms are shown with spaces instead of `_`.
 */
export function employmentFacts(
  terms: readonly (string | undefined)[],
  language: Language,
): Pick<Job, "contract_type" | "employment_type"> {
  const words = terms.filter((word) => word !== undefined);
  const types = words.flatMap((word) => TYPES[normalizeTerm(word)] ?? []);
  const translate = (word: string) => {
    const term = TERMS[normalizeTerm(word)];
    return term ? (term[language] ?? term["es-es"]) : word.replaceAll("_", " ").trim();
  };
  return {
    contract_type: words.map(translate).join(", ") || undefined,
    employment_type: types.length > 0 ? types : undefined,
  };
}

function normalizeTerm(word: string): string {
  const name = word
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/[- ]/g, "_")
    .replace(/^(full|part)_time$/, "$1time");
  return ALIASES[name] ?? name;
}
