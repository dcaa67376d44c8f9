// `npm run check`: holds a platform against the contract (docs/contract.md).
import { HEADERS } from "../contract/lists";
import { isPlatformId } from "../contract/values";
import { misused, runCommand } from "./arguments.mjs";
import { checkPlatform } from "./platform-check/check";

const USAGE = `npm run check -- ADDRESS (--client REF | --position ID) [options]
  ADDRESS            the platform's base address, such as https://platform.example/api/v1
  --client REF       a company's uuid or code: its career site and some of its positions
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
  const asked = whatIsChecked(values, positionals);
  if (!(await checkPlatform(asked, (line) => console.log(line)))) process.exitCode = 1;
});

/**
 * @param {import("./arguments.mjs").Asked<typeof COMMAND.options>["values"]} values @param {string[]} words
 * @throws {Stop} that says what is wrong
 */
function whatIsChecked(values, [address]) {
  if (address === undefined) throw misused("Say the platform's address.", USAGE);
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw misused(`${address} is no http(s) address.`, USAGE);
  }
  const { client, position, header, apply } = values;
  for (const id of [client, position, apply]) {
    if (id !== undefined && !isPlatformId(id)) {
      throw misused(`${String(id)} is no id: letters, digits, - and _, up to 64.`, USAGE);
    }
  }
  if ((client ?? position ?? apply) === undefined) {
    const why = "the contract lists no companies";
    throw misused(
      `Say which company, by --client, or which position, by --position: ${why}.`,
      USAGE,
    );
  }
  const most = Number(values.most);
  if (!Number.isInteger(most) || most < 1) throw misused("--most is a number of positions.", USAGE);
  const key = process.env[values["key-from"]];
  if (key === undefined) console.warn(`${values["key-from"]} is not set: asking without a key.`);
  return { base: address.replace(/\/+$/, ""), key, header, client, position, apply, most };
}
