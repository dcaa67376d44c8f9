import { describe, expect, test } from "vitest";
import { ANA, failed, type Candidate, sent } from "./candidate";
import { DAY, HOUR, pass, ring } from "./clock";
import { answer, platform } from "./platform";
import { newCv, store, stored } from "./storage";
import { entryOf, told } from "./undelivered";

const REFUSAL = { detail: "The number +34 612 345 678 is blocked" };

/** A candidate whose application was received, and refused later. */
const refusedLater = async (said: unknown = REFUSAL) => (await failed(said)).ana;

const refusal = async ({ object, positionUuid }: Candidate) =>
  (await object.receipt(positionUuid))?.refusal;
const formBack = ({ object, positionUuid }: Candidate) => object.formBack(positionUuid);
/** Whether the operator's list has it, when the index has heard of what happened. */
async function isListed(ana: Candidate): Promise<boolean> {
  await told(ana);
  return (await entryOf(ana)) !== undefined;
}

describe("the receipt of an application that was refused later", () => {
  test("has none of what was entered, nor what the platform said", async () => {
    const ana = await refusedLater();
    expect(await refusal(ana)).toEqual({ canCorrect: true });
    const receipt = JSON.stringify(await ana.object.receipt(ana.positionUuid));
    for (const own of [ANA.firstName, ANA.lastName, ANA.phone, "bicicletas", "blocked", ana.id]) {
      expect(receipt).not.toContain(own);
    }
  });
});

describe("the form is given back", () => {
  test("to the browser that sent it, with the message and the CV's name", async () => {
    const { ana, cv, upload } = await failed(REFUSAL);
    expect(await formBack(ana)).toEqual({
      message: REFUSAL.detail,
      heldCv: {
        upload,
        name: "cv.pdf",
        size: cv.content.byteLength,
        until: expect.any(Number) as number,
      },
    });
  });

  test("only of this position, and while its contents are kept", async () => {
    const ana = await refusedLater();
    expect(await ana.object.formBack("another")).toBeUndefined();
    await pass(ana.object, 7 * DAY);
    expect(await formBack(ana)).toBeUndefined();
    expect(await refusal(ana)).toEqual({ canCorrect: false });
  });

  test("not while it is on its way, or once it was delivered", async () => {
    const ana = await sent(answer(503));
    expect(await formBack(ana)).toBeUndefined();
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(await formBack(ana)).toBeUndefined();
  });
});

describe("a correction", () => {
  const mended = { phone: "+34699112233", isCorrection: true };

  test("is sent under the same id, and takes the failed one off the operator's list", async () => {
    const ana = await refusedLater();
    expect(await isListed(ana)).toBe(true);
    expect(await ana.send(mended)).toMatchObject({
      outcome: "accepted",
      receipt: { id: ana.receiptId, standing: "delivered" },
    });
    expect(await isListed(ana)).toBe(false);
    expect(platform.taken().map(({ key, fields }) => [key, fields.phone])).toEqual([
      [ana.id, mended.phone],
    ]);
    expect(await stored(ana.object)).not.toContain("Pérez");
  });

  test("brings the CV of before, or another one", async () => {
    const other = newCv();
    for (const isOther of [false, true]) {
      const { ana, cv: before } = await failed();
      const named = isOther
        ? await store(ana.object, other.content)
        : (await formBack(ana))?.heldCv?.upload;
      const upload = await ana.object.countedOnCv(named, true);
      expect(upload).toBe(named);
      // A form that was not given back knows nothing of a CV that has come since.
      if (isOther) expect(await ana.object.countedOnCv(named)).toBeUndefined();
      expect(await ana.send({ ...mended, upload })).toMatchObject({ outcome: "accepted" });
      const sent = platform.taken().at(-1)?.cv?.bytes;
      expect(sent && Buffer.from(sent)).toEqual(Buffer.from((isOther ? other : before).content));
    }
  });

  test("that is refused at once is given back, and stays with the operator", async () => {
    const ana = await refusedLater();
    platform.next(answer(422, { detail: "Still blocked" }));
    expect(await ana.send(mended)).toEqual({
      outcome: "refused",
      status: 422,
      message: "Still blocked",
    });
    expect(await refusal(ana)).toEqual({ canCorrect: true });
    expect(await isListed(ana)).toBe(true);
    expect(await formBack(ana)).toMatchObject({ message: "Still blocked" });
    // An hour untouched makes no difference.
    await pass(ana.object, 2 * HOUR);
    expect(await ana.send({ ...mended, firstName: "Anna" })).toMatchObject({ outcome: "accepted" });
  });

  test("that is sent unchanged is refused at once, and not said to be on its way", async () => {
    const { ana, upload } = await failed();
    platform.next(answer(422, { detail: "Still blocked" }));
    expect(await ana.send({ upload, isCorrection: true })).toMatchObject({ outcome: "refused" });
  });

  test("that gets no answer is on its way, and arrives once", async () => {
    const ana = await refusedLater();
    platform.next(answer(503));
    expect(await ana.send(mended)).toMatchObject({ receipt: { standing: "on-its-way" } });
    expect(await ana.send(mended)).toMatchObject({ receipt: { standing: "on-its-way" } });
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });
});
