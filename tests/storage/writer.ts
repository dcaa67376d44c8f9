import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "playwright/test";
import { z } from "zod";
import { startSiteServer } from "../../scripts/site-server.mjs";
import { pageOf } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakeCvClientCode,
  fakeCvClientUuid,
  fakePositions,
  startFakePlatform,
} from "../support/fake-platform";
import { getAs } from "../support/get-as";
import { TEST_API_KEY } from "../support/site";
import type { About, KeptApplication } from "./about";
import { writeBrowser } from "./browser";
import { aboutOf, packed } from "./pack";
import { cutOff, FIELDS, states, type Driven } from "./states";

const { STORAGE_BUILD: build = "", STORAGE_NAME: name = "", STORAGE_DATE: date = "" } = process.env;

/**
 * The rest of the key of a kept page, besides its address. It is fixed, because each build has
 * another version.
 */
const HOST = "careers.example";
const VERSION = "of-the-fixture";

const SECRET = "a-secret-of-the-fixtures";
const YEARS = String(50 * 365 * 24 * 60 * 60 * 1000);

const VARS = {
  PLATFORM_API_KEY: TEST_API_KEY,
  OPERATOR_SECRET: SECRET,
  PURGE_SECRET: SECRET,
  RATE_LIMITS: "off",
  // No attempt is repeated while the fixture is written, nor before a test reads it.
  RETRY_FIRST_MS: String(10 * 60 * 1000),
  // The local server deletes entries when they expire, so they are given a long life.
  PAGE_KEPT_MS: YEARS,
};

test("the storage of a build", async ({ browser }) => {
  test.setTimeout(120_000);
  const state = await mkdtemp(join(tmpdir(), "puerta-storage-"));
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const server = await startSiteServer({
    embedded: false,
    persistTo: state,
    config: await configured(build),
    vars: { ...VARS, PLATFORM_URL: platform.url },
  });
  try {
    const site: Driven = { url: server.url, platform, operatorSecret: SECRET };
    platform.position(fakePositions.questions, {
      takes: ["source"],
      closes_at: "2099-12-31",
      pay: { min: 30_000, currency: "EUR", unit: "year" },
      places: [{ city: "Bilbao", country: "ES" }],
    });
    const writtenAt = Date.now();
    const browserStorage = await writeBrowser(browser, site);
    const kept = await writePages(site);
    const hasCopies = existsSync(join(state, "v3", "do", "puerta-PositionCopy"));
    const applications: Record<string, KeptApplication> = {};
    for (const [named, drive] of Object.entries(states)) {
      const application = await drive(site);
      if (application) applications[named] = application;
    }
    // Other pages may still be on their way into the cache.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const delivered = await countedBy(site);
    if (applications.waiting) applications["cut-off"] = await cutOff(site);
    await server.stop("SIGKILL");
    const about: About = {
      build: name,
      date,
      ...(await said(name)),
      writtenAt,
      host: HOST,
      version: VERSION,
      fields: FIELDS,
      applications,
      delivered,
      ...kept,
      // Both positions were read; the platform then took one away, and a third for a moment.
      copied: hasCopies ? [fakePositions.plain] : [],
      gone: hasCopies ? [fakePositions.listQuestions] : [],
      missing: hasCopies ? [fakePositions.csrf] : [],
    };
    const folder = new URL(`../fixtures/storage/${name}/`, import.meta.url);
    await packed(state, { folder, about, browser: browserStorage });
  } finally {
    await server.stop("SIGKILL");
    await platform.close();
    await rm(state, { recursive: true, force: true });
  }
});

/** How many deliveries the build has counted; 0 if it counts none. */
async function countedBy({ url, operatorSecret }: Driven): Promise<number> {
  const headers = { Authorization: `Bearer ${operatorSecret}` };
  const response = await fetch(`${url}/-/health`, { headers });
  const counted = z.object({
    applications: z.object({ delivered: z.object({ day: z.number() }) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  return counted.safeParse(answer).data?.applications.delivered.day ?? 0;
}

/** What people wrote about a fixture that is now written again. */
async function said(build: string): Promise<Pick<About, "differs" | "opened">> {
  const { differs, opened } = await aboutOf(build).catch(() => ({ differs: "", opened: "" }));
  return { differs, opened };
}

/** The build's own configuration, with pages kept in KV as well, and with a fixed version. */
async function configured(folder: string): Promise<string> {
  const file = join(folder, "wrangler.storage.toml");
  const toml = await readFile(join(folder, "wrangler.toml"), "utf8");
  const more = `[vars]
VERSION = { id = "${VERSION}" }

[[kv_namespaces]]
binding = "PAGES"
id = "pages"
`;
  const before = toml.replace(/\[version_metadata\]\n.*\n/, "");
  await writeFile(file, before.replace(/(?=\[env\.)/, `${more}\n`));
  return file;
}

const COMPANY = `/${fakeClientCode}/${fakeClientUuid}`;
const PURGED = `/${fakeCvClientCode}/${fakeCvClientUuid}`;

/** Visits pages, so that they and what they show are kept; then removes some of it. */
async function writePages({ url, platform }: Driven) {
  const pages = [COMPANY, pageOf("questions")];
  let isKept = false;
  for (const path of [...pages, PURGED]) {
    const { status, headers } = await getAs(HOST, url + path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    isKept = "cache-status" in headers;
  }
  const headers = { Authorization: `Bearer ${SECRET}`, "Content-Type": "application/json" };
  await fetch(`${url}/-/purge`, {
    method: "POST",
    headers,
    body: JSON.stringify({ client: fakeCvClientUuid }),
  });
  // The browser has already opened it at such an address.
  platform.on("position").once.answer({ status: 410, body: { detail: "Closed." } });
  await fetch(`${url}${pageOf("listQuestions")}?q=any`);
  // Builds that know no moment have no copy of it left.
  for (const status of [200, 404]) {
    if (status === 404) platform.on("position").once.answer({ status });
    await fetch(`${url}${pageOf("csrf")}?q=any`);
  }
  return { pages: isKept ? pages : [], purged: isKept ? [PURGED] : [] };
}
