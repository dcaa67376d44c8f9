/** What is asked and said of a position that Personio names by a code. */
export interface Words {
  availableFrom: string;
  salaryExpectations: string;
  gender: string;
  genders: Readonly<Record<"female" | "male" | "diverse" | "undefined", string>>;
  files: Readonly<Record<string, string>>;
}

const en: Words = {
  availableFrom: "Available from",
  salaryExpectations: "Salary expectations",
  gender: "Gender",
  genders: { female: "Female", male: "Male", diverse: "Diverse", undefined: "I'd rather not say" },
  files: {
    "cover-letter": "Cover letter",
    "employment-reference": "Employment reference",
    certificate: "Certificate",
    "work-sample": "Work sample",
    other: "Another file",
  },
};

const es: Words = {
  availableFrom: "Disponible desde",
  salaryExpectations: "Expectativas salariales",
  gender: "Género",
  genders: {
    female: "Mujer",
    male: "Hombre",
    diverse: "No binario",
    undefined: "Prefiero no decirlo",
  },
  files: {
    "cover-letter": "Carta de presentación",
    "employment-reference": "Referencia laboral",
    certificate: "Certificado",
    "work-sample": "Muestra de trabajo",
    other: "Otro archivo",
  },
};

/** The words for a company's `language_default`. */
export function wordsFor(language: string): Words {
  return language.startsWith("es") ? es : en;
}
