import { Instance, type Host } from "./host";
import { Random } from "./random";
import type { Process } from "./scheduler";
import type { World } from "./world";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The probability that an event is followed by a fault of a given kind. */
const CHANCE = 0.02;
/** The probability that writes start to fail after an event of a waiting application that is not in the index. */
const CHANCE_UNLISTED = 0.3;

/** A period in which writes fail. */
interface FullDisk {
  from: number;
  to: number;
  affects: (host: Host) => boolean;
}

/** Injects storage faults: lost alarms, periods of failing writes, and flipped bits. */
export class Faults {
  readonly #disks: FullDisk[] = [];
  #alarmsLeft: number;
  #disksLeft: number;
  #flipsLeft: number;
  readonly #random: Random;

  constructor(private readonly world: World) {
    const { alarms, fullDisks, flips } = world.faultPlan;
    this.#alarmsLeft = alarms;
    this.#disksLeft = fullDisks;
    this.#flipsLeft = flips;
    this.#random = new Random(world.seed, "faults");
  }

  /** Schedules the faults at random times. @param longest the latest of these times, in ms after the start */
  schedule(longest: number): void {
    const { faultPlan: plan, scheduler } = this.world;
    const random = this.#random;
    const later = (run: () => void) =>
      scheduler.schedule(scheduler.world, random.time(MINUTE, longest), "", run);
    for (let left = plan.lateAlarms; left > 0; left -= 1) later(() => this.#loseAlarm());
    for (let left = plan.lateFlips; left > 0; left -= 1) later(() => this.#flipByte());
  }

  /** Sometimes injects faults after an event. @param owner the process of the event */
  inject(owner: Process): void {
    const random = this.#random;
    if (this.#alarmsLeft > 0 && random.chance(CHANCE)) {
      this.#alarmsLeft -= Number(this.#loseAlarm());
    }
    if (this.#disksLeft > 0 && random.chance(this.#isUnlisted(owner) ? CHANCE_UNLISTED : CHANCE)) {
      this.#disksLeft -= 1;
      this.#fillDisk();
    }
    if (this.#flipsLeft > 0 && random.chance(CHANCE)) this.#flipsLeft -= Number(this.#flipByte());
  }

  /** Returns the time at which writes to an object began to fail, or undefined if writes succeed. */
  fullSince(host: Host): number | undefined {
    const { now } = this.world.scheduler;
    return this.#disks.find((disk) => disk.from <= now && now < disk.to && disk.affects(host))
      ?.from;
  }

  /** The end of the last period of failing writes so far, or 0. */
  get fullUntil(): number {
    return Math.max(0, ...this.#disks.map(({ to }) => to));
  }

  /** Whether writes might have failed since `time`. */
  wasFullSince(time: number): boolean {
    return this.#disks.some(({ to }) => to >= time);
  }

  #isUnlisted(owner: Process): boolean {
    if (!(owner instanceof Instance)) return false;
    const { locator } = this.world;
    const { name } = owner.host;
    return locator.getState(name) === "waiting" && !locator.isListed(name);
  }

  #loseAlarm(): boolean {
    const { objects } = this.world;
    const random = this.#random;
    const hosts = [...objects.hosts.values()].filter(
      ({ binding, storage, lost }) => binding === "APPLICATIONS" && storage.alarm !== null && !lost,
    );
    const host = hosts[random.whole(0, hosts.length - 1)];
    if (!host) return false;
    const restarts = random.weighted({ crash: 4, rest: 3, none: 3 });
    if (restarts === "crash") objects.crash(host);
    if (restarts === "rest") objects.rest(host);
    objects.loseAlarm(host, random.chance(0.5) ? "deleted" : "forgotten");
    return true;
  }

  #fillDisk(): void {
    const { scheduler, objects } = this.world;
    const random = this.#random;
    const from = scheduler.now;
    const to = from + random.time(5 * SECOND, HOUR / 2);
    const applications = [...objects.hosts.values()].filter(
      ({ binding }) => binding === "APPLICATIONS",
    );
    const affected = applications[random.whole(0, applications.length - 1)];
    const which = random.weighted({ all: 4, index: 2, application: 4 });
    scheduler.note(
      `writes fail: ${which}, until ${((to - scheduler.start) / MINUTE).toFixed(1)} min`,
    );
    scheduler.situations.add(`writes fail: ${which}`);
    const affects = {
      all: () => true,
      index: ({ binding }: Host) => binding === "UNDELIVERED",
      application: (host: Host) => host === affected,
    }[which];
    this.#disks.push({ from, to, affects });
  }

  /** Flips a bit of a complete file in an idle object. An object does not check a file again during an attempt. */
  #flipByte(): boolean {
    const { scheduler, locator, objects } = this.world;
    const random = this.#random;
    const hosts = [...objects.hosts.values()].filter(
      ({ binding, name, storage, instance }) =>
        binding === "APPLICATIONS" &&
        storage.hasFiles &&
        locator.getState(name) !== "sending" &&
        (instance?.calls.size ?? 0) === 0,
    );
    const host = hosts[random.whole(0, hosts.length - 1)];
    const file = host?.storage.flip(random);
    if (!host || file === undefined) return false;
    scheduler.note(`${host.label}: a byte of a file flips`);
    scheduler.situations.add("a byte flips");
    locator.damaged.add(file);
    return true;
  }
}
