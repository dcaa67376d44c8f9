import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { telling } from "./given";

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

/** How often an object is looked at until it is done. */
const LOOKS = 100;

/** Waits until an application has told the index what it tells it, and has set the alarm that follows. */
export async function settled(stub: Stub): Promise<void> {
  const look = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  let before = await look();
  let same = 0;
  for (let looks = 0; looks < LOOKS && same < 2; looks++) {
    await scheduler.wait(1);
    const at = await look();
    same = at === before && telling.calls === 0 ? same + 1 : 0;
    before = at;
  }
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
