import { ApplicationObject } from "../../app/application/delivery/application-object.server";
import { ReleaseGate } from "../../app/application/delivery/release-gate.server";
import { UndeliveredIndex } from "../../app/application/delivery/undelivered-index.server";
import { Book } from "./book";
import { Candidates } from "./candidates";
import { Checks } from "./checks";
import { conditionsOf, type Conditions } from "./conditions";
import { Cron } from "./cron";
import { Deadlines } from "./deadlines";
import { Faults } from "./faults";
import { virtualGlobals } from "./globals";
import { Instance, type ObjectClass } from "./host";
import { Objects } from "./objects";
import { lastLook, operate } from "./operators";
import { Platform } from "./platform";
import { Random } from "./random";
import { Requests } from "./requests";
import { Process, Scheduler, Violation } from "./scheduler";
import { Whereabouts } from "./whereabouts";
import { wire } from "./wire";
import type { ApplicationEnv } from "../../app/application/delivery/objects.server";

/** What the bindings of an environment lead to: the schedule that is lived through now. */
interface World {
  objects?: Objects;
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** The bindings of the delivery room's classes; the rest are never asked for. */
const BINDINGS = ["APPLICATIONS", "UNDELIVERED", "RELEASE"];

const known = new Map<string, { env: ApplicationEnv; world: World }>();

/** An environment with these settings. It serves many schedules, because a site checks its variables once. */
function environmentOf({ name, settings }: Conditions): {
  env: ApplicationEnv;
  world: World;
} {
  const before = known.get(name);
  if (before) return before;
  const world: World = {};
  const namespace = (binding: string) => {
    if (!world.objects) throw new Error("There is no world");
    return world.objects.namespace(binding);
  };
  const bindings = BINDINGS.map((binding) => {
    const bound = {
      idFromName: (name: string) => namespace(binding).idFromName(name),
      idFromString: (id: string) => namespace(binding).idFromString(id),
      get: (id: { name: string }) => namespace(binding).get(id),
      getByName: (name: string) => namespace(binding).getByName(name),
    };
    return [binding, bound] as const;
  });
  const variables = Object.entries(settings).map(([key, value]) => [key, String(value)] as const);
  const env = {
    ...Object.fromEntries<unknown>([...variables, ...bindings]),
    PLATFORM_API_KEY: "key",
    PLATFORM: { fetch: (address: string, init: RequestInit) => world.fetch?.(address, init) },
  } as unknown as ApplicationEnv;
  known.set(name, { env, world });
  return { env, world };
}

/** The classes of the Durable Objects, by their bindings. */
const CLASSES = {
  APPLICATIONS: ApplicationObject,
  UNDELIVERED: UndeliveredIndex,
  RELEASE: ReleaseGate,
} as unknown as Record<string, ObjectClass>;

export interface Schedule {
  seed: number;
  /** The invariant that was broken, and how. */
  broken?: { invariant: string; about: string };
  /** Of all that happened: the same for the same seed. */
  digest: number;
  events: number;
  /** What happened at least once, by name: a simulator that meets less than before has gone blind. */
  met: string[];
  /** What happened, a line each; only if it was asked for. */
  trace: string[];
}

/**
 * Lives through what one seed decides: candidates, an operator, the platform's weather, crashes, time.
 */
export async function live(
  seed: number,
  { isTraced = false }: { isTraced?: boolean } = {},
): Promise<Schedule> {
  const conditions = conditionsOf(seed);
  const { settings, isCrowd, crashes } = conditions;
  let { losses, isIndexHanging } = conditions;
  const scheduler = new Scheduler(seed, isTraced);
  const { random } = scheduler;
  const latency = () => (random.chance(0.5) ? 0 : random.whole(1, random.chance(0.9) ? 30 : 800));
  const { env, world } = environmentOf(conditions);
  const faults = new Faults({
    plan: conditions.faults,
    scheduler,
    random: new Random(seed, "faults"),
    objects: () => objects,
    where: () => where,
  });
  const objects: Objects = new Objects({
    scheduler,
    classOf: (binding) => {
      const Class = CLASSES[binding];
      if (!Class) throw new Error(`There is no class of ${binding}`);
      return Class;
    },
    env: () => env,
    latency,
    isLost: (binding) => binding !== "APPLICATIONS" && losses > 0 && random.chance(losses),
    isHanging: (binding) => binding === "UNDELIVERED" && isIndexHanging,
    fullSince: (host) => faults.fullSince(host),
  });
  const platform = new Platform({
    seed,
    scheduler,
    process: new Process("platform"),
    isCrowd,
    isProduction: conditions.name.startsWith("production"),
  });
  const where: Whereabouts = new Whereabouts(objects, platform);
  const cron = new Cron({
    scheduler,
    objects,
    env,
    requests: new Requests({ scheduler, random: new Random(seed, "cron"), env, latency, crashes }),
    off: conditions.faults.cronOff,
  });
  const deadlines = new Deadlines({ scheduler, settings, platform, where, faults, cron });
  const faultsUntil = scheduler.start + conditions.faultsFor;
  const isIndexFaulty = conditions.losses > 0 || isIndexHanging;
  const book = new Book({
    scheduler,
    where,
    platform,
    settings,
    isIndexHanging,
    deadlines,
    indexFailedSince: (time) =>
      // What is told after a message that was lost waits until that is given up.
      (isIndexFaulty && time <= faultsUntil + 2 * settings.READ_TIMEOUT_MS) ||
      objects.indexCrashedAt >= time ||
      faults.wasFullSince(time),
    wasFullSince: (time) => faults.wasFullSince(time),
  });
  const checks = new Checks({ scheduler, settings, book, where, deadlines });
  const fetch = wire({
    scheduler,
    objects,
    platform,
    latency,
    onAttempt: (request) => book.attempts(request),
  });
  world.fetch = fetch;
  world.objects = objects;

  const { afterTurn } = scheduler;
  scheduler.afterTurn = (owner) => {
    afterTurn(owner);
    if (owner instanceof Instance && owner.host.binding === "UNDELIVERED") cron.set();
    if (scheduler.now > faultsUntil) {
      losses = 0;
      isIndexHanging = false;
      return;
    }
    deadlines.lastFault = scheduler.now;
    faults.strike(owner);
    if (!random.chance(crashes)) return;
    const { running } = objects;
    const host = running[random.whole(0, running.length - 1)];
    if (!host) return;
    if (random.chance(0.7)) objects.crash(host);
    else objects.rest(host);
  };
  scheduler.beforeTime = (next) => {
    if (next - scheduler.now > 30_000) checks.check(next);
  };

  const logged: string[] = [];
  const restore = virtualGlobals(seed, scheduler, logged);
  const people = new Random(seed, "people");
  const habits = new Random(seed, "habits");
  const requests = new Requests({ scheduler, random: people, env, latency, crashes });
  const about = { seed, scheduler, book, env, settings, requests, random: people };
  const candidates = new Candidates({ ...about, platform, where, habits });
  const isSenderOfAll = habits.chance(0.4);
  const operator = {
    ...about,
    sendsAll: () => isSenderOfAll && habits.chance(0.6),
    counts: () => habits.chance(0.5),
    looks: () => habits.chance(0.5),
  };
  scheduler.note(`seed ${seed}: ${conditions.name}; ${platform.forecast}`);
  let broken: Schedule["broken"];
  faults.schedule(settings.DELIVER_FOR_MS + settings.KEEP_FAILED_MS);
  try {
    for (let number = 1; number <= conditions.candidates; number += 1) {
      scheduler.spawn(candidates.apply(number, isCrowd));
    }
    if (!isCrowd) scheduler.spawn(operate(operator));
    await scheduler.run();
    // An entry that the index heard late, of an application that is gone, goes when the list is read.
    if (book.waiting.length > 0) {
      scheduler.spawn(lastLook(operator));
      await scheduler.run();
    }
    checks.checkEnd();
    if (isCrowd) checks.checkCrowd();
    const told = logged.find((line) => book.sents.some(({ filled }) => line.includes(filled.name)));
    if (told) throw new Violation("nothing personal in the log", told);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    broken = { invariant: error.invariant, about: error.message };
    scheduler.note(`BROKEN ${error.message}`);
  } finally {
    restore();
    objects.close();
  }
  const { digest, events, met, trace = [] } = scheduler;
  return { seed, ...(broken && { broken }), digest, events, met: [...met], trace };
}
