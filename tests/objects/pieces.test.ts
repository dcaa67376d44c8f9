import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { candidate } from "./candidate";
import { HOUR, MINUTE, pass } from "./clock";
import { platform } from "./platform";
import { append, begin, cutStreamOf, MB, newCv, stored } from "./storage";

describe("a CV in pieces", () => {
  test("goes on where it was, is held when it is whole, and goes with the form", async () => {
    const ana = await candidate();
    const cv = newCv(200_000);
    const upload = await begin(ana, 200_000);
    for (const [from, to] of [
      [0, 1],
      [1, 90_000],
      [90_000, 199_999],
    ] as const) {
      expect(await append(ana, upload, from, cv.content.slice(from, to))).toEqual({
        outcome: "appended",
        offset: to,
        length: 200_000,
      });
      expect(await ana.object.cvProgress(upload)).toMatchObject({ offset: to });
      expect(await ana.heldCv()).toBeUndefined();
    }
    const last = await append(ana, upload, 199_999, cv.content.slice(199_999));
    expect(last).toMatchObject({ outcome: "whole", cv: { upload, size: 200_000 } });
    expect(await ana.heldCv()).toEqual({ upload, name: "cv.pdf", size: 200_000 });
    await ana.send({ upload });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test.each([
    ["before", 40],
    ["behind", 60],
  ])("takes no piece that begins %s where it is", async (_, offset) => {
    const ana = await candidate();
    const cv = newCv(100);
    const upload = await begin(ana, 100);
    await append(ana, upload, 0, cv.content.slice(0, 50));
    expect(await append(ana, upload, offset, cv.content.slice(offset))).toEqual({
      outcome: "conflict",
      offset: 50,
      length: 100,
    });
    expect(await ana.object.cvProgress(upload)).toMatchObject({ offset: 50 });
  });

  test("keeps what came of a line that was cut, and goes on behind it", async () => {
    const ana = await candidate();
    const cv = newCv(300_000);
    const upload = await begin(ana, 300_000);
    const cut = runInDurableObject(ana.object, (object) =>
      object.appendCv(upload, 0, cutStreamOf(cv.content.slice(0, 130_000))),
    );
    expect(await cut).toEqual({
      outcome: "appended",
      offset: 130_000,
      length: 300_000,
    });
    await append(ana, upload, 130_000, cv.content.slice(130_000));
    await ana.send({ upload });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("whose last answer was lost is whole by the next question", async () => {
    const ana = await candidate();
    const cv = newCv(1000);
    const upload = await begin(ana, 1000);
    await runInDurableObject(ana.object, (_, { storage }) => {
      storage.sql.exec("INSERT INTO cv_piece (cv, bytes) VALUES (?, ?)", upload, cv.content);
    });
    expect(await ana.object.cvProgress(upload)).toMatchObject({ outcome: "whole" });
    expect(await ana.heldCv()).toMatchObject({ upload, size: 1000 });
  });

  test("goes on with a new piece in place of one that hangs", async () => {
    const ana = await candidate();
    const cv = newCv(200_000);
    const upload = await begin(ana, 200_000);
    const { readable, writable } = new IdentityTransformStream();
    const hanging = ana.object.appendCv(upload, 0, readable);
    const writer = writable.getWriter();
    await writer.write(cv.content.slice(0, 70_000));
    // The request that hung was given up, and says how far it came. Some of its bytes may be lost.
    const conflict = await append(ana, upload, 199_999, cv.content.slice(199_999));
    if (conflict.outcome !== "conflict") throw new Error(conflict.outcome);
    const { offset } = conflict;
    expect(await hanging).toMatchObject({ outcome: "appended", offset });
    expect(await append(ana, upload, offset, cv.content.slice(offset))).toMatchObject({
      outcome: "whole",
    });
    await ana.send({ upload });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
    await writer.abort().catch(() => undefined);
  });

  test("is cut where it was to end, and whole then", async () => {
    const ana = await candidate();
    const cv = newCv(1000);
    const upload = await begin(ana, 900);
    expect(await append(ana, upload, 0, cv.content)).toEqual({ outcome: "too-much" });
    expect(await ana.object.cvProgress(upload)).toMatchObject({ cv: { size: 900 } });
  });

  test("takes no more than 1 MB at once", async () => {
    const ana = await candidate();
    const upload = await begin(ana, 3 * MB);
    expect(await append(ana, upload, 0, newCv(MB + 1).content)).toEqual({ outcome: "too-much" });
    expect(await ana.object.cvProgress(upload)).toMatchObject({ offset: MB });
  });

  test("that is no CV is told at its end, and nothing is kept", async () => {
    const ana = await candidate();
    const bytes = new TextEncoder().encode("MZ no-cv");
    const upload = await begin(ana, bytes.byteLength);
    expect(await append(ana, upload, 0, bytes)).toEqual({ outcome: "wrong-type" });
    expect(await ana.object.cvProgress(upload)).toEqual({ outcome: "gone" });
    expect(await stored(ana.object)).not.toContain("no-cv");
  });

  test.each([
    ["under way", 500],
    ["whole", 1000],
  ])("that is cancelled is gone: %s", async (_, end) => {
    const ana = await candidate();
    const cv = newCv(1000);
    const upload = await begin(ana, 1000);
    await append(ana, upload, 0, cv.content.slice(0, end));
    await ana.object.cancelCv(upload);
    expect(await ana.object.cvProgress(upload)).toEqual({ outcome: "gone" });
    expect(await append(ana, upload, end, cv.content.slice(0, 1))).toEqual({ outcome: "gone" });
    expect(await stored(ana.object)).not.toContain(cv.marker);
    expect(await ana.heldCv()).toBeUndefined();
  });

  test("that is never finished is forgotten an hour after its last piece", async () => {
    const ana = await candidate();
    const cv = newCv(1000);
    const upload = await begin(ana, 1000);
    for (const offset of [0, 100, 200]) {
      await pass(ana.object, 50 * MINUTE);
      await append(ana, upload, offset, cv.content.slice(offset, offset + 100));
    }
    await pass(ana.object, HOUR - 1);
    expect(await stored(ana.object)).toContain(cv.marker);
    await pass(ana.object, 1);
    expect(await stored(ana.object)).toBe("[]");
    expect(await append(ana, upload, 300, cv.content.slice(300))).toEqual({ outcome: "gone" });
  });

  test("that is held makes room for the next one only when that is whole", async () => {
    const ana = await candidate();
    const [first, second] = [newCv(1000), newCv(1000)];
    const one = await begin(ana, 1000);
    await append(ana, one, 0, first.content);
    const two = await begin(ana, 1000);
    await append(ana, two, 0, second.content.slice(0, 999));
    expect(await ana.heldCv()).toMatchObject({ upload: one });
    await append(ana, two, 999, second.content.slice(999));
    expect(await ana.heldCv()).toMatchObject({ upload: two });
    expect(await stored(ana.object)).not.toContain(first.marker);
  });
});
