import type { EmploymentType } from "../../contract/lists";
import { byLanguage } from "./messages";
import type { Job } from "./system";

/** English, Spanish of Spain and of Mexico (if it differs), and the contract's word if it has one. */
type Term = [en: string, es: string, esMx?: string, type?: EmploymentType];

const TERMS: Readonly<Record<string, Term>> = {
  fulltime: ["Full time", "Jornada completa", "Tiempo completo", "FULL_TIME"],
  parttime: ["Part time", "Jornada parcial", "Medio tiempo", "PART_TIME"],
  permanent: ["Permanent", "Indefinido", "Tiempo indeterminado"],
  fixed_term: ["Fixed term", "Temporal", "Tiempo determinado", "TEMPORARY"],
  temporary: ["Temporary", "Temporal", "Temporal", "TEMPORARY"],
  minijob: ["Minijob", "Minijob"],
  contract: ["Contract", "Contrato de servicios", "Contrato de servicios", "CONTRACTOR"],
  freelance: ["Freelance", "Autónomo", "Independiente", "CONTRACTOR"],
  internship: ["Internship", "Prácticas", "Prácticas profesionales", "INTERN"],
  traineeship: ["Traineeship", "En formación"],
  apprenticeship: ["Apprenticeship", "Formación en alternancia"],
  working_student: ["Working student", "Empleo para estudiantes"],
  volunteer: ["Volunteering", "Voluntariado", "Voluntariado", "VOLUNTEER"],
};

/** Terms under other names, as some systems spell them. */
const ALIASES: Readonly<Record<string, string>> = { intern: "internship", trainee: "traineeship" };

/**
 * What a system's words for employment mean, such as `FullTime`, `full-time` or `part_time`: in words
 * for candidates, and as the contract's. Unknown words stay, with spaces for their `_`.
 */
export function employmentFacts(
  said: readonly (string | undefined)[],
  language: string,
): Pick<Job, "contract_type" | "employment_type"> {
  const words = said.filter((word) => word !== undefined);
  const terms = words.map(termOf);
  const inWords = ([en, es, esMx = es]: Term) => byLanguage(language, { en, es, esMx });
  const types = terms.flatMap((term) => term?.[3] ?? []);
  return {
    contract_type:
      words
        .map((word, index) =>
          terms[index] ? inWords(terms[index]) : word.replaceAll("_", " ").trim(),
        )
        .join(", ") || undefined,
    employment_type: types.length > 0 ? types : undefined,
  };
}

function termOf(word: string): Term | undefined {
  const name = word
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/[- ]/g, "_")
    .replace(/^(full|part)_time$/, "$1time");
  return TERMS[ALIASES[name] ?? name];
}
