import { beforeEach, describe, expect, test, vi } from "vitest";
import { BLOBS, DOUBLES } from "../../app/metrics/point";
import { cutOff, sent } from "./candidate";
import { HOUR, pass, ring } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform } from "./platform";

/** The points that the objects of a test have written, by the columns' names. */
const points: Record<string, unknown>[] = [];

beforeEach(() => {
  points.length = 0;
  const METRICS = {
    writeDataPoint: ({ blobs = [], doubles = [] }: AnalyticsEngineDataPoint = {}) => {
      const names: readonly string[] = [...BLOBS, ...DOUBLES];
      const values = [...blobs, ...doubles];
      points.push(Object.fromEntries(names.map((name, at) => [name, values[at]])));
    },
  };
  given.env = { ...given.env, METRICS };
});

const of = (event: string) => points.filter((point) => point.event === event);

describe("each attempt is counted, with how long it is since the form was sent", () => {
  test("when it fails for good, and when it was cut off", async () => {
    errorLines();
    const hours = { RETRY_FIRST_MS: String(HOUR), RETRY_MOST_MS: String(5 * HOUR) };
    given.env = { ...given.env, ...hours };
    platform.always(answer(503));
    const ana = await sent();
    await pass(ana.object, 72 * HOUR);
    expect(of("delivery").at(-1)).toMatchObject({ outcome: "failed", ms: 72 * HOUR });
    // The state that it then has is old, and nothing more is counted of it.
    const { length } = points;
    await pass(ana.object, 24 * HOUR);
    expect(points).toHaveLength(length);

    platform.always(undefined);
    given.env = { ...given.env, RETRY_AMBIGUOUS: "off" };
    const { ana: eva } = await cutOff();
    await ring(eva.object);
    expect(of("delivery").at(-1)).toMatchObject({ subject: "at-once", outcome: "failed" });
  });
});

test("nothing of the candidate's is in a point, and a dataset that throws keeps nothing from being delivered", async () => {
  const ana = await sent();
  expect(points.length).toBeGreaterThan(1);
  expect(JSON.stringify(points)).not.toMatch(/Ana|Pérez|34612345678|bicicletas/);
  expect(JSON.stringify(points)).not.toContain(ana.id);

  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const METRICS = {
    writeDataPoint: () => {
      throw new Error("The dataset is away");
    },
  };
  given.env = { ...given.env, METRICS };
  const eva = await sent(answer(503));
  await ring(eva.object);
  expect(await eva.standing()).toBe("delivered");
  expect(warn).toHaveBeenCalled();
});
