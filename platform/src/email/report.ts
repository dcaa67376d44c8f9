import * as z from "zod";
import type { EmailReport } from "~/contract/admin-access";
import type { Env } from "../env";
import { formatFailure, type Failure } from "./failure";
import { requireSettings } from "./mailer";
import { describeSettings, readEmailSettings } from "./settings";
import { parseState, selectState } from "./state";

const DAY = 24 * 60 * 60 * 1000;

const Counts = z.object({
  waiting: z.number(),
  refused: z.number(),
  given_up: z.number(),
});

export interface EmailHealth {
  /** How emails are sent. Undefined if this is not configured. */
  via: string | undefined;
  from: string | undefined;
  /** The failure that currently prevents sending. */
  problem: Failure | undefined;
  sentAt: string | undefined;
}

const toHealth = (env: Env, row: unknown): EmailHealth => {
  const settings = readEmailSettings(env);
  const { sentAt, failing } = parseState(row);
  if (settings === undefined)
    return { via: undefined, from: undefined, problem: undefined, sentAt };
  const required = requireSettings(env);
  if ("reason" in required) return { via: "email", from: undefined, problem: required, sentAt };
  const { from } = required;
  return { via: describeSettings(required), from, problem: failing?.failure, sentAt };
};

/** Reads whether emails can be sent, in one query. */
export async function readEmailHealth(env: Env): Promise<EmailHealth> {
  return toHealth(env, await selectState(env).first());
}

/**
 * Reads how emails are sent, whether that works, and how many emails to candidates wait or were refused in the last
 * day.
 */
export async function readEmailReport(env: Env, now: number): Promise<EmailReport> {
  const [state, counted] = await env.DB.batch([
    selectState(env),
    env.DB.prepare(
      `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
         count(*) FILTER (WHERE state = 'refused' AND tried_at > ?1) AS refused,
         count(*) FILTER (WHERE state = 'given up' AND tried_at > ?1) AS given_up
       FROM (SELECT state, due_at, tried_at FROM confirmations
         UNION ALL SELECT state, due_at, tried_at FROM replies)
       WHERE due_at IS NOT NULL OR tried_at > ?1`,
    ).bind(new Date(now - DAY).toISOString()),
  ]);
  const { via, from, problem, sentAt } = toHealth(env, state?.results[0]);
  const counts = Counts.parse(counted?.results[0]);
  return {
    via: via ?? null,
    from: from ?? null,
    site: env.SITE_URL ?? null,
    problem: problem ? formatFailure(problem) : null,
    sent_at: sentAt ?? null,
    ...counts,
  };
}
