import { parentPort, workerData } from "node:worker_threads";
import type { Build } from "./host";
import { live, type Schedule } from "./schedule";

/** Seeds that a worker lives through. */
export interface Job {
  from: number;
  to: number;
}

/** What came of a seed. */
export type Lived = Omit<Schedule, "trace">;

export interface WorkerOptions {
  /** The module of the build before, if the two are exchanged. */
  before: string | undefined;
}

const { before: path } = workerData as WorkerOptions;
const before = path === undefined ? undefined : ((await import(path)) as Build);

async function livesOf({ from, to }: Job): Promise<Lived[]> {
  const lives: Lived[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const { trace: _, ...lived } = await live(seed, { before });
    lives.push(lived);
  }
  return lives;
}

parentPort?.on("message", (job: Job) => {
  void livesOf(job).then((lives) => parentPort?.postMessage(lives));
});
