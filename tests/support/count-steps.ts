import { Session } from "node:inspector/promises";

// V8 counts only in functions that it compiles after this start. Vitest therefore loads this file
// before all others, in a process of its own for each `*.steps.test.ts`.
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * Runs `work` and returns how many blocks of JavaScript it executed: calls, branches and turns of
 * loops, in the site's code and its packages. A test can thus compare two inputs without a clock.
 * Repeated counts differ by a few percent. Not counted: code of Node.js, and loops inside V8, such
 * as regular expressions and copies of arrays (see `countBytes`). Only a `*.steps.test.ts` can count.
 * @param isCounted whether a script, by its URL, is counted
 */
export async function countSteps(
  work: () => unknown,
  isCounted = (_url: string) => true,
): Promise<number> {
  // Taking the counts also resets them.
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => url !== "" && !url.startsWith("node:") && isCounted(url))
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Runs `work` and returns about how many bytes of V8's heap it allocated in all, even if they are
 * free again. Copies in a loop are visible here. The contents of buffers are not counted.
 */
export async function countBytes(work: () => unknown): Promise<number> {
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 512,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await work();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  const nodes = [profile.head];
  for (const { children } of nodes) nodes.push(...children);
  return nodes.reduce((sum, { selfSize }) => sum + selfSize, 0);
}
