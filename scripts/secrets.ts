import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./local";

/**
 * Adds missing local secrets: `PLATFORM_API_KEY` and `OPERATOR_SECRET` in `.dev.vars`, `API_KEY` and
 * `ADMIN_SECRET` in `platform/.dev.vars`. A missing API key is copied from the other file; other missing
 * values are random. Prints a warning if the API keys differ.
 *
 * @returns all four values
 */
export async function ensureLocalSecrets(root = ROOT) {
  const site = { file: join(root, ".dev.vars"), name: "PLATFORM_API_KEY" };
  const platform = { file: join(root, "platform", ".dev.vars"), name: "API_KEY" };
  const operator = { file: site.file, name: "OPERATOR_SECRET" };
  const admin = { file: platform.file, name: "ADMIN_SECRET" };
  const [siteHas = "", platformHas = ""] = await Promise.all([site, platform].map(readSecret));
  const siteKey = siteHas || platformHas || newSecret();
  const platformKey = platformHas || siteKey;
  if (!siteHas) await addSecret(site, siteKey);
  if (!platformHas) await addSecret(platform, platformKey);
  if (siteKey !== platformKey) {
    console.error(
      "PLATFORM_API_KEY in .dev.vars and API_KEY in platform/.dev.vars differ, so the embedded " +
        "platform will refuse the site (401). Delete one of the lines, unless PLATFORM_URL points " +
        "elsewhere.",
    );
  }
  return {
    siteKey,
    platformKey,
    operatorSecret: await ensureSecret(operator),
    adminSecret: await ensureSecret(admin),
  };
}

/**
 * Makes the local embedded platform keep emails instead of sending them, and link to this run. Leaves values in
 * `platform/.dev.vars` that name other addresses.
 *
 * @param port 0 if it is not known yet
 */
export async function ensureLocalEmail(port: number, deskHost: string, root = ROOT): Promise<void> {
  const file = join(root, "platform", ".dev.vars");
  const wanted = {
    EMAIL_URL: "catcher:",
    ...(port !== 0 && {
      SITE_URL: `http://localhost:${port}`,
      DESK_URL: `http://${deskHost}:${port}`,
    }),
  };
  for (const [name, value] of Object.entries(wanted)) {
    const found = await readSecret({ file, name });
    const isOurs = found === "" || /^http:\/\/(desk\.)?localhost:\d+$/.test(found);
    if (isOurs && found !== value) await addSecret({ file, name }, value);
  }
}

const newSecret = () => randomBytes(32).toString("hex");

async function ensureSecret(secret: Secret): Promise<string> {
  const found = await readSecret(secret);
  if (found !== "") return found;
  const made = newSecret();
  await addSecret(secret, made);
  return made;
}

/**
 * Sets `API_KEY` in `adapters/.dev.vars` to the site's key.
 * @returns the local secrets
 */
export async function ensureAdapterSecrets() {
  const secrets = await ensureLocalSecrets();
  const adapters = { file: join(ROOT, "adapters", ".dev.vars"), name: "API_KEY" };
  if ((await readSecret(adapters)) !== secrets.siteKey) await addSecret(adapters, secrets.siteKey);
  return secrets;
}

interface Secret {
  file: string;
  name: string;
}

/** Reads a variable from a file such as `.dev.vars`; empty if it is missing. */
export async function readSecret({ file, name }: Secret): Promise<string> {
  if (!existsSync(file)) return "";
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=(.*)$`, "m");
  const value = line.exec(await readFile(file, "utf8"))?.[1]?.trim() ?? "";
  return value.replace(/^(["'`])(.*)\1$/, "$2");
}

async function addSecret({ file, name }: Secret, value: string): Promise<void> {
  const before = existsSync(file) ? await readFile(file, "utf8") : "";
  // Removes an earlier `NAME=` line, because only one of two lines would count.
  const kept = before.replace(
    new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*\\n?`, "m"),
    "",
  );
  const gap = kept === "" || kept.endsWith("\n") ? "" : "\n";
  await writeFile(file, `${kept}${gap}${name}=${value}\n`, { mode: 0o600 });
}
