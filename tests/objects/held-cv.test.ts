import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { candidate, sent } from "./candidate";
import { alarmOf, HOUR, MINUTE, pass, ring } from "./clock";
import { given } from "./given";
import { answer, platform } from "./platform";
import { append, begin, cutStreamOf, hold, newCv, PDF, store, stored, streamOf } from "./storage";

const NAMED = { ...PDF, name: "María Núñez.pdf" };

describe("a CV that is held", () => {
  test("shows its name and its size, and goes with the form that counts on it", async () => {
    const ana = await candidate();
    const cv = newCv(200_000);
    const upload = await store(ana.object, cv.content, NAMED);
    expect(await ana.heldCv()).toBeUndefined();
    const held = { upload, name: "María Núñez.pdf", size: 200_000 };
    expect(await ana.object.holdCv(upload)).toEqual(held);
    expect(await ana.heldCv()).toEqual(held);
    await ana.send({ upload: await ana.object.countedOnCv(upload) });
    expect(platform.taken()[0]?.cv).toMatchObject({ fileName: "María Núñez.pdf" });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
    expect(await ana.heldCv()).toBeUndefined();
  });

  test("is forgotten after an hour, with all that the object had", async () => {
    const ana = await candidate();
    const cv = newCv();
    const upload = await hold(ana.object, cv.content);
    await pass(ana.object, HOUR - 1);
    expect(await stored(ana.object)).toContain(cv.marker);
    await pass(ana.object, 1);
    expect(await stored(ana.object)).toBe("[]");
    expect(await alarmOf(ana.object)).toBeNull();
    const again = await candidate({ id: ana.id });
    expect(await again.object.countedOnCv(upload)).toBeUndefined();
    expect(await again.send({ upload })).toEqual({ outcome: "cv-gone", fields: ["cv"] });
    expect(platform.attempts).toEqual([]);
  });

  test.each<[string, (ana: Awaited<ReturnType<typeof candidate>>, upload: number) => unknown]>([
    ["a page asks for it", ({ object }, upload) => object.cvProgress(upload)],
    ["a form comes", ({ object, positionUuid }) => object.bind(positionUuid)],
    ["another file comes", ({ object }) => store(object, newCv().content)],
  ])("is held as long again from each time that %s", async (_, touch) => {
    const ana = await candidate();
    const cv = newCv();
    const { object } = ana;
    const upload = await begin(ana, cv.content.byteLength);
    await append(ana, upload, 0, cv.content);
    for (const _ of [1, 2, 3]) {
      await pass(object, 50 * MINUTE);
      await touch(ana, upload);
    }
    await pass(object, HOUR - 1);
    expect(await stored(object)).toContain(cv.marker);
    await pass(object, 1);
    expect(await stored(object)).toBe("[]");
  });

  test("is held for as long as is configured", async () => {
    given.env.HOLD_MS = String(5 * MINUTE);
    const ana = await candidate();
    await hold(ana.object, newCv().content);
    expect(await ring(ana.object)).toBe(5 * MINUTE);
    expect(await stored(ana.object)).toBe("[]");
  });

  test("gives way to the next one", async () => {
    const ana = await candidate();
    const first = newCv(500_000);
    const before = await hold(ana.object, first.content);
    const second = newCv(1000);
    const after = await hold(ana.object, second.content);
    expect(await ana.heldCv()).toMatchObject({ upload: after, size: 1000 });
    const left = await stored(ana.object);
    expect([left.includes(first.marker), left.includes(second.marker)]).toEqual([false, true]);
    expect(await ana.object.countedOnCv(before)).toBeUndefined();
    expect(await ana.object.countedOnCv(after)).toBe(after);
    await ana.object.releaseCv();
    expect(await stored(ana.object)).not.toContain(second.marker);
  });

  test("is the first of a file that comes twice, by a double click", async () => {
    const ana = await candidate();
    const cv = newCv();
    const first = await hold(ana.object, cv.content);
    const second = await store(ana.object, cv.content);
    expect(await ana.object.holdCv(second)).toMatchObject({ upload: first });
    expect((await stored(ana.object)).split(cv.marker)).toHaveLength(2);
  });

  test("is left where a form without one is sent, and deleted with it", async () => {
    const ana = await candidate();
    const cv = newCv();
    await hold(ana.object, cv.content);
    await ana.send();
    expect(platform.taken()[0]?.cv).toBeUndefined();
    expect(await stored(ana.object)).not.toContain(cv.marker);
  });
});

describe("a CV that comes in", () => {
  test("and is of another type is not kept", async () => {
    const ana = await candidate();
    const bytes = new TextEncoder().encode("MZ no-cv");
    expect(await ana.object.receiveCv(PDF, streamOf(bytes))).toBeUndefined();
    expect(await stored(ana.object)).not.toContain("no-cv");
  });

  test("and breaks off is not kept", async () => {
    const ana = await candidate();
    const cv = newCv(100_000);
    const broken = runInDurableObject(ana.object, (object) =>
      object.receiveCv(PDF, cutStreamOf(cv.content)),
    );
    await expect(broken).rejects.toThrow();
    expect(await stored(ana.object)).not.toContain(cv.marker);
  });

  test("for hours is not deleted while it comes, nor for an hour from then", async () => {
    const ana = await candidate();
    const cv = newCv(100_000);
    const { readable, writable } = new IdentityTransformStream();
    const receiving = ana.object.receiveCv(PDF, readable);
    const writer = writable.getWriter();
    await writer.write(cv.content.subarray(0, 70_000));
    await pass(ana.object, 3 * HOUR);
    await writer.write(cv.content.subarray(70_000));
    await writer.close();
    expect(await receiving).toMatchObject({ size: 100_000 });
    await pass(ana.object, HOUR - 1);
    expect(await stored(ana.object)).toContain(cv.marker);
    await pass(ana.object, 1);
    expect(await stored(ana.object)).toBe("[]");
  });

  test("for an application that waits is forgotten after an hour, and what waits is not", async () => {
    const ana = await candidate();
    const own = newCv();
    platform.always(answer(503, {}, { "Retry-After": String(5 * 3600) }));
    await ana.send({ upload: await store(ana.object, own.content) });
    const other = newCv();
    await store(ana.object, other.content);
    await pass(ana.object, HOUR);
    const left = await stored(ana.object);
    expect([left.includes(own.marker), left.includes(other.marker)]).toEqual([true, false]);
  });

  test("for an application that was sent is forgotten after an hour, and its receipt is not", async () => {
    const ana = await sent();
    const cv = newCv();
    const upload = await store(ana.object, cv.content);
    expect(await ana.object.holdCv(upload)).toBeUndefined();
    await pass(ana.object, HOUR);
    expect(await stored(ana.object)).not.toContain(cv.marker);
    expect(await ana.standing()).toBe("delivered");
  });
});
