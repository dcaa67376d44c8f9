// Longer than other files: all tests of the upload protocol share one site and the calls to it.
import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Upload } from "tus-js-client";
import { ANSWERS, fixture, formOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { startLine } from "../support/line";
import { sitesForFile } from "../support/sites-for-file";
import { size } from "../support/size";

const MB = 1024 ** 2;
const MAX = 21 * MB;

const { platform, site } = await sitesForFile({ site: { vars: { MAX_CV_BYTES: String(MAX) } } });

const creationOf = (id: string, url = site.url) =>
  `${url}/-/applications/${id}/cv?position=${fakePositions.questions}`;

const TUS = { "Tus-Resumable": "1.0.0" };
/** As a browser sends a piece that hides where it comes from. */
const PIECE = {
  ...TUS,
  "Content-Type": "application/offset+octet-stream",
  Origin: "null",
  "Sec-Fetch-Site": "same-origin",
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const named = (name: string) => ({ "Upload-Metadata": `filename ${base64(name)}` });

/** Begins an upload. @returns its address */
async function create(id: string, length: number, name = "cv.pdf"): Promise<string> {
  const headers = { ...TUS, "Upload-Length": String(length), ...named(name) };
  const response = await fetch(creationOf(id), { method: "POST", headers });
  expect(response.status).toBe(201);
  return site.url + (response.headers.get("Location") ?? "");
}

const patch = (address: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(address, {
    method: "PATCH",
    headers: { ...PIECE, "Upload-Offset": String(offset) },
    body: bytes,
  });

async function offsetAt(address: string): Promise<number> {
  const response = await fetch(address, { method: "HEAD", headers: TUS });
  return Number(response.headers.get("Upload-Offset"));
}

/** Sends the form of an application whose CV went up before. */
function submit(id: string, upload: string) {
  const form = formOf({ ...ANSWERS, application_id: id, held_cv: upload.split("/").at(-1) });
  const address = `${site.url}/-/applications/${id}?position=${fakePositions.questions}`;
  return post(address, form);
}

describe("a client of tus that is not ours", () => {
  /** Uploads by tus-js-client. @returns the upload's address */
  const upload = (bytes: Buffer, endpoint: string, onProgress?: (sent: number) => void) =>
    new Promise<string>((resolve, reject) => {
      const sending: Upload = new Upload(bytes, {
        endpoint,
        chunkSize: 256 * 1024,
        retryDelays: Array<number>(60).fill(20),
        metadata: { filename: "Currículum.pdf", filetype: "application/pdf" },
        onChunkComplete: (_, accepted) => onProgress?.(accepted),
        onError: reject,
        onSuccess: () => resolve(sending.url ?? ""),
      });
      sending.start();
    });

  test("sends a CV in pieces, and the form goes without it", async () => {
    const id = randomUUID();
    const cv = pdfOf(3 * MB);
    const address = await upload(cv, creationOf(id));
    expect((await submit(id, address)).status).toBe(200);
    expect(platform.applications[0]?.cv).toMatchObject({
      fileName: "Currículum.pdf",
      contentType: "application/pdf",
      sha256: sha256(cv),
    });
  });

  test("sends 20 MB over a line that is cut twenty times, and at most a tenth more than that", async () => {
    const line = await startLine(site.url);
    try {
      const id = randomUUID();
      const cv = pdfOf(20 * MB);
      line.cutEvery(MB);
      const address = await upload(cv, creationOf(id, line.url));
      const { sent, cuts } = line.counts();
      expect(cuts).toBeGreaterThanOrEqual(20);
      expect(sent).toBeLessThan(1.1 * cv.byteLength);
      line.mend();
      expect((await submit(id, address)).status).toBe(200);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
    } finally {
      await line.close();
    }
  });
});

describe("the protocol", () => {
  test("is for the CV where no field is named, and for no field that the position does not have", async () => {
    const begin = async (field: string) => {
      const headers = { ...TUS, "Upload-Length": "100", ...named("cv.pdf") };
      const address = `${creationOf(randomUUID())}${field}`;
      return (await fetch(address, { method: "POST", headers })).status;
    };
    expect(await begin("")).toBe(201);
    expect(await begin("&field=cv")).toBe(201);
    expect(await begin("&field=portfolio")).toBe(404);
    expect(await begin("&field=")).toBe(404);
  });

  test("says what it can do", async () => {
    const response = await fetch(creationOf(randomUUID()), { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Tus-Version")).toBe("1.0.0");
    expect(response.headers.get("Tus-Max-Size")).toBe(String(MAX));
    expect(response.headers.get("Tus-Extension")).toContain("creation");
  });

  test("takes the first piece in with the creation", async () => {
    const cv = pdfOf(1000);
    const headers = { ...PIECE, ...named("cv.pdf"), "Upload-Length": String(cv.byteLength) };
    const response = await fetch(creationOf(randomUUID()), { method: "POST", headers, body: cv });
    expect(response.status).toBe(201);
    expect(response.headers.get("Upload-Offset")).toBe(String(cv.byteLength));
  });

  test.each<[string, Record<string, string | undefined>, number]>([
    ["another version", { "Tus-Resumable": "0.2.2" }, 412],
    ["no version", { "Tus-Resumable": undefined }, 412],
    ["no length", { "Upload-Length": undefined }, 400],
    ["a length that is none", { "Upload-Length": "-1" }, 400],
    ["a length in words", { "Upload-Length": "1e3" }, 400],
    ["an empty file", { "Upload-Length": "0" }, 400],
    ["a file that is too large", { "Upload-Length": String(MAX + 1) }, 413],
    ["no name", { "Upload-Metadata": undefined }, 415],
    ["a name of another type", named("cv.exe"), 415],
    ["a name that is not base64", { "Upload-Metadata": "filename *!*" }, 400],
    ["a name of ten thousand characters", named(`${"ñ".repeat(4000)}.pdf`), 201],
  ])("answers a creation with %s", async (_, changes, status) => {
    const whole: Record<string, string | undefined> = {
      ...TUS,
      "Upload-Length": "1000",
      ...named("cv.pdf"),
      ...changes,
    };
    const headers = Object.entries(whole).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const response = await fetch(creationOf(randomUUID()), { method: "POST", headers });
    expect(response.status).toBe(status);
  });

  test("gives nothing of an upload to anybody", async () => {
    const marker = `marker-${randomUUID()}`;
    const cv = Buffer.concat([fixture("accepted/cv.pdf"), Buffer.from(marker)]);
    const id = randomUUID();
    const address = await create(id, cv.byteLength);
    await patch(address, 0, cv);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      for (const path of [address, creationOf(id)]) {
        const response = await fetch(path, { method, headers: TUS });
        expect(await response.text()).not.toContain(marker);
      }
    }
    const other = address.replace(id, randomUUID());
    expect((await fetch(other, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect((await patch(other, 0, Buffer.from("x"))).status).toBe(404);
  });

  test("what is cancelled is gone, whole or not", async () => {
    const cv = pdfOf(1000);
    for (const end of [500, cv.byteLength]) {
      const id = randomUUID();
      const address = await create(id, cv.byteLength);
      await patch(address, 0, cv.subarray(0, end));
      expect((await fetch(address, { method: "DELETE", headers: TUS })).status).toBe(204);
      expect((await fetch(address, { method: "HEAD", headers: TUS })).status).toBe(404);
      expect((await submit(id, address)).status).toBe(422);
    }
  });
});

test(
  "whatever is sent in whatever order: nothing beyond the limits, nothing mixed, never 500",
  {
    timeout: size(60_000, 400_000),
  },
  async () => {
    const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const people = await Promise.all(
      Array.from({ length: size(4, 16) }, async () => {
        const id = randomUUID();
        const cv = pdfOf(700_000);
        return { id, cv, address: await create(id, cv.byteLength) };
      }),
    );
    for (let step = 0; step < size(60, 1000); step += 1) {
      const { id, address, cv } = anyOf(people);
      const offset = await offsetAt(address);
      const left = cv.byteLength - offset;
      const send = async (
        start: number,
        body: Uint8Array<ArrayBuffer>,
        statuses: number[],
        now = offset,
      ) => {
        expect(statuses).toContain((await patch(address, start, body)).status);
        expect(await offsetAt(address)).toBe(now);
      };
      const own = cv.subarray(offset, offset + anyOf([1, 1000, 70_000]));
      const deeds: (() => Promise<void>)[] = [
        // The bytes that come next.
        () => send(offset, own, left > 0 ? [204] : [204, 413], offset + own.byteLength),
        // At the wrong offset: over what is there, or after a gap.
        () => send(anyOf([0, offset - 1].filter((at) => at !== offset)), own, [400, 409]),
        () => send(anyOf([offset + 1, 10 ** 9, Number.NaN]), own, [400, 409]),
        // No bytes, more than was announced, and more than a piece may have.
        () => send(offset, Buffer.alloc(0), [204]),
        () => {
          const longer = Buffer.concat([cv.subarray(offset), randomBytes(1000)]);
          return send(offset, longer, [413], cv.byteLength);
        },
        () => send(offset, randomBytes(MB + 1), [413]),
        // The number of one's own upload at another person's application.
        async () => {
          const other = anyOf(people.filter((person) => person.id !== id));
          const foreign = address.replace(id, other.id);
          expect((await patch(foreign, offset, own)).status).toBe(404);
          const removal = () => fetch(foreign, { method: "DELETE", headers: TUS });
          expect((await removal()).status).toBe(204);
          expect(await offsetAt(address)).toBe(offset);
        },
        // Another upload of the same application.
        async () => {
          const headers = {
            ...PIECE,
            ...named("cv.pdf"),
            "Upload-Length": String(anyOf([10, 1e9])),
          };
          const init = { method: "POST", headers, body: randomBytes(anyOf([1, 20])) };
          const response = await fetch(creationOf(id), init);
          expect([201, 413, 415]).toContain(response.status);
          const begun = response.headers.get("Location");
          if (begun) {
            const remove = () => fetch(site.url + begun, { method: "DELETE", headers: TUS });
            expect((await remove()).status).toBe(204);
          }
          expect(await offsetAt(address)).toBe(offset);
        },
      ];
      await anyOf(deeds)();
    }
    for (const { id, cv, address } of people) {
      const offset = await offsetAt(address);
      if (offset < cv.byteLength) await patch(address, offset, cv.subarray(offset));
      expect((await submit(id, address)).status).toBe(200);
      expect(platform.applications.at(-1)?.cv?.sha256).toBe(sha256(cv));
    }
    expect(site.log.join("\n")).not.toMatch(/ 500 Internal Server Error/);
  },
);

test("a name of a million bytes is not an error of ours", async () => {
  const headers = { ...TUS, "Upload-Length": "1000", ...named(`${"a".repeat(1e6)}.pdf`) };
  const status = await fetch(creationOf(randomUUID()), { method: "POST", headers }).then(
    (response) => response.status,
    () => "cut off",
  );
  // The server's own limit on headers may apply before ours.
  expect(["cut off", 400, 413, 415, 431]).toContain(status);
  expect((await fetch(site.url + "/404")).status).toBe(404);
});
