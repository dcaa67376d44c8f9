import { formatError } from "../runtime/format-error.server";
import { dataPoint, type Point } from "./point";

export interface MetricsEnv {
  /** Where points are counted; without it nothing is. */
  METRICS?: AnalyticsEngineDataset;
}

/**
 * Writes points, where a dataset is bound: nothing waits for it, and nothing fails with it.
 *
 * @param points what to count; made only where it is counted
 */
export function recordPoints({ METRICS }: MetricsEnv, points: () => readonly Point[]): void {
  if (!METRICS) return;
  try {
    for (const point of points()) METRICS.writeDataPoint(dataPoint(point));
  } catch (error) {
    console.warn("The metrics failed:", formatError(error));
  }
}
