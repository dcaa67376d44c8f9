import { isPlatformId } from "~/contract/ids";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { HiringPlatform } from "../platform/hiring-platform.server";
import type { ReadCall, ReadValues } from "../platform/types";
import { DeadlinePassed, withTimeout } from "../runtime/deadline.server";
import { logEvent } from "../runtime/log.server";
import { COPY_TIMEOUT_MS, type Copies, type Copy } from "./copies.server";
import { pickStoredKeys } from "./copy-format";
import {
  responses,
  codes,
  getResponse,
  MAX_CACHED_CHARACTERS,
  readKey,
  type CachedResponse,
} from "./memory.server";
import type { Purges } from "./purges.server";
import { isolateWork, OUTCOME_TTL_MS, type WaitUntil } from "./shared-work.server";

export interface CallsOptions {
  platform: HiringPlatform;
  copies: Copies;
  purges: Pick<Purges, "isKnownPurged" | "isPurged" | "mayMissPurge" | "refresh">;
  waitUntil: WaitUntil;
  settings: { READ_TIMEOUT_MS: number };
  /**
   * Only data read since this time may be used, in ms since 1970; by default, any. Set for verifications,
   * which write no copies: views write them, and a copy costs more than a verification.
   */
  notBefore?: number | undefined;
}

interface CopiedValue<T> {
  value: T;
  readAt: number;
  isGone: boolean;
}

/** The outcome of a call, shared by the requests of this isolate. */
type Outcome<T> =
  | { answer: CachedResponse<T> }
  | { error: PlatformError; copy: CopiedValue<T> | undefined };

/** Time limit of a list, which can have many pages, in ms. */
const LIST_TIMEOUT_MS = 25_000;

/** Extra time that requests wait for a shared read after its timeout, in ms. */
const GRACE_MS = 1000;

/** The key of a client's copy by its code. */
export const companyCodeKey = (code: string): string => `company ${code.toLowerCase()}`;

/**
 * Creates the calls to the platform. They update this isolate's memory and the durable copies, and are shared by the
 * isolate's requests.
 */
export function createCalls(options: CallsOptions) {
  const { platform, copies, purges, waitUntil, settings, notBefore } = options;

  function getCached<Call extends ReadCall>(
    call: Call,
    id: string,
  ): CachedResponse<ReadValues[Call]> | undefined {
    const answer = getResponse(call, id);
    return answer && !purges.isKnownPurged(answer.clientUuid, answer.readAt) ? answer : undefined;
  }

  const parse = <Call extends ReadCall>(call: Call, id: string, copy: Copy | undefined) =>
    copy && parseCopy(platform, call, id, copy);

  async function callPlatform<Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> {
    const key = readKey(call, id);
    const readAt = Date.now();
    try {
      const last = getResponse(call, id);
      const answer = await platform.read(call, id, last);
      const clientUuid = getClientUuid(answer.value, id);
      const cached = { ...answer, clientUuid, readAt, lastWrite: last?.lastWrite };
      cacheAnswer(key, cached);
      if (notBefore === undefined) waitUntil(writeCopy(call, id, cached, options));
      return { answer: cached };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.isGone) responses.remove(key);
      if (!isPlatformId(id)) return { error, copy: undefined };
      return { error, copy: parse(call, id, await copies.after(key, error, readAt)) };
    }
  }

  /** Calls the platform, or joins the call of another request. */
  const shareCall = <Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> => {
    const limitMs = timeLimitMs(call, settings);
    const work = { work: () => callPlatform(call, id), limitMs, ttlMs: outcomeTtlMs };
    return isolateWork.run(readKey(call, id), work, waitUntil);
  };

  const shareCallInTime = <Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> =>
    withTimeout(timeLimitMs(call, settings), () => shareCall(call, id)).catch(toTimeoutOutcome);

  return { getCached, callPlatform, shareCall, shareCallInTime, parseCopy: parse };
}

const timeLimitMs = (call: ReadCall, { READ_TIMEOUT_MS }: CallsOptions["settings"]): number =>
  (call === "positions" ? LIST_TIMEOUT_MS : READ_TIMEOUT_MS) + COPY_TIMEOUT_MS + GRACE_MS;

const outcomeTtlMs = (outcome: Outcome<unknown>): number =>
  "answer" in outcome ? 0 : OUTCOME_TTL_MS[outcome.error.isGone ? "gone" : "failed"];

/** @throws errors other than a missed deadline */
function toTimeoutOutcome(error: unknown) {
  if (!(error instanceof DeadlinePassed)) throw error;
  const late = new PlatformError({ kind: "timeout", message: "A shared read took too long" });
  return { error: late, copy: undefined };
}

function parseCopy<Call extends ReadCall>(
  platform: HiringPlatform,
  call: Call,
  id: string,
  { texts, readAt, isGone }: Copy,
): CopiedValue<ReadValues[Call]> | undefined {
  try {
    return { value: platform.parse(call, id, texts), readAt, isGone };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logEvent("copy-unreadable", { at: error.message });
    return undefined;
  }
}

async function writeCopy(
  call: ReadCall,
  id: string,
  answer: CachedResponse,
  { copies, purges }: CallsOptions,
): Promise<void> {
  const key = readKey(call, id);
  const { clientUuid, readAt, lastWrite, value } = answer;
  // Screens and positions find the company by the code in the path.
  const code = call === "client" ? (value as Client).code : undefined; // because `call` is `client`
  if (code !== undefined) codes.set(code.toLowerCase(), clientUuid);
  // Pages ignore a copy from before a purge, so write even an unchanged response again.
  const last = lastWrite && !purges.isKnownPurged(clientUuid, lastWrite.at) ? lastWrite : undefined;
  const now = await copies.write(key, { ...answer, lastWrite: last }, (texts) =>
    pickStoredKeys(call, texts),
  );
  const cached = responses.get(key);
  if (cached?.readAt === readAt) cached.lastWrite = now && { ...now, texts: cached.texts };
  if (code === undefined) return;
  if (now?.at !== last?.at)
    await copies.write(companyCodeKey(code), { texts: answer.texts, readAt }, (texts) =>
      pickStoredKeys(call, texts).map((text) => addUuid(text, clientUuid)),
    );
}

/** Caches a response, unless a later response is already cached. */
function cacheAnswer(key: string, answer: CachedResponse): void {
  const { readAt, texts, value } = answer;
  const before = responses.get(key);
  if (before && before.readAt > readAt) return;
  if (before && before.value === value) {
    before.readAt = readAt; // Skip `put`, which would measure the unchanged value again.
    return;
  }
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  responses.put(key, length > MAX_CACHED_CHARACTERS ? { ...answer, texts: [] } : answer);
}

/**
 * Returns the client's uuid for a position, client or list. @param id the call's id, which for a client can
 * be its code
 */
export function getClientUuid(value: ReadValues[ReadCall], id: string): string {
  if ("clientUuid" in value) return value.clientUuid;
  return "uuid" in value ? value.uuid : id;
}

/** Adds the uuid to the JSON of a client, because a copy by code is read without knowing the uuid. */
const addUuid = (text: string, uuid: string) =>
  JSON.stringify({ ...(JSON.parse(text) as object), uuid }); // the text is an object of the contract
