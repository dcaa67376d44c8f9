import { isPlatformId } from "../../contract/ids";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { HiringPlatform, ReadCall, ReadValues } from "../platform/hiring-platform.server";
import { DeadlinePassed, delay, withTimeout } from "../runtime/deadline.server";
import { logEvent } from "../runtime/log.server";
import { COPY_TIMEOUT_MS, type Copies, type Copy } from "./copies.server";
import { toStoredTexts } from "./copy-format";
import { answers, codes, MAX_CACHED_CHARACTERS, type CachedAnswer } from "./memory.server";
import type { Purges } from "./purges.server";
import { OUTCOME_TTL_MS } from "./outcome-ttl";
import { isolateWork, type WaitUntil } from "./shared-work.server";

export interface Read<T> {
  value: T;
  /** When the read began, in ms since 1970. For combined reads, when the earliest read began. */
  readAt: number;
  /** `copy`: an old value, used because the read failed or is late. */
  from: "memory" | "platform" | "copy";
  /** Set if the platform has not answered in time. */
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

interface ReadsOptions {
  platform: HiringPlatform;
  copies: Copies;
  purges: Purges;
  waitUntil: WaitUntil;
  settings: {
    PAGE_CACHE: "on" | "off";
    PAGE_FRESH_MS: number;
    PAGE_WAIT_MS: number;
    READ_TIMEOUT_MS: number;
  };
  /** Maximum age at which a career site's cached data is served while new data is read, in ms. */
  staleMs: number;
  mayCallPlatform: () => boolean;
  /** Called if this visitor's call finds that a position or client is missing. */
  onMissing: () => void;
  /** Whether forms are checked against a new read, because the position might have changed. */
  bypassesCacheForForms: boolean;
}

interface CopiedValue<T> {
  value: T;
  readAt: number;
  isGone: boolean;
}

/** The outcome of a call, shared by the requests of this isolate. */
type Outcome<T> =
  | { answer: CachedAnswer<T> }
  | { error: PlatformError; copy: CopiedValue<T> | undefined };

/** Time limit of a list, which can have many pages, in ms. */
const LIST_TIMEOUT_MS = 25_000;

/** Extra time that requests wait for a shared read after its timeout, in ms. */
const GRACE_MS = 1000;

const readKey = (call: ReadCall, id: string) => `${call} ${id}`;

/** The key of the copy of a client that is found by its code. */
export const companyCodeKey = (code: string): string => `company ${code.toLowerCase()}`;

/**
 * Creates the reads of one request: from this isolate's memory, the platform or a durable copy.
 *
 * Reads throw `PlatformError`, of kind `too-often` if this visitor may not cause a call.
 */
export function createReads(options: ReadsOptions) {
  const { platform, copies, purges, waitUntil, settings, staleMs, mayCallPlatform, onMissing } =
    options;
  const isCacheOn = settings.PAGE_CACHE === "on";
  /** This request's reads. A form is validated and rendered again with the same version of its position. */
  const seen = new Map<string, Promise<Read<unknown>>>();
  const copiesRead = new Map<string, Promise<Copy | undefined>>();

  function getCached<Call extends ReadCall>(
    call: Call,
    id: string,
  ): CachedAnswer<ReadValues[Call]> | undefined {
    const answer = answers.get(readKey(call, id));
    if (!answer || purges.isKnownPurged(answer.clientUuid, answer.readAt)) return undefined;
    return answer as CachedAnswer<ReadValues[Call]>; // the key includes the call, which determines the type
  }

  async function callPlatform<Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> {
    const key = readKey(call, id);
    const readAt = Date.now();
    try {
      const last = answers.get(key) as CachedAnswer<ReadValues[Call]> | undefined; // as above
      const answer = await platform.read(call, id, last);
      const clientUuid = getClientUuid(answer.value, id);
      const cached = { ...answer, clientUuid, readAt, lastWrite: last?.lastWrite };
      cacheAnswer(key, cached);
      waitUntil(writeCopy(call, id, cached));
      return { answer: cached };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.isGone) answers.remove(key);
      if (!isPlatformId(id)) return { error, copy: undefined };
      return { error, copy: parseCopy(call, id, await copies.after(key, error, readAt)) };
    }
  }

  function parseCopy<Call extends ReadCall>(
    call: Call,
    id: string,
    copy: Copy | undefined,
  ): CopiedValue<ReadValues[Call]> | undefined {
    if (!copy) return undefined;
    const { texts, readAt, isGone } = copy;
    try {
      return { value: platform.parse(call, id, texts), readAt, isGone };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logEvent("copy-unreadable", { at: error.message });
      return undefined;
    }
  }

  async function writeCopy(call: ReadCall, id: string, answer: CachedAnswer): Promise<void> {
    const key = readKey(call, id);
    const { clientUuid, readAt, lastWrite, value } = answer;
    // Screens and positions find the company by the code in the path.
    const code = call === "client" ? (value as Client).code : undefined; // because `call` is `client`
    if (code !== undefined) codes.set(code.toLowerCase(), clientUuid);
    // Pages ignore a copy from before a purge, so write even an unchanged answer again.
    const last =
      lastWrite && !purges.isKnownPurged(clientUuid, lastWrite.at) ? lastWrite : undefined;
    const now = await copies.write(key, { ...answer, lastWrite: last }, (texts) =>
      toStoredTexts(call, texts),
    );
    const cached = answers.get(key);
    if (cached?.readAt === readAt) cached.lastWrite = now && { ...now, texts: cached.texts };
    if (code === undefined) return;
    if (now?.at !== last?.at)
      await copies.write(companyCodeKey(code), { texts: answer.texts, readAt }, (texts) =>
        toStoredTexts(call, texts).map((text) => addUuid(text, clientUuid)),
      );
  }

  const timeLimitMs = (call: ReadCall) =>
    (call === "positions" ? LIST_TIMEOUT_MS : settings.READ_TIMEOUT_MS) +
    COPY_TIMEOUT_MS +
    GRACE_MS;

  /** Calls the platform, or joins the call of another request. */
  const shareCall = <Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> =>
    isolateWork.run(
      readKey(call, id),
      {
        work: () => callPlatform(call, id),
        limitMs: timeLimitMs(call),
        ttlMs: (outcome: Outcome<unknown>) =>
          "answer" in outcome ? 0 : OUTCOME_TTL_MS[outcome.error.isGone ? "gone" : "failed"],
      },
      waitUntil,
    );

  const shareCallInTime = <Call extends ReadCall>(
    call: Call,
    id: string,
  ): Promise<Outcome<ReadValues[Call]>> =>
    withTimeout(timeLimitMs(call), () => shareCall(call, id)).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
      const late = new PlatformError({ kind: "timeout", message: "A shared read took too long" });
      return { error: late, copy: undefined };
    });

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
    if (last && (await mayServe(last, call, id))) {
      const { value, readAt } = last;
      return { value, readAt, from: "memory", timing: "" };
    }
    const isNew = bypassesCache || isolateWork.isNew(key);
    if (isNew && !mayCallPlatform()) throw tooOftenError();
    const calledAt = isNew ? startedAt : isolateWork.startedAt(key);
    const calling = bypassesCache ? callPlatform(call, id) : shareCallInTime(call, id);
    const waitMs = Math.max(0, calledAt + settings.PAGE_WAIT_MS - startedAt);
    const whenLate = purpose === "form" ? late : isCacheOn && delay(waitMs, undefined);
    const readOld = () => readWithoutCall(call, id, purpose);
    const outcome = await (whenLate ? withOldValue(calling, whenLate, readOld) : calling);
    const timing = `platform-${call};dur=${Date.now() - startedAt}`;
    if ("from" in outcome) {
      // The answer can still serve later requests.
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

  /** Reads this isolate's last answer, or else the durable copy. */
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
    const reading = copiesRead.get(key) ?? copies.get(key);
    copiesRead.set(key, reading);
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

  /** Whether an answer from memory may be served. Reads a stale career site again in the background. */
  async function mayServe(last: CachedAnswer, call: ReadCall, id: string): Promise<boolean> {
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
    const key = readKey(call, id);
    const before = seen.get(key);
    if (before) return before as Promise<Read<ReadValues[Call]>>; // the key includes the call, which determines the type
    const reading = readOnce(call, id, options);
    seen.set(key, reading);
    return reading;
  }

  return { read, getCached, getOld, getOldByCode, mayCallPlatform };
}

export type Reads = ReturnType<typeof createReads>;

/** Returns the outcome of a call. If it is late, returns an old value instead, if there is one. */
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

/** Caches an answer, unless a later answer is already cached. */
function cacheAnswer(key: string, answer: CachedAnswer): void {
  const { readAt, texts, value } = answer;
  const before = answers.get(key);
  if (before && before.readAt > readAt) return;
  if (before && before.value === value) {
    before.readAt = readAt; // Skip `put`, which would measure the unchanged value again.
    return;
  }
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  answers.put(key, length > MAX_CACHED_CHARACTERS ? { ...answer, texts: [] } : answer);
}

/** Returns the uuid of the client of a position, client or list. @param id of the call: a client's can be its code */
function getClientUuid(value: ReadValues[ReadCall], id: string): string {
  if ("clientUuid" in value) return value.clientUuid;
  return "uuid" in value ? value.uuid : id;
}

/** Adds the uuid to the JSON of a client, because a copy by code is read without knowing the uuid. */
const addUuid = (text: string, uuid: string) =>
  JSON.stringify({ ...(JSON.parse(text) as object), uuid }); // the text is an object of the contract

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
