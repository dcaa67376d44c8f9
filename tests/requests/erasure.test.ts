import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, post } from "../support/application-form";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let site: Site;
let state: string;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url, persistTo: state });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
  await rm(state, { recursive: true, force: true });
});

/** What nobody else enters; ASCII, so that its bytes are the same in every encoding but UTF-16. */
const NAME = "Zenobia-Quarzo";
const MARKER = "a-sentence-of-this-CV-alone";

/** A CV that has the sentence in every row of 64 KB, and in every page of 4 KB. */
const cv = {
  name: "zenobia-quarzo-2026.pdf",
  bytes: Buffer.from(`%PDF-1.7\n${`${MARKER} `.repeat(8000)}\n%%EOF`),
};

/** The files of the applications' objects in which any of these texts is left. */
async function filesWith(texts: string[]): Promise<string[]> {
  const files = await readdir(join(state, "v3"), { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { parentPath, name } of files.filter((file) => file.isFile())) {
    const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
    const isThere = texts.some(
      (text) => bytes.includes(text, 0, "utf8") || bytes.includes(text, 0, "utf16le"),
    );
    if (isThere) found.push(name);
  }
  return found;
}

test("no byte of what was sent is left in any file once it is delivered, and its receipt is", async () => {
  const form = formOf({ ...ANSWERS, first_name: NAME, "open_question-0": `${NAME}, otra vez` }, cv);
  const texts = [NAME, MARKER, cv.name, idOf(form)];
  platform.on("apply").answer({ status: 503 });
  const response = await post(site.url + pageOf("questions"), form);
  expect(response.status).toBe(303);
  expect(await filesWith(texts)).not.toEqual([]);
  platform.on("apply").reset();
  await platform.waitForApplications(1, 20_000);
  await expect.poll(() => filesWith(texts), { timeout: 5000 }).toEqual([]);
  const receipt = site.url + (response.headers.get("Location") ?? "");
  expect(await standingAt(receipt)).toBe(STANDING.delivered);
});
