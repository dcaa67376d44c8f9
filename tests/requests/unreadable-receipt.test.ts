import { Miniflare } from "miniflare";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../app/i18n/language";
import { messagesFor } from "../../app/i18n/messages";
import { ANSWERS, formOf, pageOf, post } from "../support/application-form";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let site: Site;
let state: string;
let receipt: string;

/** Opens the storage of applications in place of their own class, while no site runs. */
const WRITER = `
  import { DurableObject } from "cloudflare:workers";
  export class Writer extends DurableObject {
    put(key, value) {
      this.ctx.storage.kv.put(key, value);
    }
  }
  export default {};
`;

/** Stores a value in each application's object. */
async function putIntoAll(key: string, value: unknown) {
  const folder = join(state, "v3", "do");
  const unsafeUniqueKey = "puerta-ApplicationObject";
  const files = await readdir(join(folder, unsafeUniqueKey));
  const ids = files.flatMap((name) => /^([0-9a-f]{64})\.sqlite$/.exec(name)?.[1] ?? []);
  const worker = new Miniflare({
    modules: true,
    script: WRITER,
    compatibilityDate: "2026-04-01",
    durableObjectsPersist: folder,
    durableObjects: { WRITER: { className: "Writer", useSQLite: true, unsafeUniqueKey } },
  });
  try {
    // Miniflare does not type the class of a namespace.
    const objects = (await worker.getDurableObjectNamespace("WRITER")) as unknown as {
      idFromString: (id: string) => unknown;
      get: (id: unknown) => { put: (key: string, value: unknown) => Promise<void> };
    };
    for (const id of ids) await objects.get(objects.idFromString(id)).put(key, value);
    expect(ids).toHaveLength(1);
  } finally {
    await worker.dispose();
  }
}

const start = () => startSite({ platform: platform.url, persistTo: state });

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await start();
  const response = await post(site.url + pageOf("questions"), formOf(ANSWERS));
  receipt = response.headers.get("Location") ?? "";
  await site.stop();
  // As a newer build does.
  await putIntoAll("version", 99);
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await platform.close();
  await rm(state, { recursive: true, force: true });
});

describe("a receipt that this build cannot read", () => {
  test.each(LANGUAGES)("says so in %s, and nothing else", async (language) => {
    const t = messagesFor(language);
    const response = await fetch(`${site.url}${receipt}&lang=${language}`);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("60");
    const html = await response.text();
    expect(elementsOf(html, "h1").map(({ text }) => text)).toEqual([
      t["screen.receipt_unreadable"],
    ]);
    expect(textOf(html, "screen")).toContain(t["screen.receipt_unreadable_text"]);
    // No form that would be sent a second time, and nothing that may be untrue.
    expect(html).not.toContain('name="first_name"');
    for (const word of Object.values(STANDING)) expect(html).not.toContain(word);
  });

  test("says the same to a phone number", async () => {
    const number = new FormData();
    number.set("phone", "+34612345678");
    expect((await post(site.url + receipt, number)).status).toBe(503);
  });

  test("is shown again when it can be read", async () => {
    await site.stop();
    await putIntoAll("version", 1);
    site = await start();
    expect(await standingAt(site.url + receipt)).toBe(STANDING.delivered);
  });
});
