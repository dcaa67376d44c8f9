import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { getObjects } from "~/app/application/delivery/objects.server";
import { shardName } from "~/app/application/delivery/undelivered";
import { receiptNumber } from "~/app/application/model/receipt";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { candidate, sent, siteEnv } from "./candidate";
import { getAlarm, DAY, HOUR, MINUTE, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, testScripts, REFUSED_LATER, type Event, type Step } from "./script";
import { stored } from "./storage";
import { getCounts, entry, getEntry, index, indexUpdated, operator, shard } from "./undelivered";

const STALL: Behaviour = { kind: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(400, { detail: "Ana Pérez is not wanted." });
const later = (seconds: number) => answer(503, {}, { "Retry-After": String(seconds) });
const WAITING: Step = [on.submit({}, answer(503))];
const UNCONFIRMED: Step = [on.submit({}, HTML), { listed: "unconfirmed", log: /unconfirmed/ }];

describe("an operator's list", () => {
  const expectCalls = (...calls: string[]): Step => [
    on.verify(({ ana }) =>
      expect(index.calls).toEqual(calls.map((call) => `${shardName(ana.receiptId)} ${call}`)),
    ),
  ];
  testScripts({
    "omits an application that the first attempt delivers": [
      [on.submit(), { listed: "not" }],
      expectCalls("countDelivery"),
    ],
    ...each([400, 409], (status) => [
      `omits an application if the first attempt returns ${status}`,
      [on.submit({}, answer(status)), { listed: "not" }],
      expectCalls(),
    ]),
    "contains a waiting application when the candidate gets a response": [
      [on.begin(on.submit({}, STALL)), { listed: "not" }],
      expectCalls(),
      [on.end, { answer: "on-its-way" }],
      expectCalls("put"),
      [
        on.verify(async ({ ana }) =>
          expect(await getEntry(ana)).toEqual({
            receiptId: ana.receiptId,
            state: "waiting",
            reason: null,
            clientUuid: fakeClientUuid,
            positionUuid: fakePositions.questions,
            sentAt: Date.now() - 30 * SECOND,
            attempts: 1,
            lastStatus: null,
            dueAt: Date.now() + 2 * SECOND,
          }),
        ),
      ],
    ],
    "contains a waiting application's state after each attempt": [
      [on.submit({}, answer(503), answer(502)), { listed: { attempts: 1, lastStatus: 503 } }],
      [on.alarm(), { listed: { state: "waiting", attempts: 2, lastStatus: 502 } }],
      [on.alarm(), { listed: "not" }],
    ],
    "contains a failed application until its contents are deleted": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY - 1), { listed: "failed" }],
      [on.wait(1), { listed: "not" }],
    ],
    "contains an application until an operator drops it": [
      WAITING,
      [on.operate("drop"), { listed: "not", holds: "nothing" }],
    ],
    "contains an application until an operator sends it": [
      WAITING,
      [on.operate("send"), { listed: "not", takes: 1 }],
    ],
  });
});

describe("an undelivered index that cannot be reached", () => {
  const unreachable = /undelivered index could not be reached/;
  const failing: Step[] = [
    [on.indexDoes("fail")],
    [on.submit({}, later(7200)), { answer: "on-its-way", log: unreachable }],
  ];
  testScripts({
    "is updated again after ten minutes": [
      ...failing,
      [on.alarm(), { log: unreachable, alarm: 10 * MINUTE }],
      [on.indexDoes("answer"), { listed: "not" }],
      [on.alarm(), { posts: 1, listed: { attempts: 1 } }],
      [on.verify(() => undefined), { alarm: 40 * MINUTE }],
    ],
    "is updated when the candidate opens the receipt": [
      ...failing,
      [on.indexDoes("answer"), { listed: "not" }],
      [on.openReceipt, { listed: "waiting" }],
    ],
    "does not delay the next attempt": [
      [on.indexDoes("fail")],
      [on.submit({}, answer(503)), { alarm: 2 * SECOND, log: unreachable }],
      [on.alarm(), { status: "delivered", log: unreachable }],
    ],
    "still lists a delivered application until the next update": [
      WAITING,
      [on.indexDoes("fail")],
      [on.alarm(), { status: "delivered", listed: "waiting", log: unreachable }],
      [on.indexDoes("answer"), { listed: "waiting" }],
      [on.alarm(), { listed: "not" }],
      [on.verify(() => undefined), { alarm: 90 * DAY - 10 * MINUTE - 2 * SECOND }],
    ],
    "delays a candidate by one second if it hangs": [
      [on.indexDoes("hang")],
      [on.begin(on.submit({}, later(7200)))],
      [
        async (world) => {
          await expect.poll(() => index.calls).toHaveLength(1);
          const first = await Promise.race([world.pending, scheduler.wait(50)]);
          expect(first).toBeUndefined();
          await timeOut(world.ana.object, SECOND);
          return world.pending;
        },
        { answer: "on-its-way", alarm: 10 * MINUTE - SECOND, log: /index is slow/ },
      ],
      [
        on.verify(async (world) => {
          await timeOut(world.ana.object, 9 * SECOND);
          await expect.poll(() => world.errors.join()).toMatch(/could not be reached/);
        }),
        { log: unreachable },
      ],
      [on.indexDoes("answer"), { listed: "not" }],
      [on.alarm(), { listed: "waiting", posts: 1 }],
    ],
    "applies changes in the right order": [
      [on.indexDoes("hang")],
      [on.begin(on.submit({}, answer(503)))],
      [
        on.verify(async (world) => {
          await expect.poll(() => index.calls).toHaveLength(1);
          await timeOut(world.ana.object, SECOND);
          await world.pending;
          // Deliver the application while the index is still being updated to "waiting".
          await on.begin(on.alarm())(world);
          await expect.poll(() => index.calls).toHaveLength(2);
          await timeOut(world.ana.object, SECOND);
          await world.pending;
          expect(index.calls.map((call) => call.split(" ")[1])).toEqual(["put", "countDelivery"]);
          index.mode = "answer";
          const { receiptId } = world.ana;
          await shard(shardName(receiptId)).put(entry({ receiptId }));
        }),
        { listed: "waiting", log: /index is slow/ },
      ],
      [on.alarm(), { listed: "waiting" }],
      [
        on.verify(({ ana }) => timeOut(ana.object, 9 * SECOND)),
        { listed: "waiting", log: /reached/ },
      ],
      [on.alarm(), { listed: "not", status: "delivered" }],
    ],
  });
});

describe("an operator's view", () => {
  testScripts({
    "contains the application's state and the platform's message": [
      [on.submit({}, answer(429), NO, NO)],
      [on.alarm()],
      [on.alarm(), { log: /refused/ }],
      [
        on.verify(async ({ ana }) =>
          expect(await operator().show(ana.receiptId)).toEqual({
            number: receiptNumber(ana.receiptId),
            receiptId: ana.receiptId,
            state: "failed",
            reason: "refused",
            company: { name: "Taller Norte", uuid: fakeClientUuid },
            position: { title: "Jefe de taller", uuid: fakePositions.questions },
            sentAt: Date.now() - 6 * SECOND,
            attempts: 3,
            lastStatus: 400,
            message: "Ana Pérez is not wanted.",
            dueAt: Date.now() + 7 * DAY,
            hasContents: true,
          }),
        ),
      ],
    ],
    "exports the entered values without tokens or the application id": [
      [on.submit({ csrfToken: "a token" }, answer(503))],
      [
        on.operate("exportContents"),
        {
          answer: {
            application: { firstName: "Ana", phone: "+34612345678" },
            answers: [{ id: "email" }, { id: "d_9" }],
            source: { utm_source: "LinkedIn" },
            cv: { name: "cv.pdf", contentType: "application/pdf", size: 200 },
          },
        },
      ],
      [
        on.verify(async ({ ana, cv, answers }) => {
          expect(JSON.stringify(answers.at(-1))).not.toMatch(new RegExp(`${ana.id}|a token`));
          const file = await operator().file(ana.receiptId, "cv");
          const bytes = await new Response(file?.content).arrayBuffer();
          expect(new Uint8Array(bytes)).toEqual(cv.content);
          expect(await operator().file(ana.receiptId, "letter")).toBeUndefined();
        }),
      ],
    ],
    "is empty for an application that was not sent": [
      [on.hold],
      [on.operate("show"), { answer: undefined }],
      [on.operate("exportContents"), { answer: undefined }],
      [({ ana }) => operator().file(ana.receiptId, "cv"), { answer: undefined }],
    ],
    "has no contents after delivery": [
      [on.submit()],
      [on.operate("show"), { answer: { state: "delivered", hasContents: false, dueAt: null } }],
      [on.operate("exportContents"), { answer: undefined }],
    ],
  });

  test("fails a CV download if the application is dropped during the download", async () => {
    platform.next(answer(503));
    const { ana } = await on.applied(600_000);
    const sent = await operator().file(ana.receiptId, "cv");
    const reader = sent?.content.getReader();
    await reader?.read();
    await operator().drop(ana.receiptId);
    const readToEnd = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readToEnd()).rejects.toThrow();
  });
});

describe('the "send" command', () => {
  testScripts({
    "sends a waiting application immediately": [
      WAITING,
      [on.operate("send"), { takes: 1, status: "delivered" }],
    ],
    "sends a failed application, which waits if it is refused again": [
      ...REFUSED_LATER,
      [on.operate("send", NO), { answer: { state: "waiting", attempts: 4 } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "does not send a dropped application": [
      ...REFUSED_LATER,
      [on.operate("drop")],
      [on.operate("send"), { posts: 3, status: "undelivered" }],
      [on.wait(DAY), { posts: 3 }],
    ],
    "does not send a delivered application": [
      [on.submit()],
      [on.operate("send"), { posts: 1, status: "delivered" }],
    ],
    "sends an unconfirmed application, which is delivered after 2xx": [
      UNCONFIRMED,
      [on.operate("send"), { status: "delivered", posts: 2 }],
    ],
    ...each([answer(503), answer(429), answer(409), answer(422), HTML], (behaviour, number) => [
      `leaves an unconfirmed application unconfirmed if the attempt does not deliver it (${number + 1})`,
      UNCONFIRMED,
      [
        on.operate("send", behaviour),
        { listed: "unconfirmed", status: "unconfirmed", holds: "all", log: /unconfirmed/ },
      ],
      [on.wait(DAY), { posts: 2 }],
    ]),
    "leaves an unconfirmed application unconfirmed during the attempt": [
      UNCONFIRMED,
      [on.begin(on.operate("send", STALL)), { listed: "unconfirmed", status: "unconfirmed" }],
      [on.end, { listed: "unconfirmed", log: /unconfirmed/ }],
    ],
    "leaves an unconfirmed application unconfirmed after a crash": [
      UNCONFIRMED,
      [on.crashDuring(on.operate("send", STALL)), { listed: "unconfirmed" }],
      [on.alarm(), { posts: 2, status: "unconfirmed", log: /unconfirmed/ }],
    ],
    "extends a failed application's storage to at most ten days": [
      ...REFUSED_LATER,
      [on.wait(6 * DAY)],
      [
        on.operate("send", answer(503)),
        { answer: { state: "failed" }, alarm: 4 * DAY - 6000, log: /time-out/ },
      ],
    ],
    "waits for the result of a running attempt": [
      WAITING,
      [on.begin(on.operate("send", STALL)), { listed: "waiting" }],
      [
        async (world) => {
          const both = on.concurrently(on.operate("send"), on.submit({ file: "held" }))(world);
          await timeOut(world.ana.object, 30 * SECOND);
          await world.pending;
          return both;
        },
        { posts: 2, status: "on-its-way" },
      ],
      [on.alarm(), { posts: 3, takes: 1 }],
    ],
  });
});

describe('the "drop" command', () => {
  testScripts({
    "deletes a failed application except its receipt": [
      ...REFUSED_LATER,
      [
        on.operate("drop"),
        { answer: { state: "failed", reason: "dropped", hasContents: false }, holds: "nothing" },
      ],
      [on.wait(89 * DAY), { posts: 3, status: "undelivered" }],
    ],
    "deletes an unconfirmed application and ends the review shown on its receipt": [
      UNCONFIRMED,
      [on.operate("drop"), { holds: "nothing", listed: "not", status: "unconfirmed" }],
      [
        on.verify(async ({ ana }) =>
          expect(await ana.object.receipt(ana.positionUuid)).not.toHaveProperty("isUnderReview"),
        ),
      ],
    ],
    'deletes nothing during an attempt and returns the state "sending"': [
      WAITING,
      [on.begin(on.operate("send", STALL))],
      [on.operate("drop"), { answer: { state: "sending" }, holds: "all" }],
      [on.sendAll, { answer: "sending" }],
      [on.end, { answer: { state: "waiting", attempts: 2 } }],
    ],
  });
});

describe('the "send all" command', () => {
  testScripts({
    "sets a waiting application's alarm to now": [
      [on.submit({}, later(3000))],
      [on.sendAll, { answer: "queued", alarm: 0, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 2 }],
    ],
    "sets a failed application's alarm to now and lets it wait after a refusal": [
      ...REFUSED_LATER,
      [on.sendAll, { answer: "queued", alarm: 0, listed: { state: "waiting", reason: null } }],
      [on.alarm(NO), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
    "does not send an unconfirmed application": [
      UNCONFIRMED,
      [on.sendAll, { answer: "unconfirmed" }],
      [on.wait(HOUR), { posts: 1, listed: "unconfirmed" }],
    ],
    "does not send a delivered application": [
      [on.submit()],
      [on.sendAll, { answer: "done", posts: 1 }],
    ],
    "does not send a draft": [[on.hold], [on.sendAll, { answer: "done", posts: 0 }]],
    "does not send an application that is dropped before its alarm": [
      ...REFUSED_LATER,
      [on.sendAll],
      [on.operate("drop"), { answer: { reason: "dropped" } }],
      [on.wait(DAY), { posts: 3 }],
    ],
  });
});

describe("a lost alarm", () => {
  const wakeOverdue: Event = ({ ana }) => shard(shardName(ana.receiptId)).wakeOverdue();
  const alarmIsNow = ({ object }: on.World["ana"]) =>
    expect
      .poll(() => runInDurableObject(object, (_, { storage }) => storage.getAlarm()))
      .toBe(Date.now());
  const late: Step[] = [WAITING, [on.loseAlarm], [on.sleep(5 * MINUTE)]];
  testScripts({
    "is set again when the receipt is opened": [
      WAITING,
      [on.loseAlarm],
      [on.crash],
      [on.openReceipt, { alarm: 2 * SECOND }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is set to now if storage still contains it but it is overdue": [
      WAITING,
      [on.sleep(HOUR), { alarm: 2 * SECOND - HOUR }],
      [on.openReceipt, { alarm: 0 }],
    ],
    "is set again to the receipt's expiry after delivery": [
      [on.submit()],
      [on.loseAlarm],
      [on.openReceipt, { alarm: 90 * DAY }],
    ],
    "is not suspected before it is due": [
      [on.submit({}, later(600))],
      [on.openReceipt, { alarm: 600 * SECOND }],
    ],
    "is set again by the index's watchdog": [
      ...late,
      [on.crash],
      [wakeOverdue, { alarm: 0 }],
      [on.alarm(), { takes: 1 }],
    ],
    "is set again when an operator requests counts": [
      ...late,
      [() => operator().counts()],
      [on.verify(({ ana }) => alarmIsNow(ana)), { alarm: 0 }],
    ],
    "is checked for at most once a minute": [
      ...late,
      [wakeOverdue],
      [on.loseAlarm],
      [({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 }))],
      [() => operator().counts(), { alarm: "none" }],
      [on.sleep(MINUTE)],
      [() => operator().counts()],
      [on.verify(({ ana }) => alarmIsNow(ana))],
    ],
    "is not set again for a finished application, and the index removes its entry": [
      [on.submit()],
      [
        ({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 })),
        { listed: "waiting" },
      ],
      [wakeOverdue, { listed: "not" }],
    ],
  });

  test("makes the index wake the 100 most overdue applications at a time", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ana = await candidate();
    const woken: string[] = [];
    given.env.APPLICATIONS = {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        wake: () => {
          woken.push(name);
          return Promise.reject(new Error("The application cannot be read"));
        },
      }),
    } as unknown as ReturnType<typeof siteEnv>["APPLICATIONS"]; // has all methods that the index uses
    const stub = shard(shardName(ana.receiptId));
    for (let number = 0; number <= 100; number++) {
      await stub.put(entry({ receiptId: `${number}`.padStart(64, "0"), dueAt: number }));
    }
    await stub.wakeOverdue();
    expect(woken.map(Number)).toEqual(Array.from({ length: 100 }, (_, number) => number));
    vi.setSystemTime(Date.now() + MINUTE);
    woken.length = 0;
    await stub.wakeOverdue();
    expect(Number(woken[0])).toBe(100);
  });
});

describe("an application with missing or damaged storage", () => {
  const empty: Event = ({ ana }) =>
    runInDurableObject(ana.object, (_, { storage }) => storage.deleteAll());
  const damage: Event = ({ ana }) =>
    runInDurableObject(ana.object, (_, { storage }) => storage.kv.put("state", "x"));
  const wakeLate: Event = (world) => {
    on.sleep(2 * HOUR)(world);
    return operator().wakeOverdue();
  };
  const lose: Event = ({ ana: { receiptId } }) => shard(shardName(receiptId)).remove(receiptId);
  const lost: Step = [wakeLate, { listed: "lost", log: /Application [\w-]{9} is lost/ }];
  testScripts({
    "is listed as lost until an operator drops it": [
      WAITING,
      [empty, { listed: "waiting" }],
      lost,
      [wakeLate, { listed: "lost" }],
      [on.operate("show"), { answer: { state: "lost", hasContents: false }, listed: "lost" }],
      [on.sendAll, { answer: "done", listed: "lost" }],
      [on.operate("drop"), { answer: { state: "lost", reason: "dropped" }, listed: "not" }],
    ],
    "is listed as lost even if the candidate opens the form again": [
      WAITING,
      [empty, { listed: "waiting" }],
      [on.crash, { listed: "waiting" }],
      [({ ana }) => ana.object.bind(ana.positionUuid), { listed: "waiting" }],
      lost,
    ],
    "is listed as lost as soon as an operator sends it": [
      WAITING,
      [empty, { listed: "waiting" }],
      [on.operate("send"), { answer: { state: "lost" }, listed: "lost", log: /is lost/ }],
    ],
  });

  test("is named in the log, counts as overdue, and can be shown and dropped if it is unreadable", async () => {
    const errors = errorLines();
    const ana = await sent(answer(503));
    await indexUpdated(ana);
    const world = { ana } as on.World;
    await damage(world);
    await wakeLate(world);
    const number = receiptNumber(ana.receiptId);
    expect(errors.join("\n")).toContain(
      `Application ${number} cannot be read: its state is invalid`,
    );
    expect(errors.join("\n")).toContain(`Application ${number} is overdue`);
    expect(await operator().counts()).toMatchObject({ waiting: 1, overdue: 1 });
    const described = { number, state: "unreadable", hasContents: false };
    expect(await operator().show(ana.receiptId)).toMatchObject(described);
    expect(await operator().send(ana.receiptId)).toMatchObject(described);
    expect(await operator().exportContents(ana.receiptId)).toBe("unreadable");
    expect(await operator().drop(ana.receiptId)).toMatchObject({ number, reason: "dropped" });
    expect(await stored(ana.object)).toBe("[]");
    expect(await operator().counts()).toMatchObject({ waiting: 0, overdue: 0 });
  });

  test("can be dropped if its storage cannot be deleted", async () => {
    errorLines();
    const ana = await sent(answer(503));
    await indexUpdated(ana);
    await damage({ ana } as on.World);
    await runInDurableObject(ana.object, (_, { storage }) => {
      storage.deleteAll = () => Promise.reject(new Error("database disk image is malformed"));
    });
    expect(await operator().drop(ana.receiptId)).toMatchObject({
      ...{ state: "unreadable", reason: "dropped" },
    });
    expect(await operator().counts()).toMatchObject({ waiting: 0, overdue: 0 });
    expect(await getAlarm(ana.object)).toBeNull();
  });

  const listed = async (error: Error) => {
    const log = errorLines();
    const ana = await sent(answer(503));
    await indexUpdated(ana);
    const fail = () => Promise.reject(error);
    given.env.APPLICATIONS = {
      idFromName: (name: string) => name,
      get: () => ({ show: fail, drop: fail, exportContents: fail, isReadable: fail }),
    } as unknown as ReturnType<typeof siteEnv>["APPLICATIONS"]; // has all methods that these calls use
    return { ...ana, log };
  };

  test("can be shown and dropped if its storage cannot be opened", async () => {
    const { receiptId, log } = await listed(new Error("database disk image is malformed"));
    expect(await operator().show(receiptId)).toMatchObject({ state: "unreadable" });
    expect(await operator().exportContents(receiptId)).toBe("unreadable");
    const dropped = { state: "unreadable", reason: "dropped" };
    expect(await operator().drop(receiptId)).toMatchObject(dropped);
    expect(await operator().counts()).toMatchObject({ waiting: 0 });
    expect(log.join("\n")).toContain(`Application ${receiptNumber(receiptId)} cannot be read`);
  });

  test.each(["retryable", "overloaded"])(
    "is not dropped while the runtime calls its error %s",
    async (mark) => {
      const error = Object.assign(new Error("Network connection lost."), { [mark]: true });
      const { receiptId } = await listed(error);
      await expect(operator().show(receiptId)).rejects.toThrow("connection lost");
      await expect(operator().drop(receiptId)).rejects.toThrow("connection lost");
      expect(await operator().counts()).toMatchObject({ waiting: 1 });
    },
  );

  testScripts({
    ...each(
      [
        ["its receipt is opened", on.openReceipt] as const,
        ["an operator opens it", on.operate("show")] as const,
      ],
      ([what, open]) => [
        `is added to the index again when ${what}, if the index has lost it`,
        [on.submit({}, HTML), { listed: "unconfirmed", log: /unconfirmed/ }],
        [lose, { listed: "not" }],
        [open, { listed: "unconfirmed" }],
      ],
    ),
  });
});

describe("an alarm that fails", () => {
  /** Restarts the object with an invalid variable. */
  const deployWrong: Event = async (world) => {
    const { env } = given;
    given.env = { ...env, RETRY_MAX_MS: "soon" };
    await on.crash(world);
    await getAlarm(world.ana.object);
    given.env = env;
  };
  testScripts({
    "does not throw and is retried every minute": [
      WAITING,
      [deployWrong],
      [
        on.alarm(),
        { alarm: MINUTE, log: /alarm of Application [\w-]+ failed: ConfigurationError/ },
      ],
      [on.alarm(), { alarm: MINUTE, log: /alarm of/ }],
      [on.deploy({ RETRY_MAX_MS: String(HOUR) })],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is set again after storage accepts writes": [
      WAITING,
      [
        async (world) => {
          const { object } = world.ana;
          const restore = await runInDurableObject(object, (_, { storage }) => {
            const setAlarm = storage.setAlarm.bind(storage);
            const put = storage.kv.put.bind(storage.kv);
            const full = () => {
              throw new Error("database or disk is full: SQLITE_FULL");
            };
            Object.assign(storage, { setAlarm: full });
            Object.assign(storage.kv, { put: full });
            return () => {
              Object.assign(storage, { setAlarm });
              Object.assign(storage.kv, { put });
            };
          });
          const ringing = on.alarm()(world);
          await expect
            .poll(() => world.errors.join())
            .toMatch(/alarm of Application [\w-]+ cannot be set/);
          await runInDurableObject(object, restore);
          await timeOut(object, 30 * SECOND);
          await ringing;
        },
        { alarm: MINUTE, log: /alarm of Application [\w-]+ cannot be set/ },
      ],
      [on.alarm(), { status: "delivered" }],
    ],
  });
});

describe("the count of deliveries", () => {
  const counts: Event = ({ ana }) => getCounts(shardName(ana.receiptId));
  const counted = (expected: object): Step => [
    on.verify(async (world) => expect(await counts(world)).toEqual(expected)),
  ];
  testScripts({
    ...each([[], [answer(503)]], (behaviours) => [
      `includes a delivery once in the hour and the day (attempts: ${behaviours.length + 1})`,
      [on.submit({}, ...behaviours)],
      ...behaviours.map((): Step => [on.alarm()]),
      [on.submit({ file: "held" }), { answer: "delivered" }],
      counted({ hour: 1, day: 1 }),
      [on.sleep(HOUR)],
      counted({ day: 1 }),
      [on.sleep(23 * HOUR)],
      counted({}),
    ]),
    "does not delay the candidate if the index fails": [
      [on.indexDoes("fail")],
      [on.submit(), { answer: "delivered" }],
      counted({}),
    ],
    "does not delay the candidate if the index hangs": [
      [on.indexDoes("hang")],
      [on.submit(), { answer: "delivered" }],
    ],
  });
});

describe("delivery metrics", () => {
  const about = { event: "delivery", subject: "at-once", source: "linkedin", attempt: 1, ms: 0 };
  const whose = { client: fakeClientUuid, position: fakePositions.questions };
  testScripts({
    ...each(
      [
        [answer(503), "waiting"] as const,
        [NO, "returned"] as const,
        [HTML, "unconfirmed"] as const,
      ],
      ([behaviour, outcome]) => [
        `record a first attempt with the outcome "${outcome}"`,
        [on.submit({}, behaviour), { point: { ...about, ...whose, outcome }, log: /^/ }],
      ],
    ),
    "record a later attempt with the time since the form was sent": [
      WAITING,
      [on.alarm(), { point: { subject: "later", outcome: "delivered", attempt: 2, ms: 2000 } }],
    ],
    "do not prevent delivery if the dataset throws": [
      [
        () => {
          const writeDataPoint = () => {
            throw new Error("The dataset is unavailable");
          };
          Object.assign(given.env, { METRICS: { writeDataPoint } });
        },
      ],
      [on.crash],
      [on.submit(), { answer: "delivered" }],
    ],
  });
});

describe("the release limiter while the platform is down", () => {
  const limiter = () => getObjects(siteEnv()).release(fakeClientUuid);
  const isOpen = () => expect.poll(() => limiter().requestSlot("other", false)).toBe(0);
  testScripts({
    "does not delay a first attempt": [
      [on.platformIsDown(HOUR)],
      [on.submit(), { answer: "delivered" }],
    ],
    "delays a later attempt, also after a crash": [
      WAITING,
      [on.platformIsDown(4 * MINUTE)],
      [on.alarm(), { posts: 1, alarm: 4 * MINUTE - 2 * SECOND + 50, listed: { attempts: 1 } }],
      [on.crash],
      [on.alarm(), { posts: 2, status: "delivered", alarm: 90 * DAY - 4 * MINUTE - 50 }],
    ],
    "does not delay an application further if the clock was set back": [
      WAITING,
      [on.platformIsDown(4 * MINUTE)],
      [on.alarm(), { posts: 1 }],
      [on.sleep(-DAY)],
      [on.sendAll, { answer: "queued", alarm: 0 }],
      [on.wait(10 * MINUTE), { posts: 2, status: "delivered" }],
    ],
    "delays an application whose first attempt was cut off by a crash": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.platformIsDown(10 * MINUTE)],
      [on.alarm(), { posts: 1 }],
      [on.alarm(), { posts: 2, status: "delivered" }],
    ],
    "counts another company's failures by default": [
      WAITING,
      [on.platformIsDown(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 1 }],
    ],
    "ignores another company's failures with RELEASE_PER=company [12.11]": [
      [on.deploy({ RELEASE_PER: "company" })],
      WAITING,
      [on.platformIsDown(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 2 }],
    ],
    "does not delay an operator's attempt, and releases other applications if it succeeds": [
      WAITING,
      [on.platformIsDown(HOUR)],
      [on.alarm(), { posts: 1 }],
      [on.operate("send"), { takes: 1 }],
      [on.verify(isOpen)],
    ],
    "does not delay the last attempt beyond 72 hours": [
      [on.submit({}, later(3600))],
      [on.sleep(72 * HOUR - MINUTE)],
      [on.platformIsDown(HOUR)],
      [on.alarm(), { posts: 1, alarm: MINUTE }],
      [on.alarm(answer(503)), { posts: 2, status: "undelivered", log: /\(time-out\) after 2/ }],
    ],
    ...each(
      [
        ["fails", () => Promise.reject(new Error("Network connection lost."))] as const,
        ["hangs", () => new Promise<never>(() => undefined)] as const,
      ],
      ([what, does]) => [
        `delays an application only once if the limiter ${what}`,
        [on.submit({}, answer(503))],
        [on.chance(0.5)],
        [on.alarmWhileLimiter(does), { posts: 1, log: /limiter could not be reached/ }],
        [on.alarmWhileLimiter(does), { posts: 2, status: "delivered", log: /limiter could not/ }],
      ],
    ),
    "does not let an application be sent twice if an operator sends it during a call to the limiter":
      [
        WAITING,
        [
          on.alarmWhileLimiter(
            () => new Promise<never>(() => undefined),
            on.operate("send", answer(503)),
          ),
          { posts: 2, status: "on-its-way", log: /limiter could not be reached/ },
        ],
      ],
    "does not let an application be sent twice if it is dropped and sent again during a call to the limiter":
      [
        WAITING,
        [
          on.alarmWhileLimiter(
            () => new Promise<never>(() => undefined),
            async (world) => {
              await on.operate("drop")(world);
              await on.submit({}, answer(503))(world);
            },
          ),
          { posts: 2, status: "on-its-way", log: /limiter could not be reached/ },
        ],
      ],
  });

  test("releases other applications after a reported first attempt succeeds", async () => {
    const world = { ana: await candidate() } as on.World; // `platformIsDown` uses no other property
    await on.platformIsDown(HOUR)(world);
    // Only first attempts of applications with these receipt ids are reported.
    while (!/^[0-3]/.test(world.ana.receiptId)) world.ana = await candidate();
    await world.ana.send();
    await isOpen();
  });
});
