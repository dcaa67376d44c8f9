import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Upload } from "tus-js-client";
import {
  ANSWERS,
  readFixture,
  buildForm,
  createPdf,
  postByScript,
  sha256,
} from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { startFlakyConnection } from "../support/flaky-connection";
import { startSites } from "../support/sites-for-file";
import { createUpload, creationHeaders, uploadMetadata, pieceHeaders, TUS } from "../support/tus";

const MB = 1024 ** 2;
const MAX = 21 * MB;

const { platform, site } = await startSites({ site: { vars: { MAX_CV_BYTES: String(MAX) } } });

const collectionOf = (id: string, url = site.url) =>
  `${url}/-/applications/${id}/cv?position=${fakePositions.questions}`;

/** As a browser sends a piece that hides where it comes from. */
const HIDDEN = { Origin: "null", "Sec-Fetch-Site": "same-origin" };

/** Begins an upload. @returns its address */
async function create(id: string, length: number): Promise<string> {
  const response = await createUpload(site.url, id, creationHeaders(length));
  expect(response.status).toBe(201);
  return site.url + (response.headers.get("Location") ?? "");
}

const patch = (address: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(address, { method: "PATCH", headers: { ...HIDDEN, ...pieceHeaders(offset) }, body: bytes });

/** Sends the form of an application whose CV went up before. */
function submit(id: string, upload: string) {
  const form = buildForm({ ...ANSWERS, application_id: id, held_cv: upload.split("/").at(-1) });
  return postByScript(site.url, form);
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

  test("sends 20 MB over a line that is cut twenty times, and at most a tenth more than that", async () => {
    const line = await startFlakyConnection(site.url);
    try {
      const id = randomUUID();
      const cv = createPdf(20 * MB);
      line.cutEvery(MB);
      const address = await upload(cv, collectionOf(id, line.url));
      const { sent, cuts } = line.counts();
      expect(cuts).toBeGreaterThanOrEqual(20);
      expect(sent).toBeLessThan(1.1 * cv.byteLength);
      line.mend();
      expect((await submit(id, address)).status).toBe(200);
      expect(platform.applications[0]?.cv).toMatchObject({
        fileName: "Currículum.pdf",
        contentType: "application/pdf",
        sha256: sha256(cv),
      });
    } finally {
      await line.close();
    }
  });
});

describe("the protocol", () => {
  test("is for the CV where no field is named, and for no field that the position does not have", async () => {
    const fields = ["", "&field=cv", "&field=portfolio", "&field="];
    const begun = fields.map(async (field) => {
      const address = `${collectionOf(randomUUID())}${field}`;
      return (await fetch(address, { method: "POST", headers: creationHeaders(100) })).status;
    });
    expect(await Promise.all(begun)).toEqual([201, 201, 404, 404]);
  });

  test("says what it can do", async () => {
    const response = await fetch(collectionOf(randomUUID()), { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Tus-Version")).toBe("1.0.0");
    expect(response.headers.get("Tus-Max-Size")).toBe(String(MAX));
    expect(response.headers.get("Tus-Extension")).toContain("creation");
  });

  test("takes the first piece in with the creation", async () => {
    const cv = createPdf(1000);
    const headers = { ...HIDDEN, ...pieceHeaders(0), ...creationHeaders(cv.byteLength) };
    const response = await fetch(collectionOf(randomUUID()), {
      method: "POST",
      headers,
      body: cv,
    });
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
    ["a name of another type", uploadMetadata("cv.exe"), 415],
    ["a name that is not base64", { "Upload-Metadata": "filename *!*" }, 400],
    ["a name of ten thousand characters", uploadMetadata(`${"ñ".repeat(4000)}.pdf`), 201],
  ])("answers a creation with %s", async (_, changes, status) => {
    const whole: Record<string, string | undefined> = { ...creationHeaders(1000), ...changes };
    const headers = Object.entries(whole).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    const response = await createUpload(site.url, randomUUID(), Object.fromEntries(headers));
    expect(response.status).toBe(status);
  });

  test("gives nothing of an upload to anybody", async () => {
    const marker = `marker-${randomUUID()}`;
    const cv = Buffer.concat([readFixture("accepted/cv.pdf"), Buffer.from(marker)]);
    const id = randomUUID();
    const address = await create(id, cv.byteLength);
    await patch(address, 0, cv);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      for (const path of [address, collectionOf(id)]) {
        const response = await fetch(path, { method, headers: TUS });
        expect(await response.text()).not.toContain(marker);
      }
    }
    const other = address.replace(id, randomUUID());
    expect((await fetch(other, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect((await patch(other, 0, Buffer.from("x"))).status).toBe(404);
  });

  test("a cancelled upload is gone", async () => {
    const id = randomUUID();
    const address = await create(id, 1000);
    await patch(address, 0, createPdf(1000).subarray(0, 1000));
    expect((await fetch(address, { method: "DELETE", headers: TUS })).status).toBe(204);
    expect((await fetch(address, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect((await submit(id, address)).status).toBe(422);
  });
});

test("a name of a million bytes is not an error of ours", async () => {
  const headers = creationHeaders(1000, `${"a".repeat(1e6)}.pdf`);
  const status = await createUpload(site.url, randomUUID(), headers).then(
    (response) => response.status,
    () => "cut off",
  );
  // The server's own limit on headers may apply before ours.
  expect(["cut off", 400, 413, 415, 431]).toContain(status);
  expect((await fetch(site.url + "/404")).status).toBe(404);
});
