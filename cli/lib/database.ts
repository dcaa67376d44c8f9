import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PLATFORM_CONFIG, wrangler } from "~/scripts/local";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { startSiteServer } from "~/scripts/site-server";
import { ensureStateFolder, readState, updateState } from "./state";

export async function hashMigrations(): Promise<string> {
  const folder = join(dirname(PLATFORM_CONFIG), "migrations");
  const hash = createHash("sha256");
  for (const name of (await readdir(folder)).sort())
    hash.update(await readFile(join(folder, name)));
  return hash.digest("hex");
}

export async function migrate(persistTo: string): Promise<void> {
  const migrations = await hashMigrations();
  const { migrations: applied } = await readState(persistTo);
  if (applied === migrations && existsSync(join(persistTo, "v3", "d1"))) return;
  const where = ["-c", PLATFORM_CONFIG, "--env", "", "--local", "--persist-to", persistTo];
  const apply = () => wrangler(["d1", "migrations", "apply", "DB", ...where]);
  // miniflare's synchronous calls have a race: under load, one can be woken up by the previous one, and wrangler stops
  // with "false == true". Each migration is applied and recorded in one transaction, so try the rest once more.
  await apply().catch(apply);
  await updateState(persistTo, { migrations });
}

export async function startPlatform(persistTo: string) {
  await ensureStateFolder(persistTo);
  await ensureLocalSecrets();
  await migrate(persistTo);
  return startSiteServer({ site: false, embedded: true, persistTo });
}
