import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "~/contract/languages";
import { newCompanyCss } from "~/platform/src/companies/colours";
import {
  fillTemplate,
  NEW_RETENTION_MONTHS,
  newPolicy,
  type Contact,
} from "~/platform/src/companies/new-policy";
import { ROOT } from "~/scripts/local";
import { Stop } from "~/scripts/stop";
import { shortPath } from "./text-file";

const TEMPLATES = fileURLToPath(new URL("templates", import.meta.url));

export interface NewCompany {
  slug: string;
  name: string;
  country: string;
  language: Language;
  color: string;
  /** `logo` and `picture`: an https URL or a file path. */
  logo?: string | undefined;
  picture?: string | undefined;
  about?: string | undefined;
  contact: Contact;
}

/** @throws Stop if the folder is not empty */
export async function ensureEmpty(folder: string): Promise<void> {
  if (!existsSync(folder) || (await readdir(folder)).length === 0) return;
  throw new Stop(
    `${shortPath(folder)} already exists. Upload it with npx puerta company update ${shortPath(folder)}, or choose another --slug or --folder.`,
  );
}

export async function writeCompany(folder: string, wanted: NewCompany): Promise<void> {
  const { slug, name, country, language, color, contact } = wanted;
  const company = {
    ...{ uuid: randomUUID(), code: slug, name, description: wanted.about ?? "" },
    logo: await publishPicture(wanted.logo, slug, "logo"),
    main_image: await publishPicture(wanted.picture, slug, "picture"),
    ...{ language_default: language, country, is_cv_required: true },
    retention_months: NEW_RETENTION_MONTHS,
  };
  const today = new Date().toISOString().slice(0, 10);
  await mkdir(join(folder, "jobs"), { recursive: true });
  await writeFile(join(folder, "company.json"), `${JSON.stringify(company, null, 2)}\n`);
  await writeFile(join(folder, "brand.css"), newCompanyCss(color));
  await writeFile(join(folder, "privacy.md"), newPolicy(language, name, contact));
  const job = await readFile(join(TEMPLATES, language, "job.md"), "utf8");
  const values = { name, country, today, id: randomUUID() };
  await writeFile(join(folder, "jobs", "example.md"), fillTemplate(job, contact, values));
}

/** Returns a picture's URL, or null. Copies a file to `public`, which the site serves. */
async function publishPicture(picture = "", slug: string, name: string) {
  if (picture === "" || /^https:/i.test(picture)) return picture || null;
  const address = `/brands/${slug}/${name}${extname(picture).toLowerCase()}`;
  await mkdir(join(ROOT, "public", "brands", slug), { recursive: true });
  await copyFile(picture, join(ROOT, "public", address));
  return address;
}
