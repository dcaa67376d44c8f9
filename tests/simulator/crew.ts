import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, Lived } from "./worker";
import { build } from "esbuild";
import { join } from "node:path";
import { ROOT } from "../../scripts/local";

/** Inside the project, so that packages are found. */
const FOLDER = join(ROOT, ".cache", "simulator");

/**
 * The simulator and the delivery room in one file: in plain Node a schedule takes half as long as
 * behind Vitest's module runner.
 *
 * @returns the file's path
 */
async function bundled(): Promise<string> {
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
    alias: { "cloudflare:workers": join(ROOT, "tests/simulator/cloudflare-workers.ts") },
  });
  return file;
}

/** Seeds per job. */
const AT_ONCE = 25;
/** Stop after this many faults. */
const MOST_FAULTS = 5;

/** Workers that run schedules, one on each core. */
export class Crew {
  readonly #workers: Worker[];

  private constructor(workers: Worker[]) {
    this.#workers = workers;
  }

  static async start(): Promise<Crew> {
    const file = await bundled();
    return new Crew(
      Array.from(
        { length: availableParallelism() },
        // Schedules allocate much short-lived memory: a large young generation saves collections.
        () => new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 96 } }),
      ),
    );
  }

  /** Runs the schedules of these seeds, in order. Ends early after some that are broken. */
  async livesOf(from: number, to: number): Promise<Lived[]> {
    const lives: Lived[] = [];
    let next = from;
    const isDone = () => next > to || lives.filter(({ broken }) => broken).length >= MOST_FAULTS;
    await Promise.all(
      this.#workers.map(async (worker) => {
        while (!isDone()) {
          const job: Job = { from: next, to: Math.min(next + AT_ONCE - 1, to) };
          next = job.to + 1;
          lives.push(...(await done(worker, job)));
        }
      }),
    );
    return lives.sort((one, other) => one.seed - other.seed);
  }

  async faultsOf(from: number, to: number): Promise<string[]> {
    return faultsIn(await this.livesOf(from, to));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** A line for each seed that broke an invariant, with the command that replays it alone. */
export const faultsIn = (lives: readonly Lived[]): string[] =>
  lives.flatMap(({ seed, broken }) =>
    broken ? [`${broken.about}\n  SEED=${seed} npx vitest run --project simulator`] : [],
  );

/** @throws what ends the worker */
const done = (worker: Worker, job: Job) =>
  new Promise<Lived[]>((resolve, reject) => {
    worker.once("message", (lives: Lived[]) => {
      worker.off("error", reject);
      resolve(lives);
    });
    worker.once("error", reject);
    worker.postMessage(job);
  });
