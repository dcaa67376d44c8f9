import type { Language } from "./language";

/**
 * Returns a country's name as `form.phone_hint` uses it: "from the Netherlands". Portuguese and French include
 * the preposition, because it merges with the article: "do Brasil", "des Pays-Bas". German is in the dative:
 * "aus den Niederlanden".
 *
 * @param name the name in the page's language, from `Intl`
 */
export const countryInSentence = (name: string, language: Language): string =>
  FORMS[language]?.(name) ?? name;

const FORMS: Partial<Record<Language, (name: string) => string>> = {
  en: (name) => (ENGLISH_ARTICLE.test(name) ? `the ${name}` : name),
  "pt-br": fromInPortuguese,
  fr: fromInFrench,
  de: dativeInGerman,
};

const ENGLISH_ARTICLE =
  /^(Bahamas|Comoros|Gambia|Isle of Man|Maldives|Netherlands|Philippines|United .*|.* (Islands|Republic|Territor(y|ies)))$/;

/** Portuguese names without an article: "de Portugal". */
const PT_DE =
  /^(Andorra|Angola|Anguila|Antígua|Aruba|Bangladesh|Barbados|Belize|Botsuana|Brunei|Burquina|Cabo Verde|Ceuta|Chipre|Cuba|Curaçao|Diego|Djibuti|El Salvador|Essuatíni|Fiji|Gana|Gibraltar|Granada|Guadalupe|Guam|Guernsey|Honduras|Hong Kong|Israel|Jersey|Liechtenstein|Luxemburgo|Macau|Madagascar|Malta|Maurício|Mayotte|Mianmar|Moçambique|Mônaco|Montenegro|Montserrat|Nauru|Niue|Omã|Palau|Porto Rico|Portugal|Quiribati|Reunião|Ruanda|Samoa(?! Americana)|San Marino|Santa|São|Sark|Singapura|Sint Maarten|Svalbard|Taiwan|Timor-Leste|Togo|Tokelau|Tonga|Trinidad|Tristão|Tuvalu|Uganda|Vanuatu|Wallis)(?!\p{L})/u;
const PT_DOS = /^(Camarões|Emirados|Estados Unidos|Países Baixos|Territórios)(?!\p{L})/u;
const PT_DAS = /^(Bahamas|Bermudas|Comores|Filipinas|Ilhas|Maldivas|Seicheles)(?!\p{L})/u;
const PT_DA = /^(África|Cidade|Coreia|Costa|Guiné|Ilha|Macedônia|Papua|República)(?!\p{L})|a$/u;
const PT_DO = /^(Camboja|Quênia|Sri Lanka|Congo .*)$/;

function fromInPortuguese(name: string): string {
  if (PT_DE.test(name)) return `de ${name}`;
  if (PT_DOS.test(name)) return `dos ${name}`;
  if (PT_DAS.test(name)) return `das ${name}`;
  return PT_DA.test(name) && !PT_DO.test(name) ? `da ${name}` : `do ${name}`;
}

const FR_DES =
  /^(Bahamas|Bermudes|Comores|Émirats|États-Unis|Fidji|Îles|Maldives|Palaos|Pays-Bas|Philippines|Samoa|Seychelles|Terres|Territoires|Tonga)(?!\p{L})/u;
const FR_DE_LA = /^(Barbade|Dominique|Grenade|Guadeloupe|Jamaïque|Martinique|R\.A\.S\.|République)/;
/** French names without an article, and feminine names that lose it: "de Cuba", "de France". */
const FR_DE =
  /^(Antigua|Aruba|Bahreïn|Ceuta|Chypre|Corée|Cuba|Curaçao|Diego|Djibouti|Géorgie|Gibraltar|Guam|Guernesey|Guinée|Jersey|Kiribati|La|Macédoine|Madagascar|Mayotte|Monaco|Montserrat|Nauru|Niue|Porto Rico|Sainte?|Sao|Sercq|Singapour|Taïwan|Tokelau|Trinité|Tristan|Tuvalu|Wallis)(?!\p{L})|e$/u;
const FR_DU =
  /^(Belize|Cambodge|Congo-Brazzaville|Mexique|Mozambique|Suriname|Territoire|Zimbabwe)(?!\p{L})/u;

function fromInFrench(name: string): string {
  if (FR_DES.test(name)) return `des ${name}`;
  if (/^(Île|État)(?!\p{L})/u.test(name)) return `de l’${name}`;
  if (FR_DE_LA.test(name)) return `de la ${name}`;
  if (/^([AEIOUÉÎ]|Haïti)/.test(name)) return `d’${name}`;
  return FR_DE.test(name) && !FR_DU.test(name) ? `de ${name}` : `du ${name}`;
}

const DE_DER =
  /^(Antarktis|Isle of Man|Mongolei|Schweiz|Slowakei|Türkei|Ukraine|Vatikanstadt|Westsahara|.*[iI]nsel|.* Republik|(Republik|Sonderverwaltungsregion) .*)$/;
const DE_DEM =
  /^(Irak|Iran|Jemen|Kosovo|Libanon|Niger|Sudan|Südsudan|Tschad|Vereinigtes .*|.* Territorium .*)$/;
const DE_DEN =
  /^(?!.* und die )(Bahamas|Färöer|Komoren|Malediven|Philippinen|Salomonen|Seychellen|.*([iI]nseln|gebiete)|(.* )?(Emirate|Marianen|Niederlande|Staaten))$/;

function dativeInGerman(name: string): string {
  const declined = name
    .replace(/^(Vereinigte|Britische)s /, "$1n ")
    .replace(/(\p{Lu}\p{Ll}+e)(?= \p{Lu})/gu, "$1n");
  if (DE_DER.test(name)) return `der ${declined}`;
  if (DE_DEM.test(name)) return `dem ${declined}`;
  if (!DE_DEN.test(name)) return name.replace(" und die ", " und den ");
  return `den ${declined.replace(/(?<=e|Färöer)$/, "n")}`;
}
