import type { ApplicationEnv } from "../application/delivery/applications.server";
import { getObjects } from "../application/delivery/objects.server";
import { createOperator } from "../application/operator/operator.server";
import { Incidents, INCIDENTS_PATH, type Incident } from "~/contract/incidents";
import { readSettings } from "../config/settings.server";
import { withTimeout } from "../runtime/deadline.server";
import { formatError } from "../runtime/log.server";
import { AlertState, markNotified, NO_ALERTS, settleIncidents } from "./incidents";
import { push } from "./push.server";

const FROM_INDEX = ["failed", "unconfirmed", "lost", "overdue"] as const;

/** An outage is an incident when applications have waited for this time, in ms. */
const WAITING_MS = 60 * 60_000;

/** Notifies the operator of incidents, if a channel is set. Runs with the cron trigger. Never throws. */
export async function notifyOperator(env: ApplicationEnv): Promise<void> {
  const { OPERATOR_WEBHOOK, OPERATOR_EMAIL } = readSettings(env);
  if (OPERATOR_WEBHOOK === undefined && OPERATOR_EMAIL === undefined) return;
  try {
    const now = Date.now();
    const [found, bound] = await Promise.all([findIncidents(env, now), readPlatform(env)]);
    const store = getObjects(env).alerts();
    const state = parseState(await store.readAlerts());
    const { next, due } = settleIncidents(state, { ...found, bound }, now);
    const results = due.length > 0 ? await push(env, due, now) : [];
    const isNotified = results.some(({ result }) => result === "delivered");
    await store.writeAlerts(JSON.stringify(isNotified ? markNotified(next, due, now) : next));
    for (const { channel, result } of results) {
      if (result !== "delivered")
        console.error(`The operator was not notified by ${channel}: ${result}`);
    }
  } catch (error) {
    console.error("The operator could not be notified of incidents:", formatError(error));
  }
}

function parseState(json = "null"): AlertState {
  return AlertState.safeParse(JSON.parse(json)).data ?? NO_ALERTS;
}

async function findIncidents(env: ApplicationEnv, now: number) {
  const { missing, oldestWaiting, ...counts } = await createOperator(env).counts();
  const incidents = FROM_INDEX.flatMap((kind): Incident[] => {
    const count = counts[kind];
    return count > 0 ? [{ kind, subject: "", count }] : [];
  });
  for (const shard of missing) incidents.push({ kind: "index", subject: shard, count: 1 });
  if (oldestWaiting !== undefined && oldestWaiting < now - WAITING_MS) {
    incidents.push({ kind: "waiting", subject: "", count: counts.waiting });
  }
  return { own: incidents, isPartial: missing.length > 0 };
}

/** Returns the incidents of a bound platform, or undefined if it does not respond. */
async function readPlatform(env: ApplicationEnv): Promise<Incident[] | undefined> {
  const { PLATFORM_URL, PLATFORM_API_KEY, PLATFORM_API_KEY_HEADER, READ_TIMEOUT_MS } =
    readSettings(env);
  const { PLATFORM } = env;
  if (PLATFORM_URL !== undefined || !PLATFORM) return [];
  try {
    const response = await withTimeout(READ_TIMEOUT_MS, () =>
      PLATFORM.fetch(`http://platform${INCIDENTS_PATH}`, {
        headers: { [PLATFORM_API_KEY_HEADER]: PLATFORM_API_KEY },
      }),
    );
    if (response.ok) return Incidents.parse(await response.json()).incidents;
    await response.body?.cancel();
    return response.status === 404 ? [] : undefined;
  } catch (error) {
    console.error("The platform's incidents could not be read:", formatError(error));
    return undefined;
  }
}
