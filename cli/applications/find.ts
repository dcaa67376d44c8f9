// The site stores undelivered applications, and the embedded platform stores delivered ones.
import { AdminApplicationPage, type AdminApplication } from "~/contract/admin-applications";
import { Stop } from "~/scripts/stop";
import type { TargetOptions } from "../lib/command";
import { NotFound, resolveSite, withPlatform, type Platform } from "../lib/platform";
import { toReceiptNumber, createOperator, type Operator } from "./operator";

export const NO_ADMIN =
  "The site has no embedded platform, or no ADMIN_SECRET: delivered applications are not listed.";

export interface Sources {
  operator?: Operator;
  platform?: Platform;
  notes: string[];
}

export async function withSources<T>(
  target: TargetOptions,
  work: (sources: Sources) => Promise<T>,
) {
  const site = await resolveSite(target);
  const hasOperator = site.url !== "" && site.operatorSecret !== "";
  const sources: Sources = { notes: [], ...(hasOperator && { operator: createOperator(site) }) };
  if (!hasOperator) {
    const why = site.url === "" ? "The site is stopped" : "OPERATOR_SECRET is not set";
    sources.notes.push(`${why}: only delivered applications are shown.`);
  }
  if (site.adminSecret !== "") {
    return withPlatform(target, (platform) => work({ ...sources, platform }));
  }
  if (!hasOperator) throw new Stop("Set OPERATOR_SECRET, ADMIN_SECRET or both.");
  sources.notes.push("ADMIN_SECRET is not set: delivered applications are not shown.");
  return work(sources);
}

export async function listArrived(
  platform: Platform | undefined,
  query: { company?: string; person?: string; which?: string },
): Promise<AdminApplication[] | undefined> {
  if (!platform) return undefined;
  const all: AdminApplication[] = [];
  try {
    for (let after: number | null = 0; after !== null;) {
      const search = new URLSearchParams({ ...query, after: `${after}` }).toString();
      const page: AdminApplicationPage = await platform.read(
        AdminApplicationPage,
        "GET",
        `/applications?${search}`,
      );
      all.push(...page.applications);
      after = page.next;
    }
    return all;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** An application on the site, on the platform or, if unconfirmed, on both. */
interface Found {
  /** The receipt number, or else the platform's number. */
  name: string;
  receiptId?: string;
  arrived?: AdminApplication;
}

/**
 * Finds an application by receipt number (or its beginning), platform number or id.
 *
 * @throws Stop unless exactly one matches
 */
export async function findOne({ operator, platform, notes }: Sources, which: string) {
  const undelivered = (await operator?.matching(which)) ?? [];
  const arrived = (await listArrived(platform, { which: toReceiptNumber(which) })) ?? [];
  const found = new Map<string, Found>();
  for (const { number: name, receiptId } of undelivered) found.set(name, { name, receiptId });
  for (const application of arrived) {
    const name = application.receipt ?? String(application.number);
    found.set(name, { ...found.get(name), name, arrived: application });
  }
  const [first, second] = found.values();
  if (first && !second) return first;
  if (!first) {
    const hint = "List all applications: npx puerta applications list";
    throw new Stop([`There is no application ${which}. ${hint}`, ...notes].join("\n"));
  }
  const names = [...found.keys()].join(", ");
  throw new Stop(`${found.size} applications match ${which}: ${names}. Which one?`);
}

/** Finds an undelivered application by receipt number (or its beginning). Returns its receipt id. */
export async function findUndelivered(operator: Operator, which: string): Promise<string> {
  const notes = ["Only undelivered applications can be sent or dropped."];
  return (await findOne({ operator, notes }, which)).receiptId ?? "";
}
