import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { fakePositions } from "../support/fake-platform-data";
import { candidate } from "./candidate";
import { HOUR, pass } from "./clock";
import { given } from "./given";
import { append, begin, newCv, PDF } from "./storage";

describe("an application takes in", () => {
  test("no file that is too large, and twice the largest in all", async () => {
    given.env.MAX_CV_BYTES = "1000";
    const ana = await candidate();
    const tooLarge = await ana.object.beginCv(ana.positionUuid, PDF, 1001);
    expect(tooLarge).toEqual({ outcome: "too-much" });
    for (const _ of [1, 2]) {
      const upload = await begin(ana, 1000);
      await append(ana, upload, 0, newCv(900).content);
    }
    const third = await ana.object.beginCv(ana.positionUuid, PDF, 201);
    expect(third).toEqual({ outcome: "too-much" });
    const upload = await begin(ana, 200);
    expect(await append(ana, upload, 0, newCv(200).content)).toMatchObject({ outcome: "whole" });
  });

  test("no bytes beyond that from uploads that were begun before", async () => {
    given.env.MAX_CV_BYTES = "1000";
    const ana = await candidate();
    const uploads = [await begin(ana, 1000), await begin(ana, 1000), await begin(ana, 1000)];
    const outcomes = [];
    for (const upload of uploads) {
      outcomes.push((await append(ana, upload, 0, newCv(999).content)).outcome);
    }
    expect(outcomes).toEqual(["appended", "appended", "too-much"]);
    expect(await ana.object.cvProgress(uploads[2] ?? 0)).toMatchObject({ offset: 2 });
  });

  test("25 MB in pieces of 32 KB, with a question before each", async () => {
    given.env.MAX_CV_BYTES = String(25 * 1024 ** 2);
    const ana = await candidate();
    const length = 25 * 1024 ** 2;
    const upload = await begin(ana, length);
    const piece = new Uint8Array(32 * 1024).fill(32);
    const first = new Uint8Array(piece);
    first.set(new TextEncoder().encode("%PDF-1.7\n"));
    const outcomes = await runInDurableObject(ana.object, async (object) => {
      const all = new Set<string>();
      for (let offset = 0; offset < length; offset += piece.length) {
        all.add((await object.cvProgress(upload)).outcome);
        const content = new Blob([offset === 0 ? first : piece]).stream();
        all.add((await object.appendCv(upload, offset, content)).outcome);
      }
      return all;
    });
    expect(outcomes).toEqual(new Set(["appended", "whole"]));
  });

  test("no thousand crumbs an hour", async () => {
    const ana = await candidate();
    const upload = await begin(ana, 2000);
    const outcomes = await runInDurableObject(ana.object, async (object) => {
      const all = [];
      for (let offset = 0; offset < 1001; offset += 1) {
        all.push((await object.appendCv(upload, offset, new Blob([" "]).stream())).outcome);
      }
      return all;
    });
    expect(outcomes.indexOf("too-often")).toBe(999);
  });

  test("a thousand requests an hour that bring nothing on", async () => {
    const ana = await candidate();
    const upload = await begin(ana, 100);
    const outcomes = await runInDurableObject(ana.object, async (object) => {
      const all = [];
      for (let request = 2; request <= 1001; request += 1) {
        all.push((await object.cvProgress(upload)).outcome);
      }
      return all;
    });
    expect(new Set(outcomes.slice(0, 999))).toEqual(new Set(["appended"]));
    expect(outcomes[999]).toBe("too-often");
    const piece = newCv(100).content;
    expect(await append(ana, upload, 0, piece)).toEqual({ outcome: "too-often" });
    expect(await ana.object.beginCv(ana.positionUuid, PDF, 100)).toEqual({ outcome: "too-often" });
    await pass(ana.object, HOUR - 1);
    expect(await ana.object.cvProgress(upload)).toEqual({ outcome: "too-often" });
    await pass(ana.object, 1);
    await ana.object.bind(ana.positionUuid);
    expect(await ana.object.cvProgress(upload)).not.toEqual({ outcome: "too-often" });
  });

  test("three uploads at once: the fourth takes the room of the oldest", async () => {
    const ana = await candidate();
    const uploads = [];
    for (const _ of [1, 2, 3, 4]) uploads.push(await begin(ana, 100));
    const outcomes = [];
    for (const upload of uploads) outcomes.push((await ana.object.cvProgress(upload)).outcome);
    expect(outcomes).toEqual(["gone", "appended", "appended", "appended"]);
  });

  test("one that goes on, however many were given up beside it", async () => {
    const ana = await candidate();
    const upload = await begin(ana, 100);
    for (const _ of [1, 2, 3, 4, 5]) await ana.object.cancelCv(await begin(ana, 100));
    expect(await ana.object.cvProgress(upload)).toMatchObject({ outcome: "appended" });
  });

  test("nothing once it was sent, and nothing for another position", async () => {
    const ana = await candidate();
    expect(await ana.object.beginCv(fakePositions.plain, PDF, 100)).toEqual({
      outcome: "not-yours",
    });
    await ana.send();
    expect(await ana.object.beginCv(ana.positionUuid, PDF, 100)).toEqual({ outcome: "sent" });
  });

  test("nothing before it is begun", async () => {
    const ana = await candidate();
    await pass(ana.object, HOUR);
    expect(await ana.object.cvProgress(1)).toEqual({ outcome: "gone" });
    expect(await append(ana, 1, 0, newCv().content)).toEqual({ outcome: "gone" });
  });
});
