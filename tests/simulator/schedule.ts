import type { ApplicationEnv } from "~/app/application/delivery/applications.server";
import { Recorder } from "./recorder";
import { Candidates } from "./candidates";
import { Checks } from "./checks";
import { createConditions, type Conditions } from "./conditions";
import { Cron } from "./cron";
import { Deadlines } from "./deadlines";
import { Faults } from "./faults";
import { virtualGlobals } from "./globals";
import { Instance } from "./host";
import { Objects } from "./objects";
import { finalList, operate } from "./operators";
import { Platform } from "./platform";
import { Random } from "./random";
import { Requests } from "./requests";
import { Scheduler, Violation } from "./scheduler";
import { Locator } from "./locator";
import { createPlatformFetch } from "./platform-fetch";
import type { World } from "./world";

/** The current schedule's objects and platform, to which the environment's bindings refer. */
interface Bindings {
  objects?: Objects;
  fetch?: ReturnType<typeof createPlatformFetch>;
}

const environments = new Map<string, { env: ApplicationEnv; bound: Bindings }>();

/**
 * Returns the environment for the conditions' settings. Schedules share environments, so that settings are validated
 * once.
 */
function getEnvironment({ name, settings }: Conditions) {
  const before = environments.get(name);
  if (before) return before;
  const bound: Bindings = {};
  const bindings = ["APPLICATIONS", "UNDELIVERED", "RELEASE"].map((binding) => {
    const namespace = () => {
      if (!bound.objects) throw new Error("No schedule is running");
      return bound.objects.namespace(binding);
    };
    const namespaced = {
      idFromName: (name: string) => namespace().idFromName(name),
      idFromString: (id: string) => namespace().idFromString(id),
      get: (id: { name: string }) => namespace().get(id),
      getByName: (name: string) => namespace().getByName(name),
    };
    return [binding, namespaced] as const;
  });
  const variables = Object.entries(settings).map(([key, value]) => [key, String(value)] as const);
  const env = {
    ...Object.fromEntries<unknown>([...variables, ...bindings]),
    PLATFORM_API_KEY: "key",
    PLATFORM: { fetch: (address: string, init: RequestInit) => bound.fetch?.(address, init) },
  } as unknown as ApplicationEnv;
  environments.set(name, { env, bound });
  return { env, bound };
}

export interface Schedule {
  seed: number;
  broken?: { invariant: string; about: string };
  /** A digest of the noted lines, which depends only on the seed. */
  digest: number;
  events: number;
  situations: string[];
  /** The trace's lines; empty if the schedule is not traced. */
  trace: string[];
}

function createWorld(seed: number, isTraced: boolean): World {
  const conditions = createConditions(seed);
  const { env, bound } = getEnvironment(conditions);
  const scheduler = new Scheduler(seed, isTraced);
  const { random } = scheduler;
  const world = {
    ...conditions,
    seed,
    scheduler,
    env,
    latency: () => (random.chance(0.5) ? 0 : random.whole(1, random.chance(0.9) ? 30 : 800)),
    faultsUntil: scheduler.start + conditions.faultsFor,
    get areFaultsOver() {
      return scheduler.now > this.faultsUntil;
    },
    people: new Random(seed, "people"),
    habits: new Random(seed, "habits"),
  } as World; // The other properties are added below.
  world.faults = new Faults(world);
  world.objects = new Objects(world);
  world.platform = new Platform(world);
  world.locator = new Locator(world);
  world.cron = new Cron(world);
  world.deadlines = new Deadlines(world);
  world.recorder = new Recorder(world);
  world.requests = new Requests(world, world.people);
  bound.objects = world.objects;
  bound.fetch = createPlatformFetch(world);
  return world;
}

function injectFaults(world: World): void {
  const { scheduler, cron, deadlines, faults, objects, crashes } = world;
  const { afterEvent, random } = scheduler;
  scheduler.afterEvent = (owner) => {
    afterEvent(owner);
    if (owner instanceof Instance && owner.host.binding === "UNDELIVERED") cron.set();
    if (world.areFaultsOver) return;
    deadlines.lastFault = scheduler.now;
    faults.inject(owner);
    if (!random.chance(crashes)) return;
    const { running } = objects;
    const host = running[random.whole(0, running.length - 1)];
    if (!host) return;
    if (random.chance(0.7)) objects.crash(host);
    else objects.rest(host);
  };
}

export async function runSchedule(
  seed: number,
  { isTraced = false }: { isTraced?: boolean } = {},
): Promise<Schedule> {
  const world = createWorld(seed, isTraced);
  const { scheduler, settings, isCrowd, recorder, faults, objects, platform } = world;
  const checks = new Checks(world);
  injectFaults(world);
  scheduler.beforeAdvance = (next) => {
    if (next - scheduler.now > 30_000) checks.check(next);
  };
  const logged: string[] = [];
  const restore = virtualGlobals(seed, scheduler, logged);
  const candidates = new Candidates(world);
  scheduler.note(`seed ${seed}: ${world.name}; ${platform.plan}`);
  let broken: Schedule["broken"];
  faults.schedule(settings.DELIVER_FOR_MS + settings.KEEP_FAILED_MS);
  try {
    for (let number = 1; number <= world.candidates; number += 1) {
      scheduler.spawn(candidates.apply(number, isCrowd));
    }
    if (!isCrowd) scheduler.spawn(operate(world));
    await scheduler.run();
    // A read of the list removes late entries of deleted applications.
    if (recorder.waiting.length > 0) {
      scheduler.spawn(finalList(world));
      await scheduler.run();
    }
    checks.checkEnd();
    if (isCrowd) checks.checkCrowd();
    const leak = logged.find((line) =>
      recorder.forms.some(({ filled }) => line.includes(filled.name)),
    );
    if (leak) throw new Violation("no personal data in the log", leak);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    broken = { invariant: error.invariant, about: error.message };
    scheduler.note(`BROKEN ${error.message}`);
  } finally {
    restore();
    objects.close();
  }
  const { digest, events, situations, trace = [] } = scheduler;
  return { seed, ...(broken && { broken }), digest, events, situations: [...situations], trace };
}
