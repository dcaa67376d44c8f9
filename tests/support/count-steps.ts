import { Session } from "node:inspector/promises";

// V8 only counts in functions that it compiles after counting starts. Vitest therefore loads this file
// first, in a separate process for each `*.steps.test.ts`.
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * Runs `work` and returns how many blocks of JavaScript it executed: calls, branches and loop
 * iterations, in the site's code and its packages. Tests can thus compare inputs without a clock.
 * Repeated counts differ by a few percent. Excludes Node.js code and loops inside V8, such
 * as regular expressions and array copies (see `countBytes`). Only works in a `*.steps.test.ts`.
 * @param isCounted whether to count a script, by URL
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
 * Runs `work` and estimates how many bytes it allocated on V8's heap, including bytes that were
 * freed. Detects copies in a loop. Excludes the contents of buffers.
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
