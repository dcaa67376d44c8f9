// Decides when to notify the operator of an incident. Pure. Times are in ms since 1970.
import * as z from "zod";
import { Incident } from "~/contract/incidents";

const DAY_MS = 24 * 60 * 60_000;

/** Cron runs are not exactly regular. */
const TOLERANCE_MS = 60_000;

const Open = Incident.extend({
  since: z.number(),
  /** Time of the last notification. Undefined before the first success. */
  toldAt: z.number().optional(),
});

export const AlertState = z.object({ version: z.literal(1), open: z.array(Open) });

export type OpenIncident = z.infer<typeof Open>;
export type AlertState = z.infer<typeof AlertState>;

export const NO_ALERTS: AlertState = { version: 1, open: [] };

const isSame = (a: Incident, b: Incident) => a.kind === b.kind && a.subject === b.subject;

/** Kinds that a bound platform reports. The site finds the others. */
const FROM_PLATFORM: readonly Incident["kind"][] = ["database", "channel", "key"];

export interface Found {
  own: Incident[];
  /** Whether a part of the index did not respond, so that `own` may lack incidents. */
  isPartial: boolean;
  /** The incidents that a bound platform reports. Undefined if it did not respond. */
  bound: Incident[] | undefined;
}

/**
 * Compares the current incidents with the open ones. A missing incident stays open if its source did not
 * respond.
 *
 * @returns the next state, and the incidents to report: new ones, and each again after a day
 */
export function settleIncidents(
  state: AlertState,
  { own, isPartial, bound }: Found,
  now: number,
): { next: AlertState; due: OpenIncident[] } {
  const found = [...own, ...(bound ?? [])];
  const current = found.map((incident): OpenIncident => {
    const existing = state.open.find((open) => isSame(open, incident));
    return { since: now, ...existing, ...incident };
  });
  const isSilent = ({ kind }: Incident) =>
    FROM_PLATFORM.includes(kind) ? bound === undefined : isPartial;
  const unresolved = state.open.filter(
    (open) => isSilent(open) && !found.some((incident) => isSame(open, incident)),
  );
  const due = current.filter(
    ({ toldAt }) => toldAt === undefined || toldAt > now || toldAt <= now - DAY_MS + TOLERANCE_MS,
  );
  return { next: { version: 1, open: [...current, ...unresolved] }, due };
}

export const markNotified = (
  state: AlertState,
  notified: readonly Incident[],
  now: number,
): AlertState => ({
  version: 1,
  open: state.open.map((open) =>
    notified.some((incident) => isSame(open, incident)) ? { ...open, toldAt: now } : open,
  ),
});

const HELP: Record<Incident["kind"], (incident: Incident) => [what: string, todo: string]> = {
  failed: ({ count }) => [
    `${count} failed: not delivered, and no longer retried`,
    "npx puerta applications list --waiting --remote. Contents are deleted after 7 days. Incident 2",
  ],
  unconfirmed: ({ count }) => [
    `${count} unconfirmed: the platform probably has them`,
    "Ask the company, then send or drop each. Incident 2",
  ],
  lost: ({ count }) => [`${count} lost: the storage is empty`, "Incident 7"],
  overdue: ({ count }) => [
    `${count} overdue by an hour: not sent or deleted in time`,
    "npx puerta status --remote. Incident 7",
  ],
  index: ({ subject }) => [`${subject} does not answer, so lists are incomplete`, "Incident 7"],
  waiting: ({ count }) => [`${count} waiting, the first for more than an hour`, "Incident 1"],
  database: ({ count }) => [
    `The platform's database is ${count} % full`,
    "Delete old applications (retention_months), or move companies. Incident 8",
  ],
  channel: ({ subject }) => [
    `Notifications do not arrive: ${subject}`,
    "npx puerta notify list --remote. Incident 8",
  ],
  key: ({ subject }) => [`A key is missing or expires: ${subject}`, "docs/boards.md. Incident 8"],
};

export const describeIncident = (incident: Incident): string => {
  const [what, todo] = HELP[incident.kind](incident);
  return `${what}. What to do: ${todo} in docs/operations.md.`;
};
