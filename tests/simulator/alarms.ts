import type { Host } from "./host";
import type { Objects } from "./objects";
import type { Scheduler } from "./scheduler";

/** Delay and limit of the runtime's retries of a failed alarm. */
const ALARM_RETRY_MS = 2000;
const ALARM_RETRIES = 6;

/** All objects' alarms. Each runs at least once, never twice concurrently. */
export class Alarms {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly objects: Objects,
  ) {}

  /** Schedules the stored alarm. */
  arm(host: Host): void {
    const scheduler = this.scheduler;
    const at = host.storage.storedAlarm;
    if (host.lost) {
      if (host.storage.alarmsSet === host.lost.set) return;
      host.lost = undefined;
      host.rearmedAt = scheduler.now;
    }
    if (host.alarm?.rings || host.alarm?.at === at) return;
    if (at === null) {
      host.alarm = undefined;
      return;
    }
    const alarm = { rings: false, at, tries: host.alarm?.tries ?? 0 };
    host.alarm = alarm;
    const late = this.scheduler.random.chance(0.9)
      ? this.scheduler.random.whole(0, 50)
      : this.scheduler.random.time(50, 60_000);
    const delay = Math.max(at - scheduler.now, 0) + late;
    this.#ringLater(host, alarm, delay);
  }

  #ringLater(host: Host, alarm: NonNullable<Host["alarm"]>, delay: number): void {
    this.scheduler.schedule(this.scheduler.world, delay, "", () => {
      if (host.alarm === alarm) this.#ring(host, alarm);
    });
  }

  #ring(host: Host, alarm: NonNullable<Host["alarm"]>): void {
    const scheduler = this.scheduler;
    scheduler.note(`⏰ ${host.label}`);
    alarm.rings = true;
    const instance = this.objects.start(host);
    host.storage.ring();
    this.objects.enter(instance, () => {
      const { object } = instance as { object: { alarm?: () => unknown } };
      const run = async () => object.alarm?.();
      run().then(
        () => {
          this.objects.emit(instance, () => {
            host.storage.rang(alarm.at);
            host.alarm = undefined;
            this.arm(host);
          });
        },
        () => {
          const isThere = !host.lost && host.storage.storedAlarm === alarm.at;
          const isAgain = isThere && alarm.tries < ALARM_RETRIES;
          scheduler.note(`${host.label}.alarm throws`);
          host.alarm = undefined;
          if (isAgain) {
            host.alarm = { rings: false, at: alarm.at, tries: alarm.tries + 1 };
            this.#ringLater(host, host.alarm, ALARM_RETRY_MS * 2 ** alarm.tries);
          } else if (isThere) this.objects.loseAlarm(host, "deleted", false);
          this.arm(host);
        },
      );
    });
  }
}
