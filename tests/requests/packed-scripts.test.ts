import { readFileSync, readdirSync } from "node:fs";
import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type Site } from "../support/site";

const FOLDER = "public/build";
/** The build's own scripts: those of builds before are there for a while (decision 0040). */
const scripts = (
  JSON.parse(readFileSync("build/browser-modules.json", "utf8")) as { file: string }[]
).map(({ file }) => file.replace(`${FOLDER}/`, ""));
const there = new Set(readdirSync(FOLDER));
const packed = scripts.map((name) => `${name}.br`).filter((name) => there.has(name));

let site: Site;

beforeAll(async () => {
  // Neither a platform nor a page is needed.
  site = await startSite({ platform: "http://127.0.0.1:1/api/v1", vars: { MAINTENANCE: "on" } });
});
afterAll(() => site.stop());

/** A request whose answer nobody decodes. */
function ask(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      get(site.url + path, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
      }).on("error", reject);
    },
  );
}

test("every large script is packed, and no other", () => {
  const large = scripts.filter((name) => readFileSync(`${FOLDER}/${name}`).length >= 20_000);
  expect(packed.map((name) => name.replace(/\.br$/, "")).sort()).toEqual(large.sort());
  expect(packed).toHaveLength(3);
});

test.each(packed)("%s is sent as the build has compressed it", async (name) => {
  const path = `/build/${name.replace(/\.br$/, "")}`;
  const answered = await ask(path, { "Accept-Encoding": "br, gzip" });
  expect(answered.status).toBe(200);
  expect(answered.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable, no-transform",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  expect(answered.body.equals(readFileSync(`${FOLDER}/${name}`))).toBe(true);
  expect(brotliDecompressSync(answered.body).equals(readFileSync(`public${path}`))).toBe(true);
  const again = await ask(path, {
    "Accept-Encoding": "br",
    "If-None-Match": String(answered.headers.etag),
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test.each(["", "gzip", "br;q=0", "brotli", "gzip, br;q=0.0"])(
  "a browser that takes “%s” gets the script itself",
  async (accepted) => {
    const path = `/build/${(packed[0] ?? "").replace(/\.br$/, "")}`;
    const answered = await ask(path, accepted === "" ? {} : { "Accept-Encoding": accepted });
    expect(answered.status).toBe(200);
    expect(answered.headers["content-encoding"]).not.toBe("br");
    expect(answered.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  },
);
