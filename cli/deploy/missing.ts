const PLACEHOLDERS = { database: /^0{8}-/, platform: /\/\/platform\.example(\/|$)/ };

const MIN_KEY_LENGTH = 32;

export interface Configuration {
  /** An environment of wrangler.toml; undefined for the top level. */
  env: string | undefined;
  hasPlatform: boolean;
  vars: Record<string, unknown>;
  databaseId: string | undefined;
  platformKey: string;
  /** Names of the deployed Workers' secrets; undefined in a dry run. */
  secrets: { site: string[]; platform: string[] | undefined } | undefined;
}

export function findMissing(configuration: Configuration): string[] {
  const { env, hasPlatform, vars, databaseId = "", platformKey, secrets } = configuration;
  const lines: string[] = [];
  if (hasPlatform) {
    if (databaseId === "" || PLACEHOLDERS.database.test(databaseId)) {
      const name = env === undefined ? "puerta-platform" : `puerta-platform-${env}`;
      const place = env === undefined ? "" : `, under [env.${env}]`;
      const location = typeof vars.REGION === "string" ? ` --location ${vars.REGION}` : "";
      lines.push(
        `The embedded platform has no database: run \`npx wrangler d1 create ${name}${location}\`. It prints a ` +
          `database_id: copy this id to platform/wrangler.toml${place}.`,
      );
    }
    if (platformKey.trim().length < MIN_KEY_LENGTH) {
      lines.push(
        `API_KEY in platform/.dev.vars has fewer than ${MIN_KEY_LENGTH} characters, but tokens on every page are ` +
          "derived from it. Create one with `openssl rand -hex 32`.",
      );
    }
  }
  if (env === "external" && isUnset(vars.PLATFORM_URL)) {
    lines.push(
      "PLATFORM_URL is not set: add your platform's address to wrangler.toml, under [env.external].",
    );
  }
  if (secrets?.site.includes("PLATFORM_API_KEY") === false) {
    lines.push(`The site has no PLATFORM_API_KEY: \`${secretCommand("PLATFORM_API_KEY", env)}\`.`);
  }
  if (secrets?.platform?.includes("API_KEY") === false) {
    const command = secretCommand("API_KEY", env, "-c platform/wrangler.toml ");
    lines.push(`The embedded platform has no API_KEY: \`${command}\`, with the same value.`);
  }
  if (secrets?.site.length === 0) {
    lines.push(
      "If you have set these secrets, wrangler cannot see them: run `npx wrangler login`.",
    );
  }
  return lines;
}

const secretCommand = (name: string, env: string | undefined, config = "") =>
  `npx wrangler secret put ${name} ${config}--env ${env ?? '""'}`;

const isUnset = (url: unknown) =>
  typeof url !== "string" || url === "" || PLACEHOLDERS.platform.test(url);

export function findAdvice({ env, vars, secrets, hasPlatform }: Configuration): string[] {
  const lines: string[] = [];
  if (!vars.HOME_PATH && !vars.HOSTS) {
    lines.push(
      "HOME_PATH is not set, so `/` shows no company. If the site has one company, set HOME_PATH to the path of its career site.",
    );
  }
  if (secrets && secrets.site.length > 0 && !secrets.site.includes("OPERATOR_SECRET")) {
    lines.push(
      "OPERATOR_SECRET is not set, so `puerta applications` cannot show or send waiting applications: " +
        `\`${secretCommand("OPERATOR_SECRET", env)}\`.`,
    );
  }
  if (hasPlatform && secrets?.platform?.includes("ADMIN_SECRET") === false) {
    lines.push(
      "ADMIN_SECRET is not set, so companies and jobs cannot be managed: " +
        `\`${secretCommand("ADMIN_SECRET", env, "-c platform/wrangler.toml ")}\`, with 32 random bytes (\`openssl rand -hex 32\`).`,
    );
  }
  return lines;
}
