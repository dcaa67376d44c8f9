import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * It is in the future, so that workerd, whose own clock is the real one, runs no alarm by itself.
 */
const START = Date.now() + 366 * DAY;

/** An object, as its callers address it. */
export type Stub = DurableObjectStub<Rpc.DurableObjectBranded & DurableObject>;

/**
 * Stops the clock at the same moment for each test. Time-outs end only when a test moves the
 * clock.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: START });
}

/** How often it is looked whether an object is done; what is broken never is. */
const LOOKS = 100;

/** Waits until an application has told the index. Until then its alarm is set to tell it again. */
export async function settled(stub: Stub): Promise<void> {
  const isBusy = () =>
    runInDurableObject(stub, (_, { storage }) => {
      const listed = storage.kv.get<{ entry?: unknown }>("listed");
      return listed !== undefined && listed.entry === undefined;
    });
  for (let look = 0; look < LOOKS && (await isBusy()); look++) await scheduler.wait(1);
}

/** The time of an object's alarm; null if none is set. */
export async function alarmOf(stub: Stub): Promise<number | null> {
  await settled(stub);
  return runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
}

/**
 * Moves the clock to an object's alarm, and runs it.
 *
 * @returns how long that was from now, in ms
 */
export async function ring(stub: Stub): Promise<number> {
  const at = await alarmOf(stub);
  if (at === null) throw new Error("No alarm is set");
  const wait = at - Date.now();
  vi.setSystemTime(Math.max(at, Date.now()));
  await runDurableObjectAlarm(stub);
  return wait;
}

/** Lets time pass for an object: each alarm that comes due runs at its time. */
export async function pass(stub: Stub, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  let atOnce = 0;
  for (let at = await alarmOf(stub); at !== null && at <= end; at = await alarmOf(stub)) {
    atOnce = at > Date.now() ? 0 : atOnce + 1;
    if (atOnce > 10) throw new Error("The alarm is set to now, again and again");
    await ring(stub);
  }
  vi.setSystemTime(end);
}

/** Lets time pass while an object waits for an answer, so that its time-outs end. */
export const timeOut = (stub: Stub, milliseconds: number): Promise<void> =>
  // Inside the object, because workerd lets only the object itself continue its work.
  runInDurableObject(stub, () => {
    vi.advanceTimersByTime(milliseconds);
  });
