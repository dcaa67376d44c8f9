import { beforeEach, describe, expect, test, vi } from "vitest";
import { BLOBS, DOUBLES } from "../../app/metrics/point";
import { candidate, cutOff } from "./candidate";
import { HOUR, pass, ring, SECOND, timeOut } from "./clock";
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
  test("at once", async () => {
    const ana = await candidate();
    await ana.send();
    expect(of("delivery")).toMatchObject([
      { subject: "at-once", outcome: "delivered", position: ana.positionUuid, attempt: 1, ms: 0 },
    ]);
    expect(of("platform")).toMatchObject([{ subject: "apply", outcome: "accepted" }]);
  });

  test("later, after it was late and away", async () => {
    platform.next({ does: "stall" }, answer(503));
    const ana = await candidate();
    const answering = ana.send();
    await platform.heard(1);
    await timeOut(ana.object, 30 * SECOND);
    await answering;
    const first = await ring(ana.object);
    const second = await ring(ana.object);
    const waits = [30 * SECOND, 30 * SECOND + first, 30 * SECOND + first + second];
    expect(of("delivery").map(({ subject, outcome, ms }) => [subject, outcome, ms])).toEqual([
      ["at-once", "waiting", waits[0]],
      ["later", "waiting", waits[1]],
      ["later", "delivered", waits[2]],
    ]);
    expect(
      of("platform")
        .filter(({ subject }) => subject === "apply")
        .map(({ outcome, status, ms }) => [outcome, status, ms]),
    ).toEqual([
      ["timeout", 0, 30 * SECOND],
      ["unreachable", 503, 0],
      ["accepted", 0, 0],
    ]);
  });

  test("when it fails for good, and when it was cut off", async () => {
    errorLines();
    const hours = { RETRY_FIRST_MS: String(HOUR), RETRY_MOST_MS: String(5 * HOUR) };
    given.env = { ...given.env, ...hours };
    platform.always(answer(503));
    const ana = await candidate();
    await ana.send();
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
  const ana = await candidate();
  await ana.send();
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
  platform.next(answer(503));
  const eva = await candidate();
  await eva.send();
  await ring(eva.object);
  expect(await eva.standing()).toBe("delivered");
  expect(warn).toHaveBeenCalled();
});
