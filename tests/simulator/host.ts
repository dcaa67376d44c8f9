import { Process } from "./scheduler";
import { ObjectStorage } from "./storage";

/** A class of Durable Objects. */
export type ObjectClass = new (context: never, env: never) => object;

/** A call on its way. */
export interface Call {
  fail: (message: string) => void;
}

/** One life of an object in memory: from its first event to a crash, or until it is put to sleep. */
export class Instance extends Process {
  readonly object: object;
  /** How many commits there have been, and how many are on the disk: what leaves waits for them. */
  commits = 0;
  confirmed = 0;
  readonly outbox: { needs: number; send: () => void }[] = [];
  readonly calls = new Set<Call>();
  /** Until it is undefined, events wait. */
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
  /** Since when its cause lasts: writes that fail, or a fault that strikes by itself. */
  causedAt: number;
  isStruck: boolean;
  /** `forgotten`: the object still finds it in its storage, and it never rings. */
  how: "deleted" | "forgotten";
  /** How many alarms were stored before. */
  set: number;
}

/** An object: its storage, which lasts, and its instance, which may not. */
export class Host {
  readonly storage = new ObjectStorage();
  instance: Instance | undefined;
  alarm: { rings: boolean; at: number; tries: number } | undefined;
  lastConfirm = 0;
  /** Its alarm is lost. */
  lost: Lost | undefined;
  /** When it set an alarm after it had lost one. */
  rearmedAt = 0;

  constructor(
    readonly binding: string,
    readonly name: string,
    readonly label: string,
  ) {}
}
