import {
  ANSWERING,
  onAsk,
  onReport,
  type Release,
  type ReleaseSettings,
} from "../../app/application/delivery/release";

/** What applications do on a clock that jumps from one to the next. */
interface Simulation {
  settings: ReleaseSettings;
  /** When each of them asks for the first time, in ms. */
  asksAt: number[];
  /** How the platform answers an attempt that begins at a time, and after how many ms. */
  platform: (now: number) => { isAway: boolean; takes: number; retryAfterMs?: number };
  /** How long an application waits by itself after an attempt that failed, in ms. */
  backoff: number;
  /** The gate forgets what it does not store at these times. */
  restarts?: number[];
  /** How late an alarm that is set for a time runs, in ms. */
  lateness?: (at: number) => number;
}

/** Has applications ask until each is delivered. @returns the times of attempts, and of all asks */
export function simulate(simulation: Simulation) {
  const { settings, asksAt, platform, backoff, restarts = [], lateness = () => 0 } = simulation;
  const due = new Calendar();
  const attempts: { at: number; isAway: boolean; endsAt: number }[] = [];
  const asks: number[] = [];
  let release: Release = ANSWERING;
  const ask = (asker: string, now: number): void => {
    asks.push(now);
    const told = onAsk(release, { asker, isLast: false }, settings, now);
    release = told.release;
    if (told.wait > 0) {
      const at = now + told.wait;
      due.add(at + lateness(at), (then) => ask(asker, then));
      return;
    }
    const { isAway, takes, retryAfterMs } = platform(now);
    attempts.push({ at: now, isAway, endsAt: now + takes });
    due.add(now + takes, (at) => {
      const report = { asker, isAway, retryAfterMs };
      release = onReport(release, report, settings, { now: at, random: 0.5 });
      if (isAway) due.add(at + backoff, (then) => ask(asker, then));
    });
  };
  asksAt.forEach((at, index) => due.add(at, (now) => ask(`application ${index}`, now)));
  for (const at of restarts) {
    due.add(at, () => (release = { ...ANSWERING, platform: release.platform }));
  }
  due.run();
  return { attempts, asks };
}

/** Events by their times, as a binary heap; those of the same time in no order. */
class Calendar {
  readonly #heap: { at: number; happen: (now: number) => void }[] = [];

  add(at: number, happen: (now: number) => void): void {
    const heap = this.#heap;
    const event = { at, happen };
    let index = heap.length;
    heap.push(event);
    for (let parent = heap[(index - 1) >> 1]; index > 0 && parent && parent.at > at;) {
      heap[index] = parent;
      index = (index - 1) >> 1;
      parent = heap[(index - 1) >> 1];
    }
    heap[index] = event;
  }

  run(): void {
    for (let next = this.#take(); next; next = this.#take()) next.happen(next.at);
  }

  #take() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && right.at < left.at;
      const child = isRight ? right : left;
      if (!child || child.at >= last.at) break;
      heap[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}
