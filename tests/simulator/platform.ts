import {
  createFakeResponse,
  meansNotAccepted,
  type FakeResponse,
  type ResponseKind,
} from "./answers";
import { Random } from "./random";
import { Process, type Scheduler } from "./scheduler";
import type { Upload } from "./platform-fetch";
import type { World } from "./world";

const HOUR = 3_600_000;

/** A period in which the platform has one behaviour. */
interface Phase {
  until: number;
  name: string;
  /** Weights of responses from the platform or a proxy in front of it. */
  kinds: Partial<Record<ResponseKind, number>>;
  /** Weights of responses to position reads. */
  reads: Partial<Record<ResponseKind, number>>;
  /** Processing time in ms. */
  slow: [min: number, max: number];
  /** The probability that processing fails. */
  fails: number;
  /** The `Retry-After` of every response to a POST. */
  retryAfter?: string;
}

const HEALTHY: Omit<Phase, "until" | "name"> = {
  kinds: { ok: 1 },
  reads: { ok: 1 },
  slow: [1, 2000],
  fails: 0,
};

const PHASES: Record<string, Omit<Phase, "until" | "name">> = {
  healthy: HEALTHY,
  flaky: {
    kinds: {
      ok: 6,
      "html-ok": 1,
      redirect: 1,
      refusal: 1,
      misconfigured: 1,
      "try-later": 1,
      busy: 1,
      error: 1,
      "error-html": 1,
      "error-detail": 1,
      cut: 1,
      silence: 1,
    },
    reads: { ok: 5, "html-ok": 1, error: 1, misconfigured: 1, cut: 1, silence: 1 },
    slow: [1, 60_000],
    fails: 0.2,
  },
  down: {
    kinds: { error: 3, "error-html": 3, cut: 2, silence: 1, "error-detail": 2 },
    reads: { error: 3, "error-html": 3, cut: 2, silence: 1 },
    slow: [1, 2000],
    fails: 1,
  },
  maintenance: { ...HEALTHY, kinds: { "html-ok": 1 }, reads: { "html-ok": 1 }, fails: 1 },
  "html on apply": { ...HEALTHY, kinds: { "html-ok": 1 }, fails: 0.5 },
  misconfigured: {
    ...HEALTHY,
    kinds: { misconfigured: 3, redirect: 1 },
    reads: { misconfigured: 3, redirect: 1 },
    fails: 1,
  },
  busy: { ...HEALTHY, kinds: { busy: 4, "try-later": 2 }, fails: 1 },
  slow: {
    kinds: { ok: 3, silence: 1, error: 1 },
    reads: { ok: 1 },
    slow: [10_000, 200_000],
    fails: 0.4,
  },
  refusing: { ...HEALTHY, kinds: { refusal: 3, ok: 1 } },
};

/** Reads get no response, but applications are accepted, for example behind a broken cache. */
const HANGING: Omit<Phase, "until" | "name"> = { ...HEALTHY, reads: { silence: 1 } };

/** Whether a candidate applied before the schedule started. */
const isKnown = (name: string) => name.startsWith("Known");

interface Taken extends Upload {
  key: string;
}

/** An application's POST, with the response that the site received. */
export interface Request {
  key: string;
  /** The candidate's first name. */
  name: string;
  /** The time at which the site finished sending the form. */
  startedAt: number;
  /** The response, if the site has received it. */
  seen?: FakeResponse;
  seenAt?: number;
}

/**
 * How the platform handles a repeated key. With `honours` and `keys`, it does not store the application again. Its
 * positions declare this only with `honours`. With `conflict`, it returns 409. With `neither`, it accepts the
 * application again.
 */
type Repeats = "honours" | "keys" | "conflict" | "neither";

/** A hiring platform that is sometimes slow, down, misconfigured or behind a faulty proxy. */
export class Platform {
  readonly taken: Taken[] = [];
  readonly requests: Request[] = [];
  /** The time at which the site last called the platform, even if the call failed. */
  calledAt = 0;
  readonly repeats: Repeats;
  /** The keys of accepted applications. */
  readonly #keys = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #random: Random;
  readonly #scheduler: Scheduler;
  readonly #phases: Phase[] = [];
  readonly process = new Process("platform");

  constructor({ seed, scheduler, isCrowd, name: conditions }: World) {
    this.#random = new Random(seed, "platform");
    this.#scheduler = scheduler;
    const random = this.#random;
    this.repeats = random.weighted({ honours: 3, keys: 2, conflict: 4, neither: 1 });
    let until = scheduler.start;
    let endsHealthy = true;
    if (isCrowd) {
      until += 2 * HOUR;
      const retryAfter = new Date(until - random.whole(0, 3000_000)).toUTCString();
      const closed = { ...HEALTHY, kinds: { busy: 1 }, fails: 1, retryAfter };
      this.#phases.push({ until, name: "closed until", ...closed });
    } else {
      endsHealthy = random.chance(conditions.startsWith("production") ? 0.98 : 0.85);
      for (let left = random.whole(0, 4); left > 0; left -= 1) {
        until += random.time(1000, 12 * HOUR);
        const name = random.pick(Object.keys(PHASES) as [string, ...string[]]);
        this.#phases.push({ until, name, ...(PHASES[name] ?? HEALTHY) });
      }
    }
    const hanging = new Random(seed, "hanging reads");
    if (!isCrowd && hanging.chance(0.2)) {
      const until = scheduler.start + hanging.time(1000, 4 * HOUR);
      this.#phases.unshift({ until, name: "hangs on reads", ...HANGING });
    }
    const last = endsHealthy ? "healthy" : random.pick(["down", "maintenance", "misconfigured"]);
    this.#phases.push({ until: Infinity, name: last, ...(PHASES[last] ?? HEALTHY) });
  }

  get phase(): Phase {
    const phase = this.#phases.find(({ until }) => until > this.#scheduler.now);
    if (!phase) throw new Error("No phase covers this time");
    return phase;
  }

  /** A description of the platform's planned behaviour for the trace. */
  get plan(): string {
    const hours = (ms: number) => ((ms - this.#scheduler.start) / HOUR).toFixed(2);
    const parts = this.#phases.map(({ until, name }) => `${name} until ${hours(until)} h`);
    return `${this.repeats}; ${parts.join(", ")}`;
  }

  get hangsOnReads(): boolean {
    return this.phase.name === "hangs on reads";
  }

  get honoursKeys(): boolean {
    return this.repeats === "honours";
  }

  /** Whether the platform has an application from this candidate or with one of the candidate's keys. */
  knows(name: string): boolean {
    if (isKnown(name)) return true;
    if (this.taken.some(({ fields }) => fields.get("first_name") === name)) return true;
    return this.requests.some((request) => request.name === name && this.#keys.has(request.key));
  }

  read(answer: (answer: FakeResponse, delay: number) => void): void {
    const kind = this.#random.weighted(this.phase.reads);
    if (kind !== "ok") {
      answer(createFakeResponse(kind, this.#random, this.#scheduler.now), this.#responseDelay());
      return;
    }
    const token = `token-${this.#random.whole(1, 1000)}`;
    const position = {
      uuid: "position-1",
      name: "Mechanic",
      client: "client-1",
      csrf_token: token,
      ...(this.honoursKeys && { honours: ["idempotency-key"] }),
    };
    answer({ status: 200, body: JSON.stringify(position) }, this.#responseDelay());
  }

  apply(
    upload: Upload,
    request: Request,
    answer: (answer: FakeResponse, delay: number) => void,
  ): void {
    const random = this.#random;
    const { kinds, slow, fails, name, retryAfter } = this.phase;
    const kind = random.weighted(kinds);
    const respond = (kind: ResponseKind, delay: number) => {
      const given = createFakeResponse(kind, random, this.#scheduler.now);
      if (retryAfter !== undefined) given.retryAfter = retryAfter;
      this.#scheduler.situations.add(`platform: ${kind}`);
      this.#scheduler.note(`platform (${name}): ${kind} ${given.status ?? ""} to ${request.key}`);
      answer(given, delay);
    };
    if (kind !== "ok" && (meansNotAccepted(kind) || random.chance(0.6))) {
      respond(kind, this.#responseDelay());
      return;
    }
    // The platform processes the application, but a proxy can replace the response.
    const { key } = request;
    if (this.repeats !== "neither" && this.#processing.has(key)) {
      const kinds = {
        honours: ["try-later"],
        keys: ["duplicate", "try-later"],
        conflict: ["duplicate"],
      } as const;
      respond(random.pick(kinds[this.repeats]), this.#responseDelay());
      return;
    }
    const other = this.taken.find((taken) => taken.key === key && !isSame(taken, upload));
    if ((this.repeats === "keys" || this.honoursKeys) && other) {
      respond("refusal", this.#responseDelay());
      return;
    }
    if (this.repeats !== "neither" && this.#keys.has(key)) {
      respond(
        kind === "ok" && this.repeats === "conflict" ? "duplicate" : kind,
        this.#responseDelay(),
      );
      return;
    }
    if (this.repeats !== "neither" && isKnown(upload.fields.get("first_name") ?? "")) {
      respond("duplicate", this.#responseDelay());
      return;
    }
    this.#processing.add(key);
    const processingMs = random.time(...slow);
    const isEarly = kind !== "ok" && random.chance(0.5);
    if (isEarly) respond(kind, random.whole(0, processingMs));
    this.#scheduler.schedule(this.process, processingMs, "", () => {
      this.#processing.delete(key);
      const failed = random.chance(fails);
      if (failed) this.#scheduler.note(`platform: fails to process ${key}`);
      else this.#take(upload, key);
      if (!isEarly)
        respond(
          failed && kind === "ok" ? random.pick(["error", "error-detail", "cut"]) : kind,
          this.#responseDelay(),
        );
    });
  }

  #take(upload: Upload, key: string): void {
    this.#scheduler.note(`platform: takes ${key}`);
    this.#keys.add(key);
    const isFresh = upload.fields.get("csrf_access_token") !== "token-0";
    this.#scheduler.situations.add(
      isFresh ? "taken with a new token" : "taken with the form's token",
    );
    this.taken.push({ ...upload, key });
  }

  #responseDelay(): number {
    return this.#random.chance(0.9) ? this.#random.time(1, 3000) : this.#random.time(3000, 100_000);
  }
}

/** Whether two applications are equal except for their tokens. */
const isSame = (a: Upload, b: Upload) =>
  a.cv === b.cv &&
  a.portfolio === b.portfolio &&
  ["first_name", "last_name", "phone", "killer_questions"].every(
    (name) => a.fields.get(name) === b.fields.get(name),
  );
