// What has to be there before a site can be deployed, as far as this machine can see it.
import { keyFault } from "./api-key.mjs";

/** What stands in the files until somebody puts their own in its place. */
const PLACEHOLDERS = { database: /^0{8}-/, platform: /\/\/platform\.example(\/|$)/ };

/**
 * @typedef {object} Given what is configured
 * @property {string | undefined} env the environment that is deployed; undefined: the top level
 * @property {boolean} hasPlatform whether the embedded platform is deployed, too
 * @property {Record<string, unknown>} vars the site's variables
 * @property {string | undefined} databaseId of the embedded platform
 * @property {string} platformKey the embedded platform's key on this machine
 * @property {{ site: string[], platform: string[] | undefined } | undefined} secrets the names of those that the
 *   deployed Workers have; undefined where nobody has looked
 */

/**
 * What is missing, each with what to do; an empty list where nothing is.
 *
 * @param {Given} given
 */
export function missing({ env, hasPlatform, vars, databaseId = "", platformKey, secrets }) {
  const lines = [];
  if (hasPlatform) {
    if (databaseId === "" || PLACEHOLDERS.database.test(databaseId)) {
      const name = env === undefined ? "puerta-platform" : `puerta-platform-${env}`;
      const place = env === undefined ? "" : `, under [env.${env}]`;
      lines.push(
        `The embedded platform has no database: \`npx wrangler d1 create ${name}\`, and put the ` +
          `database_id that it prints into platform/wrangler.toml${place}.`,
      );
    }
    const weak = keyFault(platformKey);
    if (weak !== undefined) lines.push(weak);
  }
  if (env === "external" && isUnset(vars.PLATFORM_URL)) {
    lines.push(
      "PLATFORM_URL is not set: put your platform's address into wrangler.toml, under [env.external].",
    );
  }
  const of = envOption(env);
  if (secrets?.site.includes("PLATFORM_API_KEY") === false) {
    lines.push(
      `The site has no PLATFORM_API_KEY: \`npx wrangler secret put PLATFORM_API_KEY ${of}\`.`,
    );
  }
  if (secrets?.platform?.includes("API_KEY") === false) {
    const put = `npx wrangler secret put API_KEY -c platform/wrangler.toml ${of}`;
    lines.push(`The embedded platform has no API_KEY: \`${put}\`, with the same value.`);
  }
  if (secrets?.site.length === 0) {
    lines.push("If they are set, wrangler cannot see them from here: `npx wrangler login`.");
  }
  return lines;
}

/** How wrangler is told the environment. @param {string | undefined} env */
const envOption = (env) => `--env ${env ?? '""'}`;

/** @param {unknown} url */
const isUnset = (url) => typeof url !== "string" || url === "" || PLACEHOLDERS.platform.test(url);

/**
 * What works without being set, and is likely to be wanted.
 *
 * @param {Given} given
 */
export function advice({ env, vars, secrets }) {
  const lines = [];
  if (!vars.HOME_PATH && !vars.HOSTS) {
    lines.push(
      "HOME_PATH is not set, so `/` names no company. Set it to your career site's path if it is the only one.",
    );
  }
  if (secrets && secrets.site.length > 0 && !secrets.site.includes("OPERATOR_SECRET")) {
    lines.push(
      "OPERATOR_SECRET is not set, so what waits can be neither seen nor sent by hand: " +
        `\`npx wrangler secret put OPERATOR_SECRET ${envOption(env)}\`.`,
    );
  }
  return lines;
}
