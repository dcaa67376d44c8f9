import { describe, expect } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "./clock";
import { answer, platform, type Mood } from "./platform";
import * as on from "./script";
import { each, prove, type Event, type Step } from "./script";

const DROP: Mood = { does: "drop" };
const LOSE_ANSWER: Mood = { does: "take-and-drop" };
const STALL: Mood = { does: "stall" };
const TAKE_AND_STALL: Mood = { does: "take-and-stall" };
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

const away: [string, Mood][] = [
  ["the line is cut", DROP],
  ["an answer is lost", LOSE_ANSWER],
  ["302", answer(302, "", { Location: "/" })],
  ...[408, 421, 423, 425, 429, 500, 503].map((n): [string, Mood] => [String(n), answer(n)]),
];

describe("the first attempt, whose answer the candidate waits for", () => {
  prove({
    "sends the specification's fields in their order, the position's own as one list, and the CV": [
      [
        on.submit({ isSuspect: true }),
        { post: { isSuspect: true, cv: { fileName: "cv.pdf", contentType: "application/pdf" } } },
      ],
      [on.look(() => expect(Object.entries(platform.attempts[0]?.fields ?? {})).toEqual(SENT))],
    ],
    "gives a receipt of what was sent: labels, kinds and sizes": [
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
    "2xx: delivered; the contents are deleted at once, the receipt after 90 days [7.13]": [
      [on.submit(), { answer: "delivered", posts: 1, takes: 1, holds: "nothing", alarm: 90 * DAY }],
      [on.wait(90 * DAY - 1), { status: "delivered" }],
      [on.wait(1), { status: undefined, holds: "no byte", alarm: "none", posts: 1 }],
    ],
    "409: already applied, without a receipt; all is deleted [8.16]": [
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
        ["400 without a word", answer(400), { status: 400 }] as const,
        [
          "500 with a detail",
          answer(500, { detail: "No." }),
          { status: 500, message: "No." },
        ] as const,
      ],
      ([what, mood, said]) => [
        `${what}: refused; the form is back with the CV, for an hour, and may be sent again`,
        [
          on.submit({}, mood),
          { answer: { outcome: "refused", ...said }, holds: "files", alarm: HOUR },
        ],
        [on.openReceipt, { answer: undefined, held: [{ field: "cv", name: "cv.pdf" }] }],
        [on.submit({ phone: "+34699112233", file: "held" }), { answer: "delivered", posts: 2 }],
      ],
    ),
    "refused: a form that is not corrected is forgotten after an hour": [
      [on.submit({}, NO), { answer: "refused" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "no byte", alarm: "none" }],
    ],
    ...each(away, ([what, mood]) => [
      `${what}: on its way, kept and listed; it arrives once [7.12, 7.13]`,
      [on.submit({}, mood), { answer: "on-its-way", holds: "all", alarm: 2 * SECOND, log: /^/ }],
      [on.alarm(), { posts: 2, takes: 1, holds: "nothing", status: "delivered" }],
    ]),
    ...each([401, 404, 405], (status) => [
      `${status}: our own fault. On its way, and logged without what it says`,
      [
        on.submit({}, answer(status, { detail: "Pérez" })),
        { answer: "on-its-way", holds: "all", log: new RegExp(`${status}`) },
      ],
      [on.alarm(), { status: "delivered" }],
    ]),
    ...each([STALL, TAKE_AND_STALL], (mood) => [
      `no answer in 30 s (${mood.does}): on its way; an alarm meanwhile starts no second attempt`,
      [on.begin(on.submit({}, mood)), { status: "on-its-way", listed: "not" }],
      [on.alarm(), { posts: 1, alarm: 30 * SECOND }],
      [on.end, { answer: "on-its-way", listed: { state: "waiting", lastStatus: null } }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ]),
    "kept before it leaves: a crash during the attempt loses nothing [7.12]": [
      [on.crashDuring(on.submit({}, TAKE_AND_STALL)), { holds: "all", alarm: 40 * SECOND }],
      [on.openReceipt, { answer: { status: "on-its-way" }, listed: "waiting" }],
      [on.alarm(answer(409)), { posts: 2, status: "on-its-way" }],
      [on.alarm(), { posts: 3, takes: 1, status: "delivered" }],
    ],
    "a crash during the attempt is found by the alarm as well": [
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 2, takes: 1, status: "delivered" }],
    ],
    "a page of HTML for a yes is unconfirmed where the platform answers: kept for 7 days, not sent again":
      [
        [
          on.submit({}, HTML),
          {
            answer: { receipt: { status: "unconfirmed", isLookedInto: true } },
            listed: { state: "unconfirmed", reason: null },
            log: /Application \S+ is unconfirmed after 1 attempt;/,
          },
        ],
        [on.submit({ file: "held" }), { answer: "unconfirmed", posts: 1 }],
        [on.wait(7 * DAY - 1), { holds: "all" }],
        [on.wait(1), { holds: "nothing", posts: 1, status: "unconfirmed" }],
      ],
    "a page of HTML for a yes is no answer where the platform cannot be read": [
      [() => platform.hidePositions()],
      [on.submit({}, HTML, HTML), { answer: "on-its-way" }],
      [on.alarm(), { status: "on-its-way", holds: "all" }],
      [() => platform.hidePositions(false)],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "a page of HTML for a yes is unconfirmed where the position was closed meanwhile": [
      [({ ana }) => platform.changePosition(ana.positionUuid, { status: "closed" })],
      [on.submit({}, HTML), { answer: "unconfirmed", log: /is unconfirmed/ }],
    ],
  });
});

describe("the token of the position", () => {
  const change: Event = ({ ana }) =>
    platform.changePosition(ana.positionUuid, { csrf_token: "of-now" });
  const form = { csrfToken: "of-the-page" };
  prove(
    {
      "403: the token is read again, once, and the application sent with it": [
        [change],
        [
          on.submit(form, answer(403)),
          {
            ...{ answer: "delivered", posts: 2, log: /403/ },
            post: { csrfToken: "of-now", fields: { csrf_access_token: "of-now" } },
          },
        ],
      ],
      "403 twice: our own fault. It is on its way": [
        [on.submit(form, answer(403), answer(403)), { answer: "on-its-way", posts: 2, log: /403/ }],
      ],
      "a later attempt reads the position's token again": [
        [on.submit(form, DROP), { post: { csrfToken: "of-the-page" } }],
        [change],
        [on.alarm(), { post: { csrfToken: "of-now" }, takes: 1 }],
      ],
      "a later attempt goes with the token of before where the position cannot be read": [
        [on.submit(form, DROP)],
        [() => platform.hidePositions()],
        [on.alarm(), { post: { csrfToken: "of-the-page" }, takes: 1 }],
      ],
    },
    "csrf",
  );
});

describe("a later attempt", () => {
  const hours = { RETRY_FIRST_MS: String(HOUR), RETRY_MOST_MS: String(5 * HOUR) };
  prove({
    "is made for 72 hours; what failed is kept for 7 days, its receipt for 90 [7.12, 7.13]": [
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
    "comes after twice as long each time": [
      [on.platformDoes(answer(503))],
      [on.submit(), { alarm: 2 * SECOND }],
      [on.alarm(), { alarm: 4 * SECOND }],
      [on.alarm(), { alarm: 8 * SECOND, status: "on-its-way" }],
    ],
    "comes after ten minutes at most, the quarter by chance included": [
      [on.deploy({ RETRY_FIRST_MS: String(5 * MINUTE) })],
      [on.platformDoes(answer(503))],
      [on.submit(), { alarm: 5 * MINUTE }],
      [on.chance(1)],
      [on.alarm(), { alarm: 10 * MINUTE }],
      [on.alarm(), { alarm: 10 * MINUTE }],
    ],
    "comes up to a quarter later by chance, so that not all come at once": [
      [on.chance(1)],
      [on.submit({}, answer(503)), { alarm: 2.5 * SECOND }],
    ],
    "waits for as long as the platform asks": [
      [on.submit({}, later(120)), { alarm: 120 * SECOND }],
    ],
    "waits for an hour at most, whatever the platform asks": [
      [on.submit({}, later(7200)), { alarm: HOUR }],
    ],
    "has a bot check's token of less than two minutes": [
      [on.submit({ recaptchaToken: "token" }, later(119))],
      [on.alarm(), { post: { fields: { recaptcha_token: "token" } } }],
    ],
    "has no bot check's token that is older": [
      [on.submit({ recaptchaToken: "token" }, later(120))],
      [on.alarm(), { post: { fields: { recaptcha_token: "" } } }],
    ],
    "refused: made once more with an empty token, then failed, listed and logged without the message":
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
    "refused once: the next may be accepted": [
      [on.submit({}, answer(429), NO)],
      [on.alarm()],
      [on.alarm(), { status: "delivered", posts: 3 }],
    ],
    "refused at single fields: an operator reads what all of them say": [
      [on.submit({}, answer(429), wrong, wrong)],
      [on.alarm()],
      [on.alarm(), { view: { message: "a is wrong. b is wrong." }, log: /refused/ }],
    ],
    "503 with a detail, however often: no refusal, as nobody is there to read it": [
      [on.submit({}, answer(503)), { answer: "on-its-way" }],
      [on.platformDoes(answer(503, { detail: "Full" }))],
      ...[1, 2, 3].map((): Step => [on.alarm(), { status: "on-its-way", holds: "all" }]),
    ],
    ...each([425, 429, 401], (status) => [
      `409, where nothing arrived before (${status}): the company has another application`,
      [on.submit({}, answer(status), answer(409)), { log: /^/ }],
      [on.alarm(), { status: "already-applied", holds: "nothing", alarm: 90 * DAY - 2000 }],
    ]),
    ...each(
      [
        ["a lost answer", LOSE_ANSWER] as const,
        ["503", answer(503)] as const,
        ["408", answer(408)] as const,
      ],
      ([what, mood]) => [
        `409 after ${what}, which may have arrived: asked again, then unconfirmed for 7 days`,
        [on.submit({}, mood, answer(409), answer(409))],
        [on.alarm(), { status: "on-its-way", alarm: 34 * SECOND, listed: "waiting" }],
        [
          on.alarm(),
          {
            ...{ posts: 3, holds: "all", alarm: 7 * DAY, log: /is unconfirmed after 3 attempts/ },
            listed: { state: "unconfirmed", lastStatus: 409 },
            receipt: { status: "unconfirmed", isLookedInto: true },
          },
        ],
        [on.wait(7 * DAY), { holds: "nothing", status: "unconfirmed", posts: 3 }],
      ],
    ),
    "409 after an answer was lost, then a yes: delivered": [
      [on.submit({}, DROP, answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "delivered" }],
    ],
    "409 after an answer was lost, then one that says nothing, then 409: unconfirmed": [
      [on.submit({}, DROP, answer(409), answer(429), answer(409))],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "unconfirmed", log: /is unconfirmed/ }],
    ],
    "409 after another answer was lost: asked again each time": [
      [on.submit({}, DROP, answer(409), DROP, answer(409))],
      [on.alarm()],
      [on.alarm()],
      [on.alarm(), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "409 of a platform that honours keys: another application, after a lost answer too": [
      [on.submit({ honoursKeys: true }, LOSE_ANSWER, answer(409))],
      [on.alarm(), { status: "already-applied", holds: "nothing", posts: 2 }],
      [on.openReceipt, { answer: { status: "already-applied" } }],
    ],
    "409 on a form sent again after a lost answer that said no: asked again": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [on.submit({ file: "held" }, answer(409)), { answer: "on-its-way", alarm: 32 * SECOND }],
    ],
    "409 of a platform that honours keys, on a form sent again: already applied, told at once": [
      [on.submit({}, answer(500, { detail: "Full" })), { answer: "refused" }],
      [
        on.submit({ file: "held", honoursKeys: true }, answer(409)),
        { answer: "already-applied", status: undefined, holds: "nothing" },
      ],
    ],
    "a crash during an attempt does not shorten the wait for the next": [
      [on.deploy(hours)],
      [on.crashDuring(on.submit({}, STALL, answer(503)))],
      [on.alarm(), { posts: 1, alarm: HOUR - 40 * SECOND }],
    ],
  });
});
