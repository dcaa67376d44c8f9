// `npm run check`: holds a platform against the contract (docs/contract.md).
import { misused, runCommand } from "./arguments.mjs";
import { checkPlatform } from "./platform-check/check.mjs";

const USAGE = `npm run check -- ADDRESS (--client REF | --position ID) [options]
  ADDRESS            the platform's base address, such as https://platform.example/api/v1
  --client REF       a company's uuid or code: its career site and some of its positions
  --position ID      a position: its company and its list as well
  --most NUMBER      how many positions are read (default: 5)
  --key-from NAME    the environment variable that has the key (default: PLATFORM_API_KEY)
  --header NAME      the header that carries it (default: X-Api-Key)
It reads, and sends nothing. It ends with 1 if anything would hurt a candidate.`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    client: { type: "string" },
    position: { type: "string" },
    most: { type: "string", default: "5" },
    "key-from": { type: "string", default: "PLATFORM_API_KEY" },
    header: { type: "string", default: "X-Api-Key" },
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
  const { client, position, header } = values;
  for (const id of [client, position]) {
    if (id !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
      throw misused(`${id} is no id: letters, digits, - and _, up to 64.`, USAGE);
    }
  }
  if (client === undefined && position === undefined) {
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
  return { base: address.replace(/\/+$/, ""), key, header, client, position, most };
}
