import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/cached-pages";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { SHARED_PAGES_MODULE, startSharedStore, type StoreFault } from "../support/shared-store";
import { getWithHost } from "../support/request-with-host";
import { startSite } from "../support/site";
import { startSites } from "../support/sites-for-file";

// Two processes represent two data centres, which share only the store and the platform. Tests can move their
// clocks.

const MINUTE = 60_000;
const OPERATOR_SECRET = "another secret that only tests use";

const store = await startSharedStore();
const dataCentre = {
  vars: {
    ...{ PAGE_CACHE: "on", PURGE_SECRET, OPERATOR_SECRET, STORE_URL: store.url },
    HOSTS: `moved.example=${fakeClientUuid}`,
  },
  around: SHARED_PAGES_MODULE,
};
const { platform, madrid, sydney } = await startSites({ madrid: dataCentre, sydney: dataCentre });
afterAll(() => store.stop());
beforeEach(async () => {
  store.reset();
  store.entries.clear();
  await startRuns(false);
});

type Position = ReturnType<typeof newPosition>;
type Centre = Pick<typeof madrid, "url">;

/** Runs the work of the cron trigger. */
async function verify({ url }: Centre) {
  const headers = { Authorization: `Bearer ${OPERATOR_SECRET}` };
  const response = await fetch(`${url}/-/operator/schedule`, { method: "POST", headers });
  expect(response.status).toBe(204);
}

const moveClocks = (minutes: number) =>
  Promise.all(
    [madrid, sydney].map(({ url }) => fetch(`${url}/-/move-clock?ms=${minutes * MINUTE}`)),
  );

/** Allows or forbids requests in Madrid to start a verification. */
const startRuns = (isAllowed: boolean) =>
  fetch(`${madrid.url}/-/claims${isAllowed ? "?allow" : ""}`);

/** Work after a response begins a second and a half later. */
const LATER = { timeout: 10_000 };

/** The site's record in the store. */
const readSite = () =>
  JSON.parse(store.entries.get("site")?.value.toString() ?? "") as {
    run: { at: number; build: string };
    purges: Record<string, number>;
    verified: Record<string, { verifiedAt: number }>;
  };

/** Time between a company's last purge and the beginning of its last verification, in ms. */
function verifiedAfterPurge(client: string): number {
  const { purges, verified } = readSite();
  return (verified[client]?.verifiedAt ?? 0) - (purges[client] ?? 0);
}

/** Views a page, and counts the calls to the platform before its last byte. */
async function view({ url }: Centre, path: string) {
  const before = platform.requests.length;
  const { status, headers, html, cacheStatus } = await getPage(url + path);
  const answer = { status, calls: platform.requests.length - before };
  return {
    answer,
    etag: headers.get("ETag"),
    cacheStatus,
    name: /<h1[^>]*>(.*?)<\/h1>|$/s.exec(html)?.[1],
  };
}

const storedKeys = (id: string) => [...store.entries.keys()].filter((key) => key.includes(id));

/** Views a page in Madrid, and waits until it is stored. */
async function storeFromMadrid(path: string) {
  const page = await view(madrid, path);
  const id = path.match(/(page-test|client)-\d+/g)?.at(-1) ?? "";
  await expect.poll(() => storedKeys(id)).not.toEqual([]);
  return page;
}

const rename = (position: Position, name: string) =>
  platform.position(position.uuid, { name, client: position.client });

const PAGES: [kind: string, getPath: (position: Position) => string][] = [
  ["a position", ({ page }) => page],
  ["a position's policy", ({ page }) => `${page}/privacy`],
  ["a career site", ({ client }) => `/${client}/${client}`],
  ["a feed", ({ client }) => `/${client}/${client}/feed.json`],
];

test.each(PAGES)(
  "a first view of %s that was rendered elsewhere does not call the platform",
  async (_, getPath) => {
    const path = getPath(newPosition(platform));
    const first = await storeFromMadrid(path);
    expect(first.answer.calls).toBeGreaterThan(0);
    const second = await view(sydney, path);
    expect(second.answer).toEqual({ status: 200, calls: 0 });
    expect(second.cacheStatus).toMatch(/^Puerta; hit; ttl=/);
    expect(second.etag).toBe(first.etag);
  },
);

test("a page that was verified since then is served immediately, and then rendered again", async () => {
  const position = newPosition(platform);
  const first = await storeFromMadrid(position.page);
  await moveClocks(60);
  await verify(madrid);
  await moveClocks(5);
  // The platform does not respond, so a view that waited for it would time out.
  for (const call of ["position", "client"] as const) platform.on(call).stall();
  const second = await view(sydney, position.page);
  expect(second.answer.status).toBe(200);
  expect(second.etag).toBe(first.etag);
  expect(second.cacheStatus).toContain("renewing");
  await expect.poll(() => platform.requestsTo("position").length).toBe(3);
});

test("a URL with an id in a different case is served, but not shared", async () => {
  const { uuid, client, page } = newPosition(platform);
  platform.position(uuid.toUpperCase(), { uuid, client, name: "A position" });
  const other = page.replace(uuid, uuid.toUpperCase());
  expect((await view(madrid, other)).answer.status).toBe(200);
  await storeFromMadrid(page);
  expect(storedKeys(uuid.toUpperCase())).toEqual([]);
});

test("the verification reads a list once, and each position once for all languages", async () => {
  const position = newPosition(platform);
  for (const path of ["", "?lang=en", "/privacy"]) await view(madrid, position.page + path);
  await view(madrid, `/${position.client}/${position.client}`);
  await expect.poll(() => store.entries.size).toBe(4);
  const before = platform.requests.length;
  await verify(madrid);
  expect(
    platform.requests
      .slice(before)
      .map(({ call }) => call)
      .sort(),
  ).toEqual(["client", "position", "positions"]);
});

test("a verification without changes writes one value for all companies", async () => {
  for (const { page } of [newPosition(platform), newPosition(platform)]) {
    await storeFromMadrid(page);
  }
  await verify(madrid);
  store.writes.length = 0;
  await moveClocks(5);
  await verify(madrid);
  expect(store.writes).toEqual(["site"]);
});

test("the next run writes a record that could not be written", async () => {
  const { page, client } = newPosition(platform);
  await storeFromMadrid(page);
  store.refuseWrites(true);
  await verify(madrid);
  store.refuseWrites(false);
  await verify(madrid);
  expect([...store.entries.keys()]).toContain(`company/${client}`);
});

test("the next rendering stores a page that could not be stored", async () => {
  const { page, uuid } = newPosition(platform);
  store.refuseWrites(true);
  await view(madrid, page);
  await expect.poll(() => store.writes.filter((key) => key.includes(uuid))).not.toEqual([]);
  store.refuseWrites(false);
  await moveClocks(1.5);
  await storeFromMadrid(page);
});

describe("a job that is open, but not in its company's list", () => {
  afterEach(() => platform.reset());

  test("is removed from the store once, and is not stored again until its company is purged", async () => {
    const { page, uuid, client } = newPosition(platform);
    await storeFromMadrid(page);
    platform.on("positions").answer({ status: 200, body: [] });
    await verify(madrid);
    expect(storedKeys(uuid)).toEqual([]);
    for (const centre of [madrid, sydney]) {
      await moveClocks(3);
      expect((await view(centre, page)).answer.status).toBe(200);
    }
    await moveClocks(3);
    // The second view shows the page that the first view rendered, and stored if it is shared.
    await view(madrid, page);
    await expect
      .poll(async () => (await view(madrid, page)).cacheStatus)
      .toMatch(/^Puerta; hit; ttl=[5-6]/);
    expect(storedKeys(uuid)).toEqual([]);
    await purge(madrid, { client });
    await moveClocks(1);
    await storeFromMadrid(page);
  });
});

describe("without waiting for the cron trigger", () => {
  test("a purged company's pages are rendered again, and are available elsewhere", async () => {
    // Without a run, the first view would start one.
    await verify(madrid);
    const position = newPosition(platform);
    await storeFromMadrid(position.page);
    await view(sydney, position.page);
    rename(position, "New name");
    await startRuns(true);
    await purge(madrid, { client: position.client });
    // Data that was read within a second of the purge could be older, because clocks differ.
    await expect.poll(() => verifiedAfterPurge(position.client), LATER).toBeGreaterThan(1000);
    await moveClocks(2);
    // The platform does not respond, so a view that waited for it would time out.
    for (const call of ["position", "client"] as const) platform.on(call).stall();
    expect((await view(sydney, position.page)).name).toContain("New name");
  });

  test.each([
    ["after a deployment", { build: "former" }],
    ["where no run was lately", { at: 0 }],
  ])("all pages are verified at the next view %s", async (_, changes) => {
    const { page } = newPosition(platform);
    await storeFromMadrid(page);
    await verify(madrid);
    const site = readSite();
    const changed = { ...site, run: { ...site.run, ...changes } };
    store.entries.set("site", { value: Buffer.from(JSON.stringify(changed)), metadata: null });
    await startRuns(true);
    // Visitors start at most one run in four minutes.
    await moveClocks(5);
    await view(madrid, newPosition(platform).page);
    await expect.poll(() => readSite().run.at, LATER).toBeGreaterThan(site.run.at);
    expect(readSite().run.build).toBe(site.run.build);
  });
});

describe("a job that the platform closed", () => {
  async function closeAfterViews() {
    const position = newPosition(platform);
    await storeFromMadrid(position.page);
    await view(sydney, position.page);
    platform.position(position.uuid, { status: "closed", client: position.client });
    return position;
  }

  test("is gone elsewhere within ten minutes without a purge", async () => {
    const { page } = await closeAfterViews();
    await moveClocks(4.5);
    await verify(madrid);
    await moveClocks(5);
    expect((await view(sydney, page)).answer).toMatchObject({ status: 410 });
  });

  test("is gone elsewhere two minutes after a purge", async () => {
    const { page, client } = await closeAfterViews();
    await verify(madrid);
    await purge(madrid, { client });
    await moveClocks(2);
    expect((await view(sydney, page)).answer).toMatchObject({ status: 410 });
  });
});

test("a changed job is updated elsewhere within ten minutes, although its old page is stored", async () => {
  const position = newPosition(platform);
  await storeFromMadrid(position.page);
  await view(sydney, position.page);
  rename(position, "New name");
  await moveClocks(5);
  await verify(madrid);
  await moveClocks(5);
  expect((await view(sydney, position.page)).name).toContain("New name");
});

test("a change that another data centre has stored appears everywhere within ten minutes", async () => {
  const position = newPosition(platform);
  await storeFromMadrid(position.page);
  await view(sydney, position.page);
  rename(position, "New name");
  await moveClocks(3);
  // The second view shows the page that the first view rendered.
  await view(madrid, position.page);
  await expect.poll(async () => (await view(madrid, position.page)).name).toBe("New name");
  await moveClocks(3);
  await verify(madrid);
  await moveClocks(5);
  expect((await view(sydney, position.page)).name).toContain("New name");
});

test("a purge during a rendering leaves no old page after the next verification", async () => {
  const position = newPosition(platform);
  await storeFromMadrid(position.page);
  await verify(madrid);
  await moveClocks(3);
  // Sydney begins to render the old version; the purge comes before it has stored it.
  const rendering = view(sydney, position.page);
  rename(position, "New name");
  await purge(madrid, { client: position.client });
  await rendering;
  await verify(madrid);
  await moveClocks(2);
  expect((await view(sydney, position.page)).name).toContain("New name");
  expect((await view(madrid, position.page)).name).toContain("New name");
});

test("an unchanged page is served elsewhere after a purge and the next verification", async () => {
  const { page, client } = newPosition(platform);
  await storeFromMadrid(page);
  await purge(madrid, { client });
  await moveClocks(1);
  await verify(madrid);
  expect((await view(sydney, page)).answer).toEqual({ status: 200, calls: 0 });
});

test("the next verification replaces an older rendering that was stored last", async () => {
  const position = newPosition(platform);
  await storeFromMadrid(position.page);
  const [key = ""] = storedKeys(position.uuid);
  const older = store.entries.get(key);
  rename(position, "New name");
  await moveClocks(3);
  await verify(madrid);
  if (older) store.entries.set(key, older);
  await moveClocks(5);
  await verify(madrid);
  await moveClocks(1);
  expect((await view(sydney, position.page)).name).toContain("New name");
});

test("after an interrupted verification, the next one leaves no wrong page", async () => {
  const [first, second] = [newPosition(platform), newPosition(platform)];
  platform.position(second.uuid, { name: "Second", client: first.client });
  for (const { page } of [first, second]) await storeFromMadrid(page);
  rename(first, "New name");
  platform.position(second.uuid, { name: "Second new name", client: first.client });
  store.refuseWrites(true);
  await moveClocks(5);
  await verify(madrid);
  store.refuseWrites(false);
  await verify(madrid);
  for (const { page } of [first, second]) {
    expect((await view(sydney, page)).name).toContain("ew name");
  }
});

describe("while the platform fails", () => {
  afterEach(() => platform.reset());

  test("a verification leaves a page as old as it was", async () => {
    const position = newPosition(platform);
    await storeFromMadrid(position.page);
    await moveClocks(60);
    await verify(madrid);
    for (const call of ["client", "positions", "position"] as const) {
      platform.on(call).answer({ status: 500, body: {} });
    }
    await moveClocks(5);
    await verify(madrid);
    expect((await view(sydney, position.page)).cacheStatus).toContain("renewing");
  });

  test("a verification leaves a single unreadable page as old as it was", async () => {
    const position = newPosition(platform);
    await storeFromMadrid(position.page);
    await moveClocks(60);
    await verify(madrid);
    platform.on("position").answer({ status: 500, body: {} });
    await moveClocks(5);
    await verify(madrid);
    expect((await view(sydney, position.page)).cacheStatus).toContain("renewing");
  });
});

test("a page on a host that now belongs to another company does not affect the company's other pages", async () => {
  const { page, uuid, client } = newPosition(platform);
  await storeFromMadrid(page);
  const [key = ""] = storedKeys(uuid);
  const entry = store.entries.get(key);
  const move = (text: string) => text.replace("jobs.example", "moved.example");
  const metadata = JSON.parse(move(JSON.stringify(entry?.metadata))) as object;
  const moved = { value: Buffer.from(""), metadata: { ...metadata, viewedAt: Date.now() * 2 } };
  store.entries.set(move(key), moved);
  await moveClocks(9);
  await verify(madrid);
  expect([...store.entries.keys()]).toContain(`company/${client}`);
  await moveClocks(5);
  expect((await view(sydney, page)).cacheStatus).toContain("renewing");
});

test("many simultaneous purges share their writes", async () => {
  const { page, client } = newPosition(platform);
  await storeFromMadrid(page);
  await verify(madrid);
  store.refuseWrites(true);
  store.writes.length = 0;
  await Promise.all(Array.from({ length: 6 }, () => purge(madrid, { client })));
  // Each write is attempted twice. The first purge writes immediately, and the others share a write.
  expect(store.writes.length).toBeLessThanOrEqual(4);
});

describe("a store that fails", () => {
  const faults: Record<string, StoreFault> = {
    "is down": () => "down",
    "is two seconds late": () => "late",
    "returns an incomplete page": (key, entry) =>
      entry && key.startsWith("page") ? { ...entry, value: entry.value.subarray(0, -10) } : entry,
    "returns another company's page": (key, entry) =>
      key.startsWith("page")
        ? [...store.entries].find(([other]) => other.includes(fakeClientUuid))?.[1]
        : entry,
  };

  test.each(Object.entries(faults))("counts as a miss if the store %s", async (_, fault) => {
    await view(madrid, `/${fakeClientCode}/${fakeClientUuid}`);
    const position = newPosition(platform, { name: "The right page" });
    await storeFromMadrid(position.page);
    store.fail(fault);
    const page = await view(sydney, position.page);
    expect(page.answer.status).toBe(200);
    expect(page.name).toContain("The right page");
    expect(page.answer.calls).toBeGreaterThan(0);
  });

  test("is logged at most once a minute", async () => {
    await moveClocks(2);
    store.fail(() => "down");
    sydney.log.length = 0;
    for (let views = 0; views < 3; views++) await view(sydney, newPosition(platform).page);
    expect(sydney.log.filter((line) => line.includes("shared store"))).toHaveLength(1);
  });
});

test("Workers KV keeps a page for a new data centre and a new process", async () => {
  const { page } = newPosition(platform);
  const options = {
    platform: platform.url,
    vars: { PAGE_CACHE: "on", OPERATOR_SECRET },
    hasStore: true,
  };
  const viewHere = async ({ url }: Centre) => {
    const before = platform.requests.length;
    const { status, headers } = await getWithHost("jobs.example", url + page);
    return { status, etag: headers.etag, calls: platform.requests.length - before };
  };
  const before = await startSite(options);
  const { etag } = await viewHere(before);
  await verify(before);
  await before.kill();
  const site = await startSite({ ...options, persistTo: before.state, hasEmptyCache: true });
  expect(await viewHere(site)).toEqual({ status: 200, etag, calls: 0 });
  await site.stop();
  await before.stop();
});
