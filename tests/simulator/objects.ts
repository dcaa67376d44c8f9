import { ApplicationObject } from "~/app/application/delivery/application-object.server";
import { ReleaseLimiter } from "~/app/application/delivery/release-limiter.server";
import { UndeliveredIndex } from "~/app/application/delivery/undelivered-index.server";
import { Alarms } from "./alarms";
import { cloneValue } from "./storage";
import { Host, Instance, type Call, type Lost, type ObjectClass } from "./host";
import type { Random } from "./random";
import type { Process } from "./scheduler";
import type { World } from "./world";

/** The error message of calls to a reset object. */
const RESET = "Durable Object reset because its code was updated or its machine failed.";

const CLASSES = {
  APPLICATIONS: ApplicationObject,
  UNDELIVERED: UndeliveredIndex,
  RELEASE: ReleaseLimiter,
} as unknown as Record<string, ObjectClass>;

/** Runs a site's objects and the calls between them. */
export class Objects {
  readonly hosts = new Map<string, Host>();
  /** The time at which a shard of the index last crashed. */
  indexCrashedAt = 0;
  readonly #random: Random;
  readonly #alarms: Alarms;

  constructor(private readonly world: World) {
    const { scheduler } = world;
    this.#alarms = new Alarms(scheduler, this);
    this.#random = scheduler.random;
    scheduler.afterEvent = (owner) => this.#commitEvent(owner);
  }

  host(binding: string, name: string): Host {
    const key = `${binding}/${name}`;
    let host = this.hosts.get(key);
    if (!host) {
      const made = new Host(binding, name, `${binding}/${name.slice(0, 6)}`);
      made.storage.isFull = () => this.world.faults.fullSince(made) !== undefined;
      host = made;
      this.hosts.set(key, host);
    }
    return host;
  }

  namespace(binding: string) {
    const get = (id: { name: string }) => this.#stub(this.host(binding, id.name), id);
    const createId = (name: string) => ({
      name,
      toString: () => name,
      equals: (other: { name: string }) => other.name === name,
    });
    const namespace = {
      idFromName: createId,
      idFromString: createId,
      get,
      getByName: (name: string) => get(createId(name)),
      jurisdiction: () => namespace,
    };
    return namespace;
  }

  /** Imitates the output gate: sends a message as soon as all earlier writes are on disk. */
  emit(owner: Process, send: () => void): void {
    if (!(owner instanceof Instance)) {
      send();
      return;
    }
    const needs = owner.commits + Number(owner.host.storage.hasWritten);
    if (needs <= owner.confirmed) send();
    else owner.outbox.push({ needs, send });
  }

  get running(): Host[] {
    return [...this.hosts.values()].filter(({ instance }) => instance);
  }

  crash(host: Host): void {
    const { instance, storage } = host;
    if (!instance) return;
    const { scheduler, latency } = this.world;
    scheduler.note(`✗ ${host.label} crashes`);
    instance.end();
    host.instance = undefined;
    if (host.binding === "UNDELIVERED") this.indexCrashedAt = scheduler.now;
    storage.revert(this.#random.whole(0, storage.pendingCommits));
    for (const call of instance.calls) call.fail(RESET);
    if (host.alarm?.isFiring) host.alarm = undefined;
    scheduler.schedule(scheduler.world, latency(), "", () => this.#alarms.arm(host));
  }

  /** Evicts an object from memory if it is idle. */
  rest(host: Host): void {
    const { instance, storage } = host;
    const isBusy =
      !instance ||
      instance.calls.size + instance.connections.size + instance.outbox.length > 0 ||
      storage.pendingCommits > 0 ||
      host.alarm?.isFiring;
    if (isBusy) return;
    instance.isAlive = false;
    host.instance = undefined;
  }

  /** Loses an object's alarm. No alarm wakes the object until it sets a new alarm. */
  loseAlarm(host: Host, how: Lost["how"], isInjected = true): void {
    const { scheduler, faults } = this.world;
    const { now } = scheduler;
    scheduler.note(`${host.label}: its alarm is ${how}`);
    scheduler.situations.add(`an alarm is ${how}`);
    if (how === "deleted") host.storage.deleteAlarm();
    if (!host.alarm?.isFiring) host.alarm = undefined;
    const set = host.storage.alarmsSet;
    host.lost = { at: now, causedAt: faults.fullSince(host) ?? now, isInjected, how, set };
  }

  close(): void {
    for (const { storage } of this.hosts.values()) storage.close();
  }

  #stub(host: Host, id: object): object {
    return new Proxy(
      { id, name: host.name },
      {
        get: (known, method) => {
          if (method in known) return known[method as keyof typeof known];
          // A stub is not a promise, so `await` must not find a method `then`.
          if (typeof method !== "string" || method === "then") return undefined;
          return (...given: unknown[]) => this.#call(host, method, given);
        },
      },
    );
  }

  #call(host: Host, method: string, given: unknown[]): Promise<unknown> {
    const { scheduler, latency } = this.world;
    const caller = scheduler.current;
    const parameters = given.map(cloneValue);
    return new Promise((resolve, reject) => {
      let isOver = false;
      const call: Call = {
        fail: (message) => {
          if (isOver) return;
          isOver = true;
          const why = `${host.label}.${method} ✗→ ${caller.name}`;
          scheduler.schedule(caller, latency(), why, () => reject(new Error(message)));
        },
      };
      this.emit(caller, () => {
        if (this.#isHanging(host)) return;
        if (this.#isLost(host)) {
          if (this.#random.chance(0.5)) call.fail("Network connection lost.");
          return;
        }
        const label = `${caller.name} → ${host.label}.${method}`;
        scheduler.situations.add(`${host.binding}.${method}`);
        scheduler.schedule(scheduler.world, latency(), label, () => {
          const instance = this.start(host);
          instance.calls.add(call);
          this.enter(instance, () => {
            const reply = (settle: () => void, word: string) => {
              this.emit(instance, () => {
                instance.calls.delete(call);
                if (isOver) return;
                isOver = true;
                scheduler.schedule(
                  caller,
                  latency(),
                  `${host.label}.${method} ${word} ${caller.name}`,
                  settle,
                );
              });
            };
            const member = (instance.object as Record<string, unknown>)[method];
            if (typeof member !== "function") {
              reply(
                () => reject(new TypeError(`The RPC receiver has no method "${method}"`)),
                "✗→",
              );
              return;
            }
            const run = async (): Promise<unknown> =>
              Reflect.apply(member, instance.object, parameters) as unknown;
            run().then(
              (value) => {
                const copy = cloneValue(value);
                reply(() => resolve(copy), "→");
              },
              (error: unknown) => {
                const message = error instanceof Error ? error.message : String(error);
                reply(() => reject(new Error(message)), "throws →");
              },
            );
          });
        });
      });
    });
  }

  #isHanging({ binding }: Host): boolean {
    const { isIndexHanging, areFaultsOver } = this.world;
    return isIndexHanging && binding === "UNDELIVERED" && !areFaultsOver;
  }

  #isLost({ binding }: Host): boolean {
    const { losses, areFaultsOver } = this.world;
    if (binding === "APPLICATIONS" || losses === 0 || areFaultsOver) return false;
    return this.#random.chance(losses);
  }

  /** Runs code in an instance as soon as the instance is not blocked. */
  enter(instance: Instance, run: () => void): void {
    const { scheduler } = this.world;
    scheduler.current = instance;
    if (!instance.blocked) {
      run();
      return;
    }
    void instance.blocked.then(() => scheduler.schedule(instance, 0, "", run));
  }

  start(host: Host): Instance {
    if (host.instance) return host.instance;
    const { scheduler, env } = this.world;
    const Class = CLASSES[host.binding];
    if (!Class) throw new Error(`No class for ${host.binding}`);
    const instance = new Instance(host, (self) => {
      scheduler.current = self;
      const context = {
        storage: host.storage.api,
        id: { name: host.name, toString: () => host.name },
        waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
        blockConcurrencyWhile: <T>(work: () => Promise<T>): Promise<T> => {
          const working = work().finally(() => {
            self.blocked = undefined;
          });
          self.blocked = working.catch(() => undefined);
          return working;
        },
        abort: () => this.crash(host),
      };
      return new Class(context as never, env as never);
    });
    host.instance = instance;
    return instance;
  }

  #commitEvent(owner: Process): void {
    if (!(owner instanceof Instance) || !owner.isAlive) return;
    const { host } = owner;
    if (!host.storage.hasWritten) return;
    const { scheduler } = this.world;
    host.storage.commit();
    owner.commits += 1;
    // Commits reach the disk in order.
    const delay = this.#random.chance(0.5) ? 0 : this.#random.whole(0, 20);
    host.lastConfirm = Math.max(host.lastConfirm, scheduler.now + delay);
    const confirm = () => {
      host.storage.confirm();
      owner.confirmed += 1;
      while (owner.outbox[0] && owner.outbox[0].needs <= owner.confirmed)
        owner.outbox.shift()?.send();
      this.#alarms.arm(host);
    };
    if (delay === 0 && host.lastConfirm === scheduler.now) confirm();
    else scheduler.schedule(owner, host.lastConfirm - scheduler.now, "", confirm);
  }
}
