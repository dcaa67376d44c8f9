import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { candidate, type Candidate, sent } from "./candidate";
import { ring } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { hold, newCv, store } from "./storage";
import { entryOf } from "./undelivered";

/** Flips a byte in the middle of the stored CV. */
const damage = ({ object }: Candidate) =>
  runInDurableObject(object, (_, { storage: { sql } }) => {
    const [piece] = sql
      .exec<{ id: number; bytes: ArrayBuffer }>("SELECT * FROM cv_piece")
      .toArray();
    if (!piece) throw new Error("No file is stored");
    const bytes = new Uint8Array(piece.bytes);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    sql.exec("UPDATE cv_piece SET bytes = ? WHERE id = ?", bytes, piece.id);
  });

const lose = ({ object }: Candidate) =>
  runInDurableObject(object, (_, { storage: { sql } }) => void sql.exec("DELETE FROM cv"));

/** A candidate whose CV was damaged while the application waited. */
async function damagedLater(happens = damage, cv = newCv()) {
  errorLines();
  platform.next(answer(429));
  const ana = await candidate();
  await ana.send({ upload: await hold(ana.object, cv.content) });
  await happens(ana);
  await ring(ana.object);
  return ana;
}

describe("a CV that was damaged where it is stored", () => {
  test("is not sent: the candidate who waits is asked for it again", async () => {
    errorLines();
    const ana = await candidate();
    const upload = await hold(ana.object, newCv().content);
    await damage(ana);
    expect(await ana.send({ upload })).toMatchObject({ outcome: "cv-gone", fields: ["cv"] });
    expect(platform.attempts).toHaveLength(0);
    expect(await ana.heldCv()).toBeUndefined();
    const again = newCv();
    await ana.send({ upload: await store(ana.object, again.content) });
    expect(platform.taken()[0]?.cv?.bytes.equals(again.content)).toBe(true);
  });

  test.each([
    ["damaged", damage],
    ["missing", lose],
  ])("(%s) is not sent later: an operator sees it, and the receipt asks for it", async (_, how) => {
    const ana = await damagedLater(how);
    expect(platform.attempts).toHaveLength(1);
    const receipt = await ana.object.receipt(ana.positionUuid);
    expect(receipt).toMatchObject({
      standing: "undelivered",
      refusal: { canCorrect: true, isFileLost: true },
    });
    expect(await entryOf(ana)).toMatchObject({ state: "failed", reason: "file-lost" });
  });

  test("comes again with the rest of the form, and is delivered under the same id", async () => {
    const ana = await damagedLater();
    expect(await ana.object.formBack(ana.positionUuid)).toEqual({});
    // Without another file it is asked for again.
    expect(await ana.object.countedOnCv(undefined, true)).toBeUndefined();
    const again = newCv();
    const upload = await store(ana.object, again.content);
    expect(await ana.send({ upload, isCorrection: true })).toMatchObject({ outcome: "accepted" });
    expect(platform.taken().map(({ key }) => key)).toEqual([ana.id]);
    expect(platform.taken()[0]?.cv?.bytes.equals(again.content)).toBe(true);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test("comes again in the same form, which nothing marks as a correction", async () => {
    const cv = newCv();
    const ana = await damagedLater(damage, cv);
    expect(await ana.send({ upload: await store(ana.object, cv.content) })).toMatchObject({
      receipt: { standing: "delivered" },
    });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("is replaced by the same file, chosen again before the form is sent", async () => {
    const ana = await candidate();
    const cv = newCv();
    await hold(ana.object, cv.content);
    await damage(ana);
    const upload = await hold(ana.object, cv.content);
    await ana.send({ upload });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("is marked where an operator takes it out", async () => {
    const ana = await damagedLater();
    expect((await ana.object.exported())?.cv).toMatchObject({ isDamaged: true });
  });

  test("is not copied for the next person at the same screen", async () => {
    errorLines();
    const ana = await sent();
    const upload = await store(ana.object, newCv().content);
    await damage(ana);
    const eva = await candidate();
    expect(await ana.object.copyCv(upload, eva.receiptId)).toBeUndefined();
  });
});
