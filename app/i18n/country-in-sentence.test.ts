import { expect, test } from "vitest";
import { countryInSentence } from "./country-in-sentence";
import { countryText } from "./places";
import type { Language } from "./language";

test.each<[Language, Record<string, string>]>([
  ["en", { US: "the United States", NL: "the Netherlands", CZ: "Czechia" }],
  ["es-es", { US: "Estados Unidos" }],
  [
    "pt-br",
    {
      ...{ BR: "do Brasil", PT: "de Portugal", FR: "da França", US: "dos Estados Unidos" },
      ...{ PH: "das Filipinas", CV: "de Cabo Verde", KR: "da Coreia do Sul", KE: "do Quênia" },
      ...{ AO: "de Angola", MX: "do México", ZA: "da África do Sul", CA: "do Canadá" },
      ...{ DO: "da República Dominicana", NL: "dos Países Baixos", CI: "da Costa do Marfim" },
      ...{ GB: "do Reino Unido", MZ: "de Moçambique", FK: "das Ilhas Malvinas", JP: "do Japão" },
      ...{ ME: "de Montenegro", MQ: "da Martinica", WS: "de Samoa", AS: "da Samoa Americana" },
    },
  ],
  [
    "fr",
    {
      ...{ FR: "de France", ES: "d’Espagne", PT: "du Portugal", US: "des États-Unis" },
      ...{ NL: "des Pays-Bas", MX: "du Mexique", CU: "de Cuba", HT: "d’Haïti", IR: "d’Iran" },
      ...{ KR: "de Corée du Sud", MC: "de Monaco", GB: "du Royaume-Uni", MG: "de Madagascar" },
      ...{
        AE: "des Émirats arabes unis",
        SN: "du Sénégal",
        RE: "de La Réunion",
        BE: "de Belgique",
      },
      ...{ VA: "de l’État de la Cité du Vatican", FO: "des Îles Féroé", MU: "de Maurice" },
    },
  ],
  [
    "de",
    {
      ...{ DE: "Deutschland", CH: "der Schweiz", TR: "der Türkei", NL: "den Niederlanden" },
      ...{ US: "den Vereinigten Staaten", GB: "dem Vereinigten Königreich", IR: "dem Iran" },
      ...{ AE: "den Vereinigten Arabischen Emiraten", DO: "der Dominikanischen Republik" },
      ...{ FO: "den Färöern", VG: "den Britischen Jungferninseln", AT: "Österreich" },
      ...{ PS: "den Palästinensischen Autonomiegebieten", MD: "der Republik Moldau" },
      VC: "St. Vincent und den Grenadinen",
    },
  ],
])("formats countries for a sentence in %s", (language, countries) => {
  for (const [code, text] of Object.entries(countries)) {
    expect(countryInSentence(countryText(code, language), language)).toBe(text);
  }
});
