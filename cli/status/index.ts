import { setTimeout as sleep } from "node:timers/promises";
import { Health } from "../../contract/operator";
import { Stop } from "../../scripts/local.mjs";
import { callSite, operatorSite } from "../applications/operator";
import { addJson, addWhere, command, positiveNumber, type Where } from "../lib/command";
import type { Site } from "../lib/platform";

interface Options extends Where {
  watch?: number | true;
  json?: boolean;
}

export const status = addJson(
  addWhere(command("status", "Show how the site is; exit code 1 if something is wrong")),
)
  .option("--watch [seconds]", "again and again, until Ctrl+C (every 5 seconds)", positiveNumber)
  .action(async ({ watch, json, ...where }: Options) => {
    const site = await operatorSite(where);
    if (!json)
      console.log(row(["time (UTC)", "site", "platform", "waiting", "failed", "delivered"]));
    for (;;) {
      const health = await look(site);
      console.log(json ? JSON.stringify(health) : rowOf(health));
      if (watch === undefined) {
        if ("fault" in health || health.status !== "ok") process.exitCode = 1;
        return;
      }
      await sleep((watch === true ? 5 : watch) * 1000);
    }
  });

/** The site's health, or why it is not known. */
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

const WIDTHS = [12, 9, 18, 26, 20, 24];

const row = (cells: readonly string[]) =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join("")
    .trimEnd();

function rowOf(health: Awaited<ReturnType<typeof look>>): string {
  const now = new Date().toISOString().slice(11, 19);
  if ("fault" in health) return row([now, health.fault]);
  const { ms, platform, applications, version } = health;
  const { waiting, oldestWaiting, failed, unconfirmed, delivered, missing } = applications;
  const oldest = oldestWaiting === null ? "" : `, since ${oldestWaiting.slice(0, 16)}`;
  return [
    row([
      ...[now, `${ms} ms`],
      platform.isReachable
        ? `${platform.ms} ms`
        : [platform.kind, platform.status].filter(Boolean).join(", "),
      ...[
        `${waiting}${oldest}`,
        `${failed}${unconfirmed > 0 ? ` + ${unconfirmed} unconfirmed` : ""}`,
      ],
      delivered ? `${delivered.hour} in an hour, ${delivered.day} in a day` : "",
    ]),
    ...(version === null ? [] : [`  version ${version}`]),
    ...missing.map((name) => `  ${name} did not answer, and is not counted`),
  ].join("\n");
}
