import type { Job } from "../system";

/** Parts of Recruitee's codes of employment, such as `parttime_fixed_term`. */
const CODE =
  /^(fulltime|parttime|full_time|part_time)?_?(permanent|fixed_term|temporary|minijob|contract|freelance|internship|traineeship|apprenticeship|volunteer)?$/;

type Words = Readonly<Record<string, string>>;

const en: Words = {
  fulltime: "Full time",
  parttime: "Part time",
  permanent: "Permanent",
  fixed_term: "Fixed term",
  temporary: "Temporary",
  minijob: "Minijob",
  contract: "Contract",
  freelance: "Freelance",
  internship: "Internship",
  traineeship: "Traineeship",
  apprenticeship: "Apprenticeship",
  volunteer: "Volunteering",
};

const es: Words = {
  fulltime: "Jornada completa",
  parttime: "Jornada parcial",
  permanent: "Indefinido",
  fixed_term: "Temporal",
  temporary: "Temporal",
  minijob: "Minijob",
  contract: "Contrato de servicios",
  freelance: "Autónomo",
  internship: "Prácticas",
  traineeship: "En formación",
  apprenticeship: "Formación en alternancia",
  volunteer: "Voluntariado",
};

const esMx: Words = {
  ...es,
  fulltime: "Tiempo completo",
  parttime: "Medio tiempo",
  permanent: "Tiempo indeterminado",
  fixed_term: "Tiempo determinado",
  freelance: "Independiente",
};

/** The contract's words for the codes that say them. */
const TYPES: Readonly<Record<string, string>> = {
  fulltime: "FULL_TIME",
  parttime: "PART_TIME",
  fixed_term: "TEMPORARY",
  temporary: "TEMPORARY",
  contract: "CONTRACTOR",
  freelance: "CONTRACTOR",
  internship: "INTERN",
  volunteer: "VOLUNTEER",
};

/** The employment that a code names, in words and as the contract's; a code that is unknown as it is. */
export function employmentFacts(
  code: string | undefined,
  language: string,
): Pick<Job, "contract_type" | "employment_type"> {
  const [known, hours, kind] = CODE.exec(code ?? "") ?? [];
  const parts = [hours?.replace("_", ""), kind].filter((part) => part !== undefined);
  if (!known || parts.length === 0) return { contract_type: code?.replaceAll("_", " ") };
  const words = language === "es-mx" ? esMx : language.startsWith("es") ? es : en;
  const types = parts.flatMap((part) => TYPES[part] ?? []);
  return {
    contract_type: parts.map((part) => words[part]).join(", "),
    employment_type: types.length > 0 ? types : undefined,
  };
}
