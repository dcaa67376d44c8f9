import { Process } from "./scheduler";
import { ObjectStorage } from "./storage";

/** A class of Durable Objects. */
export type ObjectClass = new (context: never, env: never) => object;

/** A call in progress. */
export interface Call {
  fail: (message: string) => void;
}

/** An object's instance in memory, until a crash or eviction. */
export class Instance extends Process {
  readonly object: object;
  /** Numbers of commits, and of commits on disk. Outgoing messages wait for earlier commits. */
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
  /** When the cause began: failing writes or an injected fault. */
  causedAt: number;
  isInjected: boolean;
  /** `forgotten`: it is stored, but never fires. */
  how: "deleted" | "forgotten";
  /** `alarmsSet` of the storage at that time. */
  set: number;
}

/** An object: its durable storage and its current instance. */
export class Host {
  readonly storage = new ObjectStorage();
  instance: Instance | undefined;
  alarm: { isFiring: boolean; at: number; tries: number } | undefined;
  lastConfirm = 0;
  /** The lost alarm, until another is set. */
  lost: Lost | undefined;
  /** When it set an alarm after losing one. */
  rearmedAt = 0;

  constructor(
    readonly binding: string,
    readonly name: string,
    readonly label: string,
  ) {}
}
