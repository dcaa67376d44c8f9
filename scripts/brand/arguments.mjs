// What `npm run brand` is asked.
import { join } from "node:path";
import { ensurePicture, namedFile, readCss } from "./files.mjs";
import { misused } from "../arguments.mjs";
import { shown } from "../../cli/company/files.mjs";
import { companyIn, findFolder } from "../../cli/company/folder.mjs";

export const USAGE = `npm run brand -- COMPANY [--logo FILE] [--banner FILE] [--var NAME:VALUE] [--built]
npm run brand -- my.css …
  COMPANY           a folder, or a slug in companies/: its pages with its brand.css, and again each time you save it
  my.css            the same on the pages of the example companies
  --logo FILE       instead of the companies' logos, also where there is none
  --banner FILE     instead of the companies' banners
  --var NAME:VALUE  a variable of the site, such as CSP_HOSTS:https://cdn.example
  --built           the site as it was built last, which starts sooner
PORT= chooses the port.`;

/**
 * A picture, and the field of a company that will name it.
 *
 * @typedef {{ field: "logo" | "main_image", file: import("./files.mjs").NamedFile }} Picture
 */

export const OPTIONS = /** @type {const} */ ({
  logo: { type: "string" },
  banner: { type: "string" },
  var: { type: "string", multiple: true },
  built: { type: "boolean", default: false },
});

/**
 * What is to be shown. Every file exists then, and can be shown.
 *
 * @param {import("../arguments.mjs").Asked<typeof OPTIONS>} asked
 * @throws {Stop} that says what is wrong with it
 */
export async function whatIsShown({ values, positionals }) {
  const [name] = positionals;
  if (name === undefined) throw misused("Which company, or which CSS file?", USAGE);
  const folder = findFolder(name);
  const company = folder === undefined ? undefined : await companyIn(folder);
  const file = folder === undefined ? namedFile(name) : styleOf(folder);
  await readCss(file);
  /** @type {Picture[]} */
  const pictures = [];
  if (values.logo !== undefined) pictures.push({ field: "logo", file: namedFile(values.logo) });
  if (values.banner !== undefined) {
    pictures.push({ field: "main_image", file: namedFile(values.banner) });
  }
  for (const picture of pictures) await ensurePicture(picture.file);
  return { company, file, pictures, vars: variables(values.var ?? []), isBuilt: values.built };
}

/** @param {string} folder of a company */
function styleOf(folder) {
  const path = join(folder, "brand.css");
  return { name: shown(path), path };
}

/** @param {string[]} texts `NAME:VALUE` each */
function variables(texts) {
  return Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(":");
      if (colon < 1) throw misused(`--var ${text} is not NAME:VALUE.`, USAGE);
      return [text.slice(0, colon), text.slice(colon + 1)];
    }),
  );
}
