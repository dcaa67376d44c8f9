// `npm run check`: holds a platform against the contract (docs/contract.md).
import { parseArgs } from "node:util";
import { runIfMain, Stop } from "./local.mjs";
import { checkPlatform } from "./platform-check/check.mjs";

const USAGE = `npm run check -- ADDRESS (--client REF | --position ID) [options]
  ADDRESS            the platform's base address, such as https://platform.example/api/v1
  --client REF       a company's uuid or code: its career site and some of its positions
  --position ID      a position: its company and its list as well
  --most NUMBER      how many positions are read (default: 5)
  --key-from NAME    the environment variable that has the key (default: PLATFORM_API_KEY)
  --header NAME      the header that carries it (default: X-Api-Key)
It reads, and sends nothing. It ends with 1 if anything would hurt a candidate.`;

await runIfMain(import.meta.url, async () => {
  const asked = askedFor();
  if (!asked) {
    console.log(USAGE);
    return;
  }
  if (!(await checkPlatform(asked, (line) => console.log(line)))) process.exitCode = 1;
});

function askedFor() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        client: { type: "string" },
        position: { type: "string" },
        most: { type: "string", default: "5" },
        "key-from": { type: "string", default: "PLATFORM_API_KEY" },
        header: { type: "string", default: "X-Api-Key" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return undefined;
    const [address, ...others] = positionals;
    if (address === undefined || others.length > 0) throw new Error("Give one address.");
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      throw new Error(`${address} is no http(s) address.`);
    }
    const { client, position, header } = values;
    for (const id of [client, position]) {
      if (id !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
        throw new Error(`${id} is no id: letters, digits, - and _, up to 64.`);
      }
    }
    if (client === undefined && position === undefined) {
      throw new Error(
        "Say which company, by --client, or which position, by --position: the contract lists no companies.",
      );
    }
    const most = Number(values.most);
    if (!Number.isInteger(most) || most < 1) throw new Error("--most is a number of positions.");
    const key = process.env[values["key-from"]];
    if (key === undefined) console.warn(`${values["key-from"]} is not set: asking without a key.`);
    return { base: address.replace(/\/+$/, ""), key, header, client, position, most };
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
