import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { pendingCalls } from "./given";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In the future, so that workerd, which uses the real clock, runs no alarm by itself. */
const START = Date.now() + 366 * DAY;

export type Stub = DurableObjectStub<Rpc.DurableObjectBranded & DurableObject>;

/** Stops the clock at the same time for each test. Timeouts fire only when a test moves the clock. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: START });
}

/** Limit on polls until an object is idle. */
const LOOKS = 100;

/** Waits until an application has updated the index and set its next alarm. */
export async function waitForIndex(stub: Stub): Promise<void> {
  const look = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  let before = await look();
  let same = 0;
  for (let looks = 0; looks < LOOKS && same < 2; looks++) {
    await scheduler.wait(1);
    const at = await look();
    same = at === before && pendingCalls.calls === 0 ? same + 1 : 0;
    before = at;
  }
}

/** The time of an object's alarm, or null if none is set. */
export async function getAlarm(stub: Stub): Promise<number | null> {
  await waitForIndex(stub);
  return runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
}

/**
 * Moves the clock to an object's alarm and runs it.
 * @returns how far the clock moved, in ms
 */
export async function ring(stub: Stub): Promise<number> {
  const at = await getAlarm(stub);
  if (at === null) throw new Error("No alarm is set");
  const wait = at - Date.now();
  vi.setSystemTime(Math.max(at, Date.now()));
  await runDurableObjectAlarm(stub);
  return wait;
}

/** Lets time pass for an object, and runs each alarm when it is due. */
export async function pass(stub: Stub, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  let atOnce = 0;
  for (let at = await getAlarm(stub); at !== null && at <= end; at = await getAlarm(stub)) {
    atOnce = at > Date.now() ? 0 : atOnce + 1;
    if (atOnce > 10) throw new Error("The alarm is repeatedly set to now");
    await ring(stub);
  }
  vi.setSystemTime(end);
}

/** Lets time pass while an object waits for an answer, so that its timeouts fire. */
export const timeOut = (stub: Stub, milliseconds: number): Promise<void> =>
  // Inside the object, because workerd lets only the object itself continue its work.
  runInDurableObject(stub, () => {
    vi.advanceTimersByTime(milliseconds);
  });
