import { describe, expect } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "./clock";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, testScripts, type Event, type Step } from "./script";

const DROP: Behaviour = { kind: "drop" };
const LOSE_ANSWER: Behaviour = { kind: "take-and-drop" };
const EARLY: Behaviour = { kind: "early" };
const STALL: Behaviour = { kind: "stall" };
const TAKE_AND_STALL: Behaviour = { kind: "take-and-stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const wrong = answer(422, {
  errors: ["a", "b"].map((field) => ({ field, message: `${field} is wrong.` })),
});
const NO = answer(400, { detail: "No, Ana Pérez." });
const later = (seconds: number) => answer(503, {}, { "Retry-After": String(seconds) });

const SENT = [
  ["first_name", "Ana"],
  ["last_name", "Pérez"],
  ["phone", "+34612345678"],
  ["privacy_policy", "true"],
  ["killer_questions", '[{"question":"¿Tienes permiso de trabajo?","answer":"Sí"}]'],
  [
    "open_questions",
    '[{"question":"¿Por qué quieres trabajar aquí?","answer":"Por las bicicletas"}]',
  ],
  ["recaptcha_token", ""],
  ["fields", '[{"id":"email","value":"ana@example.com"},{"id":"d_9","value":"rather-not-say"}]'],
  ["source", '{"utm_source":"LinkedIn"}'],
];

const away: [string, Behaviour][] = [
  ["a broken connection", DROP],
  ["a lost response", LOSE_ANSWER],
  ["302", answer(302, "", { Location: "/" })],
  ...[408, 421, 423, 425, 429, 500, 503].map((n): [string, Behaviour] => [String(n), answer(n)]),
];

describe("the first attempt", () => {
  testScripts({
    "sends the standard fields in order, the position's own fields, and the CV": [
      [
        on.submit({ isSuspect: true }),
        {
          post: {
            ...{ suspect: "honeypot", language: "es-ES" },
            receipt: expect.stringMatching(/^[0-9a-f]{64}; until=.+Z$/) as string,
            cv: { fileName: "cv.pdf", contentType: "application/pdf" },
          },
        },
      ],
      [on.verify(() => expect(Object.entries(platform.attempts[0]?.fields ?? {})).toEqual(SENT))],
    ],
    "creates a receipt with field labels, file kinds and file sizes": [
      [
        on.submit({ labels: [{ name: "q", label: "¿Cuándo?" }] }),
        {
          receipt: {
            labels: [{ name: "q", label: "¿Cuándo?" }],
            files: [{ field: "cv", kind: "PDF", size: 200 }],
            until: expect.any(Number) as number,
            company: { name: "Taller Norte" },
            positionTitle: "Jefe de taller",
          },
        },
      ],
    ],
    "deletes the contents on a 2xx, and the receipt after 90 days [7.13]": [
      [on.submit(), { answer: "delivered", posts: 1, takes: 1, holds: "nothing", alarm: 90 * DAY }],
      [on.wait(90 * DAY - 1), { status: "delivered" }],
      [on.wait(1), { status: undefined, holds: "no byte", alarm: "none", posts: 1 }],
    ],
    "reports an earlier application and deletes everything if the platform returns 409 [8.16]": [
      [
        on.submit({}, answer(409, { detail: "Otra vez." })),
        { answer: "already-applied", status: undefined, holds: "nothing", alarm: HOUR },
      ],
      [on.wait(HOUR), { holds: "no byte", posts: 1 }],
    ],
    ...each(
      [
        [
          "400 with a detail",
          answer(400, { detail: "No." }),
          { status: 400, message: "No." },
        ] as const,
        ["400 without a message", answer(400), { status: 400 }] as const,
        [
          "500 with a detail",
          answer(500, { detail: "No." }),
          { status: 500, message: "No." },
        ] as const,
      ],
      ([what, behaviour, logged]) => [
        `holds the CV for an hour and accepts a correction if the platform returns ${what}`,
        [
          on.submit({}, behaviour),
          { answer: { outcome: "refused", ...logged }, holds: "files", alarm: HOUR },
        ],
        [on.openReceipt, { answer: undefined, held: [{ field: "cv", name: "cv.pdf" }] }],
        [on.submit({ phone: "+34699112233", file: "held" }), { answer: "delivered", posts: 2 }],
      ],
    ),
    "deletes a refused form after an hour without a correction": [
      [on.submit({}, NO), { answer: "refused" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "no byte", alarm: "none" }],
    ],
    ...each(away, ([what, behaviour]) => [
      `stores the application and delivers it once after ${what} [7.12, 7.13]`,
      [
        on.submit({}, behaviour),
        { answer: "on-its-way", holds: "all", alarm: 2 * SECOND, log: /^/ },
      ],
      [on.alarm(), { posts: 2, takes: 1, holds: "nothing", status: "delivered" }],
    ]),
    ...each([401, 404, 405], (status) => [
      `stores the application and logs ${status} without the platform's message`,
      [
        on.submit({}, answer(status, { detail: "Pérez" })),
        { answer: "on-its-way", holds: "all", log: new RegExp(`${status}`) },
      ],
      [on.alarm(), { status: "delivered" }],
    ]),
    ...each([STALL, TAKE_AND_STALL], (behaviour) => [
      `times out after 30 s and is not repeated by an earlier alarm (${behaviour.kind})`,
      [on.begin(on.submit({}, behaviour)), { status: "on-its-way", listed: "not" }],
      [on.alarm(), { posts: 1, alarm: 30 * SECOND }],
      [on.end, { answer: "on-its-way", listed: { state: "waiting", lastStatus: null } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ]),
    "loses nothing in a crash, because the application is stored first [7.12]": [
      [on.crashDuring(on.submit({}, TAKE_AND_STALL)), { holds: "all", alarm: 40 * SECOND }],
      [on.openReceipt, { answer: { status: "on-its-way" }, listed: "waiting" }],
      [on.alarm(answer(409)), { posts: 2, status: "on-its-way" }],
      [on.alarm(), { posts: 3, takes: 1, status: "delivered" }],
    ],
    "is repeated by the alarm after a crash": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 2, takes: 1, status: "delivered" }],
    ],
    "leaves the application unconfirmed for 7 days if the platform returns 2xx with HTML": [
      [
        on.submit({}, HTML),
        {
          answer: { receipt: { status: "unconfirmed", isUnderReview: true } },
          listed: { state: "unconfirmed", reason: null },
          log: /Application \S+ is unconfirmed after 1 attempt;/,
        },
      ],
      [on.submit({ file: "held" }), { answer: "unconfirmed", posts: 1 }],
      [on.wait(7 * DAY - 1), { holds: "all" }],
      [on.wait(1), { holds: "nothing", posts: 1, status: "unconfirmed" }],
    ],
    "is repeated after 2xx with HTML if the platform is down": [
      [() => platform.hidePositions()],
      [on.submit({}, HTML, HTML), { answer: "on-its-way" }],
      [on.alarm(), { status: "on-its-way", holds: "all" }],
      [() => platform.hidePositions(false)],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is repeated after a 2xx before the end of the form, and is unconfirmed after the third": [
      [on.submit({}, EARLY), { answer: "on-its-way", holds: "all", log: /whole body/ }],
      [on.platformDoes(EARLY)],
      [on.alarm(), { posts: 2, status: "on-its-way", log: /whole body/ }],
      [on.alarm(), { posts: 3, status: "unconfirmed", holds: "all", log: /unconfirmed/ }],
      [on.wait(2 * HOUR), { posts: 3, status: "unconfirmed" }],
    ],
    "is delivered after a 2xx before the end of the form if the platform then reads the rest": [
      [on.submit({}, EARLY), { log: /whole body/ }],
      [on.alarm(), { status: "delivered", takes: 1, holds: "nothing" }],
    ],
    "leaves the application unconfirmed after 2xx with HTML if the position is closed": [
      [({ ana }) => platform.changePosition(ana.positionUuid, { status: "closed" })],
      [on.submit({}, HTML), { answer: "unconfirmed", log: /is unconfirmed/ }],
    ],
  });
});

describe("a form that the Worker leaves to the alarm", () => {
  const leave = on.submit({ isLeftToAlarm: true });
  const left: Step = [
    leave,
    { answer: "on-its-way", posts: 0, alarm: 0, listed: "waiting", holds: "all" },
  ];
  testScripts({
    "is sent by the alarm": [
      left,
      [on.alarm(), { posts: 1, takes: 1, status: "delivered", holds: "nothing", listed: "not" }],
    ],
    "is sent once if the candidate sends it again": [
      left,
      [on.submit({ file: "held" }), { answer: "on-its-way", posts: 0 }],
      [on.alarm(), { posts: 1, takes: 1, status: "delivered" }],
      [leave, { answer: "delivered", posts: 1 }],
    ],
    "gets a response immediately if the candidate sends it again during the alarm's attempt": [
      left,
      [on.begin(on.alarm({ kind: "take-and-stall" }))],
      [leave, { answer: "on-its-way", posts: 1 }],
      [on.end, { status: "on-its-way" }],
    ],
    "is retried if the platform returns 503": [
      left,
      [on.alarm(answer(503)), { posts: 1, status: "on-its-way" }],
      [on.alarm(), { posts: 2, status: "delivered" }],
    ],
    "has a receipt that reports an earlier application": [
      [on.submit({ isLeftToAlarm: true, honoursKeys: true })],
      [on.alarm(answer(409)), { status: "already-applied", holds: "nothing" }],
    ],
    "has a receipt that reports that the position has closed": [
      left,
      [on.alarm(answer(410, { detail: "Closed" })), { status: "on-its-way" }],
      [
        on.alarm(answer(410, { detail: "Closed" })),
        {
          receipt: { status: "undelivered", refusal: { canCorrect: false, isClosed: true } },
          log: /refused.*last answer: 410/,
        },
      ],
    ],
    "has a receipt that doesn't blame a closed position if an earlier attempt may have arrived": [
      left,
      [on.alarm({ kind: "take-and-drop" }), { status: "on-its-way" }],
      [on.alarm(answer(410)), { status: "on-its-way" }],
      [on.alarm(answer(410)), { receipt: { refusal: { canCorrect: true } }, log: /refused/ }],
    ],
    "can be a correction": [
      ...on.REFUSED_LATER,
      [on.correct({ isLeftToAlarm: true, file: "named" }), { answer: "on-its-way", posts: 3 }],
      [on.alarm(), { posts: 4, takes: 1, status: "delivered" }],
    ],
  });
});

describe("the position's CSRF token", () => {
  const change: Event = ({ ana }) =>
    platform.changePosition(ana.positionUuid, { csrf_token: "of-now" });
  const form = { csrfToken: "of-the-page" };
  testScripts(
    {
      "is read again after a 403, and the application is sent again": [
        [change],
        [
          on.submit(form, answer(403)),
          {
            ...{ answer: "delivered", posts: 2, log: /403/ },
            post: { csrfToken: "of-now", fields: { csrf_access_token: "of-now" } },
          },
        ],
      ],
      "is not read again after a second 403": [
        [on.submit(form, answer(403), answer(403)), { answer: "on-its-way", posts: 2, log: /403/ }],
      ],
      "is read again for a later attempt": [
        [on.submit(form, DROP), { post: { csrfToken: "of-the-page" } }],
        [change],
        [on.alarm(), { post: { csrfToken: "of-now" }, takes: 1 }],
      ],
      "is taken from storage for a later attempt if the position cannot be read": [
        [on.submit(form, DROP)],
        [() => platform.hidePositions()],
        [on.alarm(), { post: { csrfToken: "of-the-page" }, takes: 1 }],
      ],
    },
    "csrf",
  );
});

describe("a later attempt", () => {
  const hours = { RETRY_FIRST_MS: String(HOUR), RETRY_MAX_MS: String(5 * HOUR) };
  testScripts({
    "is not repeated after 72 hours; contents are deleted after 10 days and the receipt after 90 [7.12, 7.13]":
      [
        [on.deploy(hours)],
        [on.platformDoes(answer(503))],
        [on.submit(), { answer: "on-its-way" }],
        [on.wait(72 * HOUR - 1), { status: "on-its-way", alarm: 1, holds: "all" }],
        [
          on.wait(1),
          {
            status: "undelivered",
            listed: { state: "failed", reason: "time-out", lastStatus: 503 },
            point: { event: "delivery", outcome: "failed", ms: 72 * HOUR },
            log: /^Application [0-9A-Z]{4}-[0-9A-Z]{4} could not be delivered \(time-out\) after \d+ attempts; last answer: 503\./,
          },
        ],
        [on.platformDoes(undefined)],
        [on.wait(7 * DAY - 1), { holds: "all", takes: 0 }],
        [on.wait(1), { holds: "nothing", status: "undelivered", takes: 0 }],
        [on.wait(80 * DAY - 1), { status: "undelivered" }],
        [on.wait(1), { status: undefined, holds: "no byte", alarm: "none" }],
      ],
    "waits twice as long as the previous attempt": [
      [on.platformDoes(answer(503))],
      [on.submit(), { alarm: 2 * SECOND }],
      [on.alarm(), { alarm: 4 * SECOND }],
      [on.alarm(), { alarm: 8 * SECOND, status: "on-its-way" }],
    ],
    "waits at most ten minutes, including jitter": [
      [on.deploy({ RETRY_FIRST_MS: String(5 * MINUTE) })],
      [on.platformDoes(answer(503))],
      [on.submit(), { alarm: 5 * MINUTE }],
      [on.chance(1)],
      [on.alarm(), { alarm: 10 * MINUTE }],
      [on.alarm(), { alarm: 10 * MINUTE }],
    ],
    "adds up to 25% jitter to its delay": [
      [on.chance(1)],
      [on.submit({}, answer(503)), { alarm: 2.5 * SECOND }],
    ],
    "waits for the platform's `Retry-After`": [
      [on.submit({}, later(120)), { alarm: 120 * SECOND }],
    ],
    "waits at most an hour, even if `Retry-After` is longer": [
      [on.submit({}, later(7200)), { alarm: HOUR }],
    ],
    "sends a bot-check token that is younger than two minutes": [
      [on.submit({ recaptchaToken: "token" }, later(119))],
      [on.alarm(), { post: { fields: { recaptcha_token: "token" } } }],
    ],
    "does not send a bot-check token that is two minutes old": [
      [on.submit({ recaptchaToken: "token" }, later(120))],
      [on.alarm(), { post: { fields: { recaptcha_token: "" } } }],
    ],
    "fails the application at the second refusal and logs it without the platform's message": [
      [on.submit({ recaptchaToken: "token" }, answer(429), NO, NO)],
      [on.alarm(), { post: { fields: { recaptcha_token: "token" } }, status: "on-its-way" }],
      [
        on.alarm(),
        {
          ...{ posts: 3, holds: "all", alarm: 7 * DAY, takes: 0 },
          post: { fields: { recaptcha_token: "" } },
          log: /could not be delivered \(refused\) after 3 attempts; last answer: 400/,
          listed: { state: "failed", reason: "refused", attempts: 3, lastStatus: 400 },
          view: { state: "failed", message: "No, Ana Pérez.", hasContents: true },
          status: "undelivered",
        },
      ],
    ],
    "can be accepted after one refusal": [
      [on.submit({}, answer(429), NO)],
      [on.alarm()],
      [on.alarm(), { status: "delivered", posts: 3 }],
    ],
    "shows operators all field messages of a refusal": [
      [on.submit({}, answer(429), wrong, wrong)],
      [on.alarm()],
      [on.alarm(), { view: { message: "a is wrong. b is wrong." }, log: /refused/ }],
    ],
    "does not treat 503 with a detail as a refusal": [
      [on.submit({}, answer(503)), { answer: "on-its-way" }],
      [on.platformDoes(answer(503, { detail: "Full" }))],
      ...[1, 2, 3].map((): Step => [on.alarm(), { status: "on-its-way", holds: "all" }]),
    ],
    ...each([425, 429, 401], (status) => [
      `finds an earlier application if the platform returns ${status}, then 409`,
      [on.submit({}, answer(status), answer(409)), { log: /^/ }],
      [on.alarm(), { status: "already-applied", holds: "nothing", alarm: 90 * DAY - 2000 }],
    ]),
    ...each(
      [
        ["a lost response", LOSE_ANSWER] as const,
        ["503", answer(503)] as const,
        ["408", answer(408)] as const,
      ],
      ([what, behaviour]) => [
        `leaves the application unconfirmed for 7 days after ${what} and two 409s`,
        [on.submit({}, behaviour, answer(409), answer(409))],
        [on.alarm(), { status: "on-its-way", alarm: 34 * SECOND, listed: "waiting" }],
        [
          on.alarm(),
          {
            ...{ posts: 3, holds: "all", alarm: 7 * DAY, log: /is unconfirmed after 3 attempts/ },
            listed: { state: "unconfirmed", lastStatus: 409 },
            receipt: { status: "unconfirmed", isUnderReview: true },
          },
        ],
        [on.wait(7 * DAY), { holds: "nothing", status: "unconfirmed", posts: 3 }],
      ],
    ),
    "delivers the application after a lost response, 409 and 2xx": [
      [on.submit({}, DROP, answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "delivered" }],
    ],
    "leaves the application unconfirmed after a lost response, 409, 429 and 409": [
      [on.submit({}, DROP, answer(409), answer(429), answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "unconfirmed", log: /is unconfirmed/ }],
    ],
    "is repeated if each of two lost responses is followed by a 409": [
      [on.submit({}, DROP, answer(409), DROP, answer(409))],
      [on.alarm()],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "trusts a 409 after a lost response if the platform honours keys": [
      [on.submit({ honoursKeys: true }, LOSE_ANSWER, answer(409))],
      [on.alarm(), { status: "already-applied", holds: "nothing", posts: 2 }],
      [on.openReceipt, { answer: { status: "already-applied" } }],
    ],
    "is planned if a form gets a 500 with a message, is sent again and gets a 409": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [on.submit({ file: "held" }, answer(409)), { answer: "on-its-way", alarm: 32 * SECOND }],
    ],
    "trusts a 409 for a repeat of a refused form if the platform honours keys": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [
        on.submit({ file: "held", honoursKeys: true }, answer(409)),
        { answer: "already-applied", status: undefined, holds: "nothing" },
      ],
    ],
    "keeps its delay after a crash": [
      [on.deploy(hours)],
      [on.crashDuring(on.submit({}, STALL, answer(503)))],
      [on.alarm(), { posts: 1, alarm: HOUR - 40 * SECOND }],
    ],
  });
});
