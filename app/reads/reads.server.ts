import { isPlatformId } from "~/contract/ids";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { ReadCall, ReadValues } from "../platform/types";
import { delay } from "../runtime/deadline.server";
import { companyCodeKey, createCalls, getClientUuid, type CallsOptions } from "./calls.server";
import type { Copy } from "./copies.server";
import { codes, readKey, type CachedResponse } from "./memory.server";
import { isolateWork } from "./shared-work.server";

export interface Read<T> {
  value: T;
  /** When the read began, in ms since 1970. For combined reads, when the earliest read began. */
  readAt: number;
  /** `copy`: an old value, used because the read failed or is late. */
  from: "memory" | "platform" | "copy";
  /** Set if the platform did not respond in time. */
  isLate?: true;
  /** Durations of the calls, for `Server-Timing`. */
  timing: string;
}

/** The purpose of a read. `form`: the value is used to validate an application. */
export type Purpose = "page" | "form";

export interface ReadOptions {
  purpose?: Purpose;
  /** For a form: resolves when an old value is used instead of waiting for the platform. By default, never. */
  late?: Promise<unknown> | undefined;
  /**
   * Whether another read found the platform unreachable or late. The platform is then called only if no old value
   * can be used.
   */
  isAway?: boolean;
  /** Whether the id is a guess, which doesn't count as the visitor's miss. */
  isGuess?: boolean;
}

type SeenReads = { [Call in ReadCall]: Map<string, Promise<Read<ReadValues[Call]>>> };

interface ReadsOptions extends CallsOptions {
  settings: CallsOptions["settings"] & {
    PAGE_CACHE: "on" | "off";
    PAGE_FRESH_MS: number;
    PAGE_WAIT_MS: number;
  };
  /** Maximum age at which a career site's cached data is served while new data is read, in ms. */
  staleMs: number;
  mayCallPlatform: () => boolean;
  /** Called if this visitor's call finds that a position or client is missing. */
  onMissing: () => void;
  /** Whether forms are checked against a new read, because the position might have changed. */
  bypassesCacheForForms: boolean;
}

/**
 * Creates the reads of one request: from this isolate's memory, the platform or a durable copy.
 *
 * Reads throw `PlatformError`, of kind `too-often` if this visitor is over the limit.
 */
export function createReads(options: ReadsOptions) {
  const { copies, purges, waitUntil, settings, staleMs, mayCallPlatform, onMissing } = options;
  const { notBefore = 0 } = options;
  const { getCached, callPlatform, shareCall, shareCallInTime, parseCopy } = createCalls(options);
  const isCacheOn = settings.PAGE_CACHE === "on";
  /** This request's reads. A form is validated and rendered again with the same version of its position. */
  const seen: SeenReads = { position: new Map(), client: new Map(), positions: new Map() };
  const copyReads = new Map<string, Promise<Copy | undefined>>();

  async function readOnce<Call extends ReadCall>(
    call: Call,
    id: string,
    { purpose = "page", late, isAway = false, isGuess = false }: ReadOptions,
  ): Promise<Read<ReadValues[Call]>> {
    const key = readKey(call, id);
    const startedAt = Date.now();
    const away = isAway ? await readWithoutCall(call, id, purpose) : undefined;
    if (away) return away;
    const bypassesCache =
      !isCacheOn || (purpose === "form" && options.bypassesCacheForForms && mayCallPlatform());
    const last = bypassesCache ? undefined : getCached(call, id);
    if (last && last.readAt >= notBefore && (await mayServe(last, call, id))) {
      const { value, readAt } = last;
      return { value, readAt, from: "memory", timing: "" };
    }
    // Don't join a call that may have begun too early.
    const isAlone = bypassesCache || notBefore > 0;
    const isNew = isAlone || isolateWork.isNew(key);
    if (isNew && !mayCallPlatform()) throw tooOftenError();
    const calledAt = isNew ? startedAt : isolateWork.startedAt(key);
    const calling = isAlone ? callPlatform(call, id) : shareCallInTime(call, id);
    const waitMs = Math.max(0, calledAt + settings.PAGE_WAIT_MS - startedAt);
    const mayBeOld = isCacheOn && notBefore === 0;
    const whenLate = purpose === "form" ? late : mayBeOld && delay(waitMs, undefined);
    const readOld = () => readWithoutCall(call, id, purpose);
    const outcome = await (whenLate ? withOldValue(calling, whenLate, readOld) : calling);
    const timing = `platform-${call};dur=${Date.now() - startedAt}`;
    if ("from" in outcome) {
      // The response can still serve later requests.
      waitUntil(calling.catch(() => undefined));
      return { ...outcome, isLate: true, timing };
    }
    if ("answer" in outcome) {
      const { value, readAt } = outcome.answer;
      return { value, readAt, from: "platform", timing };
    }
    const { error, copy } = outcome;
    // Count a missing company once, although its list is missing too.
    const isMissing = error.kind === "not-found" && call !== "positions";
    if (isNew && isMissing && !isGuess) onMissing();
    if (!copy) throw error;
    const { value, readAt } = copy;
    if (copy.isGone || !(await mayUseCopy(error, getClientUuid(value, id), readAt, purpose))) {
      throw addName(error, value);
    }
    console.error(error.message);
    return { value, readAt, from: "copy", timing };
  }

  /** Reads this isolate's last response, or else the durable copy. */
  async function getOld<Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Read<ReadValues[Call]> | undefined> {
    const last = getCached(call, id);
    if (last) return { value: last.value, readAt: last.readAt, from: "copy", timing: "" };
    return isPlatformId(id) ? getCopy(call, id, readKey(call, id)) : undefined;
  }

  /** Like `getOld`, for the client with this code. */
  async function getOldByCode(code: string): Promise<Read<Client> | undefined> {
    const uuid = codes.get(code);
    return (
      (uuid === undefined ? undefined : await getOld("client", uuid)) ??
      getCopy("client", code, companyCodeKey(code))
    );
  }

  async function getCopy<Call extends ReadCall>(
    call: Call,
    id: string,
    key: string,
  ): Promise<Read<ReadValues[Call]> | undefined> {
    const reading = copyReads.get(key) ?? copies.get(key);
    copyReads.set(key, reading);
    const copy = parseCopy(call, id, await reading);
    if (!copy || copy.isGone) return undefined;
    return { value: copy.value, readAt: copy.readAt, from: "copy", timing: "" };
  }

  /** Like `getOld`. For a page, returns undefined if the old value was purged. */
  async function readWithoutCall<Call extends ReadCall>(call: Call, id: string, purpose: Purpose) {
    const old = await getOld(call, id);
    if (!old || purpose === "form") return old;
    return (await purges.isPurged(getClientUuid(old.value, id), old.readAt)) ? undefined : old;
  }

  /** Whether a response from memory may be served. Reads a stale career site again in the background. */
  async function mayServe(last: CachedResponse, call: ReadCall, id: string): Promise<boolean> {
    const ageMs = Date.now() - last.readAt;
    if (ageMs < settings.PAGE_FRESH_MS) return true;
    if (call === "position" || ageMs >= staleMs) return false;
    void purges.refresh(last.clientUuid);
    const mayMissPurge = purges.mayMissPurge(last.clientUuid, last.readAt);
    if (mayMissPurge && (await purges.isPurged(last.clientUuid, last.readAt))) return false;
    if (isolateWork.isNew(readKey(call, id)) && mayCallPlatform())
      void shareCall(call, id).catch(() => undefined);
    return true;
  }

  /** Whether a copy may be used after a failed read. A form can use an old copy, because delivery is retried. */
  async function mayUseCopy(
    error: PlatformError,
    clientUuid: string,
    readAt: number,
    purpose: Purpose,
  ): Promise<boolean> {
    if (purpose === "form") return !error.isFinal;
    if (!isCacheOn || error.isGone) return false;
    return !(await purges.isPurged(clientUuid, readAt));
  }

  /** @throws PlatformError */
  function read<Call extends ReadCall>(
    call: Call,
    id: string,
    options: ReadOptions = {},
  ): Promise<Read<ReadValues[Call]>> {
    const reading = seen[call].get(id) ?? readOnce(call, id, options);
    seen[call].set(id, reading);
    return reading;
  }

  return { read, getCached, getOld, getOldByCode, mayCallPlatform };
}

export type Reads = ReturnType<typeof createReads>;

/** Returns the outcome of a call, or an old value, if any, when the call is late. */
async function withOldValue<T, Old extends object>(
  calling: Promise<T>,
  late: Promise<unknown>,
  readOld: () => Promise<Old | undefined>,
): Promise<T | Old> {
  const first = await Promise.race([calling, late.then(() => "late" as const)]);
  if (first !== "late") return first;
  const reading = async (): Promise<T | Old> => (await readOld()) ?? calling;
  return Promise.race([calling, reading()]);
}

/** Adds the name and location from a position's copy to the error of a missing or closed position. */
function addName(error: PlatformError, value: ReadValues[ReadCall]): PlatformError {
  if (!error.isGone || error.position || !("clientUuid" in value)) return error;
  const { name, location, clientUuid } = value;
  return error.withClient(error.clientUuid ?? clientUuid, { name, location });
}

export const tooOftenError = (): PlatformError =>
  new PlatformError({ kind: "too-often", message: "The visitor's network is over its limit" });

export function combineReads<T>(value: T, parts: readonly Read<unknown>[]): Read<T> {
  return {
    value,
    readAt: Math.min(...parts.map(({ readAt }) => readAt)),
    from: parts.some(({ from }) => from === "copy") ? "copy" : "platform",
    ...(parts.some(({ isLate }) => isLate) && { isLate: true }),
    timing: parts.flatMap(({ timing }) => timing || []).join(", "),
  };
}
