import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, ScheduleResult } from "./worker";
import { build } from "esbuild";
import { join } from "node:path";
import { ROOT } from "~/scripts/local";

/** The bundle's folder, inside the project so that package imports resolve. */
const FOLDER = join(ROOT, ".cache", "simulator");

/**
 * Bundles the simulator for plain Node, in which a schedule takes half as long as in Vitest's module runner.
 * @returns the bundle's path
 */
async function bundle(): Promise<string> {
  const file = join(FOLDER, "worker.mjs");
  await build({
    entryPoints: [join(ROOT, "tests/simulator/worker.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    // Without the alias, esbuild would treat `~/` paths as external packages.
    alias: { "~": ROOT, "cloudflare:workers": join(ROOT, "tests/simulator/cloudflare-workers.ts") },
  });
  return file;
}

const SEEDS_PER_JOB = 25;
/** The number of failures after which a run stops. */
const MAX_FAILURES = 5;

/** Runs schedules in one worker thread per core. */
export class WorkerPool {
  readonly #workers: Worker[];

  private constructor(workers: Worker[]) {
    this.#workers = workers;
  }

  static async start(): Promise<WorkerPool> {
    const file = await bundle();
    return new WorkerPool(
      Array.from(
        { length: availableParallelism() },
        // Schedules allocate many short-lived objects. A large young generation reduces garbage collection.
        () => new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 96 } }),
      ),
    );
  }

  /** Runs the schedules of a range of seeds, or fewer if `MAX_FAILURES` of them fail. */
  async run(from: number, to: number): Promise<ScheduleResult[]> {
    const results: ScheduleResult[] = [];
    let next = from;
    const isDone = () => next > to || results.filter(({ broken }) => broken).length >= MAX_FAILURES;
    await Promise.all(
      this.#workers.map(async (worker) => {
        while (!isDone()) {
          const job: Job = { from: next, to: Math.min(next + SEEDS_PER_JOB - 1, to) };
          next = job.to + 1;
          results.push(...(await runJob(worker, job)));
        }
      }),
    );
    return results.sort((a, b) => a.seed - b.seed);
  }

  async findFailures(from: number, to: number): Promise<string[]> {
    return formatFailures(await this.run(from, to));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** Returns a message for each seed that broke an invariant, with the command that replays the seed. */
export const formatFailures = (results: readonly ScheduleResult[]): string[] =>
  results.flatMap(({ seed, broken }) =>
    broken ? [`${broken.about}\n  SEED=${seed} npx vitest run --project simulator`] : [],
  );

/** @throws the error that ended the worker */
const runJob = (worker: Worker, job: Job) =>
  new Promise<ScheduleResult[]>((resolve, reject) => {
    worker.once("message", (results: ScheduleResult[]) => {
      worker.off("error", reject);
      resolve(results);
    });
    worker.once("error", reject);
    worker.postMessage(job);
  });
