import type { Job } from "../system";

/** What is said of an Ashby posting that Ashby says in a code. */
interface Words {
  city: string;
  region: string;
  country: string;
  whole: string;
  employment: Readonly<Record<string, string>>;
}

const en: Words = {
  city: "City",
  region: "Region or state",
  country: "Country",
  whole: "Please enter a whole number.",
  employment: {
    FullTime: "Full time",
    PartTime: "Part time",
    Intern: "Internship",
    Contract: "Contract",
    Temporary: "Temporary",
  },
};

const es: Words = {
  city: "Ciudad",
  region: "Provincia o región",
  country: "País",
  whole: "Por favor, escribe un número entero.",
  employment: {
    FullTime: "Jornada completa",
    PartTime: "Jornada parcial",
    Intern: "Prácticas",
    Contract: "Contrato de servicios",
    Temporary: "Temporal",
  },
};

const esMx: Words = {
  ...es,
  region: "Estado o región",
  whole: "Por favor, ingresa un número entero.",
  employment: {
    ...es.employment,
    FullTime: "Tiempo completo",
    PartTime: "Medio tiempo",
    Intern: "Prácticas profesionales",
  },
};

/** The words for a company's `language_default`. */
export function wordsFor(language: string): Words {
  if (language === "es-mx") return esMx;
  return language.startsWith("es") ? es : en;
}

const EMPLOYMENT = new Map([
  ["FullTime", "FULL_TIME"],
  ["PartTime", "PART_TIME"],
  ["Intern", "INTERN"],
  ["Contract", "CONTRACTOR"],
  ["Temporary", "TEMPORARY"],
]);

/** Ashby's employment type as the contract's. */
export function employmentType(type: string | undefined): Job["employment_type"] {
  const found = EMPLOYMENT.get(type ?? "");
  return found === undefined ? undefined : [found];
}
