import { parentPort, workerData } from "node:worker_threads";
import type { Build } from "./host";
import { current, live, type Schedule } from "./schedule";

/** Seeds that a worker lives through. */
export interface Job {
  from: number;
  to: number;
}

/** What came of a seed. */
export type Lived = Omit<Schedule, "trace">;

/** Which builds an object may be started on, besides this one: paths of modules. */
export interface WorkerOptions {
  others: string[];
}

const { others } = workerData as WorkerOptions;
const builds: [Build, ...Build[]] = [current];
for (const path of others) builds.push((await import(path)) as Build);

async function livesOf({ from, to }: Job): Promise<Lived[]> {
  const lives: Lived[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const { trace: _, ...lived } = await live(seed, { builds });
    lives.push(lived);
  }
  return lives;
}

parentPort?.on("message", (job: Job) => {
  void livesOf(job).then((lives) => parentPort?.postMessage(lives));
});
