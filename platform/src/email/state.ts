import type { D1PreparedStatement } from "@cloudflare/workers-types";
import * as z from "zod";
import type { Env } from "../env";
import { parseStored, toStored, type Failure } from "./failure";

const iso = (time: number) => new Date(time).toISOString();

/** Stores the result of an attempt if it concerns all emails. */
export function stateStatement(
  { DB }: Env,
  failure: Failure | undefined,
  now: number,
): D1PreparedStatement[] {
  if (failure === undefined || (!failure.isGeneral && failure.reason !== "later")) {
    // The server responded, so emails can be sent.
    return [
      DB.prepare(
        `INSERT INTO email_state (id, sent_at) VALUES (1, ?1)
         ON CONFLICT DO UPDATE SET sent_at = ?1`,
      ).bind(iso(now)),
    ];
  }
  if (!failure.isGeneral) return [];
  return [
    DB.prepare(
      `INSERT INTO email_state (id, failed_at, failure) VALUES (1, ?1, ?2)
       ON CONFLICT DO UPDATE SET failed_at = ?1, failure = ?2`,
    ).bind(iso(now), toStored(failure)),
  ];
}

const State = z.object({
  sent_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  failure: z.string().nullable(),
});

export interface EmailState {
  sentAt: string | undefined;
  /** The failure that currently prevents sending, and its time. */
  failing: { at: string; failure: Failure } | undefined;
}

export const selectState = ({ DB }: Env) => DB.prepare("SELECT * FROM email_state");

export function parseState(row: unknown): EmailState {
  const { data } = State.safeParse(row);
  if (!data) return { sentAt: undefined, failing: undefined };
  const { sent_at: sentAt, failed_at: at, failure } = data;
  const isFailing = at !== null && failure !== null && (sentAt === null || at > sentAt);
  return {
    sentAt: sentAt ?? undefined,
    failing: isFailing ? { at, failure: parseStored(failure) } : undefined,
  };
}
