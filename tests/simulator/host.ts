import { Process } from "./scheduler";
import { ObjectStorage } from "./storage";

/** A class of Durable Objects. */
export type ObjectClass = new (context: never, env: never) => object;

/** A call in progress. */
export interface Call {
  fail: (message: string) => void;
}

/** An instance of an object in memory, until a crash or eviction. */
export class Instance extends Process {
  readonly object: object;
  /** Number of commits, and of those on disk. Outgoing messages wait for them. */
  commits = 0;
  confirmed = 0;
  readonly outbox: { needs: number; send: () => void }[] = [];
  readonly calls = new Set<Call>();
  /** Events wait while this is set. */
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
  /** When its cause began: failing writes or a scheduled fault. */
  causedAt: number;
  isStruck: boolean;
  /** `forgotten`: storage still has it, but it never runs. */
  how: "deleted" | "forgotten";
  /** How many alarms had been stored by then. */
  set: number;
}

/** An object: its durable storage and its current instance. */
export class Host {
  readonly storage = new ObjectStorage();
  instance: Instance | undefined;
  alarm: { rings: boolean; at: number; tries: number } | undefined;
  lastConfirm = 0;
  /** Its alarm is lost. */
  lost: Lost | undefined;
  /** When it set an alarm after losing one. */
  rearmedAt = 0;

  constructor(
    readonly binding: string,
    readonly name: string,
    readonly label: string,
  ) {}
}
