/** What is asked besides what Ashby itself says. */
interface Words {
  city: string;
  region: string;
  country: string;
  whole: string;
}

const en: Words = {
  city: "City",
  region: "Region or state",
  country: "Country",
  whole: "Please enter a whole number.",
};

const es: Words = {
  city: "Ciudad",
  region: "Provincia o región",
  country: "País",
  whole: "Por favor, escribe un número entero.",
};

const esMx: Words = {
  ...es,
  region: "Estado o región",
  whole: "Por favor, ingresa un número entero.",
};

/** The words for a company's `language_default`. */
export function wordsFor(language: string): Words {
  if (language === "es-mx") return esMx;
  return language.startsWith("es") ? es : en;
}
