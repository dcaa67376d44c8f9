import { describe, expect, test } from "vitest";
import { candidate, crash, type Candidate } from "./candidate";
import { ring } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { MB, newCv, PDF, store, stored, streamOf } from "./storage";
import { operator } from "./undelivered";

const rules = { accept: ["pdf"], maxBytes: 20 * MB };
const PORTFOLIO = { ...PDF, name: "portfolio.pdf", field: "portfolio", rules };
const LETTER = { name: "letter.txt", contentType: "text/plain", field: "letter" };

/** Begins an upload for a field. @returns its number */
async function begin(
  { object, positionUuid }: Candidate,
  length: number,
  file: Parameters<Candidate["object"]["beginCv"]>[1] = PORTFOLIO,
) {
  const begun = await object.beginCv(positionUuid, file, length);
  return begun.outcome === "begun" ? begun.upload : begun.outcome;
}

/** A candidate whose CV and portfolio are held, with the numbers that a form names. */
async function withTwo() {
  const ana = await candidate();
  const cv = newCv(70_000);
  const portfolio = newCv(150_000);
  const upload = await store(ana.object, cv.content);
  const other = await store(ana.object, portfolio.content, PORTFOLIO);
  for (const one of [upload, other]) await ana.object.holdCv(one);
  return { ana, cv, portfolio, upload, files: [{ field: "portfolio", upload: other }] };
}

describe("files of several fields", () => {
  test("are held, each in its field, and go to the platform with their own bytes", async () => {
    const { ana, cv, portfolio, upload, files } = await withTwo();
    expect(await ana.object.heldFiles()).toEqual([
      { field: "cv", upload, name: "cv.pdf", size: 70_000 },
      { ...files[0], name: "portfolio.pdf", size: 150_000 },
    ]);
    await ana.send({ upload, files });
    const [taken] = platform.taken();
    expect(taken?.files.map(({ name, fileName }) => [name, fileName])).toEqual([
      ["cv", "cv.pdf"],
      ["file:portfolio", "portfolio.pdf"],
    ]);
    expect(taken?.files[0]?.bytes.equals(cv.content)).toBe(true);
    expect(taken?.files[1]?.bytes.equals(portfolio.content)).toBe(true);
    expect(await ana.standing()).toBe("delivered");
  });

  test("are recognised by their bytes when sent again, and told from others and from none", async () => {
    const { ana, portfolio, cv, upload, files } = await withTwo();
    await ana.send({ upload, files });
    const again = async (content: typeof portfolio.content) => ({
      upload: await store(ana.object, cv.content),
      files: [{ field: "portfolio", upload: await store(ana.object, content, PORTFOLIO) }],
    });
    expect((await ana.send(await again(portfolio.content))).outcome).toBe("accepted");
    expect((await ana.send(await again(newCv().content))).outcome).toBe("taken");
    const { upload: alone } = await again(portfolio.content);
    expect((await ana.send({ upload: alone })).outcome).toBe("taken");
    expect(platform.attempts).toHaveLength(1);
  });

  test("leave no digest if they are voluntary, and tell no application from another", async () => {
    const { ana, cv, portfolio } = await withTwo();
    const voluntaryFiles = ["portfolio"];
    const send = async (content: typeof portfolio.content) =>
      ana.send({
        upload: await store(ana.object, cv.content),
        files: [{ field: "portfolio", upload: await store(ana.object, content, PORTFOLIO) }],
        voluntaryFiles,
      });
    expect((await send(portfolio.content)).outcome).toBe("accepted");
    expect(await stored(ana.object)).toMatch(/\\*"field\\*":\\*"portfolio\\*"/);
    const digests = [
      ...(await stored(ana.object)).matchAll(/\\*"portfolio\\*"[^}]*?digest\\*":\\*"([^"\\]*)/g),
    ];
    expect(digests.map(([, digest]) => digest)).toEqual([""]);
    expect((await send(newCv().content)).outcome).toBe("accepted");
    expect(platform.attempts).toHaveLength(1);
  });

  test("may be in any order", async () => {
    const { ana, upload, files } = await withTwo();
    const letter = await store(ana.object, new TextEncoder().encode("Dear all"), {
      ...LETTER,
      rules: { accept: ["txt"], maxBytes: 100 },
    } as typeof PDF);
    const more = [...files, { field: "letter", upload: letter }];
    await ana.send({ upload, files: more });
    expect((await ana.send({ upload, files: more.toReversed() })).outcome).toBe("accepted");
    expect(platform.attempts).toHaveLength(1);
  });

  test("are all there after a crash, while the platform is away, and then leave no byte [10.14]", async () => {
    platform.next(answer(503));
    const { ana, cv, portfolio, upload, files } = await withTwo();
    await ana.send({ upload, files });
    const after = await crash(ana);
    for (const { marker } of [cv, portfolio]) expect(await stored(after.object)).toContain(marker);
    await ring(after.object);
    expect(platform.taken()[0]?.files).toHaveLength(2);
    for (const { marker } of [cv, portfolio]) {
      expect(await stored(after.object)).not.toContain(marker);
    }
  });

  test("are held through a refusal, all of them", async () => {
    platform.next(answer(400, { detail: "No." }));
    const { ana, upload, files } = await withTwo();
    expect((await ana.send({ upload, files })).outcome).toBe("refused");
    expect(await ana.object.heldFiles()).toMatchObject([{ upload }, { ...files[0] }]);
  });

  test("are replaced and removed one by one", async () => {
    const { ana, cv, portfolio, upload } = await withTwo();
    const other = newCv();
    const number = await store(ana.object, other.content, PORTFOLIO);
    await ana.object.holdCv(number);
    expect(await stored(ana.object)).not.toContain(portfolio.marker);
    expect(await ana.object.heldFiles()).toMatchObject([{ upload }, { upload: number }]);
    await ana.object.releaseCv();
    expect(await stored(ana.object)).not.toContain(cv.marker);
    expect(await ana.object.heldFiles()).toMatchObject([{ field: "portfolio", upload: number }]);
    await ana.object.cancelCv(number);
    expect(await ana.object.heldFiles()).toEqual([]);
    expect(await stored(ana.object)).not.toContain(other.marker);
  });

  test("are counted on in their own field alone", async () => {
    const { ana, upload, files } = await withTwo();
    const [portfolio] = files;
    expect(await ana.object.countedOnCv(portfolio?.upload, false, "portfolio")).toBe(
      portfolio?.upload,
    );
    expect(await ana.object.countedOnCv(upload, false, "portfolio")).toBeUndefined();
    expect(await ana.object.countedOnCv(portfolio?.upload)).toBeUndefined();
  });

  test("of which one is gone keep the application back, and it is said which", async () => {
    const { ana, upload, files } = await withTwo();
    await ana.object.releaseCv("portfolio");
    expect(await ana.send({ upload, files })).toEqual({
      outcome: "cv-gone",
      fields: ["portfolio"],
    });
    expect(platform.attempts).toEqual([]);
  });

  test("go back to their candidate after a refusal, and go again but for the one that is replaced", async () => {
    errorLines();
    platform.next(answer(503), answer(422, { detail: "No" }), answer(422, { detail: "No" }));
    const { ana, cv, upload, files } = await withTwo();
    await ana.send({ upload, files });
    for (const _ of [1, 2]) await ring(ana.object);
    const back = await ana.object.formBack(ana.positionUuid);
    expect(back).toMatchObject({ heldCv: { upload }, heldFiles: files });
    const other = newCv(90_000);
    const came = await store(ana.object, other.content, PORTFOLIO);
    const corrected = [{ field: "portfolio", upload: came }];
    expect(await ana.object.countedOnCv(came, true, "portfolio")).toBe(came);
    await ana.send({ firstName: "Eva", upload, files: corrected, isCorrection: true });
    const [taken] = platform.taken();
    expect(taken?.files[0]?.bytes.equals(cv.content)).toBe(true);
    expect(taken?.files[1]?.bytes.equals(other.content)).toBe(true);
  });

  test("are taken out by an operator, each by its field", async () => {
    platform.next(answer(503));
    const { ana, portfolio, upload, files } = await withTwo();
    const consent = { id: "keep", value: { given: true, text: "Keep it" } };
    await ana.send({ upload, files, fields: JSON.stringify([consent]) });
    expect(await operator().exported(ana.receiptId)).toMatchObject({
      cv: { name: "cv.pdf" },
      files: [{ field: "portfolio", name: "portfolio.pdf", size: 150_000 }],
      answers: [consent],
    });
    const out = await operator().file(ana.receiptId, "portfolio");
    expect(new Uint8Array(await new Response(out?.content).arrayBuffer())).toEqual(
      portfolio.content,
    );
    expect(await operator().file(ana.receiptId, "letter")).toBeUndefined();
  });
});

describe("pieces of files of several fields", () => {
  test("come in at once, and are each held in their own field", async () => {
    const ana = await candidate();
    const contents = [newCv(60_000), newCv(80_000), newCv(100_000)].map(({ content }) => content);
    const uploads = await Promise.all(
      contents.map((content, index) =>
        begin(ana, content.byteLength, { ...PORTFOLIO, field: `f${index}` }),
      ),
    );
    const half = 30_000;
    for (const at of [0, half]) {
      await Promise.all(
        contents.map((content, index) => {
          const piece = content.slice(at, at === 0 ? half : undefined);
          return ana.object.appendCv(Number(uploads[index]), at, streamOf(piece));
        }),
      );
    }
    expect(await ana.object.heldFiles()).toMatchObject(
      contents.map(({ byteLength }, index) => ({ field: `f${index}`, size: byteLength })),
    );
  });

  test("do not push each other out: three are under way for each field", async () => {
    const ana = await candidate();
    const first = await begin(ana, 100);
    for (let number = 0; number < 4; number += 1) await begin(ana, 100, PDF);
    expect((await ana.object.cvProgress(Number(first))).outcome).toBe("appended");
    for (let number = 0; number < 3; number += 1) await begin(ana, 100);
    expect((await ana.object.cvProgress(Number(first))).outcome).toBe("gone");
  });

  test("are no more than their field takes, nor than twice that in all, whatever the CV used", async () => {
    const ana = await candidate();
    const small = { ...PORTFOLIO, rules: { accept: ["pdf"], maxBytes: 1000 } };
    expect(await begin(ana, 1001, small)).toBe("too-much");
    for (let time = 0; time < 2; time += 1) {
      const upload = Number(await begin(ana, 1000, small));
      await ana.object.appendCv(upload, 0, streamOf(newCv(1000).content));
    }
    expect(await begin(ana, 1000, small)).toBe("too-much");
    expect(await begin(ana, 1000, { ...small, field: "letter" })).toBeTypeOf("number");
    expect(await begin(ana, 1000, PDF)).toBeTypeOf("number");
  });

  test("are for files that have 60 MB together at most", async () => {
    const ana = await candidate();
    for (const field of ["one", "two"]) {
      expect(await begin(ana, 20 * MB, { ...PORTFOLIO, field })).toBeTypeOf("number");
    }
    const third = { ...PORTFOLIO, field: "three", rules: { accept: ["pdf"], maxBytes: 30 * MB } };
    expect(await begin(ana, 20 * MB + 1, third)).toBe("too-much");
    expect(await begin(ana, 20 * MB, third)).toBeTypeOf("number");
    // A file in place of another one of its field counts alone.
    expect(await begin(ana, 20 * MB, { ...PORTFOLIO, field: "two" })).toBeTypeOf("number");
    expect(await ana.object.receiveCv(PDF, streamOf(newCv(1000).content))).toBe("too-large");
  });

  test("end in a type that the field takes, by content as well", async () => {
    const ana = await candidate();
    const text = new TextEncoder().encode("Dear all");
    const take = async (name: string, accept: string[], content: Uint8Array<ArrayBuffer>) => {
      const file = { ...LETTER, name, rules: { accept, maxBytes: 100 } };
      const upload = Number(await begin(ana, content.byteLength, file));
      return (await ana.object.appendCv(upload, 0, streamOf(content))).outcome;
    };
    expect(await take("letter.txt", ["txt"], text)).toBe("whole");
    expect(await take("letter.txt", ["txt"], new Uint8Array([65, 0, 65]))).toBe("wrong-type");
    expect(await take("letter.zip", ["zip"], text)).toBe("wrong-type");
  });
});

describe("answers to a position's own fields", () => {
  const fields = JSON.stringify([{ id: "email", value: "ana@example.com" }]);
  const voluntary = JSON.stringify([{ id: "d_9", value: ["no"] }]);

  test("are sent as one list, the voluntary ones last, and are gone when they are delivered", async () => {
    platform.next(answer(503));
    const ana = await candidate();
    await ana.send({ fields, voluntary });
    expect(await stored(ana.object)).toContain("ana@example.com");
    await ring(ana.object);
    expect(JSON.parse(platform.taken()[0]?.fields.fields ?? "")).toEqual([
      { id: "email", value: "ana@example.com" },
      { id: "d_9", value: ["no"] },
    ]);
    expect(await stored(ana.object)).not.toContain("ana@example.com");
  });

  test("tell one application from another, but for the voluntary ones", async () => {
    const ana = await candidate();
    await ana.send({ fields, voluntary });
    expect((await ana.send({ fields, voluntary })).outcome).toBe("accepted");
    expect((await ana.send({ fields })).outcome).toBe("accepted");
    expect((await ana.send({ fields: "[]" })).outcome).toBe("taken");
    expect((await ana.send({})).outcome).toBe("taken");
    expect(platform.attempts).toHaveLength(1);
  });
});
