import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { applied, candidate, cutOff } from "./candidate";
import { alarmOf, DAY, HOUR, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("the first attempt", () => {
  test("is delivered at once, for a receipt of 90 days, and its stored copy is deleted [7.13]", async () => {
    const labels = [{ name: "first_name" }, { name: "question-0", label: "¿Cuándo?" }];
    const { ana, cv, answered } = await applied(
      [],
      { isSuspect: true, labels },
      { bytes: 300_000 },
    );
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

  test("that meets with a 409 says so, and its stored copy is deleted [8.16]", async () => {
    const { ana, cv, answered } = await applied([answer(409, { detail: "Otra vez." })]);
    expect(answered).toMatchObject({ outcome: "already-applied" });
    expect(await ana.standing()).toBeUndefined();
    const left = await stored(ana.object);
    for (const text of [cv.marker, "Pérez", ana.id]) expect(left).not.toContain(text);
  });

  test.each<[string, Mood, string | undefined]>([
    ["a 400 with a detail", answer(400, { detail: "Ese teléfono no." }), "Ese teléfono no."],
    ["a 400 without a word", answer(400), undefined],
    ["a 500 with a detail", answer(500, { detail: "Sin sitio." }), "Sin sitio."],
  ])("that %s refuses says why, and its CV is held for an hour", async (_, mood, message) => {
    const { ana, cv, answered } = await applied([mood]);
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
    ["a 503", answer(503)],
    ["a 401", answer(401, { detail: "Wrong key" }), true],
  ];

  test.each(away)(
    "that meets with %s is on its way, and arrives once [7.12, 7.13]",
    async (_, mood, isLogged) => {
      const errors = errorLines();
      const { ana, cv, answered } = await applied([mood]);
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
    const { ana } = await applied([answer(403), answer(403)]);
    expect(await ana.standing()).toBe("on-its-way");
    expect(platform.attempts).toHaveLength(2);
    expect(errors).toHaveLength(2);
  });

  test("is kept before it leaves: a crash in the middle of it loses nothing [7.12]", async () => {
    const { ana: again, cv } = await cutOff("take-and-stall");
    expect(await again.standing()).toBe("on-its-way");
    // As after a lost answer: the platform recognises the repeat.
    platform.next(answer(409));
    expect(await ring(again.object)).toBe(40 * SECOND);
    expect(await again.standing()).toBe("on-its-way");
    await ring(again.object);
    expect(await again.standing()).toBe("delivered");
    expect(platform.attempts.map(({ key }) => key)).toEqual([again.id, again.id, again.id]);
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
