import type { ChannelKind } from "~/contract/admin-access";
import type { Incident } from "~/contract/incidents";
import { readSettings, type RawEnv } from "../config/settings.server";
import { describeIncident } from "./incidents";

export interface PushResult {
  channel: ChannelKind;
  /** `delivered`, or the reason for the failure. */
  result: string;
}

type Open = Incident & { since: number };

const TIMEOUT_MS = 10_000;

/**
 * Sends a message to the operator through each channel that is set. Without incidents, sends a test. Never
 * throws.
 *
 * Source: docs/operations.md.
 */
export function push(env: RawEnv, incidents: readonly Open[], now: number): Promise<PushResult[]> {
  const { OPERATOR_WEBHOOK: webhook, OPERATOR_EMAIL: email } = readSettings(env);
  const { EMAIL, EMAIL_FROM } = env;
  const lines = incidents.map(
    (incident) => `${describeIncident(incident)} Since ${iso(incident.since).slice(0, 16)} UTC.`,
  );
  const subject =
    incidents.length === 0
      ? "Puerta: a test"
      : `Puerta: ${incidents.map(({ kind }) => kind).join(", ")}`;
  const text = [subject, ...(lines.length > 0 ? lines : ["Messages to the operator arrive."])].join(
    "\n",
  );
  const channels: Promise<PushResult>[] = [];
  if (webhook !== undefined) {
    const body = {
      type: incidents.length === 0 ? "operator.test" : "operator.incidents",
      timestamp: iso(now),
      text,
      data: {
        incidents: incidents.map((incident) => ({
          ...{ kind: incident.kind, subject: incident.subject, count: incident.count },
          ...{ since: iso(incident.since), text: describeIncident(incident) },
        })),
      },
    };
    channels.push(attempt("webhook", () => callWebhook(webhook, body)));
  }
  if (email !== undefined) {
    channels.push(
      attempt("email", async () => {
        if (!EMAIL || EMAIL_FROM === undefined) return "EMAIL or EMAIL_FROM is missing";
        await EMAIL.send({ from: EMAIL_FROM, to: email, subject, text });
        return "delivered";
      }),
    );
  }
  return Promise.all(channels);
}

const iso = (time: number) => new Date(time).toISOString();

async function callWebhook(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.ok ? "delivered" : `answer ${response.status}`;
}

async function attempt(
  channel: PushResult["channel"],
  send: () => Promise<string>,
): Promise<PushResult> {
  try {
    return { channel, result: await send() };
  } catch (error) {
    // The message can contain the URL, which can be a secret.
    return { channel, result: `no answer (${error instanceof Error ? error.name : typeof error})` };
  }
}
