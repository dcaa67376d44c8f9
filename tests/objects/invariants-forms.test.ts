import { describe, expect, test } from "vitest";
import { candidate, crash } from "./candidate";
import { DAY, HOUR, advance, runAlarm, SECOND } from "./clock";
import { errorLines } from "./errors";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, testScripts, REFUSED_LATER, type Step } from "./script";
import { hold, newCv, store, stored } from "./storage";

const DROP: Behaviour = { kind: "drop" };
const STALL: Behaviour = { kind: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(422, { detail: "Still no" });
const EVA = { firstName: "Eva" };

describe("a repeated form", () => {
  testScripts({
    ...each(
      [
        ["a delivered", [], "delivered"] as const,
        ["a waiting", [answer(503)], "on-its-way"] as const,
        ["an unconfirmed", [HTML], "unconfirmed"] as const,
      ],
      ([what, behaviours, status]) => [
        `gets the receipt of ${what} application and is not sent again [4.12]`,
        [on.submit({}, ...behaviours), { answer: status, log: /^/ }],
        [on.submit(), { posts: 1 }],
        [on.sameAnswer],
        [
          on.verify(async ({ ana, cv }) => {
            const copies = (await stored(ana.object)).split(cv.marker).length - 1;
            expect(copies, "copies of the CV").toBe(status === "delivered" ? 0 : 1);
          }),
        ],
        [on.submit({ file: "held" }), { answer: status, posts: 1 }],
      ],
    ),
    "is delivered once if three copies are sent concurrently [4.12]": [
      [
        on.concurrently(on.submit(), on.submit(), on.submit()),
        { posts: 1, answer: Array(3).fill("delivered") },
      ],
    ],
    "is recognized despite different tokens, honeypot, source and voluntary answers": [
      [on.submit({ csrfToken: "a", recaptchaToken: "a", isSuspect: true })],
      [on.submit({ csrfToken: "b", voluntary: [], source: {} }), { answer: "delivered" }],
      [on.openReceipt, { posts: 1 }],
    ],
    "is sent again if the application failed, and waits if it is refused again": [
      ...REFUSED_LATER,
      [on.submit({ file: "held" }, NO), { answer: "on-its-way", posts: 4, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "is sent again with a new CV if an operator dropped the application": [
      ...REFUSED_LATER,
      [on.operate("drop"), { holds: "nothing" }],
      [on.submit({ file: "held" }), { answer: { outcome: "file-gone", fields: ["cv"] } }],
      [on.submit(), { answer: "delivered", posts: 4 }],
    ],
    "is in the operators' list if the Worker repeats it after a crash": [
      [on.crashDuring(on.submit({}, STALL))],
      [
        on.submit({ file: "named", isRepeat: true }),
        { answer: "on-its-way", posts: 1, listed: { state: "waiting", attempts: 1 } },
      ],
    ],
  });
});

// A form with different contents is sent under a different id, its "successor".
describe("different contents under a used id", () => {
  const others: [string, on.Submitted][] = [
    ["another first name", EVA],
    ["another last name", { lastName: "Paz" }],
    ["another phone number", { phone: "+34699112233" }],
    ["another open answer", { openQuestions: [] }],
    [
      "another answer to a killer question",
      { killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "No" }] },
    ],
    ["another answer to the position's own field", { fields: [] }],
    ["another CV", { file: "other" }],
    ["no CV", { file: "none" }],
  ];
  testScripts({
    ...each(others, ([what, form]) => [
      `get the same successor each time for ${what}`,
      [on.submit()],
      [on.submit(form), { answer: { outcome: "taken", successor: expect.any(String) as string } }],
      [on.submit({ ...form, ...(form.file === "other" && { file: "same" }) }), { posts: 1 }],
      [on.sameAnswer],
    ]),
    "leave their file in storage for an hour, to be copied to the successor": [
      [on.submit()],
      [on.submit({ ...EVA, file: "other" }), { answer: "taken" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "nothing", alarm: 90 * DAY - HOUR, status: "delivered" }],
    ],
    "get a different successor for each form": [
      [on.submit()],
      ...others.map(([, form]): Step => [on.submit(form), { answer: "taken" }]),
      [
        on.verify(({ answers }) => {
          const successors = new Set(answers.map((answer) => JSON.stringify(answer)));
          expect(successors.size).toBe(1 + others.length);
        }),
      ],
    ],
    "get a successor while the first form is being sent": [
      [on.concurrently(on.submit(), on.submit(EVA)), { posts: 1, answer: ["delivered", "taken"] }],
    ],
    "keep their successor after the first form's attempt fails": [
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.begin(on.submit({ file: "none" }, STALL))],
      [on.submit({ file: "none", ...EVA }), { answer: "taken" }],
      [on.end, { answer: "unreachable" }],
      [on.submit({ file: "none", ...EVA }), { answer: "taken", posts: 1 }],
      [on.submit({ file: "none" }), { answer: "delivered", posts: 2 }],
    ],
    ...each(
      [["delivered", []] as const, ["waiting", [answer(503)]] as const],
      ([what, behaviours]) => [
        `do not get the CV of a ${what} application`,
        [on.submit({}, ...behaviours)],
        [
          on.submit({ file: "named", ...EVA }),
          { answer: { outcome: "file-gone", fields: ["cv"] } },
        ],
        [on.openReceipt, { posts: 1 }],
      ],
    ),
    "do not get the CV of a failed application": [
      ...REFUSED_LATER,
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 3 }],
    ],
    "do not get the CV of an application that is being sent": [
      [on.begin(on.submit({}, STALL))],
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 1 }],
      [on.end, { answer: "on-its-way" }],
    ],
  });

  test("are delivered with the successor's key and their own CV", async () => {
    const ana = await candidate();
    await ana.send();
    const other = newCv(150_000);
    const upload = await store(ana.object, other.content);
    const answered = await ana.send({ ...EVA, upload });
    if (answered.outcome !== "taken") throw new Error("The form has no successor");
    const eva = await candidate({ id: answered.successor });
    const copy = await ana.object.moveFile(upload, eva.receiptId);
    expect((await eva.send({ ...EVA, upload: copy })).outcome).toBe("accepted");
    expect(platform.taken().map(({ key }) => key)).toEqual([ana.id, eva.id]);
    expect(platform.taken()[1]?.cv?.bytes.equals(other.content)).toBe(true);
    expect(await stored(ana.object)).not.toContain(other.marker);
  });
});

describe("the form of an application that was refused in a later attempt", () => {
  testScripts({
    "is returned with the platform's message and the CV's name for 7 days": [
      ...REFUSED_LATER,
      [on.correction(), { answer: { message: "No", heldCv: { name: "cv.pdf" } } }],
      [on.openReceipt, { receipt: { refusal: { canCorrect: true } } }],
      [on.correction("another position"), { answer: undefined }],
      [on.wait(7 * DAY), { receipt: { refusal: { canCorrect: false } } }],
      [on.correction(), { answer: undefined }],
    ],
    "is not returned while the application waits or after its delivery": [
      [on.submit({}, answer(503))],
      [on.correction(), { answer: undefined }],
      [on.alarm(), { status: "delivered" }],
      [on.correction(), { answer: undefined }],
    ],
  });
});

describe("the correction of an application that was refused in a later attempt", () => {
  testScripts({
    "is sent with the same id and CV, and removes the application from the list": [
      ...REFUSED_LATER,
      [
        on.correct({ phone: "+34699112233", source: undefined, file: "held" }),
        {
          ...{ answer: "delivered", takes: 1, listed: "not" },
          // The correction has no source, so the first form's source is sent.
          post: { fields: { phone: "+34699112233", source: '{"utm_source":"LinkedIn"}' } },
        },
      ],
    ],
    "can have a different CV": [
      ...REFUSED_LATER,
      [on.correct({ file: "other" }), { answer: "delivered", takes: 1 }],
      [on.verify(({ cv }) => expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true))],
    ],
    "is returned immediately after a refusal, and stays available to operators": [
      ...REFUSED_LATER,
      [
        on.correct({ file: "held" }, NO),
        {
          ...{ answer: { outcome: "refused", message: "Still no" }, listed: "failed" },
          log: /could not be delivered/,
        },
      ],
      [on.wait(2 * HOUR), { holds: "all", view: { message: "Still no" } }],
      [on.correct({ ...EVA, file: "held" }), { answer: "delivered" }],
    ],
    "waits if the platform does not respond, and is delivered once": [
      ...REFUSED_LATER,
      [on.correct({ ...EVA, file: "held" }, DROP), { answer: "on-its-way", posts: 4 }],
      [on.correct({ ...EVA, file: "held" }), { answer: "on-its-way", posts: 4 }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    'changes the receipt to "already applied" if the platform returns 409': [
      ...REFUSED_LATER,
      [on.correct(EVA, answer(409)), { answer: "already-applied", status: "already-applied" }],
    ],
    "becomes a new application if the first application was not refused": [
      [on.submit()],
      [on.correct(EVA), { answer: "taken", posts: 1 }],
    ],
    "becomes a new application if it is not marked as a correction": [
      ...REFUSED_LATER,
      [on.submit(EVA), { answer: "taken", posts: 3 }],
    ],
    "cannot use the first CV after seven days": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY), { holds: "nothing" }],
      [on.correct({ ...EVA, file: "named" }), { answer: "file-gone", posts: 3 }],
    ],
    "leaves the application failed after a lost response with DELIVER_LATER=off": [
      ...REFUSED_LATER,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.correct(EVA, DROP), { answer: "unreachable", listed: "failed", log: /refused/ }],
    ],
  });
});

describe("a damaged stored form", () => {
  const damaged: Step[] = [
    [on.submit({}, answer(429))],
    [on.damageForm],
    [on.alarm(), { posts: 1, listed: { state: "failed", reason: "form-damaged" }, log: /damaged/ }],
  ];
  testScripts({
    "is not sent, and the receipt asks for it again": [
      ...damaged,
      [on.openReceipt, { receipt: { status: "undelivered", refusal: { damaged: "form" } } }],
      [on.sendAll, { answer: "done", posts: 1 }],
      [on.operate("send"), { posts: 1, listed: "failed", log: /damaged/ }],
    ],
    "can be replaced by a correction": [
      ...damaged,
      [
        on.correct(),
        { answer: "delivered", listed: "not", post: { fields: { phone: "+34612345678" } } },
      ],
    ],
    "can be replaced by the same form": [
      ...damaged,
      [on.submit(), { answer: "delivered", posts: 2, post: { fields: { phone: "+34612345678" } } }],
    ],
    "leaves an unconfirmed application unconfirmed": [
      [on.submit({}, HTML), { log: /unconfirmed/ }],
      [on.damageForm],
      [on.operate("send"), { posts: 1, listed: "unconfirmed", log: /damaged/ }],
    ],
  });
});

describe("a form that was changed after its response was lost", () => {
  const DETAIL = answer(500, { detail: "No." });
  const underId = { key: expect.stringContaining("-") as string };
  const underOwnKey = { key: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
  testScripts({
    "is sent under its own key, and the first form under the id": [
      [on.submit({}, DETAIL), { answer: { outcome: "refused" } }],
      [on.submit({ ...EVA, file: "held" }, DETAIL), { posts: 2, post: underOwnKey }],
      [on.submit({ file: "held" }, DETAIL), { posts: 3, post: underId }],
      [on.submit({ ...EVA, file: "held" }), { answer: "delivered", post: underOwnKey }],
    ],
    "is sent under its own key as long as a receipt lasts": [
      [on.submit({}, DETAIL)],
      [on.wait(HOUR), { holds: "nothing", alarm: 90 * DAY - HOUR }],
      [on.submit(EVA), { answer: "delivered", post: underOwnKey }],
    ],
    "is forgotten when a receipt would expire": [
      [on.submit({}, DETAIL)],
      [on.wait(HOUR)],
      [on.wait(90 * DAY - HOUR), { holds: "no byte", alarm: "none" }],
    ],
  });
});

test("a deletion that fails after delivery does not undo the delivery, and is repeated", async () => {
  const log = errorLines();
  const { content, marker } = newCv();
  const before = await candidate();
  platform.next(answer(429));
  await before.send({ upload: await hold(before.object, content) });
  await on.damageDeletions({ ana: before } as on.World); // uses no other property
  await runAlarm(before.object).catch(() => undefined);
  expect(log.join()).toContain("could not be deleted");
  const ana = await crash(before);
  expect(await ana.status()).toBe("delivered");
  expect(platform.taken()).toHaveLength(1);
  expect(await stored(ana.object)).toContain(marker);
  await on.repairDeletions({ ana } as on.World);
  await advance(ana.object, 2 * HOUR);
  expect(await stored(ana.object)).not.toContain(marker);
  expect(platform.attempts).toHaveLength(2);
});

describe("a damaged or missing stored file", () => {
  const lostLater = (isLost: boolean): Step[] => [
    [on.submit({}, answer(429))],
    [on.damageFiles(isLost)],
    [on.alarm(), { posts: 1, status: "undelivered", log: /missing or damaged/ }],
  ];
  testScripts({
    "is not sent, and the form asks for it again": [
      [on.hold],
      [on.damageFiles()],
      [
        on.submit({ file: "named" }),
        { answer: { outcome: "file-gone", fields: ["cv"] }, posts: 0, held: [], log: /damaged/ },
      ],
      [on.submit(), { answer: "delivered" }],
    ],
    "is replaced if the candidate uploads the same file again": [
      [on.hold],
      [on.damageFiles()],
      [on.hold],
      [on.submit({ file: "held" }), { answer: "delivered" }],
    ],
    ...each([false, true], (isLost) => [
      `fails a later attempt and is named as the reason (${isLost ? "missing" : "damaged"})`,
      ...lostLater(isLost),
      [
        on.openReceipt,
        {
          receipt: { status: "undelivered", refusal: { damaged: "file" } },
          listed: { state: "failed", reason: "file-lost" },
        },
      ],
      [on.operate("exportContents"), { answer: { cv: { isDamaged: true } } }],
      [on.sendAll, { answer: "done", posts: 1 }],
      [({ ana }) => ana.object.findUpload(undefined, true), { answer: undefined }],
    ]),
    "can be replaced in a correction": [
      ...lostLater(false),
      [on.correct({ file: "other" }), { answer: "delivered", listed: "not" }],
    ],
    "can be replaced in a form that is not marked as a correction": [
      ...lostLater(false),
      [on.submit(), { answer: "delivered", posts: 2 }],
    ],
    "leaves an unconfirmed application unconfirmed and is named as the reason": [
      [on.submit({}, HTML), { log: /unconfirmed/ }],
      [on.damageFiles()],
      [
        on.operate("send"),
        { posts: 1, listed: { state: "unconfirmed", reason: "file-lost" }, log: /damaged/ },
      ],
    ],
  });

  test("is not copied to another application", async () => {
    const [ana, eva] = [await candidate(), await candidate()];
    await ana.send();
    const upload = await store(ana.object, newCv().content);
    await on.damageFiles()({ ana } as on.World); // `damageFiles` uses no other property
    expect(await ana.object.moveFile(upload, eva.receiptId)).toBeUndefined();
  });
});

describe("DELIVER_LATER=off", () => {
  const off: Step = [on.deploy({ DELIVER_LATER: "off" })];
  testScripts({
    ...each([answer(500), DROP], (behaviour) => [
      `reports a failed attempt immediately and holds the CV (${behaviour.kind})`,
      off,
      [on.submit({}, behaviour), { answer: "unreachable", holds: "files", status: undefined }],
      [on.submit({ file: "held" }), { answer: "delivered", posts: 2 }],
    ]),
    "holds the CV after a crash": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 1, held: [{ field: "cv" }], holds: "files", status: undefined }],
    ],
    "sends a form that the Worker repeats after a crash": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "delivered", posts: 2 }],
    ],
    "asks the candidate to try again if a 409 follows soon after a lost response": [
      off,
      [on.submit({}, DROP), { answer: "unreachable" }],
      [on.sleep(30 * SECOND - 1)],
      [
        on.submit({ file: "held" }, answer(409)),
        { answer: { outcome: "unreachable", status: 409 } },
      ],
      [on.sleep(1)],
      [on.submit({ file: "held" }, answer(409)), { answer: "unconfirmed", log: /unconfirmed/ }],
    ],
    "reports an earlier application after a 409 without a lost response": [
      off,
      [on.submit({}, answer(429)), { answer: "unreachable" }],
      [on.submit({ file: "held" }, answer(409)), { answer: "already-applied", holds: "nothing" }],
    ],
    "still delivers an application that was already waiting": [
      [on.submit({}, answer(503))],
      off,
      [on.alarm(answer(503)), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
  });
});

describe("RETRY_AMBIGUOUS=off", () => {
  const off: Step = [on.deploy({ RETRY_AMBIGUOUS: "off" })];
  const lost = { state: "failed", reason: "answer-lost" };
  testScripts({
    ...each(
      [
        ["a broken connection", DROP] as const,
        ["302", answer(302)] as const,
        ["408", answer(408)] as const,
        ["500", answer(500)] as const,
      ],
      ([what, behaviour]) => [
        `fails an application after ${what} and lets an operator send it again`,
        off,
        [
          on.submit({}, behaviour),
          { answer: "undelivered", listed: lost, alarm: 7 * DAY, log: /lost/ },
        ],
        [on.submit({ file: "held" }), { answer: "undelivered", posts: 1 }],
        [on.operate("send", answer(409)), { posts: 2, listed: "unconfirmed", log: /unconfirmed/ }],
      ],
    ),
    "still repeats an attempt after a 429, because the platform did not accept it": [
      off,
      [on.submit({}, answer(429)), { answer: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
    "fails an application after a crash during its attempt": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [
        on.alarm(),
        {
          ...{ posts: 1, listed: lost, log: /answer-lost/ },
          point: { subject: "at-once", outcome: "failed" },
        },
      ],
    ],
    "does not send a failed application again if the Worker repeats its form": [
      off,
      ...REFUSED_LATER,
      [on.submit({ file: "held", isRepeat: true }), { answer: "undelivered", posts: 3 }],
    ],
    "lets the candidate send a form again after a crash if DELIVER_LATER is also off": [
      off,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "unreachable", posts: 1 }],
      [on.submit({ file: "named" }), { answer: "delivered", posts: 2 }],
    ],
  });
});
