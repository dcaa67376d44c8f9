import { createOperator } from "~/app/application/operator/operator.server";
import { Random } from "./random";
import { Requests } from "./requests";
import { Process, type Scheduler } from "./scheduler";
import type { World } from "./world";

const EVERY_MS = 5 * 60_000;
/** Delay after which a due entry counts as overdue. */
const LATE_AFTER_MS = 30_000;

/**
 * The cron trigger, which wakes overdue applications every five minutes. A schedule can cover months, so runs
 * without overdue entries are skipped.
 */
export class Cron {
  readonly #process = new Process("cron");
  #next: { at: number; event: ReturnType<Scheduler["schedule"]> } | undefined;

  readonly #requests: Requests;

  constructor(private readonly world: World) {
    this.#requests = new Requests(world, new Random(world.seed, "cron"));
  }

  /** The time at which the trigger is next on, which can be now. */
  get onAt(): number {
    const { scheduler, faultPlan } = this.world;
    const { cronOff: off } = faultPlan;
    const { now, start } = scheduler;
    const isOff = off && start + off.from <= now && now < start + off.to;
    return isOff ? start + off.to : now;
  }

  /** The time since which the trigger has been on, or infinity if it is off. */
  get onSince(): number {
    const { scheduler, faultPlan } = this.world;
    const { cronOff: off } = faultPlan;
    const { now, start } = scheduler;
    if (!off || now < start + off.from) return 0;
    return now < start + off.to ? Infinity : start + off.to;
  }

  /** Schedules the next run in which an entry can be overdue. */
  set(): void {
    const { scheduler } = this.world;
    const due = this.#dueAt();
    if (due === undefined) return;
    const { now, start } = scheduler;
    const least = Math.max(due + LATE_AFTER_MS, now + 1, this.onAt) - start;
    const at = start + Math.ceil(least / EVERY_MS) * EVERY_MS;
    if (this.#next && this.#next.at <= at) return;
    scheduler.cancel(this.#next?.event);
    const run = () => {
      this.#next = undefined;
      const isLate = (this.#dueAt() ?? Infinity) + LATE_AFTER_MS <= scheduler.now;
      if (isLate && this.onAt === scheduler.now) scheduler.spawn(this.#run());
      else this.set();
    };
    this.#next = { at, event: scheduler.schedule(this.#process, at - now, "", run) };
  }

  async #run(): Promise<void> {
    const wake = () => createOperator(this.world.env).wakeOverdue();
    await this.#requests.send(this.#process, "wakes overdue applications", wake);
    this.set();
  }

  /** Returns the earliest due time in the index. */
  #dueAt(): number | undefined {
    const dues = [...this.world.objects.hosts.values()].flatMap(({ binding, storage }) =>
      binding === "UNDELIVERED" ? (storage.least("undelivered", "dueAt") ?? []) : [],
    );
    return dues.length === 0 ? undefined : Math.min(...dues);
  }
}
