import { join } from "node:path";
import { settingsSchema } from "~/app/config/settings.server";
import { STANDARD_LANGUAGES, type Language } from "~/contract/languages";
import { ROOT } from "~/scripts/local";
import { readSecret } from "~/scripts/secrets";
import type { TargetOptions } from "./command";

/** Advice for a language pack that is off. */
export const TURN_ON = "add it to LANGUAGES in wrangler.toml (docs/deploy.md#languages)";

/** Reads a site's enabled languages: from `.dev.vars` for the local site, or else from `wrangler.toml`. */
export async function readLanguages({
  remote,
  env = "",
}: TargetOptions): Promise<readonly Language[]> {
  const local = { file: join(ROOT, ".dev.vars"), name: "LANGUAGES" };
  const text = (remote ? "" : await readSecret(local)) || (await readVariable(env));
  const parsed = settingsSchema.shape.LANGUAGES.safeParse(text);
  // The site reports an invalid value itself.
  return parsed.success ? parsed.data : STANDARD_LANGUAGES;
}

async function readVariable(env: string): Promise<unknown> {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const config = join(ROOT, "wrangler.toml");
  // wrangler types the variables as `any`.
  const { vars } = readConfig({ config, env }, { hideWarnings: true }) as {
    vars: Record<string, unknown>;
  };
  return vars.LANGUAGES;
}
