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

const uploadsUrl = (id: string, url = site.url) =>
  `${url}/-/applications/${id}/cv?position=${fakePositions.questions}`;

/** The headers of a browser that hides the page's origin. */
const HIDDEN_ORIGIN = { Origin: "null", "Sec-Fetch-Site": "same-origin" };

async function create(id: string, length: number): Promise<string> {
  const response = await createUpload(site.url, id, creationHeaders(length));
  expect(response.status).toBe(201);
  return site.url + (response.headers.get("Location") ?? "");
}

const patch = (address: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(address, {
    method: "PATCH",
    headers: { ...HIDDEN_ORIGIN, ...pieceHeaders(offset) },
    body: bytes,
  });

function submit(id: string, upload: string) {
  const form = buildForm({ ...ANSWERS, application_id: id, held_cv: upload.split("/").at(-1) });
  return postByScript(site.url, form);
}

describe("tus-js-client", () => {
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

  test("uploads 20 MB with at most 10% overhead if the connection is cut 20 times", async () => {
    const line = await startFlakyConnection(site.url);
    try {
      const id = randomUUID();
      const cv = createPdf(20 * MB);
      line.cutEvery(MB);
      const address = await upload(cv, uploadsUrl(id, line.url));
      const { sent, cuts } = line.counts();
      expect(cuts).toBeGreaterThanOrEqual(20);
      expect(sent).toBeLessThan(1.1 * cv.byteLength);
      line.restore();
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

describe("the upload API", () => {
  test("uploads a CV by default and returns 404 for unknown fields", async () => {
    const fields = ["", "&field=cv", "&field=portfolio", "&field="];
    const statuses = fields.map(async (field) => {
      const address = `${uploadsUrl(randomUUID())}${field}`;
      return (await fetch(address, { method: "POST", headers: creationHeaders(100) })).status;
    });
    expect(await Promise.all(statuses)).toEqual([201, 201, 404, 404]);
  });

  test("returns its version, extensions and maximum size for OPTIONS", async () => {
    const response = await fetch(uploadsUrl(randomUUID()), { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Tus-Version")).toBe("1.0.0");
    expect(response.headers.get("Tus-Max-Size")).toBe(String(MAX));
    expect(response.headers.get("Tus-Extension")).toContain("creation");
  });

  test("accepts the first piece in the creation request", async () => {
    const cv = createPdf(1000);
    const headers = { ...HIDDEN_ORIGIN, ...pieceHeaders(0), ...creationHeaders(cv.byteLength) };
    const response = await fetch(uploadsUrl(randomUUID()), {
      method: "POST",
      headers,
      body: cv,
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("Upload-Offset")).toBe(String(cv.byteLength));
  });

  test.each<[string, Record<string, string | undefined>, number]>([
    ["an unsupported version", { "Tus-Resumable": "0.2.2" }, 412],
    ["no version", { "Tus-Resumable": undefined }, 412],
    ["no length", { "Upload-Length": undefined }, 400],
    ["a negative length", { "Upload-Length": "-1" }, 400],
    ["a length in exponent notation", { "Upload-Length": "1e3" }, 400],
    ["an empty file", { "Upload-Length": "0" }, 400],
    ["a file that is too large", { "Upload-Length": String(MAX + 1) }, 413],
    ["no name", { "Upload-Metadata": undefined }, 415],
    ["a name with an unaccepted extension", uploadMetadata("cv.exe"), 415],
    ["a name that is not base64", { "Upload-Metadata": "filename *!*" }, 400],
    ["a name of 4,000 characters", uploadMetadata(`${"ñ".repeat(4000)}.pdf`), 201],
  ])("returns the right status for a creation request with %s", async (_, changes, status) => {
    const all: Record<string, string | undefined> = { ...creationHeaders(1000), ...changes };
    const headers = Object.entries(all).filter(
      (header): header is [string, string] => header[1] !== undefined,
    );
    const response = await createUpload(site.url, randomUUID(), Object.fromEntries(headers));
    expect(response.status).toBe(status);
  });

  test("does not return uploaded bytes and refuses other application ids", async () => {
    const marker = `marker-${randomUUID()}`;
    const cv = Buffer.concat([readFixture("accepted/cv.pdf"), Buffer.from(marker)]);
    const id = randomUUID();
    const address = await create(id, cv.byteLength);
    await patch(address, 0, cv);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      for (const path of [address, uploadsUrl(id)]) {
        const response = await fetch(path, { method, headers: TUS });
        expect(await response.text()).not.toContain(marker);
      }
    }
    const other = address.replace(id, randomUUID());
    expect((await fetch(other, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect((await patch(other, 0, Buffer.from("x"))).status).toBe(404);
  });

  test("deletes a cancelled upload", async () => {
    const id = randomUUID();
    const address = await create(id, 1000);
    await patch(address, 0, createPdf(1000).subarray(0, 1000));
    expect((await fetch(address, { method: "DELETE", headers: TUS })).status).toBe(204);
    expect((await fetch(address, { method: "HEAD", headers: TUS })).status).toBe(404);
    expect((await submit(id, address)).status).toBe(422);
  });
});

test("a file name of a million bytes does not cause a server error", async () => {
  const headers = creationHeaders(1000, `${"a".repeat(1e6)}.pdf`);
  const status = await createUpload(site.url, randomUUID(), headers).then(
    (response) => response.status,
    () => "cut off",
  );
  // The server's limit on headers can cut the request off first.
  expect(["cut off", 400, 413, 415, 431]).toContain(status);
  expect((await fetch(site.url + "/404")).status).toBe(404);
});
