/** Values that the files have until they are replaced. */
const PLACEHOLDERS = { database: /^0{8}-/, platform: /\/\/platform\.example(\/|$)/ };

/** Fewer characters of an API key could be guessed. */
const KEY_LEAST = 32;

/** What is configured, as far as this machine can see it. */
export interface Given {
  /** The environment of wrangler.toml; undefined: the top level. */
  env: string | undefined;
  /** Whether the embedded platform is deployed, too. */
  hasPlatform: boolean;
  /** The site's variables. */
  vars: Record<string, unknown>;
  /** The embedded platform's. */
  databaseId: string | undefined;
  /** The embedded platform's local API key. */
  platformKey: string;
  /** Names of the deployed Workers' secrets; undefined in a dry run. */
  secrets: { site: string[]; platform: string[] | undefined } | undefined;
}

/** What is missing before a deployment, each with what to do. */
export function missing({ env, hasPlatform, vars, databaseId = "", platformKey, secrets }: Given) {
  const lines: string[] = [];
  if (hasPlatform) {
    if (databaseId === "" || PLACEHOLDERS.database.test(databaseId)) {
      const name = env === undefined ? "puerta-platform" : `puerta-platform-${env}`;
      const place = env === undefined ? "" : `, under [env.${env}]`;
      lines.push(
        `The embedded platform has no database: run \`npx wrangler d1 create ${name}\`, and put the ` +
          `database_id that it prints into platform/wrangler.toml${place}.`,
      );
    }
    if (platformKey.trim().length < KEY_LEAST) {
      lines.push(
        `API_KEY in platform/.dev.vars has fewer than ${KEY_LEAST} characters, and tokens on every page are ` +
          "derived from it. Make one with `openssl rand -hex 32`.",
      );
    }
  }
  if (env === "external" && isUnset(vars.PLATFORM_URL)) {
    lines.push(
      "PLATFORM_URL is not set: put your platform's address into wrangler.toml, under [env.external].",
    );
  }
  if (secrets?.site.includes("PLATFORM_API_KEY") === false) {
    lines.push(`The site has no PLATFORM_API_KEY: \`${put("PLATFORM_API_KEY", env)}\`.`);
  }
  if (secrets?.platform?.includes("API_KEY") === false) {
    const command = put("API_KEY", env, "-c platform/wrangler.toml ");
    lines.push(`The embedded platform has no API_KEY: \`${command}\`, with the same value.`);
  }
  if (secrets?.site.length === 0) {
    lines.push("If they are set, wrangler cannot see them from here: `npx wrangler login`.");
  }
  return lines;
}

const put = (name: string, env: string | undefined, config = "") =>
  `npx wrangler secret put ${name} ${config}--env ${env ?? '""'}`;

const isUnset = (url: unknown) =>
  typeof url !== "string" || url === "" || PLACEHOLDERS.platform.test(url);

/** What works without, but is likely to be wanted. */
export function advice({ env, vars, secrets, hasPlatform }: Given): string[] {
  const lines: string[] = [];
  if (!vars.HOME_PATH && !vars.HOSTS) {
    lines.push(
      "HOME_PATH is not set, so `/` shows no company. If the site has only one, set it to its career site's path.",
    );
  }
  if (secrets && secrets.site.length > 0 && !secrets.site.includes("OPERATOR_SECRET")) {
    lines.push(
      "OPERATOR_SECRET is not set, so `puerta applications` cannot show or send what waits: " +
        `\`${put("OPERATOR_SECRET", env)}\`.`,
    );
  }
  if (hasPlatform && secrets?.platform?.includes("ADMIN_SECRET") === false) {
    lines.push(
      "ADMIN_SECRET is not set, so companies and jobs cannot be managed: " +
        `\`${put("ADMIN_SECRET", env, "-c platform/wrangler.toml ")}\`, with 32 random bytes (\`openssl rand -hex 32\`).`,
    );
  }
  return lines;
}
