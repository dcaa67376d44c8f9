import { describe, expect, test } from "vitest";
import { ANA, crash, failed, type Candidate, sent } from "./candidate";
import { DAY, HOUR, pass, ring } from "./clock";
import { answer, platform } from "./platform";
import { newCv, store, stored } from "./storage";
import { entryOf, told } from "./undelivered";

const REFUSAL = { detail: "The number +34 612 345 678 is blocked" };

/** A candidate whose application was received, and refused later. */
const refusedLater = async (said: unknown = REFUSAL) => (await failed(said)).ana;

const refusal = async ({ object, positionUuid }: Candidate) =>
  (await object.receipt(positionUuid))?.refusal;
const ask = ({ object, positionUuid }: Candidate, phone: string) =>
  object.giveBack(positionUuid, phone);
/** Whether the operator's list has it, when the index has heard of what happened. */
async function isListed(ana: Candidate): Promise<boolean> {
  await told(ana);
  return (await entryOf(ana)) !== undefined;
}

describe("the receipt of an application that was refused later", () => {
  test("says why, unless that quotes what was entered", async () => {
    expect(await refusal(await refusedLater())).toEqual({ triesLeft: 5 });
    const detail = "No answer to the third question";
    expect(await refusal(await refusedLater({ detail }))).toEqual({
      triesLeft: 5,
      says: detail,
    });
  });

  test("has none of what was entered", async () => {
    const ana = await refusedLater();
    const receipt = JSON.stringify(await ana.object.receipt(ana.positionUuid));
    for (const own of [ANA.firstName, ANA.lastName, ANA.phone, "bicicletas", ana.id]) {
      expect(receipt).not.toContain(own);
    }
  });
});

describe("the form is given back", () => {
  test("to a person with the phone number, with the message and the CV's name", async () => {
    const { ana, cv, upload } = await failed(REFUSAL);
    expect(await ask(ana, ANA.phone)).toEqual({
      outcome: "right",
      applicationId: ana.id,
      application: ANA,
      message: REFUSAL.detail,
      heldCv: {
        upload,
        name: expect.any(String) as string,
        size: cv.content.byteLength,
        until: expect.any(Number) as number,
      },
    });
  });

  test("after five wrong numbers to nobody, also after a crash", async () => {
    let ana = await refusedLater();
    const wrong = "+34612345679";
    for (const triesLeft of [4, 3]) {
      expect(await ask(ana, wrong)).toEqual({ outcome: "wrong", triesLeft });
    }
    ana = await crash(ana);
    for (const triesLeft of [2, 1, 0]) {
      expect(await ask(ana, wrong)).toEqual({ outcome: "wrong", triesLeft });
    }
    expect(await ask(ana, ANA.phone)).toEqual({ outcome: "closed" });
    expect(await refusal(ana)).toEqual({ triesLeft: 0 });
    // The operator still has it.
    expect(await isListed(ana)).toBe(true);
  });

  test("when many ask at once, the sixth is not answered", async () => {
    const ana = await refusedLater();
    const asked = Array.from({ length: 20 }, () => ask(ana, "+34612345679"));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ outcome }) => outcome === "wrong")).toHaveLength(5);
    expect(await ask(ana, ANA.phone)).toEqual({ outcome: "closed" });
  });

  test("only of this position, and while its contents are kept", async () => {
    const ana = await refusedLater();
    expect(await ana.object.giveBack("another", ANA.phone)).toEqual({ outcome: "closed" });
    expect(await ana.object.formBack("another")).toBeUndefined();
    await pass(ana.object, 7 * DAY);
    expect(await ask(ana, ANA.phone)).toEqual({ outcome: "closed" });
    expect(await ana.object.formBack(ana.positionUuid)).toBeUndefined();
    expect(await refusal(ana)).toEqual({ triesLeft: 0 });
  });

  test("to nobody while it is on its way, or was delivered", async () => {
    const ana = await sent(answer(503));
    expect(await ask(ana, ANA.phone)).toEqual({ outcome: "closed" });
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(await ask(ana, ANA.phone)).toEqual({ outcome: "closed" });
  });

  test("by its secret id without what was entered", async () => {
    const ana = await refusedLater();
    expect(await ana.object.formBack(ana.positionUuid)).toEqual({
      message: REFUSAL.detail,
      heldCv: expect.objectContaining({ name: "cv.pdf" }) as unknown,
    });
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
        : (await ana.object.formBack(ana.positionUuid))?.heldCv?.upload;
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
    expect(await refusal(ana)).toEqual({ triesLeft: 5, says: "Still blocked" });
    expect(await isListed(ana)).toBe(true);
    expect(await ask(ana, mended.phone)).toMatchObject({ outcome: "right" });
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
