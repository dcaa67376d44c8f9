// Reads the arguments of `npm run brand`.
import { parseArgs } from "node:util";
import { ensurePicture, namedFile, readCss } from "./files.mjs";
import { Stop } from "../local.mjs";

export const USAGE = `npm run brand -- my.css [--logo FILE] [--banner FILE] [--var NAME:VALUE] [--built]
  my.css            shown on the pages of the example companies, and again each time you save it
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

/**
 * Reads the arguments, and checks that every file exists and can be shown.
 *
 * @throws {Stop} that says what is wrong with them
 */
export async function readArguments() {
  const { values, positionals } = parsed();
  if (values.help) return undefined;
  const [name, ...others] = positionals;
  if (name === undefined) throw new Stop(`Which CSS file?\n\n${USAGE}`);
  if (others.length > 0) throw new Stop(`Name one CSS file, not several.\n\n${USAGE}`);
  const file = namedFile(name);
  await readCss(file);
  /** @type {Picture[]} */
  const pictures = [];
  if (values.logo !== undefined) pictures.push({ field: "logo", file: namedFile(values.logo) });
  if (values.banner !== undefined) {
    pictures.push({ field: "main_image", file: namedFile(values.banner) });
  }
  for (const picture of pictures) await ensurePicture(picture.file);
  return { file, pictures, vars: variables(values.var), isBuilt: values.built };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        logo: { type: "string" },
        banner: { type: "string" },
        var: { type: "string", multiple: true, default: [] },
        built: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** @param {string[]} texts `NAME:VALUE` each */
function variables(texts) {
  return Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(":");
      if (colon < 1) throw new Stop(`--var ${text} is not NAME:VALUE.\n\n${USAGE}`);
      return [text.slice(0, colon), text.slice(colon + 1)];
    }),
  );
}
