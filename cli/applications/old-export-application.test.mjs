import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportTo, fileIn } from "./old-export-application.mjs";

test.each([
  ["cv.pdf", "cv.pdf"],
  ["../../.ssh/authorized_keys.pdf", "__.._.ssh_authorized_keys.pdf"],
  ["C:cv.pdf", "C_cv.pdf"],
  ["a\u0000b\nc.pdf", "a_b_c.pdf"],
  ["..", "_"],
  ["", "cv"],
  ["Application.JSON", "cv Application.JSON"],
])(
  "a CV that a candidate called %j is the file %j, in the folder and nowhere else",
  (name, file) => {
    expect(fileIn(name)).toBe(file);
  },
);

/**
 * Exports an application from a site that answers with these, into a folder of its own.
 *
 * @param {object} application @param {string} file
 */
async function exported(application, file) {
  const server = createServer(({ url }, response) => {
    response.end(url?.includes("/cv") ? file : JSON.stringify(application));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const folder = await mkdtemp(join(tmpdir(), "puerta-export-"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const site = { url: `http://127.0.0.1:${address.port}`, secret: "secret" };
  return { done: exportTo(site, "a".repeat(64), folder), files: () => readdir(folder) };
}

test("a CV that does not arrive as it was stored is an error, and no file", async () => {
  const cv = { name: "cv.pdf", size: 3, sha256: "0".repeat(64) };
  const { done, files } = await exported({ number: "0000-0000", cv }, "cut");
  await expect(done).rejects.toThrow("did not come whole");
  expect(await files()).toEqual(["application.json"]);
});

test("every file is saved, two of one name under two names", async () => {
  const sha256 = createHash("sha256").update("bytes").digest("hex");
  const cv = { name: "cv.pdf", size: 5, sha256 };
  const more = [
    { ...cv, field: "portfolio" },
    { ...cv, field: "letter", name: "letter.txt" },
  ];
  const { done, files } = await exported({ number: "0000-0000", cv, files: more }, "bytes");
  await done;
  const names = ["application.json", "cv.pdf", "letter.txt", "portfolio cv.pdf"];
  expect((await files()).sort()).toEqual(names);
});
