import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { Slug } from "../../contract/admin";
import { country } from "../../contract/countries";
import { LANGUAGES, type Language } from "../../contract/languages";
import { slugify } from "../../contract/slug";
import { Stop } from "../../scripts/local";
import { addWhere, command, type Where } from "../lib/command";
import { companies, siteOf, withPlatform } from "../lib/platform";
import { ask, isTerminal } from "../lib/prompt";
import type { NewCompany } from "./write";

const TAGS = LANGUAGES.join(", ");
const DEFAULT_COLOR = "#1f4f82";

const refuse = (message: string): never => {
  throw new InvalidArgumentError(message);
};

function nameOf(text: string): string {
  const name = text.trim();
  return name !== "" && name.length <= 100 ? name : refuse("A name has 1 to 100 characters.");
}

function countryOf(text: string): string {
  const { data, error } = country.safeParse(text);
  return error ? refuse(`${error.issues[0]?.message}.`) : data;
}

const languageOf = (text: string): Language =>
  LANGUAGES.find((one) => one === text.trim().toLowerCase()) ?? refuse(`Choose one of ${TAGS}.`);

/** `#rrggbb`, also for `rrggbb` and `#rgb`. */
function colorOf(text: string): string {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim()) ?? [];
  const digits = short?.replace(/./g, "$&$&") ?? long;
  return digits === undefined ? refuse("Write it as #0f5c4a.") : `#${digits.toLowerCase()}`;
}

/** An https address, or a file's path; empty for none. */
function pictureOf(text: string): string {
  if (text === "" || (/^https:/i.test(text) && URL.canParse(text))) return text;
  if (/^http:/i.test(text)) return refuse("Pictures load by https only.");
  const isShown = /\.(svg|png|jpe?g|webp|avif|gif)$/i.test(text);
  if (!isShown) return refuse("Browsers show .svg, .png, .jpg, .webp, .avif and .gif.");
  const file = resolve(text);
  return existsSync(file) ? file : refuse(`There is no file ${text}.`);
}

const newSlug = (text: string): string =>
  Slug.max(60).safeParse(text).data ?? refuse("Use small letters, digits and -, up to 60.");

type Options = Where & Partial<NewCompany> & { folder?: string };

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

export const add = addWhere(
  command("new", "Create a company: its folder, and the company with an example job")
    .addHelpText("after", "\nWithout --name or --country, it asks for them and the others.")
    .addOption(option("--name <name>", "its name", nameOf))
    .addOption(option("--country <code>", "its country, such as gb", countryOf))
    .addOption(option("--language <tag>", `${TAGS} (default: its country's)`, languageOf))
    .addOption(option("--color <hex>", `of buttons and links (default: ${DEFAULT_COLOR})`, colorOf))
    .addOption(option("--logo <file>", "a file, copied to public/, or an https address", pictureOf))
    .addOption(option("--picture <file>", "a wide picture, the same", pictureOf))
    .option("--about <text>", "a sentence or two about the company")
    .addOption(option("--slug <slug>", "how its addresses begin (default: from its name)", newSlug))
    .option("--folder <folder>", "the folder of its files (default: companies/SLUG)"),
).action(async (options: Options) => {
  const wanted = await complete(options);
  const { COMPANIES, shown } = await import("./files");
  const { ensureFree, writeCompany } = await import("./write");
  const { putFolder } = await import("./put");
  const folder = resolve(options.folder ?? join(COMPANIES, wanted.slug));
  await ensureFree(folder);
  const isStopped = (await siteOf(options)).url === "";
  await withPlatform(options, async (platform) => {
    const taken = (await companies(platform)).find(({ code }) => code === wanted.slug);
    if (taken) {
      throw new Stop(`${taken.name} has the slug ${wanted.slug}. Choose another one with --slug.`);
    }
    await writeCompany(folder, wanted);
    const { addresses, advice } = await putFolder(platform, folder);
    const lines = [
      `Created ${shown(folder)}, and put the company on the platform:`,
      ...["", ...addresses, "", ...advice, ""],
      `After each change:  npx puerta company update ${shown(folder)}`,
      `Another job:        npx puerta job new ${wanted.slug}`,
      ...(isStopped ? ["Run the site:       npx puerta start"] : []),
    ];
    console.log(lines.join("\n"));
  });
});

/** Asks for all missing options if a required one is missing. @throws Stop without a terminal */
async function complete(given: Options): Promise<NewCompany> {
  const required = (["name", "country"] as const).filter((one) => given[one] === undefined);
  const asks = required.length > 0;
  if (asks && !isTerminal()) {
    throw new Stop(`Add ${required.map((one) => `--${one}`).join(" and ")}.`);
  }
  const answer = async <T>(
    value: T | undefined,
    question: string,
    parse: (text: string) => T,
    usual = "",
  ) => value ?? (asks ? ask(question, parse, usual) : parse(usual));
  const name = await answer(given.name, "Name of the company", nameOf);
  const slug = given.slug ?? slugify(name, "").slice(0, 60).replace(/-$/, "");
  if (slug === "") throw new Stop(`"${name}" has no letters for an address. Add --slug acme.`);
  const country = await answer(given.country, "Country, as two letters (gb, es, …)", countryOf);
  const likely = country === "MX" ? "es-mx" : country === "ES" ? "es-es" : "en";
  return {
    ...{ name, slug, country },
    language: await answer(given.language, `Language (${TAGS})`, languageOf, likely),
    color: await answer(given.color, "Colour of buttons and links", colorOf, DEFAULT_COLOR),
    logo: await answer(given.logo, "Logo: a file or an https address, or Enter", pictureOf),
    picture: await answer(given.picture, "Wide picture: the same, or Enter", pictureOf),
    about: await answer(given.about, "About the company, or Enter", (text) => text),
  };
}
