import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { messagesFor } from "~/app/i18n/messages";
import { ANSWERS, buildForm, positionPath, post } from "../support/application-form";
import { findElements, findText } from "../support/html";
import { runInEachObject } from "../support/run-in-objects";
import { RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { startSite, type Site } from "../support/site";
import { startSites } from "../support/sites-for-file";

const { platform } = await startSites({});
let site: Site;
let state: string;
let receipt: string;

async function storeVersion(version: number) {
  const body = 'storage.kv.put("version", value); return value;';
  const stored = await runInEachObject(state, "ApplicationObject", { body, value: version });
  expect(stored).toEqual([version]);
}

const start = () => startSite({ platform: platform.url, persistTo: state });

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  site = await start();
  const response = await post(site.url + positionPath("questions"), buildForm(ANSWERS));
  receipt = response.headers.get("Location") ?? "";
  await site.stop();
  await storeVersion(99);
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await rm(state, { recursive: true, force: true });
});

describe("a receipt that this build cannot read", () => {
  test.each(STANDARD_LANGUAGES)("leads to an error screen (language: %s)", async (language) => {
    const t = messagesFor(language);
    const response = await fetch(`${site.url}${receipt}&lang=${language}`);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("60");
    const html = await response.text();
    expect(findElements(html, "h1").map(({ text }) => text)).toEqual([
      t["screen.receipt_unreadable"],
    ]);
    expect(findText(html, "screen")).toContain(t["screen.receipt_unreadable_text"]);
    // The screen has neither a form, which could be sent twice, nor a status, which could be wrong.
    expect(html).not.toContain('name="first_name"');
    for (const word of Object.values(RECEIPT_STATUS)) expect(html).not.toContain(word);
  });

  test("is shown again as soon as the build can read it", async () => {
    await site.stop();
    await storeVersion(1);
    site = await start();
    expect(await readReceiptStatus(site.url + receipt)).toBe(RECEIPT_STATUS.delivered);
  });
});
