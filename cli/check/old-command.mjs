// `npm run check`: holds a platform against the contract (docs/contract.md).
import { HEADERS } from "../../contract/lists";
import { isPlatformId } from "../../contract/ids";
import { misused, runCommand } from "../../scripts/arguments.mjs";
import { companiesAt } from "../company/database.mjs";
import { ensureLocalSecrets, STATE } from "../../scripts/local.mjs";
import { checkPlatform } from "./check";
import { startSiteServer } from "../../scripts/site-server.mjs";

const USAGE = `npm run check -- ADDRESS (--client REF | --position ID) [options]
npm run check -- [--client REF | --position ID] [options]
  ADDRESS            the platform's base address, such as https://platform.example/api/v1;
                     without it the local embedded platform is checked
  --client REF       a company's id, as positions name it: its career site and some of its positions
  --position ID      a position: its company and its list as well
  --most NUMBER      how many positions are read (default: 5)
  --key-from NAME    the environment variable that has the key (default: PLATFORM_API_KEY)
  --header NAME      the header that carries it (default: X-Api-Key)
  --apply ID         sends this position a test application of "Puerta Check", twice with one
                     Idempotency-Key; it stays there until you delete it
Without --apply it only reads. It ends with 1 if anything would hurt a candidate.`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    client: { type: "string" },
    position: { type: "string" },
    most: { type: "string", default: "5" },
    "key-from": { type: "string", default: "PLATFORM_API_KEY" },
    header: { type: "string", default: HEADERS.apiKey },
    apply: { type: "string" },
  }),
  most: 1,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const asked = readOptions(values);
  const check = (/** @type {import("./calls").Platform} */ platform) =>
    checkPlatform({ ...asked, ...platform }, (line) => console.log(line));
  const [address] = positionals;
  const isRight =
    address === undefined
      ? await withEmbeddedPlatform(async (platform, client) => {
          if ((asked.client ?? asked.position ?? asked.apply) === undefined) asked.client = client;
          return check(platform);
        })
      : await check(platformAt(address, values));
  if (!isRight) process.exitCode = 1;
});

/** @typedef {import("../../scripts/arguments.mjs").Asked<typeof COMMAND.options>["values"]} Values */

/** @param {Values} values @throws {Stop} that says what is wrong */
function readOptions({ client, position, apply, most }) {
  for (const id of [client, position, apply]) {
    if (id !== undefined && !isPlatformId(id)) {
      throw misused(`${String(id)} is no id: letters, digits, - and _, up to 64.`, USAGE);
    }
  }
  const number = Number(most);
  if (!Number.isInteger(number) || number < 1) {
    throw misused("--most is a number of positions.", USAGE);
  }
  return { client, position, apply, most: number };
}

/** @param {string} address @param {Values} values @throws {Stop} that says what is wrong */
function platformAt(address, { client, position, apply, header, "key-from": name }) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw misused(`${address} is no http(s) address.`, USAGE);
  }
  if ((client ?? position ?? apply) === undefined) {
    const why = "the contract lists no companies";
    throw misused(
      `Say which company, by --client, or which position, by --position: ${why}.`,
      USAGE,
    );
  }
  const key = process.env[name];
  if (key === undefined) console.warn(`${name} is not set: asking without a key.`);
  return { base: address.replace(/\/+$/, ""), key, header };
}

/**
 * Runs the embedded platform of `npm start` by itself: beside the site only the site can reach it.
 *
 * @param {(platform: import("./calls").Platform, client?: string) => Promise<boolean>} check
 *   also gets the uuid of a company
 */
async function withEmbeddedPlatform(check) {
  const [company] = await companiesAt({ persistTo: STATE, remote: false });
  const { platformKey: key } = await ensureLocalSecrets();
  const server = await startSiteServer({ site: false, embedded: true, persistTo: STATE });
  try {
    const platform = { base: `${server.url}/api/v1`, key, header: HEADERS.apiKey };
    return await check(platform, company?.uuid);
  } finally {
    await server.stop();
  }
}
