import { describe, expect } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "./clock";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, prove, type Event, type Step } from "./script";

const DROP: Behaviour = { kind: "drop" };
const LOSE_ANSWER: Behaviour = { kind: "take-and-drop" };
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
  ["a lost answer", LOSE_ANSWER],
  ["302", answer(302, "", { Location: "/" })],
  ...[408, 421, 423, 425, 429, 500, 503].map((n): [string, Behaviour] => [String(n), answer(n)]),
];

describe("the first attempt", () => {
  prove({
    "sends the specification's fields in order, the position's own fields, and the CV": [
      [
        on.submit({ isSuspect: true }),
        { post: { isSuspect: true, cv: { fileName: "cv.pdf", contentType: "application/pdf" } } },
      ],
      [on.look(() => expect(Object.entries(platform.attempts[0]?.fields ?? {})).toEqual(SENT))],
    ],
    "leads to a receipt with labels, kinds and sizes": [
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
    "2xx: delivered; contents are deleted at once and the receipt after 90 days [7.13]": [
      [on.submit(), { answer: "delivered", posts: 1, takes: 1, holds: "nothing", alarm: 90 * DAY }],
      [on.wait(90 * DAY - 1), { status: "delivered" }],
      [on.wait(1), { status: undefined, holds: "no byte", alarm: "none", posts: 1 }],
    ],
    "409: already applied; there is no receipt and everything is deleted [8.16]": [
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
        `${what}: refused; the CV is held for an hour and the form may be sent again`,
        [
          on.submit({}, behaviour),
          { answer: { outcome: "refused", ...logged }, holds: "files", alarm: HOUR },
        ],
        [on.openReceipt, { answer: undefined, held: [{ field: "cv", name: "cv.pdf" }] }],
        [on.submit({ phone: "+34699112233", file: "held" }), { answer: "delivered", posts: 2 }],
      ],
    ),
    "refused: deleted after an hour without a correction": [
      [on.submit({}, NO), { answer: "refused" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "no byte", alarm: "none" }],
    ],
    ...each(away, ([what, behaviour]) => [
      `${what}: on its way; stored, listed and delivered once [7.12, 7.13]`,
      [
        on.submit({}, behaviour),
        { answer: "on-its-way", holds: "all", alarm: 2 * SECOND, log: /^/ },
      ],
      [on.alarm(), { posts: 2, takes: 1, holds: "nothing", status: "delivered" }],
    ]),
    ...each([401, 404, 405], (status) => [
      `${status}: our own error; on its way, and logged without the message`,
      [
        on.submit({}, answer(status, { detail: "Pérez" })),
        { answer: "on-its-way", holds: "all", log: new RegExp(`${status}`) },
      ],
      [on.alarm(), { status: "delivered" }],
    ]),
    ...each([STALL, TAKE_AND_STALL], (behaviour) => [
      `no answer in 30 s (${behaviour.kind}): on its way; an alarm starts no second attempt`,
      [on.begin(on.submit({}, behaviour)), { status: "on-its-way", listed: "not" }],
      [on.alarm(), { posts: 1, alarm: 30 * SECOND }],
      [on.end, { answer: "on-its-way", listed: { state: "waiting", lastStatus: null } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ]),
    "crash: nothing is lost, because the application is stored first [7.12]": [
      [on.crashDuring(on.submit({}, TAKE_AND_STALL)), { holds: "all", alarm: 40 * SECOND }],
      [on.openReceipt, { answer: { status: "on-its-way" }, listed: "waiting" }],
      [on.alarm(answer(409)), { posts: 2, status: "on-its-way" }],
      [on.alarm(), { posts: 3, takes: 1, status: "delivered" }],
    ],
    "crash: the alarm detects it and makes the next attempt": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 2, takes: 1, status: "delivered" }],
    ],
    "2xx with HTML while the platform is up: unconfirmed, kept for 7 days, not sent again": [
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
    "2xx with HTML while the platform is down: on its way": [
      [() => platform.hidePositions()],
      [on.submit({}, HTML, HTML), { answer: "on-its-way" }],
      [on.alarm(), { status: "on-its-way", holds: "all" }],
      [() => platform.hidePositions(false)],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "2xx with HTML after the position was closed: unconfirmed": [
      [({ ana }) => platform.changePosition(ana.positionUuid, { status: "closed" })],
      [on.submit({}, HTML), { answer: "unconfirmed", log: /is unconfirmed/ }],
    ],
  });
});

describe("the position's CSRF token", () => {
  const change: Event = ({ ana }) =>
    platform.changePosition(ana.positionUuid, { csrf_token: "of-now" });
  const form = { csrfToken: "of-the-page" };
  prove(
    {
      "403: is read again once and sent": [
        [change],
        [
          on.submit(form, answer(403)),
          {
            ...{ answer: "delivered", posts: 2, log: /403/ },
            post: { csrfToken: "of-now", fields: { csrf_access_token: "of-now" } },
          },
        ],
      ],
      "403 twice: our own error, and the application is on its way": [
        [on.submit(form, answer(403), answer(403)), { answer: "on-its-way", posts: 2, log: /403/ }],
      ],
      "later attempt: is read again": [
        [on.submit(form, DROP), { post: { csrfToken: "of-the-page" } }],
        [change],
        [on.alarm(), { post: { csrfToken: "of-now" }, takes: 1 }],
      ],
      "later attempt: is the stored one if the position cannot be read": [
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
  prove({
    "is made for 72 hours; then contents are kept for 7 days and the receipt for 90 [7.12, 7.13]": [
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
    "waits twice as long each time": [
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
    "is made with jitter of up to a quarter": [
      [on.chance(1)],
      [on.submit({}, answer(503)), { alarm: 2.5 * SECOND }],
    ],
    "waits as long as the platform asks": [[on.submit({}, later(120)), { alarm: 120 * SECOND }]],
    "waits at most an hour, even if the platform asks for more": [
      [on.submit({}, later(7200)), { alarm: HOUR }],
    ],
    "has a bot-check token younger than two minutes": [
      [on.submit({ recaptchaToken: "token" }, later(119))],
      [on.alarm(), { post: { fields: { recaptcha_token: "token" } } }],
    ],
    "has no older bot-check token": [
      [on.submit({ recaptchaToken: "token" }, later(120))],
      [on.alarm(), { post: { fields: { recaptcha_token: "" } } }],
    ],
    "refused twice: the second without a token; then failed, listed, and logged without the message":
      [
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
    "refused once: may be accepted next time": [
      [on.submit({}, answer(429), NO)],
      [on.alarm()],
      [on.alarm(), { status: "delivered", posts: 3 }],
    ],
    "refused with field messages: operators get all of them": [
      [on.submit({}, answer(429), wrong, wrong)],
      [on.alarm()],
      [on.alarm(), { view: { message: "a is wrong. b is wrong." }, log: /refused/ }],
    ],
    "503 with a detail: never a refusal": [
      [on.submit({}, answer(503)), { answer: "on-its-way" }],
      [on.platformDoes(answer(503, { detail: "Full" }))],
      ...[1, 2, 3].map((): Step => [on.alarm(), { status: "on-its-way", holds: "all" }]),
    ],
    ...each([425, 429, 401], (status) => [
      `409 after only a ${status}: already applied`,
      [on.submit({}, answer(status), answer(409)), { log: /^/ }],
      [on.alarm(), { status: "already-applied", holds: "nothing", alarm: 90 * DAY - 2000 }],
    ]),
    ...each(
      [
        ["a lost answer", LOSE_ANSWER] as const,
        ["503", answer(503)] as const,
        ["408", answer(408)] as const,
      ],
      ([what, behaviour]) => [
        `409 twice after ${what}: unconfirmed, kept for 7 days`,
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
    "409 after a lost answer, then 2xx: delivered": [
      [on.submit({}, DROP, answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "delivered" }],
    ],
    "409 after a lost answer, then 429, then 409: unconfirmed": [
      [on.submit({}, DROP, answer(409), answer(429), answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "unconfirmed", log: /is unconfirmed/ }],
    ],
    "409 after each of two lost answers: tried again each time": [
      [on.submit({}, DROP, answer(409), DROP, answer(409))],
      [on.alarm()],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "409 from a platform that honours keys, after a lost answer: already applied": [
      [on.submit({ honoursKeys: true }, LOSE_ANSWER, answer(409))],
      [on.alarm(), { status: "already-applied", holds: "nothing", posts: 2 }],
      [on.openReceipt, { answer: { status: "already-applied" } }],
    ],
    "409 for a form sent again after a 500 with a message: tried again": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [on.submit({ file: "held" }, answer(409)), { answer: "on-its-way", alarm: 32 * SECOND }],
    ],
    "409 from a platform that honours keys, for a form sent again: already applied at once": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [
        on.submit({ file: "held", honoursKeys: true }, answer(409)),
        { answer: "already-applied", status: undefined, holds: "nothing" },
      ],
    ],
    "is not made earlier after a crash": [
      [on.deploy(hours)],
      [on.crashDuring(on.submit({}, STALL, answer(503)))],
      [on.alarm(), { posts: 1, alarm: HOUR - 40 * SECOND }],
    ],
  });
});
