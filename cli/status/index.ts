import { setTimeout as sleep } from "node:timers/promises";
import { EmailReport } from "~/contract/admin-access";
import { Health } from "~/contract/operator";
import { Stop } from "~/scripts/stop";
import { positiveNumber, siteVerb, type SiteOptions } from "../lib/command";
import { callSite, operatorSite } from "../lib/operator";
import { createPlatformClient, type Site } from "../lib/platform";

export const status = siteVerb(
  "status",
  "Show the site's health; exit code 1 if something is wrong",
)
  .option("--watch [seconds]", "repeat until Ctrl+C (default: every 5 seconds)", positiveNumber)
  .action(async ({ watch, json, ...target }: SiteOptions & { watch?: number | true }) => {
    const site = await operatorSite(target);
    for (;;) {
      const health = await readHealth(site);
      console.log(json ? JSON.stringify(health) : formatHealth(health));
      if (watch === undefined) {
        const hasProblem = "problem" in health || health.status !== "ok" || health.email?.problem;
        if (hasProblem) process.exitCode = 1;
        return;
      }
      await sleep((watch === true ? 5 : watch) * 1000);
    }
  });

type SiteHealth = Health & { ms: number; email: EmailReport | undefined };

async function readHealth(site: Site): Promise<SiteHealth | { problem: string }> {
  const startedAt = Date.now();
  try {
    const response = await callSite(site, "health");
    const ms = Date.now() - startedAt;
    const health = Health.safeParse(await response.json().catch(() => undefined));
    if (health.success) return { ...health.data, ms, email: await readEmail(site) };
    return { problem: `The site answered ${response.status}.` };
  } catch (error) {
    if (error instanceof Stop) return { problem: error.message };
    throw error;
  }
}

/** Reads how the embedded platform sends emails. Undefined without its secret, or with a different platform. */
async function readEmail(site: Site): Promise<EmailReport | undefined> {
  if (site.adminSecret === "") return undefined;
  return createPlatformClient(site)
    .read(EmailReport, "GET", "/email")
    .catch(() => undefined);
}

/** Formats the state of emails. Empty if emails are not configured. */
function formatEmail({ via, problem, waiting, refused, given_up }: EmailReport): string[] {
  if (via === null) return [];
  const counts = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(refused > 0 ? [`${refused} refused in 24 h`] : []),
    ...(given_up > 0 ? [`${given_up} given up in 24 h`] : []),
  ];
  return [`emails ${[problem ?? "ok", ...counts].join(", ")}`];
}

function formatHealth(health: Awaited<ReturnType<typeof readHealth>>): string {
  const now = new Date().toISOString().slice(11, 19);
  if ("problem" in health) return `${now}  ${health.problem}`;
  const { ms, platform, applications, pages, version, email } = health;
  const { waiting, oldestWaiting, failed, unconfirmed, lost, overdue } = applications;
  const { delivered, missing } = applications;
  const problem = [platform.kind, platform.status].filter(Boolean).join(", ");
  return [
    `${now}  site ${ms} ms`,
    `platform ${platform.isReachable ? `${platform.ms} ms` : `does not answer (${problem})`}`,
    `waiting ${waiting}${oldestWaiting === null ? "" : ` since ${oldestWaiting.slice(0, 16)}`}`,
    ...[`failed ${failed}`, `unconfirmed ${unconfirmed}`],
    ...(lost > 0 ? [`lost ${lost}`] : []),
    ...(overdue > 0 ? [`overdue ${overdue}`] : []),
    ...(delivered ? [`delivered ${delivered.hour} in 1 h, ${delivered.day} in 24 h`] : []),
    ...(pages ? [`pages verified ${pages.verifiedAt?.slice(0, 16) ?? "never"}`] : []),
    ...(pages && pages.leftOut > 0 ? [`${pages.leftOut} viewed pages not verified`] : []),
    ...(email ? formatEmail(email) : []),
    ...missing.map((name) => `${name} does not answer`),
    ...(version === null ? [] : [`version ${version}`]),
  ].join("; ");
}
