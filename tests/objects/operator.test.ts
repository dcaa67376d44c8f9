import { describe, expect, test } from "vitest";
import { receiptNumber } from "../../app/application/model/receipt";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { applied, candidate, failed } from "./candidate";
import { alarmOf, DAY, HOUR, pass, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { answer, platform, type Mood } from "./platform";
import { entryOf, operator, told } from "./undelivered";

const html = () => answer(200, "<!doctype html>", { "Content-Type": "text/html" });
/** An application with a CV whose first attempt had this outcome. */
async function after(...moods: Mood[]) {
  const sent = await applied(moods);
  await told(sent.ana);
  return sent;
}

/** What is listed of it. */
const listed = async (ana: Awaited<ReturnType<typeof candidate>>) => (await entryOf(ana))?.state;

const counts = { queued: 0, sending: 0, unconfirmed: 0, done: 0, silent: 0 };

describe('"send all"', () => {
  test("makes what failed due now, and what waits; the ordinary alarm delivers them", async () => {
    const { ana } = await failed();
    const { ana: other } = await after(answer(503, {}, { "Retry-After": "3000" }));
    const both = [ana, other];
    expect(await operator().enqueue(both.map(({ receiptId }) => receiptId))).toEqual({
      ...counts,
      queued: 2,
    });
    const { length } = platform.attempts;
    for (const one of both) {
      expect(await one.standing()).toBe("on-its-way");
      await told(one);
      expect(await entryOf(one)).toMatchObject({ state: "waiting", reason: null });
      expect(await alarmOf(one.object)).toBe(Date.now());
      await ring(one.object);
      expect(await one.standing()).toBe("delivered");
      await told(one);
      expect(await listed(one)).toBeUndefined();
    }
    expect(platform.attempts).toHaveLength(length + 2);
    expect(platform.taken().map(({ key }) => key)).toEqual(both.map(({ id }) => id));
  });

  test("leaves alone what is unconfirmed, delivered, dropped, not sent, or was never there", async () => {
    errorLines();
    const { ana: unconfirmed } = await after(html());
    const { ana: delivered } = await after();
    const { ana: dropped } = await after(answer(503));
    await operator().drop(dropped.receiptId);
    const draft = await candidate();
    const all = [unconfirmed, delivered, dropped, draft];
    const { length } = platform.attempts;
    const ids = [...all.map(({ receiptId }) => receiptId), "0".repeat(64)];
    expect(await operator().enqueue(ids)).toEqual({ ...counts, unconfirmed: 1, done: 4 });
    for (const one of all) await pass(one.object, HOUR);
    expect(platform.attempts).toHaveLength(length);
    expect(await listed(unconfirmed)).toBe("unconfirmed");
  });
});

describe("an operator, while an attempt is under way,", () => {
  async function underWay() {
    const { ana } = await after(answer(503), answer(503));
    await ring(ana.object);
    platform.next({ does: "take-and-stall" });
    const { length } = platform.attempts;
    const sending = operator().send(ana.receiptId);
    await platform.heard(length + 1);
    return { ana, sending };
  }

  test("changes nothing by dropping or sending all, and is told so", async () => {
    const { ana, sending } = await underWay();
    expect(await operator().drop(ana.receiptId)).toMatchObject({ state: "sending" });
    expect(await operator().enqueue([ana.receiptId])).toEqual({ ...counts, sending: 1 });
    await timeOut(ana.object, 30 * SECOND);
    expect(await sending).toMatchObject({ state: "waiting", attempts: 3 });
    expect(platform.attempts).toHaveLength(3);
  });

  test("and a candidate who repeats it, wait for that attempt: it is one", async () => {
    const { ana, sending } = await underWay();
    const again = operator().send(ana.receiptId);
    const repeated = ana.send({ upload: await ana.object.countedOnCv(undefined) });
    await timeOut(ana.object, 30 * SECOND);
    expect(await again).toEqual(await sending);
    expect(await repeated).toMatchObject({ receipt: { standing: "on-its-way" } });
    expect(platform.attempts).toHaveLength(3);
    await ring(ana.object);
    expect(platform.taken()).toHaveLength(1);
  });
});

test("an application that was queued and then dropped is not sent", async () => {
  const { ana } = await failed();
  const { length } = platform.attempts;
  await operator().enqueue([ana.receiptId]);
  expect(await operator().drop(ana.receiptId)).toMatchObject({
    state: "failed",
    reason: "dropped",
    hasContents: false,
  });
  await pass(ana.object, DAY);
  expect(platform.attempts).toHaveLength(length);
});

describe("an operator sees", () => {
  test("what the platform said of one application, which neither index nor log has", async () => {
    const { ana, errors } = await failed({ detail: "Ana Pérez is not wanted." });
    expect(await operator().show(ana.receiptId)).toEqual({
      number: receiptNumber(ana.receiptId),
      receiptId: ana.receiptId,
      state: "failed",
      reason: "refused",
      company: { name: "Taller Norte", uuid: fakeClientUuid },
      position: { title: "Jefe de taller", uuid: fakePositions.questions },
      sentAt: expect.any(Number) as number,
      attempts: 3,
      lastStatus: 400,
      message: "Ana Pérez is not wanted.",
      dueAt: Date.now() + 7 * DAY,
      hasContents: true,
    });
    expect(JSON.stringify(await entryOf(ana))).not.toContain("Ana");
    expect(errors.join()).not.toContain("Ana");
  });

  test("nothing of what was not sent, and that nothing is left of what was delivered", async () => {
    const draft = await candidate();
    expect(await operator().show(draft.receiptId)).toBeUndefined();
    const { ana } = await after();
    expect(await operator().show(ana.receiptId)).toMatchObject({
      state: "delivered",
      hasContents: false,
      dueAt: null,
    });
    for (const { receiptId } of [draft, ana]) {
      expect(await operator().exported(receiptId)).toBeUndefined();
      expect(await operator().file(receiptId, "cv")).toBeUndefined();
    }
  });

  test("no part of a CV for the whole, if it is dropped meanwhile", async () => {
    const { ana } = await applied([answer(503)], {}, { bytes: 200_000 });
    const sent = await operator().file(ana.receiptId, "cv");
    const reader = sent?.content.getReader();
    await reader?.read();
    await operator().drop(ana.receiptId);
    const toTheEnd = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(toTheEnd()).rejects.toThrow();
  });
});
