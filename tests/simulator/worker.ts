import { parentPort } from "node:worker_threads";
import { runSchedule, type Schedule } from "./schedule";

export interface Job {
  from: number;
  to: number;
}

export type ScheduleResult = Omit<Schedule, "trace">;

async function runJob({ from, to }: Job): Promise<ScheduleResult[]> {
  const results: ScheduleResult[] = [];
  for (let seed = from; seed <= to; seed += 1) {
    const { trace: _, ...result } = await runSchedule(seed);
    results.push(result);
  }
  return results;
}

parentPort?.on("message", (job: Job) => {
  void runJob(job).then((results) => parentPort?.postMessage(results));
});
