import { parentPort } from "node:worker_threads";
import { runSchedule, type Schedule } from "./schedule";

/** A range of seeds. */
export interface Job {
  from: number;
  to: number;
}

/** A seed's result. */
export type ScheduleResult = Omit<Schedule, "trace">;

async function runJob({ from, to }: Job): Promise<ScheduleResult[]> {
  const lives: ScheduleResult[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const { trace: _, ...lived } = await runSchedule(seed);
    lives.push(lived);
  }
  return lives;
}

parentPort?.on("message", (job: Job) => {
  void runJob(job).then((lives) => parentPort?.postMessage(lives));
});
