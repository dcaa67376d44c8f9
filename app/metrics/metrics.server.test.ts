import { expect, test, vi } from "vitest";
import { count } from "./metrics.server";
import { dataPoint, type Point } from "./point";

const points: Point[] = [
  { event: "view", subject: "position", outcome: "navigate" },
  { event: "submit", subject: "form", outcome: "delivered" },
];

test("points are written where a dataset is bound, and not even made where none is", () => {
  const made = vi.fn(() => points);
  count({}, made);
  expect(made).not.toHaveBeenCalled();
  const writeDataPoint = vi.fn();
  count({ METRICS: { writeDataPoint } }, made);
  expect(writeDataPoint.mock.calls).toEqual(points.map((point) => [dataPoint(point)]));
});

test("a dataset that throws, or a point that cannot be made, is a line of the log without its words", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const fail = () => {
    throw new Error("quotes what was typed");
  };
  count({ METRICS: { writeDataPoint: fail } }, () => points);
  count({ METRICS: { writeDataPoint: () => undefined } }, fail);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls.join()).not.toContain("typed");
  warn.mockRestore();
});
