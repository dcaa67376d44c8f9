import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { cvRules, type FileRules } from "~/app/application/model/files";
import { fakePositions } from "../support/fake-platform-data";
import { applications, candidate, crash, siteEnv } from "./candidate";
import { HOUR, MINUTE, advance } from "./clock";
import { answer, platform, type Behaviour } from "./platform";
import * as on from "./script";
import { each, testScripts, type Event, type Step } from "./script";
import {
  append,
  begin,
  createCutStream,
  MB,
  newCv,
  PDF,
  store,
  stored,
  createStream,
} from "./storage";
import { operator } from "./undelivered";

const rules: FileRules = { accept: ["pdf"], maxBytes: 20 * MB };
const PORTFOLIO = { ...PDF, name: "portfolio.pdf", field: "portfolio", rules };
const STALL: Behaviour = { kind: "stall" };

/** Starts an upload of `length` bytes and adds its number to `world.uploads`. */
const starts =
  (length: number, file: object = PDF): Event =>
  async (world) => {
    const { object, positionUuid } = world.ana;
    const begun = await object.beginUpload(positionUuid, { ...PDF, ...file }, length);
    if ("upload" in begun) world.uploads.push(begun.upload);
    return begun;
  };

const upload = ({ uploads }: on.World) => uploads.at(-1) ?? 0;

/** Sends a range of the CV's bytes to the last upload and declares the offset `at`. */
const piece =
  (from: number, to: number, at = from): Event =>
  (world) =>
    append(world.ana, upload(world), at, world.cv.content.slice(from, to));

/** Sends a range of the CV's bytes and then breaks the connection. */
const cutPiece =
  (from: number, to: number): Event =>
  (world) =>
    runInDurableObject(world.ana.object, (object) =>
      object.appendPiece(upload(world), from, createCutStream(world.cv.content.slice(from, to))),
    );

/** Requests an upload's offset. @param number its index in `world.uploads` */
const requestOffset =
  (number = -1): Event =>
  ({ ana, uploads }) =>
    ana.object.uploadProgress(uploads.at(number) ?? 0);

const cancel: Event = (world) => world.ana.object.cancelUpload(upload(world));
const chooses = (bytes: number): Event =>
  on.verify((world) => world.cvs.push((world.cv = newCv(bytes))));

describe("a CV that is uploaded in pieces", () => {
  const HELD = [{ field: "cv", name: "cv.pdf", size: 200 }];
  testScripts({
    "continues after a crash, is held when complete, and is sent with the form": [
      [starts(200)],
      [piece(0, 1), { answer: { outcome: "appended", offset: 1, length: 200 }, held: [] }],
      [requestOffset(), { answer: { outcome: "appended", offset: 1 }, held: [] }],
      [piece(1, 90), { answer: { offset: 90 } }],
      [on.crash],
      [piece(90, 200), { answer: { outcome: "whole", file: { size: 200 } }, held: HELD }],
      [on.submit({ file: "named" }), { answer: "delivered", held: [] }],
    ],
    ...each([40, 60], (at) => [
      `rejects a piece with the offset ${at} instead of 50`,
      [starts(200)],
      [piece(0, 50)],
      [piece(at, 200), { answer: { outcome: "conflict", offset: 50, length: 200 } }],
      [requestOffset(), { answer: { offset: 50 } }],
    ]),
    "keeps the bytes that arrived before the connection broke": [
      [chooses(300_000)],
      [starts(300_000)],
      [cutPiece(0, 130_000), { answer: { outcome: "appended", offset: 130_000 } }],
      [piece(130_000, 300_000), { answer: "whole" }],
      [on.submit({ file: "named" }), { answer: "delivered" }],
    ],
    "reports that it is complete if the response to its last piece was lost": [
      [starts(200)],
      [cutPiece(0, 200)],
      [requestOffset(), { answer: { outcome: "whole" }, held: HELD }],
    ],
    "is truncated to its declared length": [
      [starts(150)],
      [piece(0, 200), { answer: { outcome: "too-large" } }],
      [requestOffset(), { answer: { outcome: "whole", file: { size: 150 } } }],
    ],
    "accepts pieces of at most 1 MB": [
      [chooses(2 * MB)],
      [starts(2 * MB)],
      [piece(0, MB + 1), { answer: { outcome: "too-large" } }],
      [requestOffset(), { answer: { offset: MB } }],
    ],
    ...each([100, 200], (end) => [
      `is deleted when cancelled: ${end} of 200 bytes`,
      [starts(200)],
      [piece(0, end)],
      [cancel, { holds: "nothing", held: [] }],
      [requestOffset(), { answer: "gone" }],
      [piece(end, 200), { answer: "gone" }],
    ]),
    "is replaced only when the next CV is complete": [
      [starts(200)],
      [piece(0, 200), { held: HELD }],
      [chooses(300)],
      [starts(300)],
      [piece(0, 299), { held: HELD }],
      [piece(299, 300), { held: [{ size: 300 }] }],
      [
        on.verify(async ({ ana, cvs }) =>
          expect(await stored(ana.object)).not.toContain(cvs[0]?.marker),
        ),
      ],
    ],
    "is deleted an hour after its last piece if it is incomplete": [
      [starts(200)],
      [on.wait(50 * MINUTE)],
      [piece(0, 100)],
      [on.wait(50 * MINUTE)],
      [piece(100, 120)],
      [on.wait(HOUR - 1), { holds: "files" }],
      [on.wait(1), { holds: "no byte", alarm: "none" }],
      [piece(120, 200), { answer: "gone" }],
    ],
    "is deleted after an hour if it is incomplete and the response to an earlier form was lost": [
      [on.submit({ file: "none" }, answer(500, { detail: "No" })), { answer: "refused" }],
      [starts(200), { alarm: HOUR }],
      [piece(0, 100)],
      [on.wait(HOUR), { holds: "nothing", alarm: 90 * 24 * HOUR - HOUR }],
    ],
    "is reported as gone if it was never started": [
      [requestOffset(), { answer: "gone" }],
      [piece(0, 9), { answer: "gone" }],
    ],
  });

  test("accepts a new piece while an earlier piece hangs", async () => {
    const ana = await candidate();
    const cv = newCv(200_000);
    const number = await begin(ana, 200_000);
    const { readable, writable } = new IdentityTransformStream();
    const hanging = ana.object.appendPiece(number, 0, readable);
    const writer = writable.getWriter();
    await writer.write(cv.content.slice(0, 70_000));
    // The new piece stops the hanging piece. Some bytes of the hanging piece might be lost.
    const conflict = await append(ana, number, 199_999, cv.content.slice(199_999));
    if (conflict.outcome !== "conflict") throw new Error(conflict.outcome);
    const { offset } = conflict;
    expect(await hanging).toMatchObject({ outcome: "appended", offset });
    expect(await append(ana, number, offset, cv.content.slice(offset))).toMatchObject({
      outcome: "whole",
    });
    await ana.send({ upload: number });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
    await writer.abort().catch(() => undefined);
  });

  const text = new TextEncoder().encode("Dear all");
  const pngBeforePdf = Uint8Array.from("\u0089PNG%PDF-1.7\n%%EOF\n", (byte) => byte.charCodeAt(0));
  test.each([
    ["a text file", "letter.txt", ["txt"], text, "whole"],
    [
      "a text file with a NUL byte",
      "letter.txt",
      ["txt"],
      new Uint8Array([65, 0, 65]),
      "wrong-type",
    ],
    ["a text file named like an archive", "letter.zip", ["zip"], text, "wrong-type"],
    ["a program named like a CV", "cv.pdf", ["pdf"], new TextEncoder().encode("MZ"), "wrong-type"],
    // workerd and Node 20 decode the first byte differently.
    ["a PDF that begins like an image", "cv.pdf", ["pdf"], pngBeforePdf, "wrong-type"],
  ] as const)(
    "has its content checked against the accepted types: %s",
    async (_, name, accept, content, outcome) => {
      const ana = await candidate();
      const file = {
        name,
        contentType: "",
        field: "f",
        rules: { accept: [...accept], maxBytes: 99 },
      };
      const number = await begin(ana, content.byteLength, file);
      expect((await append(ana, number, 0, content)).outcome).toBe(outcome);
      const held = await ana.object.heldFiles();
      expect(held).toHaveLength(outcome === "whole" ? 1 : 0);
      const left = await stored(ana.object);
      expect(left.includes(name)).toBe(outcome === "whole");
    },
  );
});

describe("an application's upload limits", () => {
  const SMALL = { rules: cvRules(1000) };
  const whole = (bytes: number): Step[] => [
    [chooses(bytes)],
    [starts(bytes, SMALL), { answer: "started" }],
    [piece(0, bytes), { answer: "whole" }],
  ];
  const field = (id: string, maxBytes: number) => ({
    ...PORTFOLIO,
    field: id,
    rules: { accept: ["pdf"], maxBytes },
  });
  testScripts({
    "reject a CV over the size limit": [[starts(1001, SMALL), { answer: "too-large" }]],
    "allow twice the largest CV's bytes in total": [
      ...whole(1000),
      ...whole(900),
      [starts(101, SMALL), { answer: "too-large" }],
      ...whole(100),
    ],
    "count the bytes of concurrent uploads": [
      [chooses(1000)],
      ...[1, 2, 3].map((): Step => [starts(1000, SMALL)]),
      [({ ana, uploads, cv }) => append(ana, uploads[0] ?? 0, 0, cv.content.slice(0, 999))],
      [({ ana, uploads, cv }) => append(ana, uploads[1] ?? 0, 0, cv.content.slice(0, 999))],
      [piece(0, 999), { answer: "too-large" }],
      [requestOffset(), { answer: { offset: 2 } }],
    ],
    "apply to each field separately": [
      [starts(1001, field("letter", 1000)), { answer: "too-large" }],
      [chooses(1000)],
      ...[1, 2].flatMap((): Step[] => [[starts(1000, field("letter", 1000))], [piece(0, 1000)]]),
      [starts(1000, field("letter", 1000)), { answer: "too-large" }],
      [starts(1000, field("other", 1000)), { answer: "started" }],
      [starts(1000), { answer: "started" }],
    ],
    "apply to a field named `constructor`": [
      [starts(1001, field("constructor", 1000)), { answer: "too-large" }],
      [chooses(1000)],
      [starts(1000, field("constructor", 1000)), { answer: "started" }],
      [piece(0, 1000), { answer: "whole" }],
    ],
    "allow 60 MB in total, as the sum of each field's largest file": [
      [starts(20 * MB, field("one", 20 * MB)), { answer: "started" }],
      [starts(20 * MB, field("two", 20 * MB)), { answer: "started" }],
      [starts(20 * MB + 1, field("three", 30 * MB)), { answer: "too-large" }],
      [starts(20 * MB, field("three", 30 * MB)), { answer: "started" }],
      [starts(20 * MB, field("two", 20 * MB)), { answer: "started" }],
      [
        ({ ana, cv }) => ana.object.receiveFile(PDF, createStream(cv.content)),
        { answer: "too-large" },
      ],
    ],
    "allow three concurrent uploads per field and drop the oldest for a fourth": [
      [starts(100, PORTFOLIO)],
      ...[1, 2, 3, 4].map((): Step => [starts(100)]),
      [requestOffset(1), { answer: "gone" }],
      ...[0, 2, 3, 4].map((number): Step => [requestOffset(number), { answer: "appended" }]),
    ],
    "ignore cancelled uploads": [
      [starts(100)],
      ...[1, 2, 3, 4, 5].flatMap((): Step[] => [[starts(100)], [cancel]]),
      [requestOffset(0), { answer: "appended" }],
    ],
    "allow no upload after the application was sent": [
      [on.submit()],
      [starts(100), { answer: "sent" }],
    ],
    "allow no upload while the application is being sent": [
      [on.begin(on.submit({}, STALL))],
      [starts(100), { answer: "sent" }],
    ],
    "allow a file for the correction of a refused application": [
      ...on.REFUSED_LATER,
      [chooses(300)],
      [starts(300)],
      [piece(0, 300), { answer: "whole" }],
      [
        on.verify(async (world) => {
          const { object } = world.ana;
          expect(await object.findUpload(upload(world), true)).toBe(upload(world));
          expect(await object.findUpload(upload(world))).toBeUndefined();
        }),
      ],
      [on.correct({ file: "named" }), { answer: "delivered" }],
    ],
  });

  test("allow no upload for a different position", async () => {
    const { object } = await candidate();
    expect(await object.beginUpload(fakePositions.plain, PDF, 100)).toEqual({
      outcome: "other-position",
    });
  });

  test("allow 25 MB in pieces of 32 KB with a progress request before each piece", async () => {
    const ana = await candidate();
    const length = 25 * MB;
    const number = await begin(ana, length);
    const bytes = new Uint8Array(32 * 1024).fill(32);
    const first = new Uint8Array(bytes);
    first.set(new TextEncoder().encode("%PDF-1.7\n"));
    const outcomes = await runInDurableObject(ana.object, async (object) => {
      const all = new Set<string>();
      for (let offset = 0; offset < length; offset += bytes.length) {
        all.add((await object.uploadProgress(number)).outcome);
        const content = new Blob([offset === 0 ? first : bytes]).stream();
        all.add((await object.appendPiece(number, offset, content)).outcome);
      }
      return all;
    });
    expect(outcomes).toEqual(new Set(["appended", "whole"]));
  });

  test("allow 3,000 requests an hour", async () => {
    const ana = await candidate();
    const number = await begin(ana, 2000);
    const outcomes = await runInDurableObject(ana.object, async (object) => {
      const all = [];
      for (let at = 1; at <= 3000; at += 1) all.push((await object.uploadProgress(number)).outcome);
      return all;
    });
    expect(new Set(outcomes.slice(0, 2999))).toEqual(new Set(["appended"]));
    expect(outcomes[2999]).toBe("rate-limited");
    const tooOften = { outcome: "rate-limited" };
    expect(await append(ana, number, 0, newCv().content)).toEqual(tooOften);
    expect(await ana.object.beginUpload(ana.positionUuid, PDF, 100)).toEqual(tooOften);
    await advance(ana.object, HOUR - 1);
    expect(await ana.object.uploadProgress(number)).toEqual(tooOften);
    await advance(ana.object, 1);
    await ana.object.bind(ana.positionUuid);
    expect(await ana.object.uploadProgress(number)).not.toEqual(tooOften);
  });
});

describe("a held file", () => {
  const receives: Event = async (world) => {
    world.uploads.push(await store(world.ana.object, world.cv.content));
  };
  const holds: Event = (world) => world.ana.object.holdFile(upload(world));
  const bind: Event = ({ ana }) => ana.object.bind(ana.positionUuid);
  testScripts({
    "is sent with the form": [
      [receives, { held: [] }],
      [holds, { answer: { name: "cv.pdf", size: 200 }, held: [{ field: "cv", name: "cv.pdf" }] }],
      [on.submit({ file: "held" }), { answer: "delivered", takes: 1, held: [] }],
    ],
    ...each(
      [
        ["a page requests its progress", requestOffset()] as const,
        ["a form arrives", bind] as const,
        ["another file arrives", receives] as const,
      ],
      ([what, touch]) => [
        `is deleted an hour after ${what}`,
        [starts(200)],
        [piece(0, 200)],
        [on.wait(50 * MINUTE)],
        [touch],
        [on.wait(50 * MINUTE)],
        [touch],
        [on.wait(HOUR - 1), { holds: "files" }],
        [on.wait(1), { holds: "no byte", alarm: "none" }],
      ],
    ),
    "is not sent after its deletion": [
      [on.hold],
      [on.wait(HOUR), { holds: "no byte" }],
      [bind],
      [
        on.submit({ file: "named" }),
        { answer: { outcome: "file-gone", fields: ["cv"] }, posts: 0 },
      ],
    ],
    "is deleted after the time in HOLD_MS": [
      [on.deploy({ HOLD_MS: String(5 * MINUTE) })],
      [on.hold, { alarm: 5 * MINUTE }],
      [on.alarm(), { holds: "no byte" }],
    ],
    "can be replaced and discarded": [
      [on.hold],
      [chooses(300)],
      [on.hold, { held: [{ size: 300 }] }],
      [
        on.verify(async ({ ana, cvs, uploads }) => {
          expect(await stored(ana.object)).not.toContain(cvs[0]?.marker);
          expect(await ana.object.findUpload(uploads[0])).toBeUndefined();
          expect(await ana.object.findUpload(uploads[1])).toBe(uploads[1]);
        }),
      ],
      [({ ana }) => ana.object.discardFile(), { held: [], holds: "nothing" }],
    ],
    "stays the same if the browser sends it twice": [[on.hold], [on.hold], [on.sameAnswer]],
    "is deleted when the form is sent without it": [
      [on.hold],
      [on.submit({ file: "none" }), { answer: "delivered", holds: "nothing" }],
    ],
    "is not stored if its content has the wrong type": [
      [
        ({ ana }) =>
          ana.object.receiveFile(PDF, createStream(new TextEncoder().encode("MZ no-cv"))),
      ],
      [on.verify(async ({ ana }) => expect(await stored(ana.object)).not.toContain("no-cv"))],
    ],
    "is not stored if the connection breaks": [
      [
        on.verify(({ ana, cv }) =>
          expect(
            runInDurableObject(ana.object, (object) =>
              object.receiveFile(PDF, createCutStream(cv.content)),
            ),
          ).rejects.toThrow(),
        ),
        { holds: "nothing" },
      ],
    ],
    "is deleted after an hour if the response to an earlier form was lost": [
      [on.submit({ file: "none" }, answer(500, { detail: "No" })), { answer: "refused" }],
      [bind, { alarm: 90 * 24 * HOUR }],
      [receives, { alarm: HOUR }],
      [on.wait(HOUR), { holds: "nothing", alarm: 90 * 24 * HOUR - HOUR }],
    ],
    "is deleted after an hour if the application is already waiting": [
      [on.submit({}, answer(503, {}, { "Retry-After": String(5 * 3600) }))],
      [on.platformDoes(answer(503, {}, { "Retry-After": String(5 * 3600) }))],
      [chooses(300)],
      [receives],
      [on.wait(HOUR)],
      [
        on.verify(async ({ ana, cvs }) => {
          const left = await stored(ana.object);
          expect(cvs.map(({ marker }) => left.includes(marker))).toEqual([true, false]);
        }),
      ],
    ],
  });

  test("is not deleted during its upload or within an hour after it", async () => {
    const ana = await candidate();
    const cv = newCv(100_000);
    const { readable, writable } = new IdentityTransformStream();
    const receiving = ana.object.receiveFile(PDF, readable);
    const writer = writable.getWriter();
    await writer.write(cv.content.subarray(0, 70_000));
    await advance(ana.object, 3 * HOUR);
    await writer.write(cv.content.subarray(70_000));
    await writer.close();
    expect(await receiving).toMatchObject({ size: 100_000 });
    await advance(ana.object, HOUR - 1);
    expect(await stored(ana.object)).toContain(cv.marker);
    await advance(ana.object, 1);
    expect(await stored(ana.object)).toBe("[]");
  });
});

describe("files of several fields", () => {
  /** Creates a candidate with a held CV and a held portfolio, and a form that names both files. */
  async function createWithFiles() {
    const ana = await candidate();
    const [cv, portfolio] = [newCv(70_000), newCv(150_000)];
    const form = {
      upload: await store(ana.object, cv.content),
      files: [
        { field: "portfolio", upload: await store(ana.object, portfolio.content, PORTFOLIO) },
      ],
    };
    for (const upload of [form.upload, form.files[0]?.upload ?? 0])
      await ana.object.holdFile(upload);
    const again = async (content = portfolio.content) => ({
      upload: await store(ana.object, cv.content),
      files: [{ field: "portfolio", upload: await store(ana.object, content, PORTFOLIO) }],
    });
    return { ana, cv, portfolio, form, again };
  }

  test("survive a crash and are deleted after their delivery [10.14]", async () => {
    platform.next(answer(503));
    const { ana: before, cv, portfolio, form } = await createWithFiles();
    const [other] = form.files;
    expect(await before.object.heldFiles()).toEqual([
      { field: "cv", upload: form.upload, name: "cv.pdf", size: 70_000 },
      { ...other, name: "portfolio.pdf", size: 150_000 },
    ]);
    await before.send({ ...form, files: form.files });
    const exported = await operator().exportContents(before.receiptId);
    expect(exported).toMatchObject({ files: [{ field: "portfolio", size: 150_000 }] });
    const ana = await crash(before);
    await advance(ana.object, MINUTE);
    const [taken] = platform.taken();
    expect(taken?.files.map(({ name, fileName }) => [name, fileName])).toEqual([
      ["cv", "cv.pdf"],
      ["file:portfolio", "portfolio.pdf"],
    ]);
    expect(taken?.files[0]?.bytes.equals(cv.content)).toBe(true);
    expect(taken?.files[1]?.bytes.equals(portfolio.content)).toBe(true);
    const left = await stored(ana.object);
    for (const { marker } of [cv, portfolio]) expect(left).not.toContain(marker);
  });

  test("are compared by their bytes in a repeated form", async () => {
    const { ana, form, again } = await createWithFiles();
    await ana.send(form);
    expect((await ana.send(await again())).outcome).toBe("accepted");
    expect((await ana.send(await again(newCv().content))).outcome).toBe("taken");
    expect((await ana.send({ upload: (await again()).upload })).outcome).toBe("taken");
    expect(platform.attempts).toHaveLength(1);
  });

  test("are not compared in a repeated form if they are voluntary", async () => {
    const { ana, again } = await createWithFiles();
    const voluntaryFiles = ["portfolio"];
    for (const content of [newCv().content, newCv().content]) {
      const sent = await ana.send({ ...(await again(content)), voluntaryFiles });
      expect(sent.outcome).toBe("accepted");
    }
    expect(platform.attempts).toHaveLength(1);
  });

  test("can be in a different order in a repeated form", async () => {
    const { ana, form } = await createWithFiles();
    const file = { ...PORTFOLIO, field: "letter" };
    const letter = { field: "letter", upload: await store(ana.object, newCv().content, file) };
    const files = [...form.files, letter];
    await ana.send({ ...form, files });
    expect((await ana.send({ ...form, files: files.toReversed() })).outcome).toBe("accepted");
    expect(platform.attempts).toHaveLength(1);
  });

  test("are held after a refusal and can be removed separately", async () => {
    platform.next(answer(400, { detail: "No." }));
    const { ana, form } = await createWithFiles();
    await ana.send(form);
    const [other] = form.files;
    expect(await ana.object.heldFiles()).toMatchObject([{ upload: form.upload }, { ...other }]);
    const findUpload = (upload: number | undefined, field: string) =>
      ana.object.findUpload(upload, false, field);
    expect(await findUpload(other?.upload, "portfolio")).toBe(other?.upload);
    expect(await findUpload(form.upload, "portfolio")).toBeUndefined();
    expect(await findUpload(other?.upload, "cv")).toBeUndefined();
    await ana.object.discardFile("portfolio");
    expect(await ana.send(form)).toEqual({ outcome: "file-gone", fields: ["portfolio"] });
    await ana.object.cancelUpload(form.upload);
    expect(await ana.object.heldFiles()).toEqual([]);
  });

  test("can be uploaded at the same time", async () => {
    const ana = await candidate();
    const contents = [60_000, 80_000, 100_000].map((bytes) => newCv(bytes).content);
    await Promise.all(
      contents.map(async (content, number) => {
        const file = { ...PORTFOLIO, field: `f${number}` };
        const upload = await begin(ana, content.byteLength, file);
        await append(ana, upload, 0, content.slice(0, 30_000));
        await append(ana, upload, 30_000, content.slice(30_000));
      }),
    );
    expect(await ana.object.heldFiles()).toMatchObject(
      contents.map(({ byteLength }, number) => ({ field: `f${number}`, size: byteLength })),
    );
  });
});

describe("an application id", () => {
  test("is replaced by the same new id whenever it is used for a different position", async () => {
    const ana = await candidate({ position: "questions" });
    expect(await ana.object.bind(ana.positionUuid)).toBe(true);
    expect(await ana.object.bind(fakePositions.plain)).toBe(false);
    const open = () => applications().open(ana.id, fakePositions.plain);
    const [first, second] = [await open(), await open()];
    expect(first.id).toBe(second.id);
    expect(first.id).not.toBe(ana.id);
  });

  test("does not open a receipt, which requires the receipt id and the application's position", async () => {
    const ana = await candidate({ position: "questions" });
    await ana.send();
    const open = (id: string, positionUuid: string) => applications().receipt(id, positionUuid);
    expect(await open(ana.receiptId, ana.positionUuid)).toMatchObject({ status: "delivered" });
    expect(await open(ana.receiptId, fakePositions.plain)).toBeUndefined();
    expect(await open(ana.id, ana.positionUuid)).toBeUndefined();
  });

  test("is not stored when a request names an unknown receipt", async () => {
    const id = crypto.randomUUID().replaceAll("-", "").repeat(2);
    expect(await applications().receipt(id, fakePositions.plain)).toBeUndefined();
    const object = siteEnv().APPLICATIONS.getByName(id);
    expect(await stored(object)).toBe("[]");
  });

  test.each([undefined, "short", "with spaces in it 12345", "ñ".repeat(20)])(
    "is replaced by a new id if it is invalid (%s)",
    async (id) => {
      const { id: first } = await applications().open(id, fakePositions.plain);
      const { id: second } = await applications().open(id, fakePositions.plain);
      expect(first).toMatch(/^[0-9a-f-]{36}$/);
      expect(first).not.toBe(second);
    },
  );
});
