import { describe, expect, test } from "vitest";
import { candidate } from "./candidate";
import { DAY, HOUR, SECOND } from "./clock";
import { answer, platform, type Mood } from "./platform";
import * as on from "./script";
import { each, prove, REFUSED_LATER, type Step } from "./script";
import { newCv, store, stored } from "./storage";

const DROP: Mood = { does: "drop" };
const STALL: Mood = { does: "stall" };
const HTML = answer(200, "<!doctype html>", { "Content-Type": "text/html" });
const NO = answer(422, { detail: "Still no" });
const EVA = { firstName: "Eva" };

describe("the same form again", () => {
  prove({
    ...each(
      [
        ["was delivered", [], "delivered"] as const,
        ["is on its way", [answer(503)], "on-its-way"] as const,
        ["is unconfirmed", [HTML], "unconfirmed"] as const,
      ],
      ([what, moods, status]) => [
        `gets the same receipt while it ${what}, and is not sent again [4.12]`,
        [on.submit({}, ...moods), { answer: status, log: /^/ }],
        [on.submit(), { posts: 1 }],
        [on.asBefore],
        [
          on.look(async ({ ana, cv }) => {
            const copies = (await stored(ana.object)).split(cv.marker).length - 1;
            expect(copies, "only the file that waits").toBe(status === "delivered" ? 0 : 1);
          }),
        ],
        [on.submit({ file: "held" }), { answer: status, posts: 1 }],
      ],
    ),
    "three times at the same moment gets the same answer, and is sent once [4.12]": [
      [
        on.together(on.submit(), on.submit(), on.submit()),
        { posts: 1, answer: Array(3).fill("delivered") },
      ],
    ],
    "is the same whatever its tokens, its honeypot, its source and its voluntary answers are": [
      [on.submit({ csrfToken: "a", recaptchaToken: "a", isSuspect: true })],
      [on.submit({ csrfToken: "b", voluntary: [], source: {} }), { answer: "delivered" }],
      [on.openReceipt, { posts: 1 }],
    ],
    "is sent again after it failed, with a second chance": [
      ...REFUSED_LATER,
      [on.submit({ file: "held" }, NO), { answer: "on-its-way", posts: 4, listed: "waiting" }],
      [on.alarm(), { status: "delivered", posts: 5 }],
    ],
    "is sent anew after an operator dropped it": [
      ...REFUSED_LATER,
      [on.operate("drop"), { holds: "nothing" }],
      [on.submit({ file: "held" }), { answer: { outcome: "file-gone", fields: ["cv"] } }],
      [on.submit(), { answer: "delivered", posts: 4 }],
    ],
    "by the Worker itself, after the attempt was cut off, is listed before it is answered": [
      [on.crashDuring(on.submit({}, STALL))],
      [
        on.submit({ file: "named", isRepeat: true }),
        { answer: "on-its-way", posts: 1, listed: { state: "waiting", attempts: 1 } },
      ],
    ],
  });
});

describe("other contents under an id that was sent", () => {
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
      `are another application, the same each time: another ${what}`,
      [on.submit()],
      [on.submit(form), { answer: { outcome: "taken", successor: expect.any(String) as string } }],
      [on.submit({ ...form, ...(form.file === "other" && { file: "same" }) }), { posts: 1 }],
      [on.asBefore],
    ]),
    "leave their file for an hour, until it is copied to the successor": [
      [on.submit()],
      [on.submit({ ...EVA, file: "other" }), { answer: "taken" }],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "nothing", alarm: 90 * DAY - HOUR, status: "delivered" }],
    ],
    "have a successor each": [
      [on.submit()],
      ...others.map(([, form]): Step => [on.submit(form), { answer: "taken" }]),
      [
        on.look(({ answers }) => {
          const successors = new Set(answers.map((one) => JSON.stringify(one)));
          expect(successors.size).toBe(1 + others.length);
        }),
      ],
    ],
    "during the attempt are another application, too": [
      [on.together(on.submit(), on.submit(EVA)), { posts: 1, answer: ["delivered", "taken"] }],
    ],
    "during an attempt that nothing came of stay another application, but the first is sent again":
      [
        [on.deploy({ DELIVER_LATER: "off" })],
        [on.begin(on.submit({ file: "none" }, STALL))],
        [on.submit({ file: "none", ...EVA }), { answer: "taken" }],
        [on.end, { answer: "unreachable" }],
        [on.submit({ file: "none", ...EVA }), { answer: "taken", posts: 1 }],
        [on.submit({ file: "none" }), { answer: "delivered", posts: 2 }],
      ],
    ...each(
      [["was delivered", []] as const, ["waits", [answer(503)]] as const],
      ([what, moods]) => [
        `never take along the CV of one that ${what}: the next person at the screen has another`,
        [on.submit({}, ...moods)],
        [
          on.submit({ file: "named", ...EVA }),
          { answer: { outcome: "file-gone", fields: ["cv"] } },
        ],
        [on.openReceipt, { posts: 1 }],
      ],
    ),
    "never take along the CV of one that failed": [
      ...REFUSED_LATER,
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 3 }],
    ],
    "never take along the CV of one that is being sent": [
      [on.begin(on.submit({}, STALL))],
      [on.submit({ file: "named", ...EVA }), { answer: "file-gone", posts: 1 }],
      [on.end, { answer: "on-its-way" }],
    ],
  });

  test("are delivered under the successor's key, with their own CV, of which nothing stays", async () => {
    const ana = await candidate();
    await ana.send();
    const other = newCv(150_000);
    const upload = await store(ana.object, other.content);
    const answered = await ana.send({ ...EVA, upload });
    if (answered.outcome !== "taken") throw new Error("It is not taken");
    const eva = await candidate({ id: answered.successor });
    const copy = await ana.object.moveFile(upload, eva.receiptId);
    expect((await eva.send({ ...EVA, upload: copy })).outcome).toBe("accepted");
    expect(platform.taken().map(({ key }) => key)).toEqual([ana.id, eva.id]);
    expect(platform.taken()[1]?.cv?.bytes.equals(other.content)).toBe(true);
    expect(await stored(ana.object)).not.toContain(other.marker);
  });
});

describe("the form of an application that was refused after it was received", () => {
  prove({
    "comes back to the browser that sent it, with the platform's words and the CV's name": [
      ...REFUSED_LATER,
      [on.correction(), { answer: { message: "No", heldCv: { name: "cv.pdf" } } }],
      [on.openReceipt, { receipt: { refusal: { canCorrect: true } } }],
      [on.correction("another position"), { answer: undefined }],
      [on.wait(7 * DAY), { receipt: { refusal: { canCorrect: false } } }],
      [on.correction(), { answer: undefined }],
    ],
    "stays with the application while that is on its way, or once it was delivered": [
      [on.submit({}, answer(503))],
      [on.correction(), { answer: undefined }],
      [on.alarm(), { status: "delivered" }],
      [on.correction(), { answer: undefined }],
    ],
  });
});

describe("the correction of an application that was refused after it was received", () => {
  prove({
    "is sent under the same id with the CV of before, and the old one leaves the list": [
      ...REFUSED_LATER,
      [
        on.correct({ phone: "+34699112233", source: undefined, file: "held" }),
        {
          ...{ answer: "delivered", takes: 1, listed: "not" },
          // Where the candidate came from is still known.
          post: { fields: { phone: "+34699112233", source: '{"utm_source":"LinkedIn"}' } },
        },
      ],
    ],
    "may bring another CV": [
      ...REFUSED_LATER,
      [on.correct({ file: "other" }), { answer: "delivered", takes: 1 }],
      [on.look(({ cv }) => expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true))],
    ],
    "is told at once if it is refused, though nothing was changed, and stays with the operator": [
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
    "is on its way if it gets no answer, and arrives once": [
      ...REFUSED_LATER,
      [on.correct({ ...EVA, file: "held" }, DROP), { answer: "on-its-way", posts: 4 }],
      [on.correct({ ...EVA, file: "held" }), { answer: "on-its-way", posts: 4 }],
      [on.alarm(), { status: "delivered", takes: 1 }],
    ],
    "that meets a 409 is already applied, on its receipt too": [
      ...REFUSED_LATER,
      [on.correct(EVA, answer(409)), { answer: "already-applied", status: "already-applied" }],
    ],
    "is another application where nothing was refused, or nothing marks it": [
      [on.submit()],
      [on.correct(EVA), { answer: "taken", posts: 1 }],
    ],
    "is another application where nothing marks it": [
      ...REFUSED_LATER,
      [on.submit(EVA), { answer: "taken", posts: 3 }],
    ],
    "is possible for as long as its contents are kept: seven days": [
      ...REFUSED_LATER,
      [on.wait(7 * DAY), { holds: "nothing" }],
      [on.correct({ ...EVA, file: "named" }), { answer: "file-gone", posts: 3 }],
    ],
    "is kept as what it corrects where nothing is delivered later": [
      ...REFUSED_LATER,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.correct(EVA, DROP), { answer: "unreachable", listed: "failed", log: /refused/ }],
    ],
  });
});

describe("a file that was damaged or lost where it is stored", () => {
  const lostLater = (isLost: boolean): Step[] => [
    [on.submit({}, answer(429))],
    [on.damageFiles(isLost)],
    [on.alarm(), { posts: 1, status: "undelivered", log: /missing or damaged/ }],
  ];
  prove({
    "is not sent: the candidate who waits is asked for it again": [
      [on.hold],
      [on.damageFiles()],
      [
        on.submit({ file: "named" }),
        { answer: { outcome: "file-gone", fields: ["cv"] }, posts: 0, held: [], log: /damaged/ },
      ],
      [on.submit(), { answer: "delivered" }],
    ],
    "is replaced by the same file, chosen again before the form is sent": [
      [on.hold],
      [on.damageFiles()],
      [on.hold],
      [on.submit({ file: "held" }), { answer: "delivered" }],
    ],
    ...each([false, true], (isLost) => [
      `is not sent later: an operator sees it, and the receipt asks for it (lost: ${isLost})`,
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
    "comes again in a correction, and is delivered under the same id": [
      ...lostLater(false),
      [on.correct({ file: "other" }), { answer: "delivered", listed: "not" }],
    ],
    "comes again in the same form, which nothing marks as a correction": [
      ...lostLater(false),
      [on.submit(), { answer: "delivered", posts: 2 }],
    ],
    "leaves an unconfirmed application unconfirmed, and says why": [
      [on.submit({}, HTML), { log: /unconfirmed/ }],
      [on.damageFiles()],
      [
        on.operate("send"),
        { posts: 1, listed: { state: "unconfirmed", reason: "file-lost" }, log: /damaged/ },
      ],
    ],
  });

  test("is not copied for the next person at the same screen", async () => {
    const [ana, eva] = [await candidate(), await candidate()];
    await ana.send();
    const upload = await store(ana.object, newCv().content);
    await on.damageFiles()({ ana } as on.World); // it needs no more
    expect(await ana.object.moveFile(upload, eva.receiptId)).toBeUndefined();
  });
});

describe("where nothing is delivered later (DELIVER_LATER=off)", () => {
  const off: Step = [on.deploy({ DELIVER_LATER: "off" })];
  prove({
    ...each([answer(500), DROP], (mood) => [
      `no answer is told at once, and the form is back with its CV (${mood.does})`,
      off,
      [on.submit({}, mood), { answer: "unreachable", holds: "files", status: undefined }],
      [on.submit({ file: "held" }), { answer: "delivered", posts: 2 }],
    ]),
    "a crash gives the CV back to its candidate": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.alarm(), { posts: 1, held: [{ field: "cv" }], holds: "files", status: undefined }],
    ],
    "what the Worker submits again after a crash is sent: its candidate still waits": [
      off,
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "delivered", posts: 2 }],
    ],
    "409 soon after a lost answer: the candidate is to try once more": [
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
    "a later attempt, of an application that waits already, goes on": [
      [on.submit({}, answer(503))],
      off,
      [on.alarm(answer(503)), { status: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
  });
});

describe("where what may have arrived is not repeated (RETRY_AMBIGUOUS=off)", () => {
  const off: Step = [on.deploy({ RETRY_AMBIGUOUS: "off" })];
  const lost = { state: "failed", reason: "answer-lost" };
  prove({
    ...each(
      [
        ["a cut line", DROP] as const,
        ["302", answer(302)] as const,
        ["408", answer(408)] as const,
        ["500", answer(500)] as const,
      ],
      ([what, mood]) => [
        `${what}: an operator decides; the same form again is only answered`,
        off,
        [on.submit({}, mood), { answer: "undelivered", listed: lost, alarm: 7 * DAY, log: /lost/ }],
        [on.submit({ file: "held" }), { answer: "undelivered", posts: 1 }],
        [on.operate("send", answer(409)), { posts: 2, listed: "unconfirmed", log: /unconfirmed/ }],
      ],
    ),
    "429, which took nothing: sent again": [
      off,
      [on.submit({}, answer(429)), { answer: "on-its-way" }],
      [on.alarm(), { status: "delivered" }],
    ],
    "a crash during the attempt: an operator decides": [
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
    "what failed, and the Worker submits by itself: only answered": [
      off,
      ...REFUSED_LATER,
      [on.submit({ file: "held", isRepeat: true }), { answer: "undelivered", posts: 3 }],
    ],
    "a crash, where nothing is delivered later either: only the candidate repeats it": [
      off,
      [on.deploy({ DELIVER_LATER: "off" })],
      [on.crashDuring(on.submit({}, STALL))],
      [on.submit({ file: "named", isRepeat: true }), { answer: "unreachable", posts: 1 }],
      [on.submit({ file: "named" }), { answer: "delivered", posts: 2 }],
    ],
  });
});
