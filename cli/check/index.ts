import { join } from "node:path";
import type { Command } from "commander";
import { isPlatformId } from "../../contract/ids";
import { HEADERS } from "../../contract/lists";
import { ensureLocalSecrets, readSecret, ROOT, Stop } from "../../scripts/local";
import { addJson, addWhere, command, positiveNumber, print, type Where } from "../lib/command";
import { startPlatform } from "../lib/database";
import { companies, platformAt, remoteValue, siteOf } from "../lib/platform";
import { stateFolder } from "../lib/state";

interface Asked extends Where {
  client?: string;
  position?: string;
  apply?: string;
  most: number;
  header: string;
  desk?: string;
  json?: boolean;
}

export const check: Command = addJson(
  addWhere(command("check", "Check a deployed site, or a hiring platform against the contract")),
)
  .usage("--url SITE | --remote [--position PATH] [--desk ADDRESS]\n       puerta check [PLATFORM]")
  .argument("[platform]", "the platform's API, such as https://platform.example/api/v1")
  .option("--position <id>", "a position: its path or id on a site, its id on a platform")
  .option("--desk <address>", "site: where the desk is")
  .option("--client <id>", "platform: a company, as its positions name it")
  .option("--apply <id>", "platform: send this position a test application, twice with one key")
  .option("--most <number>", "platform: how many positions are read", positiveNumber, 5)
  .option("--header <name>", "platform: the header that carries it", HEADERS.apiKey)
  .addHelpText(
    "after",
    `
A site gets one test application, which is deleted again where ADMIN_SECRET is known. OPERATOR_SECRET
and PURGE_SECRET check more. A platform is only read, unless --apply. Without an address the local
embedded platform is checked. It ends with 1 if something is wrong.`,
  )
  .action(async (platform: string | undefined, asked: Asked) => {
    const { url, remote, port } = asked;
    const isSite = url !== undefined || remote === true || port !== undefined;
    if (isSite && platform !== undefined) throw new Stop("Check either a site or a platform.");
    if (!isSite && asked.json) throw new Stop("--json is for the check of a site.");
    const isRight = isSite ? await checkedSite(asked) : await checkedPlatform(platform, asked);
    if (!isRight) process.exitCode = 1;
  });

async function checkedSite({ position, desk, json, ...where }: Asked): Promise<boolean> {
  const { checkSite } = await import("./site");
  const { isRemote, ...site } = await siteOf(where);
  const purgeSecret = isRemote
    ? await remoteValue("PURGE_SECRET", where.env)
    : await readSecret({ file: join(ROOT, ".dev.vars"), name: "PURGE_SECRET" });
  const points = await checkSite({ ...site, purgeSecret, position, desk }, (point) => {
    const { result, name, text } = point;
    if (!json) console.log(`${result.padEnd(5)} ${name.padEnd(12)} ${text}`);
  });
  const failed = points.filter(({ result }) => result === "FAIL").length;
  const summary = failed === 0 ? "Nothing is wrong." : `${failed} wrong.`;
  print(json, points, ["", summary]);
  return failed === 0;
}

async function checkedPlatform(address: string | undefined, asked: Asked): Promise<boolean> {
  const { checkPlatform } = await import("./check");
  const { client, position, apply, most, header } = asked;
  for (const id of [client, position, apply]) {
    if (id === undefined || isPlatformId(id)) continue;
    throw new Stop(`${String(id)} is not an id: letters, digits, - and _, up to 64.`);
  }
  const checking = { client, position, apply, most, header };
  const say = (line: string) => console.log(line);
  const isNamed = [client, position, apply].some((id) => id !== undefined);
  if (address !== undefined) {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      throw new Stop(`${address} is not an address such as https://platform.example/api/v1.`);
    }
    if (!isNamed) throw new Stop("Name a company by --client, or a position by --position.");
    const key = process.env.PLATFORM_API_KEY;
    if (key === undefined) console.warn("PLATFORM_API_KEY is not set: asking without a key.");
    return checkPlatform({ ...checking, base: address.replace(/\/+$/, ""), key }, say);
  }
  const { platformKey: key, adminSecret } = await ensureLocalSecrets();
  const server = await startPlatform(stateFolder(asked.persistTo));
  try {
    const platform = platformAt({ url: server.url, adminSecret, isRemote: false });
    const first = isNamed ? client : (await companies(platform))[0]?.uuid;
    return await checkPlatform(
      { ...checking, client: first, base: `${server.url}/api/v1`, key },
      say,
    );
  } finally {
    await server.stop();
  }
}
