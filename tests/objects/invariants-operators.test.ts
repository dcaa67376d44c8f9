import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { getObjects } from "../../app/application/delivery/objects.server";
import { shardName } from "../../app/application/delivery/undelivered";
import { receiptNumber } from "../../app/application/model/receipt";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { candidate, siteEnv } from "./candidate";
import { alarmOf, DAY, HOUR, MINUTE, SECOND, timeOut } from "./clock";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import * as on from "./script";
import { each, prove, REFUSED_LATER, type Event, type Step } from "./script";
import { countsOf, entry, entryOf, index, operator, shard } from "./undelivered";

const STALL: Mood = { does: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(400, { detail: "Ana Pérez is not wanted." });
const later = (seconds: number) => answer(503, {}, { "Retry-After": String(seconds) });
const WAITING: Step = [on.submit({}, answer(503))];
const UNCONFIRMED: Step = [on.submit({}, HTML), { listed: "unconfirmed", log: /unconfirmed/ }];

describe("an operator's list has what is not delivered, and nothing that its candidate entered", () => {
  const told = (...calls: string[]): Step => [
    on.look(({ ana }) =>
      expect(index.told).toEqual(calls.map((call) => `${shardName(ana.receiptId)} ${call}`)),
    ),
  ];
  prove({
    "not what had an answer at once: the index only counts a delivery": [
      [on.submit(), { listed: "not" }],
      told("countDelivery"),
    ],
    ...each([400, 409], (status) => [
      `not what had an answer at once: ${status}`,
      [on.submit({}, answer(status)), { listed: "not" }],
      told(),
    ]),
    "not a first attempt under way; what waits, before its candidate is answered": [
      [on.begin(on.submit({}, STALL)), { listed: "not" }],
      told(),
      [on.end, { answer: "on-its-way" }],
      told("put"),
      [
        on.look(async ({ ana }) =>
          expect(await entryOf(ana)).toEqual({
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
    "as it stands after each attempt, until it is delivered": [
      [on.submit({}, answer(503), answer(502)), { listed: { attempts: 1, lastStatus: 503 } }],
      [on.alarm(), { listed: { state: "waiting", attempts: 2, lastStatus: 502 } }],
      [on.alarm(), { listed: "not" }],
    ],
    "as failed until its contents are deleted": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY - 1), { listed: "failed" }],
      [on.wait(1), { listed: "not" }],
    ],
    "until it is dropped": [WAITING, [on.operate("drop"), { listed: "not", holds: "nothing" }]],
    "until it is sent": [WAITING, [on.operate("send"), { listed: "not", takes: 1 }]],
  });
});

describe("an index that cannot be reached", () => {
  const unreachable = /index of undelivered applications could not be reached/;
  const failing: Step[] = [
    [on.indexDoes("fail")],
    [on.submit({}, later(7200)), { answer: "on-its-way", log: unreachable }],
  ];
  prove({
    "holds no candidate up if it fails, and the alarm tells it again every ten minutes": [
      ...failing,
      [on.alarm(), { log: unreachable, alarm: 10 * MINUTE }],
      [on.indexDoes("answer"), { listed: "not" }],
      [on.alarm(), { posts: 1, listed: { attempts: 1 } }],
      [on.look(() => undefined), { alarm: 40 * MINUTE }],
    ],
    "hears of it when its receipt is opened": [
      ...failing,
      [on.indexDoes("answer"), { listed: "not" }],
      [on.openReceipt, { listed: "waiting" }],
    ],
    "does not put off the next attempt": [
      [on.indexDoes("fail")],
      [on.submit({}, answer(503)), { alarm: 2 * SECOND, log: unreachable }],
      [on.alarm(), { status: "delivered", log: unreachable }],
    ],
    "names what was delivered no longer than until it is reached": [
      WAITING,
      [on.indexDoes("fail")],
      [on.alarm(), { status: "delivered", listed: "waiting", log: unreachable }],
      [on.indexDoes("answer"), { listed: "waiting" }],
      [on.alarm(), { listed: "not" }],
      [on.look(() => undefined), { alarm: 90 * DAY - 10 * MINUTE - 2 * SECOND }],
    ],
    "holds a candidate up for a second if it hangs": [
      [on.indexDoes("hang")],
      [on.begin(on.submit({}, later(7200)))],
      [
        async (world) => {
          await expect.poll(() => index.told).toHaveLength(1);
          const first = await Promise.race([world.pending, scheduler.wait(50)]);
          expect(first).toBeUndefined();
          await timeOut(world.ana.object, SECOND);
          return world.pending;
        },
        { answer: "on-its-way", alarm: 10 * MINUTE - SECOND, log: /The index is slow/ },
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
    "never hears of two changes in the wrong order": [
      [on.indexDoes("hang")],
      [on.begin(on.submit({}, answer(503)))],
      [
        on.look(async (world) => {
          await expect.poll(() => index.told).toHaveLength(1);
          await timeOut(world.ana.object, SECOND);
          await world.pending;
          // It is delivered while the index still hears that it waits.
          await on.begin(on.alarm())(world);
          await expect.poll(() => index.told).toHaveLength(2);
          await timeOut(world.ana.object, SECOND);
          await world.pending;
          expect(index.told.map((call) => call.split(" ")[1])).toEqual(["put", "countDelivery"]);
          index.does = "answer";
          const { receiptId } = world.ana;
          await shard(shardName(receiptId)).put(entry({ receiptId }));
        }),
        { listed: "waiting", log: /The index is slow/ },
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
    "what the platform said of one application, which neither list nor log has": [
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
    "what was entered, to hand it over by hand, without tokens and the secret id": [
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
    "nothing of what was not sent": [
      [on.hold],
      [on.operate("show"), { answer: undefined }],
      [on.operate("exportContents"), { answer: undefined }],
      [({ ana }) => operator().file(ana.receiptId, "cv"), { answer: undefined }],
    ],
    "that nothing is left of what was delivered": [
      [on.submit()],
      [on.operate("show"), { answer: { state: "delivered", hasContents: false, dueAt: null } }],
      [on.operate("exportContents"), { answer: undefined }],
    ],
  });

  test("no part of a CV for the whole, if it is dropped meanwhile", async () => {
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
    "what waits, at once": [WAITING, [on.operate("send"), { takes: 1, status: "delivered" }]],
    "what failed, with a second chance": [
      ...REFUSED_LATER,
      [on.operate("send", NO), { answer: { state: "waiting", attempts: 4 } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "nothing that was dropped, delivered or not sent": [
      ...REFUSED_LATER,
      [on.operate("drop")],
      [on.operate("send"), { posts: 3, status: "undelivered" }],
      [on.wait(DAY), { posts: 3 }],
    ],
    "what is delivered, which stays so": [
      [on.submit()],
      [on.operate("send"), { posts: 1, status: "delivered" }],
    ],
    "what is unconfirmed: with a yes it is delivered": [
      UNCONFIRMED,
      [on.operate("send"), { status: "delivered", posts: 2 }],
    ],
    ...each([answer(503), answer(429), answer(409), answer(422), HTML], (mood, number) => [
      `what is unconfirmed: with any other answer it stays so (${number + 1})`,
      UNCONFIRMED,
      [
        on.operate("send", mood),
        { listed: "unconfirmed", status: "unconfirmed", holds: "all", log: /unconfirmed/ },
      ],
      [on.wait(DAY), { posts: 2 }],
    ]),
    "what is unconfirmed: while it is sent, the list and the receipt say so": [
      UNCONFIRMED,
      [on.begin(on.operate("send", STALL)), { listed: "unconfirmed", status: "unconfirmed" }],
      [on.end, { listed: "unconfirmed", log: /unconfirmed/ }],
    ],
    "what is unconfirmed: a crash meanwhile leaves it so": [
      UNCONFIRMED,
      [on.crashDuring(on.operate("send", STALL)), { listed: "unconfirmed" }],
      [on.alarm(), { posts: 2, status: "unconfirmed", log: /unconfirmed/ }],
    ],
    "again and again, and it is kept no longer for that: ten days in all": [
      ...REFUSED_LATER,
      [on.wait(6 * DAY)],
      [
        on.operate("send", answer(503)),
        { answer: { state: "failed" }, alarm: 4 * DAY - 6000, log: /time-out/ },
      ],
    ],
    "while an attempt is under way: all wait for that one": [
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
    "what failed: nothing of it is left but the receipt": [
      ...REFUSED_LATER,
      [
        on.operate("drop"),
        { answer: { state: "failed", reason: "dropped", hasContents: false }, holds: "nothing" },
      ],
      [on.wait(89 * DAY), { posts: 3, status: "undelivered" }],
    ],
    "what is unconfirmed: its receipt says no more that it is looked into": [
      UNCONFIRMED,
      [on.operate("drop"), { holds: "nothing", listed: "not", status: "unconfirmed" }],
      [
        on.look(async ({ ana }) =>
          expect(await ana.object.receipt(ana.positionUuid)).not.toHaveProperty("isLookedInto"),
        ),
      ],
    ],
    "nothing while an attempt is under way, and is told so": [
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
    "makes due now what waits": [
      [on.submit({}, later(3000))],
      [on.sendAll, { answer: "queued", alarm: 0, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 2 }],
    ],
    "makes due now what failed, and forgives its refusal": [
      ...REFUSED_LATER,
      [on.sendAll, { answer: "queued", alarm: 0, listed: { state: "waiting", reason: null } }],
      [on.alarm(NO), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
    "leaves alone what is unconfirmed": [
      UNCONFIRMED,
      [on.sendAll, { answer: "unconfirmed" }],
      [on.wait(HOUR), { posts: 1, listed: "unconfirmed" }],
    ],
    "leaves alone what was delivered": [[on.submit()], [on.sendAll, { answer: "done", posts: 1 }]],
    "leaves alone what was not sent": [[on.hold], [on.sendAll, { answer: "done", posts: 0 }]],
    "and then dropped: not sent": [
      ...REFUSED_LATER,
      [on.sendAll],
      [on.operate("drop"), { answer: { reason: "dropped" } }],
      [on.wait(DAY), { posts: 3 }],
    ],
  });
});

describe("an alarm that was lost", () => {
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
    "is set again though the object still knows of it: what is overdue is due now": [
      WAITING,
      [on.sleep(HOUR), { alarm: 2 * SECOND - HOUR }],
      [on.openReceipt, { alarm: 0 }],
    ],
    "of what was delivered is set again, so that the receipt is deleted in time": [
      [on.submit()],
      [on.loseAlarm],
      [on.openReceipt, { alarm: 90 * DAY }],
    ],
    "that is set and not due is not moved by opening the receipt": [
      [on.submit({}, later(600))],
      [on.openReceipt, { alarm: 600 * SECOND }],
    ],
    "is found by the index, and the application arrives though nobody looks": [
      ...late,
      [on.crash],
      [wakeOverdue, { alarm: 0 }],
      [on.alarm(), { takes: 1 }],
    ],
    "is found when an operator asks how many wait": [
      ...late,
      [() => operator().counts()],
      [on.look(({ ana }) => alarmIsNow(ana)), { alarm: 0 }],
    ],
    "is looked for once a minute, however often an operator asks": [
      ...late,
      [wakeOverdue],
      [on.loseAlarm],
      [({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 }))],
      [() => operator().counts(), { alarm: "none" }],
      [on.sleep(MINUTE)],
      [() => operator().counts()],
      [on.look(({ ana }) => alarmIsNow(ana))],
    ],
    "is not looked for where nothing is left: the entry goes": [
      [on.submit()],
      [
        ({ ana: { receiptId } }) => shard(shardName(receiptId)).put(entry({ receiptId, dueAt: 1 })),
        { listed: "waiting" },
      ],
      [wakeOverdue, { listed: "not" }],
    ],
  });

  test("is looked for a hundred at a time, the most overdue first; what was asked comes last", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ana = await candidate();
    const asked: string[] = [];
    given.env.APPLICATIONS = {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        wake: () => {
          asked.push(name);
          return Promise.reject(new Error("It cannot be read"));
        },
      }),
    } as unknown as ReturnType<typeof siteEnv>["APPLICATIONS"]; // it has all that is called
    const its = shard(shardName(ana.receiptId));
    for (let one = 0; one <= 100; one++) {
      await its.put(entry({ receiptId: `${one}`.padStart(64, "0"), dueAt: one }));
    }
    await its.wakeOverdue();
    expect(asked.map(Number)).toEqual(Array.from({ length: 100 }, (_, one) => one));
    vi.setSystemTime(Date.now() + MINUTE);
    asked.length = 0;
    await its.wakeOverdue();
    expect(Number(asked[0])).toBe(100);
  });
});

describe("an alarm that fails", () => {
  /** The object starts with a wrong variable, which nothing else reads. */
  const deployWrong: Event = async (world) => {
    const { env } = given;
    given.env = { ...env, RETRY_MOST_MS: "soon" };
    await on.crash(world);
    await alarmOf(world.ana.object);
    given.env = env;
  };
  prove({
    "throws nothing, and is tried again each minute": [
      WAITING,
      [deployWrong],
      [on.alarm(), { alarm: MINUTE, log: /An application's alarm failed: ConfigurationError/ }],
      [on.alarm(), { alarm: MINUTE, log: /alarm failed/ }],
      [on.deploy({ RETRY_MOST_MS: String(HOUR) })],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "while no write succeeds is set again when one does": [
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
  const counts: Event = ({ ana }) => countsOf(shardName(ana.receiptId));
  const counted = (expected: object): Step => [
    on.look(async (world) => expect(await counts(world)).toEqual(expected)),
  ];
  prove({
    ...each([[], [answer(503)]], (moods) => [
      `once, for an hour and a day, after ${moods.length + 1} attempts`,
      [on.submit({}, ...moods)],
      ...moods.map((): Step => [on.alarm()]),
      [on.submit({ file: "held" }), { answer: "delivered" }],
      counted({ hour: 1, day: 1 }),
      [on.sleep(HOUR)],
      counted({ day: 1 }),
      [on.sleep(23 * HOUR)],
      counted({}),
    ]),
    "and an index that fails holds nobody up": [
      [on.indexDoes("fail")],
      [on.submit(), { answer: "delivered" }],
      counted({}),
    ],
    "and an index that hangs holds nobody up": [
      [on.indexDoes("hang")],
      [on.submit(), { answer: "delivered" }],
    ],
  });
});

describe("each attempt is counted in the metrics", () => {
  const about = { event: "delivery", subject: "at-once", source: "linkedin", attempt: 1, ms: 0 };
  const whose = { client: fakeClientUuid, position: fakePositions.questions };
  prove({
    ...each(
      [
        [answer(503), "waiting"] as const,
        [NO, "returned"] as const,
        [HTML, "unconfirmed"] as const,
      ],
      ([mood, outcome]) => [
        `the first: ${outcome}`,
        [on.submit({}, mood), { point: { ...about, ...whose, outcome }, log: /^/ }],
      ],
    ),
    "a later one, with how long it is since the form was sent": [
      WAITING,
      [on.alarm(), { point: { subject: "later", outcome: "delivered", attempt: 2, ms: 2000 } }],
    ],
    "and a dataset that throws keeps nothing from being delivered": [
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

describe("while the platform is away, what waits goes one by one", () => {
  const limiter = () => getObjects(siteEnv()).release(fakeClientUuid);
  const isOpen = () => expect.poll(() => limiter().requestSlot("other", false)).toBe(0);
  prove({
    "but a first attempt asks nobody": [
      [on.platformIsAway(HOUR)],
      [on.submit(), { answer: "delivered" }],
    ],
    "waiting for a turn is no attempt, and goes on after a crash": [
      WAITING,
      [on.platformIsAway(4 * MINUTE)],
      [on.alarm(), { posts: 1, alarm: 4 * MINUTE - 2 * SECOND + 50, listed: { attempts: 1 } }],
      [on.crash],
      [on.alarm(), { posts: 2, status: "delivered", alarm: 90 * DAY - 4 * MINUTE - 50 }],
    ],
    "what was cut off waits for its turn as well": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.platformIsAway(10 * MINUTE)],
      [on.alarm(), { posts: 1 }],
      [on.alarm(), { posts: 2, status: "delivered" }],
    ],
    "with one limiter for the site, another company's trouble counts": [
      WAITING,
      [on.platformIsAway(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 1 }],
    ],
    "with a limiter for each company it does not [12.11]": [
      [on.deploy({ RELEASE_PER: "company" })],
      WAITING,
      [on.platformIsAway(4 * MINUTE, "another company")],
      [on.alarm(), { posts: 2 }],
    ],
    "an operator's own attempt goes at once, and if it succeeds the others follow": [
      WAITING,
      [on.platformIsAway(HOUR)],
      [on.alarm(), { posts: 1 }],
      [on.operate("send"), { takes: 1 }],
      [on.look(isOpen)],
    ],
    "the last attempt is made when the 72 hours are over, whatever the limiter says": [
      [on.submit({}, later(3600))],
      [on.sleep(72 * HOUR - MINUTE)],
      [on.platformIsAway(HOUR)],
      [on.alarm(), { posts: 1, alarm: MINUTE }],
      [on.alarm(answer(503)), { posts: 2, status: "undelivered", log: /\(time-out\) after 2/ }],
    ],
    ...each(
      [
        ["fails", () => Promise.reject(new Error("Network connection lost."))] as const,
        ["hangs", () => new Promise<never>(() => undefined)] as const,
      ],
      ([what, does]) => [
        `a limiter that ${what} costs half a delay, by chance, and then nothing`,
        [on.submit({}, answer(503))],
        [on.chance(0.5)],
        [on.alarmWhileLimiter(does), { posts: 1, log: /limiter could not be reached/ }],
        [on.alarmWhileLimiter(does), { posts: 2, status: "delivered", log: /limiter could not/ }],
      ],
    ),
    "what an operator sends while the limiter is asked is not sent again": [
      WAITING,
      [
        on.alarmWhileLimiter(
          () => new Promise<never>(() => undefined),
          on.operate("send", answer(503)),
        ),
        { posts: 2, status: "on-its-way", log: /limiter could not be reached/ },
      ],
    ],
    "what is dropped and sent anew while the limiter is asked is told from the earlier one": [
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

  test("a candidate's own attempt that succeeds opens the limiter: one in four tells it", async () => {
    const world = { ana: await candidate() } as on.World; // it needs no more
    await on.platformIsAway(HOUR)(world);
    while (!/^[0-3]/.test(world.ana.receiptId)) world.ana = await candidate();
    await world.ana.send();
    await isOpen();
  });
});
