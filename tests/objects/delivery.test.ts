import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { candidate, crash, type Form } from "./candidate";
import { alarmOf, DAY, HOUR, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { answer, platform, type Mood } from "./platform";
import { newCv, store, stored } from "./storage";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Sends a form with a CV for the first time. */
async function sent(form: Form = {}, bytes?: number) {
  const ana = await candidate();
  const cv = newCv(bytes);
  const answered = await ana.send({ ...form, upload: await store(ana.object, cv.content) });
  return { ana, cv, answered };
}

describe("the first attempt", () => {
  test("is delivered at once, for a receipt of 90 days, and what it held is deleted", async () => {
    const labels = [{ name: "first_name" }, { name: "question-0", label: "¿Cuándo?" }];
    const { ana, cv, answered } = await sent({ isSuspect: true, labels }, 300_000);
    expect(answered).toEqual({
      outcome: "accepted",
      receipt: {
        id: ana.receiptId,
        sentAt: Date.now(),
        until: Date.now() + 90 * DAY,
        standing: "delivered",
        company: expect.objectContaining({ name: "Taller Norte" }) as unknown,
        positionTitle: "Jefe de taller",
        cv: { kind: "PDF", size: 300_000 },
        labels,
      },
    });
    expect(platform.attempts).toHaveLength(1);
    expect(platform.attempts[0]).toMatchObject({ key: ana.id, isSuspect: true });
    expect(Object.entries(platform.attempts[0]?.fields ?? {})).toEqual([
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
    ]);
    expect(platform.attempts[0]?.cv).toMatchObject({
      fileName: "cv.pdf",
      contentType: "application/pdf",
      sha256: sha256(cv.content),
    });
    const left = await stored(ana.object);
    for (const text of [cv.marker, "Pérez", "34612345678", "bicicletas", ana.id, "cv.pdf"]) {
      expect(left).not.toContain(text);
    }
    expect(left).not.toContain(sha256(cv.content));
    expect(await alarmOf(ana.object)).toBe(Date.now() + 90 * DAY);
  });

  test("that meets with a 409 says so, and what it held is deleted", async () => {
    platform.next(answer(409, { detail: "Otra vez." }));
    const { ana, cv, answered } = await sent();
    expect(answered).toMatchObject({ outcome: "already-applied" });
    expect(await ana.standing()).toBeUndefined();
    const left = await stored(ana.object);
    for (const text of [cv.marker, "Pérez", ana.id]) expect(left).not.toContain(text);
  });

  test.each<[string, Mood, string | undefined]>([
    ["a 400 with a detail", answer(400, { detail: "Ese teléfono no." }), "Ese teléfono no."],
    ["a 422 with a list", answer(422, { detail: [{ loc: "phone" }] }), '[{"loc":"phone"}]'],
    ["a 400 with a message", answer(400, { message: "Otra vez." }), "Otra vez."],
    ["a 400 without a word", answer(400), undefined],
    ["a 400 that is a web page", answer(400, "<h1>No</h1>"), undefined],
    ["a 410", answer(410, { detail: "Cerrada." }), "Cerrada."],
    ["a 413", answer(413), undefined],
    ["a 500 with a detail", answer(500, { detail: "Sin sitio." }), "Sin sitio."],
  ])("that %s refuses says why, and its CV is held for an hour", async (_, mood, message) => {
    platform.next(mood);
    const { ana, cv, answered } = await sent();
    expect(answered).toMatchObject({ outcome: "refused" });
    expect("message" in answered ? answered.message : undefined).toBe(message);
    expect(await ana.standing()).toBeUndefined();
    expect(await stored(ana.object)).not.toMatch(/Pérez|34612345678|bicicletas/);
    expect(await alarmOf(ana.object)).toBe(Date.now() + HOUR);

    // The corrected form is sent under the same key, with the CV that is held.
    const upload = await ana.object.countedOnCv(undefined);
    expect(await ana.send({ phone: "+34612345679", upload })).toMatchObject({
      receipt: { standing: "delivered" },
    });
    expect(platform.attempts.map(({ key }) => key)).toEqual([ana.id, ana.id]);
    expect(platform.taken()[0]?.cv?.sha256).toBe(sha256(cv.content));
  });

  const away: [string, Mood, isLogged?: boolean][] = [
    ["a line that is cut", { does: "drop" }],
    ["an answer that is lost", { does: "take-and-drop" }],
    ["a 429", answer(429, { detail: "Despacio." })],
    ["a 500", answer(500)],
    ["a 502 that is a web page", answer(502, "<h1>Bad gateway</h1>")],
    ["a 503", answer(503)],
    ["a 302", answer(302, "", { Location: "/login" }), true],
    ["a 401", answer(401, { detail: "Wrong key" }), true],
    ["a 404", answer(404, { detail: "No such page" }), true],
    ["a 405", answer(405), true],
  ];

  test.each(away)(
    "that meets with %s is on its way, and arrives once",
    async (_, mood, isLogged) => {
      const errors = errorLines();
      platform.next(mood);
      const { ana, cv, answered } = await sent();
      expect(answered).toMatchObject({ receipt: { standing: "on-its-way" } });
      expect(await stored(ana.object)).toContain(cv.marker);
      expect(errors).toHaveLength(isLogged ? 1 : 0);
      expect(errors.join()).not.toMatch(/Pérez|Wrong key/);

      const waited = await ring(ana.object);
      expect(waited).toBeGreaterThanOrEqual(2 * SECOND);
      expect(waited).toBeLessThanOrEqual(2.5 * SECOND);
      expect(await ana.standing()).toBe("delivered");
      expect(platform.attempts.map(({ key }) => key)).toEqual([ana.id, ana.id]);
      expect(platform.taken()).toHaveLength(1);
      expect(platform.taken()[0]?.cv?.sha256).toBe(sha256(cv.content));
      expect(await stored(ana.object)).not.toContain(cv.marker);
    },
  );

  test.each(["stall", "take-and-stall"] as const)(
    "that is not answered in time (%s) is on its way, and arrives once",
    async (does) => {
      platform.next({ does });
      const ana = await candidate();
      const answering = ana.send();
      await platform.heard(1);
      expect(await ana.standing()).toBe("on-its-way");
      await timeOut(ana.object, 30 * SECOND);
      expect(await answering).toMatchObject({ receipt: { standing: "on-its-way" } });
      await ring(ana.object);
      expect(await ana.standing()).toBe("delivered");
      expect(platform.taken()).toHaveLength(1);
    },
  );

  test("that meets with a 403 reads the position afresh, once, for its token", async () => {
    const errors = errorLines();
    const ana = await candidate({ position: "csrf" });
    platform.changePosition(ana.positionUuid, { csrf_token: "as-it-is-now" });
    platform.next(answer(403));
    expect(await ana.send({ csrfToken: "of-the-page" })).toMatchObject({
      receipt: { standing: "delivered" },
    });
    expect(platform.attempts.map(({ csrfToken }) => csrfToken)).toEqual([
      "of-the-page",
      "as-it-is-now",
    ]);
    expect(platform.attempts[1]?.fields.csrf_access_token).toBe("as-it-is-now");
    expect(errors).toHaveLength(1);
  });

  test("that meets with a 403 twice is on its way: it is our own fault", async () => {
    const errors = errorLines();
    platform.next(answer(403), answer(403));
    const { ana } = await sent();
    expect(await ana.standing()).toBe("on-its-way");
    expect(platform.attempts).toHaveLength(2);
    expect(errors).toHaveLength(2);
  });

  test("is kept before it leaves: a crash in the middle of it loses nothing", async () => {
    platform.next({ does: "take-and-stall" });
    const ana = await candidate();
    const cv = newCv();
    const upload = await store(ana.object, cv.content);
    const answering = ana.send({ upload }).catch(() => "cut off");
    await platform.heard(1);
    const again = await crash(ana);
    expect(await answering).toBe("cut off");
    expect(await again.standing()).toBe("on-its-way");
    // As after a lost answer: the platform recognises the repeat.
    platform.next(answer(409));
    expect(await ring(again.object)).toBe(40 * SECOND);
    expect(await again.standing()).toBe("on-its-way");
    await ring(again.object);
    expect(await again.standing()).toBe("delivered");
    expect(platform.attempts.map(({ key }) => key)).toEqual([ana.id, ana.id, ana.id]);
    expect(platform.attempts[1]?.cv?.sha256).toBe(sha256(cv.content));
  });
});

test("an alarm that rings during an attempt waits for its end", async () => {
  platform.next({ does: "stall" });
  const ana = await candidate();
  const answering = ana.send();
  await platform.heard(1);
  await ring(ana.object);
  expect(platform.attempts).toHaveLength(1);
  expect(await alarmOf(ana.object)).toBe(Date.now() + 30 * SECOND);
  await timeOut(ana.object, 30 * SECOND);
  await answering;
});
