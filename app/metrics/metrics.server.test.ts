import { expect, test, vi } from "vitest";
import { recordPoints } from "./metrics.server";
import { dataPoint, type Point } from "./point";

const points: Point[] = [
  { event: "view", subject: "position", outcome: "navigate" },
  { event: "submit", subject: "form", outcome: "delivered" },
];

test("creates and writes points only if a dataset is bound", () => {
  const create = vi.fn(() => points);
  recordPoints({}, create);
  expect(create).not.toHaveBeenCalled();
  const writeDataPoint = vi.fn();
  recordPoints({ METRICS: { writeDataPoint } }, create);
  expect(writeDataPoint.mock.calls).toEqual(points.map((point) => [dataPoint(point)]));
});

test("logs errors without their messages", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const fail = () => {
    throw new Error("quotes typed text");
  };
  recordPoints({ METRICS: { writeDataPoint: fail } }, () => points);
  recordPoints({ METRICS: { writeDataPoint: () => undefined } }, fail);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls.join()).not.toContain("typed");
  warn.mockRestore();
});
