import { formatError } from "../runtime/log.server";
import { dataPoint, type Point } from "./point";

export interface MetricsEnv {
  /** The dataset for points. Without a dataset, nothing is recorded. */
  METRICS?: AnalyticsEngineDataset;
}

/**
 * Writes points if a dataset is bound. Never throws.
 *
 * @param points creates the points; called only if a dataset is bound
 */
export function recordPoints({ METRICS }: MetricsEnv, points: () => readonly Point[]): void {
  if (!METRICS) return;
  try {
    for (const point of points()) METRICS.writeDataPoint(dataPoint(point));
  } catch (error) {
    console.warn("The metrics failed:", formatError(error));
  }
}
