import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { pendingCalls } from "./given";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Far in the future, so that workerd, which uses the real clock, does not run any alarms. */
const START = Date.now() + 366 * DAY;

export type Stub = DurableObjectStub<Rpc.DurableObjectBranded & DurableObject>;

/** Stops the clock at `START`. Timeouts fire only when a test moves the clock. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: START });
}

/** Maximum number of polls until an object is idle. */
const MAX_POLLS = 100;

/** Waits until an object's alarm no longer changes and no call to the index is pending. */
export async function waitForIndex(stub: Stub): Promise<void> {
  const readAlarm = () => runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  let before = await readAlarm();
  let same = 0;
  for (let polls = 0; polls < MAX_POLLS && same < 2; polls++) {
    await scheduler.wait(1);
    const at = await readAlarm();
    same = at === before && pendingCalls.calls === 0 ? same + 1 : 0;
    before = at;
  }
}

export async function getAlarm(stub: Stub): Promise<number | null> {
  await waitForIndex(stub);
  return runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
}

/**
 * Moves the clock to an object's alarm and runs it.
 * @returns how far ahead the alarm was, in ms
 */
export async function runAlarm(stub: Stub): Promise<number> {
  const alarmAt = await getAlarm(stub);
  if (alarmAt === null) throw new Error("No alarm is set");
  const wait = alarmAt - Date.now();
  vi.setSystemTime(Math.max(alarmAt, Date.now()));
  await runDurableObjectAlarm(stub);
  return wait;
}

/** Moves the clock forward, running the object's alarm whenever it is due. */
export async function advance(stub: Stub, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  let immediate = 0;
  for (let at = await getAlarm(stub); at !== null && at <= end; at = await getAlarm(stub)) {
    immediate = at > Date.now() ? 0 : immediate + 1;
    if (immediate > 10) throw new Error("The alarm is repeatedly set to now");
    await runAlarm(stub);
  }
  vi.setSystemTime(end);
}

/** Moves the clock forward while an object waits for a response, so that the object's timeouts fire. */
export const timeOut = (stub: Stub, milliseconds: number): Promise<void> =>
  // Fire the timeouts inside the object, because otherwise workerd does not let the object continue.
  runInDurableObject(stub, () => {
    vi.advanceTimersByTime(milliseconds);
  });
