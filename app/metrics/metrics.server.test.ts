import { expect, test, vi } from "vitest";
import { recordPoints } from "./metrics.server";
import { dataPoint, type Point } from "./point";

const points: Point[] = [
  { event: "view", subject: "position", outcome: "navigate" },
  { event: "submit", subject: "form", outcome: "delivered" },
];

test("points are written where a dataset is bound, and not even made where none is", () => {
  const made = vi.fn(() => points);
  recordPoints({}, made);
  expect(made).not.toHaveBeenCalled();
  const writeDataPoint = vi.fn();
  recordPoints({ METRICS: { writeDataPoint } }, made);
  expect(writeDataPoint.mock.calls).toEqual(points.map((point) => [dataPoint(point)]));
});

test("a dataset that throws, or a point that cannot be made, is a line of the log without its words", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const fail = () => {
    throw new Error("quotes what was typed");
  };
  recordPoints({ METRICS: { writeDataPoint: fail } }, () => points);
  recordPoints({ METRICS: { writeDataPoint: () => undefined } }, fail);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls.join()).not.toContain("typed");
  warn.mockRestore();
});
