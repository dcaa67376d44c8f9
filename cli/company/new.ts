import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { Slug } from "~/contract/admin";
import { LANGUAGES, LANGUAGE_PACKS, type Language } from "~/contract/languages";
import { slugify } from "~/contract/slug";
import { parseColour } from "~/platform/src/companies/colours";
import type { Contact } from "~/platform/src/companies/new-policy";
import { Stop } from "~/scripts/stop";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { findCountry } from "../lib/country";
import { readLanguages, TURN_ON } from "../lib/languages";
import { companies, resolveSite, withPlatform } from "../lib/platform";
import { ask, choose, isTerminal } from "../lib/prompt";
import type { NewCompany } from "./write";

const DEFAULT_COLOR = "#1f4f82";

/** How candidates are reached. The first is the default. */
const CONTACTS: Record<Contact, string> = {
  email: "By phone and email",
  phone: "By phone alone",
};

const refuse = (message: string): never => {
  throw new InvalidArgumentError(message);
};

function parseName(text: string): string {
  const name = text.trim();
  return name !== "" && name.length <= 100 ? name : refuse("Use 1 to 100 characters.");
}

const parseCountry = (text: string): string =>
  findCountry(text) ??
  refuse(`${text || "An empty answer"} is not a country. Write it as de or Germany.`);

const languageParser =
  (languages: readonly Language[]) =>
  (text: string): Language =>
    languages.find((language) => language === text.trim().toLowerCase()) ??
    refuse(`Choose one of ${languages.join(", ")}.`);

/** Returns the enabled language that a country's companies most likely want. */
function likelyLanguage(country: string, languages: readonly Language[]): Language {
  if (country === "MX") return "es-mx";
  if (country === "ES") return "es-es";
  const { language: main } = new Intl.Locale("und", { region: country }).maximize();
  const pack = LANGUAGE_PACKS.find((tag) => tag.split("-", 1)[0] === main);
  return pack !== undefined && languages.includes(pack) ? pack : "en";
}

const parseColor = (text: string): string => parseColour(text) ?? refuse("Write it as #0f5c4a.");

/** Accepts an https URL, a file path, or an empty string. */
function parsePicture(text: string): string {
  if (text === "" || (/^https:/i.test(text) && URL.canParse(text))) return text;
  if (/^http:/i.test(text)) return refuse("Pictures load over https only.");
  const isShown = /\.(svg|png|jpe?g|webp|avif|gif)$/i.test(text);
  if (!isShown) return refuse("Use a .svg, .png, .jpg, .webp, .avif or .gif file.");
  const file = resolve(text);
  return existsSync(file) ? file : refuse(`There is no file ${text}.`);
}

const parseSlug = (text: string): string =>
  Slug.max(60).safeParse(text).data ?? refuse("Use 1 to 60 letters a-z, digits and -.");

type Options = TargetOptions & Partial<NewCompany> & { folder?: string };

const option = (flags: string, description: string, parse: (text: string) => unknown) =>
  new Option(flags, description).argParser(parse);

export const add = addTargetOptions(
  command("new", "Create a company folder, and add the company with an example job")
    .addHelpText("after", "\nPrompts for all missing options if --name or --country is missing.")
    .addOption(option("--name <name>", "its name", parseName))
    .addOption(option("--country <country>", "its country, such as gb", parseCountry))
    .addOption(
      option(
        "--language <tag>",
        `${LANGUAGES.join(", ")} (default: by country)`,
        languageParser(LANGUAGES),
      ),
    )
    .addOption(
      option("--color <hex>", `for buttons and links (default: ${DEFAULT_COLOR})`, parseColor),
    )
    .addOption(option("--logo <file>", "a file or an https address", parsePicture))
    .addOption(
      option("--picture <file>", "a wide picture: a file or an https address", parsePicture),
    )
    .addOption(
      new Option("--contact <how>", "ask candidates for phone and email, or for a phone alone")
        .choices(Object.keys(CONTACTS))
        .default(undefined, "email"),
    )
    .option("--about <text>", "a sentence or two about the company")
    .addOption(
      option("--slug <slug>", "first part of its addresses (default: from its name)", parseSlug),
    )
    .option("--folder <folder>", "folder for its files (default: companies/SLUG)"),
).action(async (options: Options) => {
  const wanted = await complete(options);
  const { COMPANIES } = await import("./files");
  const { shortPath } = await import("./text-file");
  const { ensureEmpty, writeCompany } = await import("./write");
  const { putFolder } = await import("./put");
  const folder = resolve(options.folder ?? join(COMPANIES, wanted.slug));
  await ensureEmpty(folder);
  const isStopped = (await resolveSite(options)).url === "";
  await withPlatform(options, async (platform) => {
    const taken = (await companies(platform)).find(({ code }) => code === wanted.slug);
    if (taken) {
      throw new Stop(
        `${taken.name} already has the slug ${wanted.slug}. Choose another with --slug.`,
      );
    }
    await writeCompany(folder, wanted);
    const { addresses, advice } = await putFolder(platform, folder, options);
    const lines = [
      `Created ${shortPath(folder)} and added the company:`,
      ...["", ...addresses, "", ...advice, ""],
      `After each change:  npx puerta company update ${shortPath(folder)}`,
      `Add a job:          npx puerta job new ${wanted.slug}`,
      ...(isStopped ? ["Run the site:       npx puerta start"] : []),
    ];
    console.log(lines.join("\n"));
  });
});

/** If a required option is missing, prompts for all missing options. @throws Stop without a terminal */
async function complete(given: Options): Promise<NewCompany> {
  const required = (["name", "country"] as const).filter((option) => given[option] === undefined);
  const asks = required.length > 0;
  if (asks && !isTerminal()) {
    throw new Stop(`Add ${required.map((option) => `--${option}`).join(" and ")}.`);
  }
  const answer = async <T>(
    value: T | undefined,
    question: string,
    parse: (text: string) => T,
    usual = "",
  ) => value ?? (asks ? ask(question, parse, usual) : parse(usual));
  const name = await answer(given.name, "Name of the company", parseName);
  const slug = given.slug ?? slugify(name, "").slice(0, 60).replace(/-$/, "");
  if (slug === "")
    throw new Stop(
      `"${name}" has no letters that an address could use. Add --slug, such as --slug acme.`,
    );
  const country = await answer(given.country, "Country (such as gb or Spain)", parseCountry);
  const languages = await readLanguages(given);
  if (given.language && !languages.includes(given.language)) {
    throw new Stop(`${given.language} is off: ${TURN_ON}.`);
  }
  return {
    ...{ name, slug, country },
    language: await answer(
      given.language,
      `Language (${languages.join(", ")})`,
      languageParser(languages),
      likelyLanguage(country, languages),
    ),
    color: await answer(given.color, "Colour of buttons and links", parseColor, DEFAULT_COLOR),
    logo: await answer(given.logo, "Logo: file or https address (Enter: none)", parsePicture),
    picture: await answer(
      given.picture,
      "Wide picture: file or https address (Enter: none)",
      parsePicture,
    ),
    contact:
      given.contact ?? (asks ? await choose("How do you reach candidates?", CONTACTS) : "email"),
    about: await answer(given.about, "About the company (Enter: none)", (text) => text),
  };
}
