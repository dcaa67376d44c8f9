// What has to be there before a site can be deployed, as far as this machine can see it.
import { keyFault } from "../api-key.mjs";

/** What stands in the files until somebody puts their own in its place. */
const PLACEHOLDERS = { database: /^0{8}-/, platform: /\/\/platform\.example(\/|$)/ };

/**
 * @typedef {object} Given what is configured
 * @property {string | undefined} env the environment that is deployed; undefined: with the embedded platform
 * @property {Record<string, unknown>} vars the site's variables
 * @property {string | undefined} databaseId of the embedded platform
 * @property {string} platformKey the embedded platform's key on this machine
 */

/**
 * What is missing, each with what to do; an empty list where nothing is.
 *
 * @param {Given} given
 */
export function missing({ env, vars, databaseId = "", platformKey }) {
  const lines = [];
  if (env === undefined) {
    if (databaseId === "" || PLACEHOLDERS.database.test(databaseId)) {
      lines.push(
        "The embedded platform has no database: `npx wrangler d1 create puerta-platform`, and put the " +
          "database_id that it prints into platform/wrangler.toml.",
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
  return lines;
}

/** @param {unknown} url */
const isUnset = (url) => typeof url !== "string" || url === "" || PLACEHOLDERS.platform.test(url);

/**
 * What works without being set, and is likely to be wanted.
 *
 * @param {Given} given
 */
export function advice({ vars }) {
  const lines = [];
  if (!vars.HOME_PATH && !vars.HOSTS) {
    lines.push("HOME_PATH is not set, so `/` answers 404. Set it to your career site's path.");
  }
  return lines;
}
