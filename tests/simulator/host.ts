import { Process } from "./scheduler";
import { ObjectStorage } from "./storage";

export type ObjectClass = new (context: never, env: never) => object;

export interface Call {
  fail: (message: string) => void;
}

/** An object's instance in memory. It ends with a crash or an eviction. */
export class Instance extends Process {
  readonly object: object;
  commits = 0;
  /** The number of commits on disk. */
  confirmed = 0;
  /** Outgoing messages that wait for earlier commits. */
  readonly outbox: { needs: number; send: () => void }[] = [];
  readonly calls = new Set<Call>();
  /** Pending while `blockConcurrencyWhile` delays events. */
  blocked: Promise<unknown> | undefined;

  constructor(
    readonly host: Host,
    make: (instance: Instance) => object,
  ) {
    super(host.label);
    this.object = make(this);
  }
}

export interface Lost {
  at: number;
  /** The time at which the cause began: a fault or a period of failing writes. */
  causedAt: number;
  isInjected: boolean;
  /** A `forgotten` alarm is in storage but never fires. */
  how: "deleted" | "forgotten";
  /** The storage's `alarmsSet` when the alarm was lost. */
  set: number;
}

/** An object with its durable storage and its current instance. */
export class Host {
  readonly storage = new ObjectStorage();
  instance: Instance | undefined;
  alarm: { isFiring: boolean; at: number; tries: number } | undefined;
  lastConfirm = 0;
  /** The lost alarm, until the object sets a new alarm. */
  lost: Lost | undefined;
  /** The time at which the object last set an alarm after losing one. */
  rearmedAt = 0;

  constructor(
    readonly binding: string,
    readonly name: string,
    readonly label: string,
  ) {}
}
