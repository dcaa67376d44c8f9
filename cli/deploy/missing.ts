const PLACEHOLDERS = { database: /^0{8}-/, platform: /\/\/platform\.example(\/|$)/ };

const MIN_KEY_LENGTH = 32;

interface Secret {
  name: string;
  worker: "site" | "platform";
  isRequired: boolean;
  /** The message if the secret is not set. */
  what: string;
}

const SECRETS: readonly Secret[] = [
  {
    name: "PLATFORM_API_KEY",
    worker: "site",
    isRequired: true,
    what: "The site has no PLATFORM_API_KEY",
  },
  {
    name: "API_KEY",
    worker: "platform",
    isRequired: true,
    what: "The embedded platform has no API_KEY, which must be the site's PLATFORM_API_KEY",
  },
  {
    name: "OPERATOR_SECRET",
    worker: "site",
    isRequired: false,
    what: "OPERATOR_SECRET is not set, so `puerta applications` cannot show or send waiting applications",
  },
  {
    name: "ADMIN_SECRET",
    worker: "platform",
    isRequired: false,
    what: "ADMIN_SECRET (from `openssl rand -hex 32`) is not set, so companies and jobs cannot be managed",
  },
];

export interface Configuration {
  /** An environment of wrangler.toml; undefined for the top level. */
  env: string | undefined;
  hasPlatform: boolean;
  vars: Record<string, unknown>;
  databaseId: string | undefined;
  platformKey: string;
  dryRun: boolean;
  /** Names of the deployed Workers' secrets; undefined if wrangler cannot see them. */
  secrets: Partial<Record<Secret["worker"], string[] | undefined>>;
}

export function findMissing(configuration: Configuration): string[] {
  const { env, hasPlatform, vars, databaseId = "", platformKey, secrets, dryRun } = configuration;
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
  for (const secret of unsetSecrets(configuration, true)) {
    lines.push(`${secret.what}: \`${secretCommand(secret, env)}\`.`);
  }
  if (secrets.site === undefined && !dryRun) {
    lines.push("wrangler cannot see the account's Workers: run `npx wrangler login`.");
  }
  return lines;
}

const secretCommand = ({ name, worker }: Secret, env: string | undefined) =>
  `npx wrangler secret put ${name} ${worker === "site" ? "" : "-c platform/wrangler.toml "}--env ${env ?? '""'}`;

/** Returns the secrets that the deployed Workers lack; none if the Workers' secrets are unknown. */
const unsetSecrets = ({ hasPlatform, secrets }: Configuration, isRequired: boolean) =>
  secretsOf(hasPlatform).filter(
    (secret) =>
      secret.isRequired === isRequired && secrets[secret.worker]?.includes(secret.name) === false,
  );

const secretsOf = (hasPlatform: boolean) =>
  SECRETS.filter(({ worker }) => hasPlatform || worker === "site");

const isUnset = (url: unknown) =>
  typeof url !== "string" || url === "" || PLACEHOLDERS.platform.test(url);

export function findAdvice(configuration: Configuration): string[] {
  const { env, vars } = configuration;
  const lines: string[] = [];
  if (!vars.HOME_PATH && !vars.HOSTS) {
    lines.push(
      "HOME_PATH is not set, so `/` shows no company. If the site has one company, set HOME_PATH to the path of its career site.",
    );
  }
  for (const secret of unsetSecrets(configuration, false)) {
    lines.push(`${secret.what}: \`${secretCommand(secret, env)}\`.`);
  }
  return lines;
}

/** Lists a deployment's secrets, with commands to set those that may be missing. */
export function describeSecrets({ env, hasPlatform, secrets }: Configuration): string[] {
  return secretsOf(hasPlatform).map((secret) => {
    if (secrets[secret.worker]?.includes(secret.name)) return `${secret.name} is set`;
    const need = secret.isRequired ? "required" : "recommended";
    return `${secret.name}, ${need}: \`${secretCommand(secret, env)}\``;
  });
}
