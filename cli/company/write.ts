// Writes the folder of a new company from `templates`.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "../../contract/languages";
import { ROOT, Stop } from "../../scripts/local";
import { textOn } from "./brand";
import { shown } from "./files";

const TEMPLATES = fileURLToPath(new URL("templates", import.meta.url));

export interface NewCompany {
  slug: string;
  name: string;
  country: string;
  language: Language;
  color: string;
  /** Of pictures: https addresses, or paths of files. */
  logo?: string | undefined;
  picture?: string | undefined;
  about?: string | undefined;
}

/** @throws Stop if the folder has files */
export async function ensureFree(folder: string): Promise<void> {
  if (!existsSync(folder) || (await readdir(folder)).length === 0) return;
  throw new Stop(
    `${shown(folder)} exists. Put it on the platform (npx puerta company update ${shown(folder)}), or choose another --slug or --folder.`,
  );
}

export async function writeCompany(folder: string, wanted: NewCompany): Promise<void> {
  const { slug, name, country, language, color } = wanted;
  const company = {
    ...{ uuid: randomUUID(), code: slug, name, description: wanted.about ?? "" },
    logo: await publish(wanted.logo, slug, "logo"),
    main_image: await publish(wanted.picture, slug, "picture"),
    ...{ language_default: language, country, is_cv_required: true },
    retention_months: 6, // As the policy says.
  };
  const today = new Date().toISOString().slice(0, 10);
  const values = { name, country, today, accent: color, words: textOn(color) };
  await mkdir(join(folder, "jobs"), { recursive: true });
  const write = (file: string, text: string) => writeFile(join(folder, file), text, { flag: "wx" });
  const copy = async (template: string, file: string) => {
    const filled: Record<string, string> = { ...values, id: randomUUID() };
    const text = await readFile(join(TEMPLATES, template), "utf8");
    await write(
      file,
      text.replace(/\$(\w+)/g, (_, placeholder: string) => filled[placeholder] ?? ""),
    );
  };
  await write("company.json", `${JSON.stringify(company, null, 2)}\n`);
  await copy("brand.css", "brand.css");
  await copy(join(language, "privacy.md"), "privacy.md");
  for (const job of await readdir(join(TEMPLATES, language, "jobs"))) {
    await copy(join(language, "jobs", job), join("jobs", job));
  }
}

/** A picture's address: a file is copied to `public`, which the site serves. */
async function publish(picture = "", slug: string, name: string) {
  if (picture === "" || /^https:/i.test(picture)) return picture || null;
  const address = `/brands/${slug}/${name}${extname(picture).toLowerCase()}`;
  await mkdir(join(ROOT, "public", "brands", slug), { recursive: true });
  await copyFile(picture, join(ROOT, "public", address));
  return address;
}
