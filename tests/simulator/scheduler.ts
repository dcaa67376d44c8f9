import { setImmediate } from "node:timers";
import { Random } from "./random";

/** A source of events, such as an object's instance, a request's Worker or a candidate. */
export class Process {
  isAlive = true;
  /** Functions that cut the process's uploads and streams. */
  readonly connections = new Set<() => void>();

  constructor(readonly name: string) {}

  end(): void {
    this.isAlive = false;
    for (const cut of this.connections) cut();
  }
}

interface Event {
  at: number;
  /** A random number that orders events with the same time. */
  tie: number;
  owner: Process;
  label: string;
  run: () => void;
  isCancelled?: true;
}

export class Violation extends Error {
  override name = "Violation";

  constructor(
    readonly invariant: string,
    about: string,
  ) {
    super(`${invariant}: ${about}`);
  }
}

/** The maximum number of events in a schedule. A schedule with more events is probably endless. */
const MAX_EVENTS = 120_000;

const START = Date.UTC(2026, 10, 22, 9);

/**
 * Runs events one after another in virtual time. An event ends when no microtask is left. The seed decides the order
 * of events with the same time. Events of ended processes do not run.
 */
export class Scheduler {
  now = START;
  readonly start = START;
  /** The process whose code is running. */
  current: Process;
  readonly world = new Process("world");
  readonly random: Random;
  /** A digest of the noted lines. */
  digest = 0;
  /** The lines of the trace, if the schedule is traced. */
  readonly trace: string[] | undefined;
  events = 0;
  readonly situations = new Set<string>();
  afterEvent: (owner: Process) => void = () => undefined;
  /** @param next the new time of the clock */
  beforeAdvance: (next: number) => void = () => undefined;
  /** All future events in descending order of time. */
  readonly #events: Event[] = [];
  #failure: { error: unknown } | undefined;

  constructor(seed: number, isTraced: boolean) {
    this.random = new Random(seed, "scheduler");
    this.trace = isTraced ? [] : undefined;
    this.current = this.world;
  }

  /** Adds a line to the digest and the trace. */
  note(text: string): void {
    let { digest } = this;
    for (let at = 0; at < text.length; at += 1) {
      digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
    }
    this.digest = digest ^ this.now;
    this.trace?.push(`${formatTime(this.now - this.start)}  ${text}`);
  }

  /** @param delay in ms */
  schedule(owner: Process, delay: number, label: string, run: () => void): Event {
    const event = { at: this.now + delay, tie: this.random.next(), owner, label, run };
    insert(this.#events, event);
    return event;
  }

  cancel(event: Event | undefined): void {
    if (event) event.isCancelled = true;
  }

  sleep(owner: Process, ms: number, label = ""): Promise<void> {
    return new Promise((resolve) => this.schedule(owner, ms, label, resolve));
  }

  /** Tracks background work. The schedule fails if the work fails. */
  spawn(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** @throws Violation, or the error of background work that failed */
  async run(): Promise<void> {
    for (let event = this.#events.pop(); event; event = this.#events.pop()) {
      if (event.isCancelled || !event.owner.isAlive) continue;
      if (event.at > this.now) {
        this.beforeAdvance(event.at);
        this.now = event.at;
      }
      this.events += 1;
      if (this.events > MAX_EVENTS)
        throw new Violation("every schedule ends", `after ${event.label}`);
      if (event.label) this.note(event.label);
      this.current = event.owner;
      event.run();
      await drainMicrotasks();
      const owner = this.current;
      this.current = this.world;
      this.afterEvent(owner);
      if (this.#failure) throw this.#failure.error;
    }
  }
}

/** Resolves when no microtask is left. */
const drainMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve));

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.tie < b.tie);

function insert(events: Event[], event: Event): void {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = events[middle];
    if (other && isBefore(event, other)) from = middle + 1;
    else to = middle;
  }
  events.splice(from, 0, event);
}

/** Formats a time since the start as in `2d 03:04:05.678`. */
function formatTime(ms: number): string {
  const day = 24 * 60 * 60 * 1000;
  const within = new Date(ms % day).toISOString().slice(11, 23);
  return `${Math.floor(ms / day)}d ${within}`;
}
