// A new company's folder: what it is made of, checked, and written.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { country } from "../../contract/countries";
import { LANGUAGES } from "../../contract/languages";
import { slugOf } from "../../contract/slug";
import { wordsOn } from "./brand-contrast.mjs";
import { ensurePicture, namedFile } from "../../scripts/brand/files.mjs";
import { ROOT, Stop } from "../../scripts/local.mjs";
import { shown } from "./files.mjs";
import { jobText } from "../job/job-text.mjs";
import { brandFor, EXAMPLE_JOBS, POLICIES } from "./templates.mjs";

/** @typedef {import("../../contract/languages").Language} Language */

/** Where companies' folders are made, unless `--folder` says otherwise. */
export const COMPANIES = join(ROOT, "companies");

/**
 * What is asked of a new company: each returns what was meant, or throws an error with what it must be.
 */
export const READ = {
  /** @type {(text: string) => string} */
  name: (text) => {
    const name = text.trim();
    if (name === "" || name.length > 100) throw new Error("a name has 1 to 100 characters");
    return name;
  },
  /** @type {(text: string) => string} two capital letters */
  country: (text) => {
    const { data, error } = country.safeParse(text);
    if (error) throw new Error(error.issues[0]?.message);
    return data;
  },
  /** @type {(text: string) => Language} */
  language: (text) => {
    const language = LANGUAGES.find((one) => one === text.trim().toLowerCase());
    if (!language) throw new Error(`a language is one of ${LANGUAGES.join(", ")}`);
    return language;
  },
  /** @type {(text: string) => string} such as `#0f5c4a` or `0f5c4a` */
  colour: (text) => {
    const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
    if (digits === undefined) throw new Error("a colour is written as #0f5c4a");
    const whole = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
    return `#${whole.toLowerCase()}`;
  },
  logo: readPicture,
  picture: readPicture,
  /** @type {(text: string) => string} */
  about: (text) => text.trim(),
  /** @type {(text: string) => string} the company's part of an address */
  slug: (text) => {
    const slug = text.trim();
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) {
      throw new Error("a slug has small letters, digits and -");
    }
    return slug;
  },
};

/**
 * A picture's address, or the path of its file; undefined for an empty text.
 *
 * @param {string} text
 */
async function readPicture(text) {
  const given = text.trim();
  if (given === "" || (/^https:/i.test(given) && URL.canParse(given))) return given || undefined;
  if (/^http:/i.test(given)) throw new Error("a picture comes by https");
  const file = namedFile(given);
  await ensurePicture(file);
  return file.path;
}

/** The language that a country most likely wants. @param {string} country @returns {Language} */
export const likelyLanguage = (country) =>
  country === "MX" ? "es-mx" : country === "ES" ? "es-es" : "en";

/**
 * @typedef {object} Asked
 * @property {string} name
 * @property {string} country
 * @property {Language} language
 * @property {string} colour
 * @property {string | undefined} [logo] an https address, or a file's path
 * @property {string | undefined} [picture] the same
 * @property {string | undefined} [about]
 * @property {string} [slug] made of the name unless it is given
 * @property {string} [folder] of this company alone; in `companies` unless it is given
 */

/**
 * Where a company's folder will be, and its slug.
 *
 * @param {Pick<Asked, "name" | "slug" | "folder">} asked
 * @throws {Stop} when there is something already, or the name makes no slug
 */
export async function placeFor({ name, slug = slugOf(name, ""), folder = join(COMPANIES, slug) }) {
  if (slug === "") {
    throw new Stop(`"${name}" has no letters for an address. Say how it begins: --slug acme`);
  }
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Stop(
      `${shown(folder)} is there already. Bring the platform up to date with it (npm run company -- update ${shown(folder)}), or choose another one: --folder FOLDER, --slug SLUG.`,
    );
  }
  return { slug, folder };
}

/**
 * Writes the folder of a new company.
 *
 * @param {Asked} asked @param {string} slug @param {string} folder
 * @param {string} today such as `2026-11-20`
 */
export async function writeCompany(
  { name, country, language, colour, logo, picture, about = "" },
  slug,
  folder,
  today,
) {
  const company = {
    uuid: randomUUID(),
    code: slug,
    name,
    description: about,
    logo: await publicAddress(logo, slug, "logo"),
    main_image: await publicAddress(picture, slug, "picture"),
    language_default: language,
    country,
    is_cv_required: true,
    // As its policy says.
    retention_months: 6,
  };
  const jobs = EXAMPLE_JOBS[language].map((example) => {
    // "Our office" is no town: search engines get the country alone.
    const places = example.workplace === "onsite" ? [{ country }] : [];
    const job = { ...example, id: randomUUID(), country, places, published_at: today };
    return { file: `${slugOf(example.title)}.md`, text: jobText([], job, { isBare: true }) };
  });
  await mkdir(join(folder, "jobs"), { recursive: true });
  await Promise.all(
    [
      { file: "company.json", text: `${JSON.stringify(company, null, 2)}\n` },
      { file: "privacy.md", text: POLICIES[language](name) },
      { file: "brand.css", text: brandFor(name, colour, wordsOn(colour)) },
      ...jobs.map(({ file, text }) => ({ file: join("jobs", file), text })),
    ].map(({ file, text }) => writeFile(join(folder, file), text, { flag: "wx" })),
  );
}

/**
 * The address of a picture: a file is copied into `public`, which the site serves.
 *
 * @param {string | undefined} picture @param {string} slug @param {string} name
 */
async function publicAddress(picture, slug, name) {
  if (picture === undefined || /^https:/i.test(picture)) return picture;
  const address = `/brands/${slug}/${name}${extname(picture).toLowerCase()}`;
  await mkdir(join(ROOT, "public", "brands", slug), { recursive: true });
  await copyFile(picture, join(ROOT, "public", address));
  return address;
}
