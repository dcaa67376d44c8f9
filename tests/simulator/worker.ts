import { parentPort } from "node:worker_threads";
import { live, type Schedule } from "./schedule";

/** The seeds that a worker runs. */
export interface Job {
  from: number;
  to: number;
}

/** A seed's result. */
export type Lived = Omit<Schedule, "trace">;

async function livesOf({ from, to }: Job): Promise<Lived[]> {
  const lives: Lived[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const { trace: _, ...lived } = await live(seed);
    lives.push(lived);
  }
  return lives;
}

parentPort?.on("message", (job: Job) => {
  void livesOf(job).then((lives) => parentPort?.postMessage(lives));
});
