import type { Host } from "./host";
import type { Objects } from "./objects";
import type { Scheduler } from "./scheduler";

/** The runtime's delay before it retries a failed alarm for the first time. */
const ALARM_RETRY_MS = 2000;
/** The maximum number of retries of a failed alarm. */
const ALARM_RETRIES = 6;

/** Runs the objects' alarms, and retries those that throw. */
export class Alarms {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly objects: Objects,
  ) {}

  /** Schedules the alarm that an object has stored. */
  arm(host: Host): void {
    const scheduler = this.scheduler;
    const at = host.storage.storedAlarm;
    if (host.lost) {
      if (host.storage.alarmsSet === host.lost.set) return;
      host.lost = undefined;
      host.rearmedAt = scheduler.now;
    }
    if (host.alarm?.isFiring || host.alarm?.at === at) return;
    if (at === null) {
      host.alarm = undefined;
      return;
    }
    const alarm = { isFiring: false, at, tries: host.alarm?.tries ?? 0 };
    host.alarm = alarm;
    const latenessMs = this.scheduler.random.chance(0.9)
      ? this.scheduler.random.whole(0, 50)
      : this.scheduler.random.time(50, 60_000);
    const delay = Math.max(at - scheduler.now, 0) + latenessMs;
    this.#schedule(host, alarm, delay);
  }

  #schedule(host: Host, alarm: NonNullable<Host["alarm"]>, delay: number): void {
    this.scheduler.schedule(this.scheduler.world, delay, "", () => {
      if (host.alarm === alarm) this.#fire(host, alarm);
    });
  }

  #fire(host: Host, alarm: NonNullable<Host["alarm"]>): void {
    const scheduler = this.scheduler;
    scheduler.note(`⏰ ${host.label}`);
    alarm.isFiring = true;
    const instance = this.objects.start(host);
    host.storage.fireAlarm();
    this.objects.enter(instance, () => {
      const { object } = instance as { object: { alarm?: () => unknown } };
      const run = async () => object.alarm?.();
      run().then(
        () => {
          this.objects.emit(instance, () => {
            host.storage.finishAlarm(alarm.at);
            host.alarm = undefined;
            this.arm(host);
          });
        },
        () => {
          const isStored = !host.lost && host.storage.storedAlarm === alarm.at;
          const willRetry = isStored && alarm.tries < ALARM_RETRIES;
          scheduler.note(`${host.label}.alarm throws`);
          host.alarm = undefined;
          if (willRetry) {
            host.alarm = { isFiring: false, at: alarm.at, tries: alarm.tries + 1 };
            this.#schedule(host, host.alarm, ALARM_RETRY_MS * 2 ** alarm.tries);
          } else if (isStored) this.objects.loseAlarm(host, "deleted", false);
          this.arm(host);
        },
      );
    });
  }
}
