import { describe, expect, test } from "vitest";
import { candidate } from "./candidate";
import { DAY, HOUR, SECOND } from "./clock";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, prove, REFUSED_LATER, type Step } from "./script";
import { newCv, store, stored } from "./storage";

const DROP: Behaviour = { kind: "drop" };
const STALL: Behaviour = { kind: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(422, { detail: "Still no" });
const EVA = { firstName: "Eva" };

describe("a repeated form", () => {
  prove({
    ...each(
      [
        ["was delivered", [], "delivered"] as const,
        ["is on its way", [answer(503)], "on-its-way"] as const,
        ["is unconfirmed", [HTML], "unconfirmed"] as const,
      ],
      ([what, behaviours, status]) => [
        `gets the same receipt if it ${what}, and is not sent again [4.12]`,
        [on.submit({}, ...behaviours), { answer: status, log: /^/ }],
        [on.submit(), { posts: 1 }],
        [on.sameAnswer],
        [
          on.look(async ({ ana, cv }) => {
            const copies = (await stored(ana.object)).split(cv.marker).length - 1;
            expect(copies, "only the waiting file").toBe(status === "delivered" ? 0 : 1);
          }),
        ],
        [on.submit({ file: "held" }), { answer: status, posts: 1 }],
      ],
    ),
    "sent three times concurrently is delivered once, with the same answer [4.12]": [
      [
        on.together(on.submit(), on.submit(), on.submit()),
        { posts: 1, answer: Array(3).fill("delivered") },
      ],
    ],
    "is recognised despite a different token, honeypot, source or voluntary answer": [
      [on.submit({ csrfToken: "a", recaptchaToken: "a", isSuspect: true })],
      [on.submit({ csrfToken: "b", voluntary: [], source: {} }), { answer: "delivered" }],
      [on.openReceipt, { posts: 1 }],
    ],
    "is sent again after a failure, and its next refusal is not final": [
      ...REFUSED_LATER,
      [on.submit({ file: "held" }, NO), { answer: "on-its-way", posts: 4, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "is sent as a new application after an operator dropped it": [
      ...REFUSED_LATER,
      [on.operate("drop"), { holds: "nothing" }],
      [on.submit({ file: "held" }), { answer: { outcome: "file-gone", fields: ["cv"] } }],
      [on.submit(), { answer: "delivered", posts: 4 }],
    ],
    "is listed before it is answered if the Worker repeats it after a cut-off attempt": [
      [on.crashDuring(on.submit({}, STALL))],
      [
        on.submit({ file: "named", isRepeat: true }),
        { answer: "on-its-way", posts: 1, listed: { state: "waiting", attempts: 1 } },
      ],
    ],
  });
});

describe("different contents under a used id", () => {
  const others: [string, on.Submitted][] = [
    ["first name", EVA],
    ["last name", { lastName: "Paz" }],
    ["phone number", { phone: "+34699112233" }],
    ["open answer", { openQuestions: [] }],
    ["choice", { killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "No" }] }],
    ["answer to the position's own field", { fields: [] }],
    ["CV", { file: "other" }],
    ["CV: none", { file: "none" }],
  ];
  prove({
    ...each(others, ([what, form]) => [
      `always get the same successor: another ${what}`,
      [on.submit()],
      [on.submit(form), { answer: { outcome: "taken", successor: expect.any(String) as string } }],
      [on.submit({ ...form, ...(form.file === "other" && { file: "same" }) }), { posts: 1 }],
      [on.sameAnswer],
    ]),
    "keep their file for an hour, so that it can be copied to the successor": [
      [on.submit()],
      [on.submit({ ...EVA, file: "other" }), { answer: "taken" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "nothing", alarm: 90 * DAY - HOUR, status: "delivered" }],
    ],
    "get a successor of their own for each form": [
      [on.submit()],
      ...others.map(([, form]): Step => [on.submit(form), { answer: "taken" }]),
      [
        on.look(({ answers }) => {
          const successors = new Set(answers.map((one) => JSON.stringify(one)));
          expect(successors.size).toBe(1 + others.length);
        }),
      ],
    ],
    "get a successor during an attempt too": [
      [on.together(on.submit(), on.submit(EVA)), { posts: 1, answer: ["delivered", "taken"] }],
    ],
    "keep the successor they got during a failed attempt, and the first form is sent again": [
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.begin(on.submit({ file: "none" }, STALL))],
      [on.submit({ file: "none", ...EVA }), { answer: "taken" }],
      [on.end, { answer: "unreachable" }],
      [on.submit({ file: "none", ...EVA }), { answer: "taken", posts: 1 }],
      [on.submit({ file: "none" }), { answer: "delivered", posts: 2 }],
    ],
    ...each(
      [["was delivered", []] as const, ["waits", [answer(503)]] as const],
      ([what, behaviours]) => [
        `never get the CV of an application that ${what}`,
        [on.submit({}, ...behaviours)],
        [
          on.submit({ file: "named", ...EVA }),
          { answer: { outcome: "file-gone", fields: ["cv"] } },
        ],
        [on.openReceipt, { posts: 1 }],
      ],
    ),
    "never get the CV of a failed application": [
      ...REFUSED_LATER,
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 3 }],
    ],
    "never get the CV of an application that is being sent": [
      [on.begin(on.submit({}, STALL))],
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 1 }],
      [on.end, { answer: "on-its-way" }],
    ],
  });

  test("are delivered with the successor's key and their own CV, which is then deleted", async () => {
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

describe("the form of an application refused in a later attempt", () => {
  prove({
    "is returned with the platform's message and the CV's name": [
      ...REFUSED_LATER,
      [on.correction(), { answer: { message: "No", heldCv: { name: "cv.pdf" } } }],
      [on.openReceipt, { receipt: { refusal: { canCorrect: true } } }],
      [on.correction("another position"), { answer: undefined }],
      [on.wait(7 * DAY), { receipt: { refusal: { canCorrect: false } } }],
      [on.correction(), { answer: undefined }],
    ],
    "is not returned while on its way or after delivery": [
      [on.submit({}, answer(503))],
      [on.correction(), { answer: undefined }],
      [on.alarm(), { status: "delivered" }],
      [on.correction(), { answer: undefined }],
    ],
  });
});

describe("the correction of an application refused in a later attempt", () => {
  prove({
    "is sent under the same id with the same CV, and the old entry is removed": [
      ...REFUSED_LATER,
      [
        on.correct({ phone: "+34699112233", source: undefined, file: "held" }),
        {
          ...{ answer: "delivered", takes: 1, listed: "not" },
          // The source is unchanged.
          post: { fields: { phone: "+34699112233", source: '{"utm_source":"LinkedIn"}' } },
        },
      ],
    ],
    "may have a different CV": [
      ...REFUSED_LATER,
      [on.correct({ file: "other" }), { answer: "delivered", takes: 1 }],
      [on.look(({ cv }) => expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true))],
    ],
    "gets a refusal at once and stays available to operators": [
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
    "is on its way if the platform does not answer, and is delivered once": [
      ...REFUSED_LATER,
      [on.correct({ ...EVA, file: "held" }, DROP), { answer: "on-its-way", posts: 4 }],
      [on.correct({ ...EVA, file: "held" }), { answer: "on-its-way", posts: 4 }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "is already applied after a 409, also on its receipt": [
      ...REFUSED_LATER,
      [on.correct(EVA, answer(409)), { answer: "already-applied", status: "already-applied" }],
    ],
    "is a new application if nothing was refused": [
      [on.submit()],
      [on.correct(EVA), { answer: "taken", posts: 1 }],
    ],
    "is a new application if not marked as a correction": [
      ...REFUSED_LATER,
      [on.submit(EVA), { answer: "taken", posts: 3 }],
    ],
    "is possible as long as contents are kept: seven days": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY), { holds: "nothing" }],
      [on.correct({ ...EVA, file: "named" }), { answer: "file-gone", posts: 3 }],
    ],
    "stays failed after a lost answer if nothing is delivered later": [
      ...REFUSED_LATER,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.correct(EVA, DROP), { answer: "unreachable", listed: "failed", log: /refused/ }],
    ],
  });
});

describe("a damaged or lost stored file", () => {
  const lostLater = (isLost: boolean): Step[] => [
    [on.submit({}, answer(429))],
    [on.damageFiles(isLost)],
    [on.alarm(), { posts: 1, status: "undelivered", log: /missing or damaged/ }],
  ];
  prove({
    "is not sent, and the candidate is asked for it again": [
      [on.hold],
      [on.damageFiles()],
      [
        on.submit({ file: "named" }),
        { answer: { outcome: "file-gone", fields: ["cv"] }, posts: 0, held: [], log: /damaged/ },
      ],
      [on.submit(), { answer: "delivered" }],
    ],
    "is replaced if the same file is chosen again": [
      [on.hold],
      [on.damageFiles()],
      [on.hold],
      [on.submit({ file: "held" }), { answer: "delivered" }],
    ],
    ...each([false, true], (isLost) => [
      `fails a later attempt, as the operator and the receipt say (lost: ${isLost})`,
      ...lostLater(isLost),
      [
        on.openReceipt,
        {
          receipt: { status: "undelivered", refusal: { isFileLost: true } },
          listed: { state: "failed", reason: "file-lost" },
        },
      ],
      [on.operate("exportContents"), { answer: { cv: { isDamaged: true } } }],
      [on.sendAll, { answer: "done", posts: 1 }],
      [({ ana }) => ana.object.findUpload(undefined, true), { answer: undefined }],
    ]),
    "can be sent again in a correction under the same id": [
      ...lostLater(false),
      [on.correct({ file: "other" }), { answer: "delivered", listed: "not" }],
    ],
    "can be sent again without marking the form as a correction": [
      ...lostLater(false),
      [on.submit(), { answer: "delivered", posts: 2 }],
    ],
    "leaves an unconfirmed application unconfirmed, and is given as the reason": [
      [on.submit({}, HTML), { log: /unconfirmed/ }],
      [on.damageFiles()],
      [
        on.operate("send"),
        { posts: 1, listed: { state: "unconfirmed", reason: "file-lost" }, log: /damaged/ },
      ],
    ],
  });

  test("is not copied to a successor", async () => {
    const [ana, eva] = [await candidate(), await candidate()];
    await ana.send();
    const upload = await store(ana.object, newCv().content);
    await on.damageFiles()({ ana } as on.World); // every property in use
    expect(await ana.object.moveFile(upload, eva.receiptId)).toBeUndefined();
  });
});

describe("with DELIVER_LATER=off", () => {
  const off: Step = [on.deploy({ DELIVER_LATER: "off" })];
  prove({
    ...each([answer(500), DROP], (behaviour) => [
      `a lost answer is reported at once, and the CV stays held (${behaviour.kind})`,
      off,
      [on.submit({}, behaviour), { answer: "unreachable", holds: "files", status: undefined }],
      [on.submit({ file: "held" }), { answer: "delivered", posts: 2 }],
    ]),
    "the CV stays held after a crash": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 1, held: [{ field: "cv" }], holds: "files", status: undefined }],
    ],
    "a form that the Worker repeats after a crash is sent": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "delivered", posts: 2 }],
    ],
    "409 soon after a lost answer: the candidate must try again": [
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
    "409 without a lost answer: already applied": [
      off,
      [on.submit({}, answer(429)), { answer: "unreachable" }],
      [on.submit({ file: "held" }, answer(409)), { answer: "already-applied", holds: "nothing" }],
    ],
    "an application that is already waiting is still delivered": [
      [on.submit({}, answer(503))],
      off,
      [on.alarm(answer(503)), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
  });
});

describe("with RETRY_AMBIGUOUS=off", () => {
  const off: Step = [on.deploy({ RETRY_AMBIGUOUS: "off" })];
  const lost = { state: "failed", reason: "answer-lost" };
  prove({
    ...each(
      [
        ["a broken connection", DROP] as const,
        ["302", answer(302)] as const,
        ["408", answer(408)] as const,
        ["500", answer(500)] as const,
      ],
      ([what, behaviour]) => [
        `${what}: failed, and only an operator can send it again`,
        off,
        [
          on.submit({}, behaviour),
          { answer: "undelivered", listed: lost, alarm: 7 * DAY, log: /lost/ },
        ],
        [on.submit({ file: "held" }), { answer: "undelivered", posts: 1 }],
        [on.operate("send", answer(409)), { posts: 2, listed: "unconfirmed", log: /unconfirmed/ }],
      ],
    ),
    "429: sent again, because the platform took nothing": [
      off,
      [on.submit({}, answer(429)), { answer: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
    "a crash during the attempt: failed, for an operator": [
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
    "a failed form that the Worker repeats: not sent again": [
      off,
      ...REFUSED_LATER,
      [on.submit({ file: "held", isRepeat: true }), { answer: "undelivered", posts: 3 }],
    ],
    "a crash with DELIVER_LATER=off: only the candidate can send it again": [
      off,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "unreachable", posts: 1 }],
      [on.submit({ file: "named" }), { answer: "delivered", posts: 2 }],
    ],
  });
});
