import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { fakePositions } from "../support/fake-platform-data";
import { applications, candidate, siteEnv, type Candidate, type Form } from "./candidate";
import { ring, SECOND, timeOut } from "./clock";
import { given } from "./given";
import { errorLines } from "./errors";
import { answer, platform, type Mood } from "./platform";
import { hold, newCv, store, stored } from "./storage";

const cv = newCv();

/** Sends a form with the file, as each click without scripts does. */
const sendWithCv = async (ana: Candidate, form: Form = {}, content = cv.content) =>
  ana.send({ ...form, upload: await store(ana.object, content) });

describe("the same form again [4.12]", () => {
  test.each<[string, Mood[], string]>([
    ["delivered", [], "delivered"],
    ["on its way", [answer(503)], "on-its-way"],
  ])("has the same receipt while it is %s, and is not sent again", async (_, moods, standing) => {
    platform.next(...moods);
    const ana = await candidate();
    const first = await sendWithCv(ana);
    expect(first).toMatchObject({ receipt: { standing } });
    expect(await sendWithCv(ana)).toEqual(first);
    await ana.object.bind(ana.positionUuid);
    expect(await ana.send({ upload: await ana.object.countedOnCv(undefined) })).toEqual(first);
    expect(platform.attempts).toHaveLength(1);
    // The file of a repeat is not kept beside the file that waits.
    expect((await stored(ana.object)).split(cv.marker)).toHaveLength(1 + moods.length);
  });

  test("during the attempt has the same answer, by a double click", async () => {
    const ana = await candidate();
    const answers = await Promise.all([1, 2, 3].map(() => sendWithCv(ana)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(platform.attempts).toHaveLength(1);
  });

  test("is the same whatever tokens it carries", async () => {
    const ana = await candidate();
    await sendWithCv(ana, { csrfToken: "one", recaptchaToken: "one", isSuspect: true });
    const again = await sendWithCv(ana, { csrfToken: "two", recaptchaToken: "two" });
    expect(again).toMatchObject({ receipt: { id: ana.receiptId } });
    expect(platform.attempts).toHaveLength(1);
  });
});

describe("other contents under an id that was sent", () => {
  const others: [string, Form, Uint8Array<ArrayBuffer>?][] = [
    ["first name", { firstName: "Blas" }],
    ["last name", { lastName: "Paz" }],
    ["phone", { phone: "+34612345679" }],
    ["answer", { openQuestions: [] }],
    ["choice", { killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "No" }] }],
    ["CV", {}, newCv().content],
  ];

  test.each(others)("are another application: another %s", async (_, form, content) => {
    const ana = await candidate();
    await sendWithCv(ana);
    const answered = await sendWithCv(ana, form, content);
    expect(answered).toEqual({ outcome: "taken", successor: expect.any(String) as string });
    // A double click on the changed form is one application, too.
    expect(await sendWithCv(ana, form, content)).toEqual(answered);
    expect(platform.attempts).toHaveLength(1);
  });

  test("have a successor each", async () => {
    const ana = await candidate();
    await sendWithCv(ana);
    const answers = new Set<string>();
    for (const [, form, content] of others) {
      answers.add(JSON.stringify(await sendWithCv(ana, form, content)));
    }
    expect(answers.size).toBe(others.length);
  });

  test("arrive with their own CV, under the successor", async () => {
    const ana = await candidate();
    await sendWithCv(ana);
    const other = newCv(150_000);
    const upload = await store(ana.object, other.content);
    const answered = await ana.send({ firstName: "Blas", upload });
    if (answered.outcome !== "taken") throw new Error("It is not taken");
    const blas = await candidate({ id: answered.successor });
    const copy = await ana.object.copyCv(upload, blas.receiptId);
    expect(await blas.send({ firstName: "Blas", upload: copy })).toMatchObject({
      receipt: { standing: "delivered" },
    });
    expect(platform.taken().map(({ fields }) => fields.first_name)).toEqual(["Ana", "Blas"]);
    expect(platform.taken()[1]?.cv?.bytes.toString()).toContain(other.marker);
    expect(await stored(ana.object)).not.toContain(other.marker);
  });

  test("during the attempt are another application as well", async () => {
    const ana = await candidate();
    const [first, second] = await Promise.all([
      sendWithCv(ana),
      sendWithCv(ana, { firstName: "Blas" }),
    ]);
    expect([first.outcome, second.outcome].sort()).toEqual(["accepted", "taken"]);
    expect(platform.attempts).toHaveLength(1);
  });

  test("stay another application after the attempt ended without an answer", async () => {
    given.env.DELIVER_LATER = "off";
    const ana = await candidate();
    platform.next({ does: "stall" });
    const sending = ana.send();
    await platform.heard(1);
    const taken = await ana.send({ firstName: "Blas" });
    expect(taken).toMatchObject({ outcome: "taken" });
    await timeOut(ana.object, 30 * SECOND);
    expect(await sending).toMatchObject({ outcome: "unreachable" });
    // Nothing was sent by this id for certain, but those contents may have arrived by their own.
    expect(await ana.send({ firstName: "Blas" })).toEqual(taken);
    expect(platform.attempts).toHaveLength(1);
    expect(await ana.send()).toMatchObject({ outcome: "accepted" });
  });

  test.each<[string, Mood[]]>([
    ["was delivered", []],
    ["waits to be sent again", [answer(503)]],
    ["has failed, and is kept for an operator", [answer(429), answer(400), answer(400)]],
  ])("do not take along the CV of an application that %s", async (_, moods) => {
    errorLines();
    platform.next(...moods);
    const ana = await candidate();
    const upload = await hold(ana.object, cv.content);
    await ana.send({ upload });
    for (const _later of moods.slice(1)) await ring(ana.object);
    const attempts = platform.attempts.length;
    expect(await ana.object.countedOnCv(upload)).toBe(upload);
    expect(await ana.send({ upload, firstName: "Blas" })).toEqual({
      outcome: "cv-gone",
      fields: ["cv"],
    });
    expect(platform.attempts).toHaveLength(attempts);
  });

  test("do not take along the CV of an application that is being sent", async () => {
    const ana = await candidate();
    const upload = await hold(ana.object, cv.content);
    const [, other] = await Promise.all([
      ana.send({ upload }),
      ana.send({ upload, firstName: "Blas" }),
    ]);
    expect(other).toEqual({ outcome: "cv-gone", fields: ["cv"] });
    expect(platform.attempts).toHaveLength(1);
  });
});

describe("an application's id", () => {
  test("is bound to its position at first use; for another it is always the same other one", async () => {
    const ana = await candidate({ position: "questions" });
    expect(await ana.object.bind(ana.positionUuid)).toBe(true);
    expect(await ana.object.bind(fakePositions.plain)).toBe(false);
    const open = () => applications().open(ana.id, fakePositions.plain);
    const [one, two] = [await open(), await open()];
    expect(one.id).toBe(two.id);
    expect(one.id).not.toBe(ana.id);
  });

  test("shows a receipt for its own position only, by its public name", async () => {
    const ana = await candidate({ position: "questions" });
    await ana.send();
    const at = (id: string, positionUuid: string) => applications().receipt(id, positionUuid);
    expect(await at(ana.receiptId, ana.positionUuid)).toMatchObject({ standing: "delivered" });
    expect(await at(ana.receiptId, fakePositions.plain)).toBeUndefined();
    expect(await at(ana.id, ana.positionUuid)).toBeUndefined();
  });

  test("that names no application stores nothing when its receipt is asked for", async () => {
    const id = crypto.randomUUID().replaceAll("-", "").repeat(2);
    expect(await applications().receipt(id, fakePositions.plain)).toBeUndefined();
    const object = siteEnv().APPLICATIONS.getByName(id);
    await runInDurableObject(object, (_, { storage: { kv, sql } }) => {
      expect([...kv.list()]).toEqual([]);
      expect(sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([]);
    });
  });

  test.each([undefined, "short", "with spaces in it 12345", "ñ".repeat(20)])(
    "that cannot be one (%s) is a new one",
    async (id) => {
      const { id: one } = await applications().open(id, fakePositions.plain);
      const { id: two } = await applications().open(id, fakePositions.plain);
      expect(one).toMatch(/^[0-9a-f-]{36}$/);
      expect(one).not.toBe(two);
    },
  );
});
