import type { Command } from "commander";
import { HEADERS } from "~/contract/lists";
import { Stop } from "~/scripts/stop";
import { positiveNumber, print, siteVerb, type SiteOptions } from "../lib/command";
import { readLanguages } from "../lib/languages";
import { readRemoteValue, resolveSite } from "../lib/platform";
import type { PlatformOptions } from "./platform";

interface Options extends SiteOptions, Omit<PlatformOptions, "base" | "key"> {
  desk?: string;
}

export const check: Command = siteVerb("check", "Check a site, or a platform against the contract")
  .usage("[--url SITE | --remote] [--position PATH] [--desk ADDRESS]\n       puerta check PLATFORM")
  .argument("[platform]", "a platform's API, such as https://platform.example/api/v1")
  .option("--position <id>", "a position: its path or id on a site, its id on a platform")
  .option("--desk <address>", "site: the desk's address")
  .option("--client <id>", "platform: a company's id, as in its positions")
  .option("--apply <id>", "platform: send a test application to this position, twice with one key")
  .option("--most <number>", "platform: maximum number of positions to read", positiveNumber, 5)
  .option("--header <name>", "platform: the header for PLATFORM_API_KEY", HEADERS.apiKey)
  .addHelpText(
    "after",
    `
A site gets one test application, which is deleted again if ADMIN_SECRET is set. Set OPERATOR_SECRET
and PURGE_SECRET to check more. Without --apply, a platform is only read.`,
  )
  .action(async (platform: string | undefined, options: Options) => {
    const isRight = await (platform === undefined
      ? runSiteCheck(options)
      : runPlatformCheck(platform, options));
    if (!isRight) process.exitCode = 1;
  });

async function runSiteCheck({ position, desk, json, ...target }: Options): Promise<boolean> {
  const { checkSite } = await import("./site");
  const { isRemote, ...site } = await resolveSite(target);
  if (site.url === "") throw new Stop("The site is stopped. Start it: npx puerta start");
  const purgeSecret = isRemote ? await readRemoteValue("PURGE_SECRET", target.env) : "";
  const points = await checkSite({ ...site, purgeSecret, position, desk }, (point) => {
    const { result, name, text } = point;
    if (!json) console.log(`${result.padEnd(5)} ${name.padEnd(12)} ${text}`);
  });
  const failed = points.filter(({ result }) => result === "FAIL").length;
  print(json, points, ["", failed === 0 ? "All checks passed." : `${failed} failed.`]);
  return failed === 0;
}

async function runPlatformCheck(address: string, options: Options): Promise<boolean> {
  const { checkPlatform } = await import("./platform");
  const { client, position, apply, json, url, remote, port } = options;
  if (url !== undefined || remote || port !== undefined || json) {
    throw new Stop("--url, --remote, --port and --json work only for a site.");
  }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new Stop(`${address} is not an address such as https://platform.example/api/v1.`);
  }
  if ((client ?? position ?? apply) === undefined) {
    throw new Stop("Name a company with --client, or a position with --position.");
  }
  const key = process.env.PLATFORM_API_KEY;
  if (key === undefined) console.warn("PLATFORM_API_KEY is not set: sending no API key.");
  // For such a header, the error from `fetch` would contain the key.
  if (/[\r\n\0]/.test(key ?? "")) throw new Stop("PLATFORM_API_KEY contains a line break.");
  const languages = await readLanguages({});
  const platform = { ...options, base: address.replace(/\/+$/, ""), key, languages };
  return checkPlatform(platform, (line) => console.log(line));
}
