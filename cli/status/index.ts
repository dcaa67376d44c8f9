import { setTimeout as sleep } from "node:timers/promises";
import { Health } from "../../contract/operator";
import { Stop } from "../../scripts/local";
import { positiveNumber, siteVerb, type SiteOptions } from "../lib/command";
import { callSite, operatorSite } from "../lib/operator";
import type { Site } from "../lib/platform";

export const status = siteVerb("status", "Show how the site is; exit code 1 if something is wrong")
  .option("--watch [seconds]", "again and again, until Ctrl+C (every 5 seconds)", positiveNumber)
  .action(async ({ watch, json, ...where }: SiteOptions & { watch?: number | true }) => {
    const site = await operatorSite(where);
    for (;;) {
      const health = await look(site);
      console.log(json ? JSON.stringify(health) : lineOf(health));
      if (watch === undefined) {
        if ("fault" in health || health.status !== "ok") process.exitCode = 1;
        return;
      }
      await sleep((watch === true ? 5 : watch) * 1000);
    }
  });

/** The site's health, or why it is unknown. */
async function look(site: Site): Promise<(Health & { ms: number }) | { fault: string }> {
  const begun = Date.now();
  try {
    const response = await callSite(site, "health");
    const ms = Date.now() - begun;
    const health = Health.safeParse(await response.json().catch(() => undefined));
    return health.success ? { ...health.data, ms } : { fault: `It answers ${response.status}.` };
  } catch (error) {
    if (error instanceof Stop) return { fault: error.message };
    throw error;
  }
}

function lineOf(health: Awaited<ReturnType<typeof look>>): string {
  const now = new Date().toISOString().slice(11, 19);
  if ("fault" in health) return `${now}  ${health.fault}`;
  const { ms, platform, applications, version } = health;
  const { waiting, oldestWaiting, failed, unconfirmed, delivered, missing } = applications;
  const fault = [platform.kind, platform.status].filter(Boolean).join(", ");
  return [
    `${now}  site ${ms} ms`,
    `platform ${platform.isReachable ? `${platform.ms} ms` : `does not answer (${fault})`}`,
    `waiting ${waiting}${oldestWaiting === null ? "" : ` since ${oldestWaiting.slice(0, 16)}`}`,
    ...[`failed ${failed}`, `unconfirmed ${unconfirmed}`],
    ...(delivered ? [`delivered ${delivered.hour} in an hour, ${delivered.day} in a day`] : []),
    ...missing.map((name) => `${name} does not answer`),
    ...(version === null ? [] : [`version ${version}`]),
  ].join("; ");
}
