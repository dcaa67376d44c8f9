import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "../../contract/languages";
import { ROOT, Stop } from "../../scripts/local";
import { shortPath } from "./text-file";

const TEMPLATES = fileURLToPath(new URL("templates", import.meta.url));

export interface NewCompany {
  slug: string;
  name: string;
  country: string;
  language: Language;
  color: string;
  /** `logo` and `picture`: an https address, or the path of a file. */
  logo?: string | undefined;
  picture?: string | undefined;
  about?: string | undefined;
  /** How candidates are reached: by phone and email, or by phone alone. */
  contact: Contact;
}

export type Contact = "email" | "phone";

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
    retention_months: 6, // The policy templates name the same period.
  };
  const today = new Date().toISOString().slice(0, 10);
  const values: Record<string, string> = {
    ...{ name, country, today, accent: color, words: contrastingText(color), id: randomUUID() },
  };
  await mkdir(join(folder, "jobs"), { recursive: true });
  const copy = async (template: string, file: string) => {
    const text = await readFile(join(TEMPLATES, template), "utf8");
    const filled = text
      // A line such as `$email: …` is only for this kind of contact.
      .replace(/^\$(email|phone): (.*\n)/gm, (_, kind, line: string) =>
        kind === contact ? line : "",
      )
      .replace(/\$(\w+)/g, (_, value: string) => values[value] ?? "");
    await writeFile(join(folder, file), filled);
  };
  await writeFile(join(folder, "company.json"), `${JSON.stringify(company, null, 2)}\n`);
  await copy("brand.css", "brand.css");
  await copy(join(language, "privacy.md"), "privacy.md");
  await copy(join(language, "job.md"), join("jobs", "example.md"));
}

/** Returns black or white, whichever contrasts more with the colour (WCAG 2.2). */
export function contrastingText(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/g) ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff";
}

/** Returns the address of a picture, or null. Copies a file to `public`, which the site serves. */
async function publishPicture(picture = "", slug: string, name: string) {
  if (picture === "" || /^https:/i.test(picture)) return picture || null;
  const address = `/brands/${slug}/${name}${extname(picture).toLowerCase()}`;
  await mkdir(join(ROOT, "public", "brands", slug), { recursive: true });
  await copyFile(picture, join(ROOT, "public", address));
  return address;
}
