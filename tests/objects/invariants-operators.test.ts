import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { getObjects } from "../../app/application/delivery/objects.server";
import { shardName } from "../../app/application/delivery/undelivered";
import { receiptNumber } from "../../app/application/model/receipt";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { candidate, siteEnv } from "./candidate";
import { getAlarm, DAY, HOUR, MINUTE, SECOND, timeOut } from "./clock";
import { given } from "./given";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, prove, REFUSED_LATER, type Event, type Step } from "./script";
import { getCounts, entry, getEntry, index, operator, shard } from "./undelivered";

const STALL: Behaviour = { kind: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(400, { detail: "Ana Pérez is not wanted." });
const later = (seconds: number) => answer(503, {}, { "Retry-After": String(seconds) });
const WAITING: Step = [on.submit({}, answer(503))];
const UNCONFIRMED: Step = [on.submit({}, HTML), { listed: "unconfirmed", log: /unconfirmed/ }];

describe("an operator's list", () => {
  const expectCalls = (...calls: string[]): Step => [
    on.look(({ ana }) =>
      expect(index.calls).toEqual(calls.map((call) => `${shardName(ana.receiptId)} ${call}`)),
    ),
  ];
  prove({
    "does not have an application delivered at once, which the index only counts": [
      [on.submit(), { listed: "not" }],
      expectCalls("countDelivery"),
    ],
    ...each([400, 409], (status) => [
      `does not have an application answered at once with ${status}`,
      [on.submit({}, answer(status)), { listed: "not" }],
      expectCalls(),
    ]),
    "has a waiting application after its first attempt, before the candidate gets an answer": [
      [on.begin(on.submit({}, STALL)), { listed: "not" }],
      expectCalls(),
      [on.end, { answer: "on-its-way" }],
      expectCalls("put"),
      [
        on.look(async ({ ana }) =>
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
    "has the state after each attempt until delivery": [
      [on.submit({}, answer(503), answer(502)), { listed: { attempts: 1, lastStatus: 503 } }],
      [on.alarm(), { listed: { state: "waiting", attempts: 2, lastStatus: 502 } }],
      [on.alarm(), { listed: "not" }],
    ],
    "has a failed application until its contents are deleted": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY - 1), { listed: "failed" }],
      [on.wait(1), { listed: "not" }],
    ],
    "has an application until it is dropped": [
      WAITING,
      [on.operate("drop"), { listed: "not", holds: "nothing" }],
    ],
    "has an application until it is sent": [
      WAITING,
      [on.operate("send"), { listed: "not", takes: 1 }],
    ],
  });
});

describe("an index that cannot be reached", () => {
  const unreachable = /undelivered index could not be reached/;
  const failing: Step[] = [
    [on.indexDoes("fail")],
    [on.submit({}, later(7200)), { answer: "on-its-way", log: unreachable }],
  ];
  prove({
    "does not delay candidates if it fails, and is updated again every ten minutes": [
      ...failing,
      [on.alarm(), { log: unreachable, alarm: 10 * MINUTE }],
      [on.indexDoes("answer"), { listed: "not" }],
      [on.alarm(), { posts: 1, listed: { attempts: 1 } }],
      [on.look(() => undefined), { alarm: 40 * MINUTE }],
    ],
    "is updated when a receipt is opened": [
      ...failing,
      [on.indexDoes("answer"), { listed: "not" }],
      [on.openReceipt, { listed: "waiting" }],
    ],
    "does not delay the next attempt": [
      [on.indexDoes("fail")],
      [on.submit({}, answer(503)), { alarm: 2 * SECOND, log: unreachable }],
      [on.alarm(), { status: "delivered", log: unreachable }],
    ],
    "lists a delivered application until it can be reached again": [
      WAITING,
      [on.indexDoes("fail")],
      [on.alarm(), { status: "delivered", listed: "waiting", log: unreachable }],
      [on.indexDoes("answer"), { listed: "waiting" }],
      [on.alarm(), { listed: "not" }],
      [on.look(() => undefined), { alarm: 90 * DAY - 10 * MINUTE - 2 * SECOND }],
    ],
    "delays a candidate by a second if it hangs": [
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
        on.look(async (world) => {
          await timeOut(world.ana.object, 9 * SECOND);
          await expect.poll(() => world.errors.join()).toMatch(/could not be reached/);
        }),
        { log: unreachable },
      ],
      [on.indexDoes("answer"), { listed: "not" }],
      [on.alarm(), { listed: "waiting", posts: 1 }],
    ],
    "never gets changes in the wrong order": [
      [on.indexDoes("hang")],
      [on.begin(on.submit({}, answer(503)))],
      [
        on.look(async (world) => {
          await expect.poll(() => index.calls).toHaveLength(1);
          await timeOut(world.ana.object, SECOND);
          await world.pending;
          // It is delivered while the index is still being updated to "waiting".
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
        on.look(({ ana }) => timeOut(ana.object, 9 * SECOND)),
        { listed: "waiting", log: /reached/ },
      ],
      [on.alarm(), { listed: "not", status: "delivered" }],
    ],
  });
});

describe("an operator sees", () => {
  prove({
    "the platform's message about an application, which is not in the list or the log": [
      [on.submit({}, answer(429), NO, NO)],
      [on.alarm()],
      [on.alarm(), { log: /refused/ }],
      [
        on.look(async ({ ana }) =>
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
    "the entered values, without tokens or the secret id": [
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
        on.look(async ({ ana, cv, answers }) => {
          expect(JSON.stringify(answers.at(-1))).not.toMatch(new RegExp(`${ana.id}|a token`));
          const file = await operator().file(ana.receiptId, "cv");
          const bytes = await new Response(file?.content).arrayBuffer();
          expect(new Uint8Array(bytes)).toEqual(cv.content);
          expect(await operator().file(ana.receiptId, "letter")).toBeUndefined();
        }),
      ],
    ],
    "nothing of an application that was not sent": [
      [on.hold],
      [on.operate("show"), { answer: undefined }],
      [on.operate("exportContents"), { answer: undefined }],
      [({ ana }) => operator().file(ana.receiptId, "cv"), { answer: undefined }],
    ],
    "no contents after delivery": [
      [on.submit()],
      [on.operate("show"), { answer: { state: "delivered", hasContents: false, dueAt: null } }],
      [on.operate("exportContents"), { answer: undefined }],
    ],
  });

  test("an error instead of a partial CV if the application is dropped during the download", async () => {
    platform.next(answer(503));
    const { ana } = await on.applied(200_000);
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

describe("an operator sends", () => {
  prove({
    "a waiting application at once": [
      WAITING,
      [on.operate("send"), { takes: 1, status: "delivered" }],
    ],
    "a failed application, whose next refusal is not final": [
      ...REFUSED_LATER,
      [on.operate("send", NO), { answer: { state: "waiting", attempts: 4 } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "nothing after it was dropped": [
      ...REFUSED_LATER,
      [on.operate("drop")],
      [on.operate("send"), { posts: 3, status: "undelivered" }],
      [on.wait(DAY), { posts: 3 }],
    ],
    "nothing after delivery": [
      [on.submit()],
      [on.operate("send"), { posts: 1, status: "delivered" }],
    ],
    "an unconfirmed application, which becomes delivered if it is accepted": [
      UNCONFIRMED,
      [on.operate("send"), { status: "delivered", posts: 2 }],
    ],
    ...each([answer(503), answer(429), answer(409), answer(422), HTML], (behaviour, number) => [
      `an unconfirmed application, which stays unconfirmed after any other answer (${number + 1})`,
      UNCONFIRMED,
      [
        on.operate("send", behaviour),
        { listed: "unconfirmed", status: "unconfirmed", holds: "all", log: /unconfirmed/ },
      ],
      [on.wait(DAY), { posts: 2 }],
    ]),
    "an unconfirmed application, which stays unconfirmed in list and receipt during the attempt": [
      UNCONFIRMED,
      [on.begin(on.operate("send", STALL)), { listed: "unconfirmed", status: "unconfirmed" }],
      [on.end, { listed: "unconfirmed", log: /unconfirmed/ }],
    ],
    "an unconfirmed application, which stays unconfirmed after a crash": [
      UNCONFIRMED,
      [on.crashDuring(on.operate("send", STALL)), { listed: "unconfirmed" }],
      [on.alarm(), { posts: 2, status: "unconfirmed", log: /unconfirmed/ }],
    ],
    "a failed application repeatedly without keeping it longer than ten days": [
      ...REFUSED_LATER,
      [on.wait(6 * DAY)],
      [
        on.operate("send", answer(503)),
        { answer: { state: "failed" }, alarm: 4 * DAY - 6000, log: /time-out/ },
      ],
    ],
    "nothing during an attempt, and waits for its result": [
      WAITING,
      [on.begin(on.operate("send", STALL)), { listed: "waiting" }],
      [
        async (world) => {
          const both = on.together(on.operate("send"), on.submit({ file: "held" }))(world);
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

describe("an operator drops", () => {
  prove({
    "a failed application and keeps only the receipt": [
      ...REFUSED_LATER,
      [
        on.operate("drop"),
        { answer: { state: "failed", reason: "dropped", hasContents: false }, holds: "nothing" },
      ],
      [on.wait(89 * DAY), { posts: 3, status: "undelivered" }],
    ],
    "an unconfirmed application, whose receipt is no longer under review": [
      UNCONFIRMED,
      [on.operate("drop"), { holds: "nothing", listed: "not", status: "unconfirmed" }],
      [
        on.look(async ({ ana }) =>
          expect(await ana.object.receipt(ana.positionUuid)).not.toHaveProperty("isUnderReview"),
        ),
      ],
    ],
    'nothing during an attempt, and gets the state "sending"': [
      WAITING,
      [on.begin(on.operate("send", STALL))],
      [on.operate("drop"), { answer: { state: "sending" }, holds: "all" }],
      [on.sendAll, { answer: "sending" }],
      [on.end, { answer: { state: "waiting", attempts: 2 } }],
    ],
  });
});

describe('"send all"', () => {
  prove({
    "makes a waiting application due now": [
      [on.submit({}, later(3000))],
      [on.sendAll, { answer: "queued", alarm: 0, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 2 }],
    ],
    "makes a failed application due now, and its next refusal is not final": [
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
    "does not send an application that is then dropped": [
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
  prove({
    "is set again when the receipt is opened": [
      WAITING,
      [on.loseAlarm],
      [on.crash],
      [on.openReceipt, { alarm: 2 * SECOND }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is set to now if overdue, even if storage still has it": [
      WAITING,
      [on.sleep(HOUR), { alarm: 2 * SECOND - HOUR }],
      [on.openReceipt, { alarm: 0 }],
    ],
    "of a delivered application is set again for the receipt's expiry": [
      [on.submit()],
      [on.loseAlarm],
      [on.openReceipt, { alarm: 90 * DAY }],
    ],
    "is not moved if it is set and not due": [
      [on.submit({}, later(600))],
      [on.openReceipt, { alarm: 600 * SECOND }],
    ],
    "is detected by the index, and the application is delivered": [
      ...late,
      [on.crash],
      [wakeOverdue, { alarm: 0 }],
      [on.alarm(), { takes: 1 }],
    ],
    "is detected when an operator requests counts": [
      ...late,
      [() => operator().counts()],
      [on.look(({ ana }) => alarmIsNow(ana)), { alarm: 0 }],
    ],
    "is checked at most once a minute": [
      ...late,
      [wakeOverdue],
      [on.loseAlarm],
      [({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 }))],
      [() => operator().counts(), { alarm: "none" }],
      [on.sleep(MINUTE)],
      [() => operator().counts()],
      [on.look(({ ana }) => alarmIsNow(ana))],
    ],
    "of a finished application removes its entry": [
      [on.submit()],
      [
        ({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 })),
        { listed: "waiting" },
      ],
      [wakeOverdue, { listed: "not" }],
    ],
  });

  test("is checked for the hundred most overdue applications at a time", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ana = await candidate();
    const woken: string[] = [];
    given.env.APPLICATIONS = {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        wake: () => {
          woken.push(name);
          return Promise.reject(new Error("It cannot be read"));
        },
      }),
    } as unknown as ReturnType<typeof siteEnv>["APPLICATIONS"]; // has every method in use
    const its = shard(shardName(ana.receiptId));
    for (let one = 0; one <= 100; one++) {
      await its.put(entry({ receiptId: `${one}`.padStart(64, "0"), dueAt: one }));
    }
    await its.wakeOverdue();
    expect(woken.map(Number)).toEqual(Array.from({ length: 100 }, (_, one) => one));
    vi.setSystemTime(Date.now() + MINUTE);
    woken.length = 0;
    await its.wakeOverdue();
    expect(Number(woken[0])).toBe(100);
  });
});

describe("an alarm that fails", () => {
  /** Starts the object with an invalid variable that nothing else reads. */
  const deployWrong: Event = async (world) => {
    const { env } = given;
    given.env = { ...env, RETRY_MAX_MS: "soon" };
    await on.crash(world);
    await getAlarm(world.ana.object);
    given.env = env;
  };
  prove({
    "does not throw and is retried each minute": [
      WAITING,
      [deployWrong],
      [on.alarm(), { alarm: MINUTE, log: /An application's alarm failed: ConfigurationError/ }],
      [on.alarm(), { alarm: MINUTE, log: /alarm failed/ }],
      [on.deploy({ RETRY_MAX_MS: String(HOUR) })],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is set again once writes succeed": [
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
          await expect.poll(() => world.errors.join()).toMatch(/An alarm cannot be set/);
          await runInDurableObject(object, restore);
          await timeOut(object, 30 * SECOND);
          await ringing;
        },
        { alarm: MINUTE, log: /An alarm cannot be set/ },
      ],
      [on.alarm(), { status: "delivered" }],
    ],
  });
});

describe("deliveries are counted", () => {
  const counts: Event = ({ ana }) => getCounts(shardName(ana.receiptId));
  const counted = (expected: object): Step => [
    on.look(async (world) => expect(await counts(world)).toEqual(expected)),
  ];
  prove({
    ...each([[], [answer(503)]], (behaviours) => [
      `once after ${behaviours.length + 1} attempts, in the last hour and day`,
      [on.submit({}, ...behaviours)],
      ...behaviours.map((): Step => [on.alarm()]),
      [on.submit({ file: "held" }), { answer: "delivered" }],
      counted({ hour: 1, day: 1 }),
      [on.sleep(HOUR)],
      counted({ day: 1 }),
      [on.sleep(23 * HOUR)],
      counted({}),
    ]),
    "without delaying the candidate if the index fails": [
      [on.indexDoes("fail")],
      [on.submit(), { answer: "delivered" }],
      counted({}),
    ],
    "without delaying the candidate if the index hangs": [
      [on.indexDoes("hang")],
      [on.submit(), { answer: "delivered" }],
    ],
  });
});

describe("the metrics record", () => {
  const about = { event: "delivery", subject: "at-once", source: "linkedin", attempt: 1, ms: 0 };
  const whose = { client: fakeClientUuid, position: fakePositions.questions };
  prove({
    ...each(
      [
        [answer(503), "waiting"] as const,
        [NO, "returned"] as const,
        [HTML, "unconfirmed"] as const,
      ],
      ([behaviour, outcome]) => [
        `a first attempt with the outcome "${outcome}"`,
        [on.submit({}, behaviour), { point: { ...about, ...whose, outcome }, log: /^/ }],
      ],
    ),
    "a later attempt with the time since the form was sent": [
      WAITING,
      [on.alarm(), { point: { subject: "later", outcome: "delivered", attempt: 2, ms: 2000 } }],
    ],
    "nothing if the dataset throws, without preventing delivery": [
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

describe("while the platform is down", () => {
  const limiter = () => getObjects(siteEnv()).release(fakeClientUuid);
  const isOpen = () => expect.poll(() => limiter().requestSlot("other", false)).toBe(0);
  prove({
    "a first attempt needs no slot": [
      [on.platformIsDown(HOUR)],
      [on.submit(), { answer: "delivered" }],
    ],
    "waiting for a slot is not an attempt and survives a crash": [
      WAITING,
      [on.platformIsDown(4 * MINUTE)],
      [on.alarm(), { posts: 1, alarm: 4 * MINUTE - 2 * SECOND + 50, listed: { attempts: 1 } }],
      [on.crash],
      [on.alarm(), { posts: 2, status: "delivered", alarm: 90 * DAY - 4 * MINUTE - 50 }],
    ],
    "a cut-off application waits for a slot too": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.platformIsDown(10 * MINUTE)],
      [on.alarm(), { posts: 1 }],
      [on.alarm(), { posts: 2, status: "delivered" }],
    ],
    "with one limiter for the site, another company's failures count": [
      WAITING,
      [on.platformIsDown(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 1 }],
    ],
    "with a limiter for each company, another company's failures do not count [12.11]": [
      [on.deploy({ RELEASE_PER: "company" })],
      WAITING,
      [on.platformIsDown(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 2 }],
    ],
    "an operator's attempt needs no slot, and its success releases the others": [
      WAITING,
      [on.platformIsDown(HOUR)],
      [on.alarm(), { posts: 1 }],
      [on.operate("send"), { takes: 1 }],
      [on.look(isOpen)],
    ],
    "the last attempt, after 72 hours, needs no slot": [
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
        `a limiter that ${what} delays an application once`,
        [on.submit({}, answer(503))],
        [on.chance(0.5)],
        [on.alarmWhileLimiter(does), { posts: 1, log: /limiter could not be reached/ }],
        [on.alarmWhileLimiter(does), { posts: 2, status: "delivered", log: /limiter could not/ }],
      ],
    ),
    "an application that an operator sends meanwhile is not sent again": [
      WAITING,
      [
        on.alarmWhileLimiter(
          () => new Promise<never>(() => undefined),
          on.operate("send", answer(503)),
        ),
        { posts: 2, status: "on-its-way", log: /limiter could not be reached/ },
      ],
    ],
    "an application that is dropped and sent again meanwhile is not sent twice": [
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

  test("a successful first attempt releases the others if it is in the reported quarter", async () => {
    const world = { ana: await candidate() } as on.World; // every property in use
    await on.platformIsDown(HOUR)(world);
    while (!/^[0-3]/.test(world.ana.receiptId)) world.ana = await candidate();
    await world.ana.send();
    await isOpen();
  });
});
