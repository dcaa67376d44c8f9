import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startLine } from "../support/line";
import { fakeClientUuid } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { startSite } from "../support/site";
import { careerSite, getPage, newPosition, purge, PURGE_SECRET } from "../support/kept-pages";

const vars = { PAGE_CACHE: "on", PURGE_SECRET, PAGE_FRESH_MS: "1" };
const { platform, stale, old } = await sitesForFile({
  stale: { vars },
  old: { vars: { ...vars, PAGE_STALE_MS: "1", IMAGE_RESIZING: "on" } },
});

test("a page that is drawn anew asks for both at once, also when the client has changed", async () => {
  const { page, uuid } = newPosition(platform);
  await getPage(old.url + page);
  platform.position(uuid, { client: "another-client" });
  platform.client({ code: "another", name: "Another Company" }, "another-client");
  const { html } = await getPage(old.url + page);
  expect(html).toContain("Another Company");
});

describe("a page that is no longer fresh", () => {
  test("is served while it is drawn anew", async () => {
    const { page, uuid } = newPosition(platform, { name: "Before" });
    await getPage(stale.url + page);
    platform.position(uuid, { name: "After" });
    const second = await getPage(stale.url + page);
    expect(second.how).toMatch(/hit; detail=renewing; ttl=-?\d/);
    expect(second.html).toContain("Before");
    await expect.poll(async () => (await getPage(stale.url + page)).html).toContain("After");
  });

  test("is served while the platform does not answer", async () => {
    const { page } = newPosition(platform);
    await getPage(stale.url + page);
    platform.on("position").stall();
    for (let visit = 0; visit < 5; visit += 1) {
      expect((await getPage(stale.url + page)).how).toContain("hit");
    }
  });

  test("is drawn anew first when it is old", async () => {
    const { page, uuid } = newPosition(platform, { name: "Before" });
    await getPage(old.url + page);
    platform.position(uuid, { name: "After" });
    const second = await getPage(old.url + page);
    expect(second.how).toContain("fwd=stale; stored");
    expect(second.html).toContain("After");
    expect(second.headers.get("Server-Timing")).toContain("platform-position;dur=");
  });

  test.each([
    ["fails", () => platform.on("position").answer({ status: 500 })],
    ["breaks off", () => platform.on("position").drop()],
    ["does not answer", () => platform.on("position").stall()],
    ["is under maintenance", () => platform.on("position").answer({ status: 503 })],
    ["lies", () => platform.on("position").answer({ body: { nonsense: true } })],
  ])("is the last good copy while the platform %s, and says so", async (_, fail) => {
    const { page } = newPosition(platform);
    await getPage(old.url + page);
    fail();
    const second = await getPage(old.url + page);
    expect(second.status).toBe(200);
    expect(second.how).toMatch(/hit; detail=(platform-away|renewing); ttl=-\d/);
    expect(second.html).toContain('name="application_id"');
  });

  test("of a career site as well", async () => {
    await getPage(old.url + careerSite);
    platform.on("client").answer({ status: 500 });
    platform.on("positions").answer({ status: 500 });
    const second = await getPage(old.url + careerSite);
    expect(second.status).toBe(200);
    expect(second.how).toContain("detail=platform-away");
  });

  test("makes way for the news that its position is closed, in every language", async () => {
    const { page } = newPosition(platform);
    await getPage(old.url + page);
    await getPage(`${old.url}${page}?lang=en`);
    platform.on("position").once.answer({ status: 410 });
    expect((await getPage(old.url + page)).status).toBe(410);
    // That it is closed is forgotten, as it would be after a while; and the platform is away.
    await purge(old, { client: "another-client" });
    platform.on("position").answer({ status: 500 });
    for (const address of [page, `${page}?lang=en`, `${page}/privacy`]) {
      expect((await getPage(old.url + address)).status, address).toBe(502);
    }
  });

  test("makes way for that news also where only a part of a list was asked for", async () => {
    const client = `long-list-${Date.now()}`;
    platform.client({ code: client, name: "Long", language_default: "es" }, client);
    const jobs = Array.from({ length: 150 }, (_, index) => ({ uuid: `job-${index}`, name: "Job" }));
    platform.on("positions").answer({ body: jobs });
    const second = `${old.url}/a/${client}?page=2`;
    expect((await getPage(second)).status).toBe(200);
    platform.on("client").answer({ status: 410 });
    expect((await getPage(second)).status).toBe(410);
    await purge(old, { client: "another-client" });
    platform.on("client").answer({ status: 500 });
    expect((await getPage(second)).status).toBe(502);
  });

  test("is not drawn in vain for each that asks while the platform refuses", async () => {
    const { page } = newPosition(platform);
    await getPage(old.url + page);
    platform.on("position").answer({ status: 500 });
    platform.on("client").answer({ status: 500 });
    await getPage(old.url + page);
    const before = platform.requests.length;
    for (let visit = 0; visit < 20; visit++) {
      expect((await getPage(old.url + page)).how).toContain("detail=platform-away");
    }
    // Each visit alone would cause two. A slow machine may outlast the pause between attempts.
    expect(platform.requests.length - before).toBeLessThan(20);
  });
});

describe("nobody changes what others see", () => {
  test.each(["/", "//a/", "/a//", "/%2D/"])(
    "by an address that is nobody's, such as %s and an id",
    async (before) => {
      const { client } = newPosition(platform);
      await getPage(`${old.url}/a/${client}`);
      platform.on("client").answer({ status: 500 });
      expect((await getPage(`${old.url}${before}${client}`)).status).toBe(404);
      const after = await getPage(`${old.url}/a/${client}`);
      expect(after.status).toBe(200);
      expect(after.how).toContain("detail=platform-away");
    },
  );
});

describe("a purge", () => {
  test("takes the last good copies as well", async () => {
    const { page, client } = newPosition(platform);
    await getPage(old.url + page);
    expect((await purge(old, { client })).status).toBe(200);
    platform.on("position").answer({ status: 500 });
    expect((await getPage(old.url + page)).status).toBe(502);
  });
});

test("a page that was never drawn is drawn from the copy of its position that all share", async () => {
  const { page } = newPosition(platform);
  await getPage(old.url + page);
  platform.on("position").answer({ status: 500 });
  const english = await getPage(`${old.url}${page}?lang=en`);
  expect(english.status).toBe(200);
  expect(english.how).toContain("detail=platform-away");
});

test("with a place that is everywhere, a page outlives its data centre's copies", async () => {
  const options = {
    platform: platform.url,
    vars: { PAGE_CACHE: "on", PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1", PURGE_SECRET },
    kvNamespaces: { PAGES: "pages" },
  };
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-state-"));
  const first = await startSite({ ...options, persistTo });
  // Pages are cached by host and port, and a restarted site gets another port.
  const line = await startLine(first.url);
  const before = await getPage(line.url + careerSite);
  expect(before.how).toContain("fwd=miss; stored");
  // It is stored only after the answer was sent.
  await expect.poll(() => first.keysIn("PAGES")).not.toEqual([]);
  await first.stop();

  // Another data centre: nothing in its memory, nothing nearby, and the platform is away.
  await rm(join(persistTo, "v3", "cache"), { recursive: true });
  platform.on("client").answer({ status: 500 });
  platform.on("positions").answer({ status: 500 });
  const second = await startSite({ ...options, persistTo });
  line.leadTo(second.url);
  const after = await getPage(line.url + careerSite);
  expect(after.status).toBe(200);
  expect(after.how).toMatch(/hit; detail=platform-away; ttl=-\d/);
  expect(after.html.replaceAll(after.nonce, "")).toBe(before.html.replaceAll(before.nonce, ""));
  const purged = await fetch(`${line.url}/-/purge`, {
    method: "POST",
    headers: { Authorization: `Bearer ${PURGE_SECRET}` },
    body: JSON.stringify({ client: fakeClientUuid }),
  });
  expect(purged.ok).toBe(true);
  expect((await getPage(line.url + careerSite)).status).toBe(502);
  await line.close();
  await second.stop();
  await rm(persistTo, { recursive: true, force: true });
});

test("pictures are offered in several sizes where the zone makes them, and as they are elsewhere", async () => {
  const { page, client } = newPosition(platform);
  platform.client({ logo: "/logo.png", main_image: "https://pictures.example/a b.jpg" }, client);
  const [plain, resized] = await Promise.all([stale, old].map((site) => getPage(site.url + page)));
  const pictures = (html = "") => elementsOf(html, "img").map(({ attributes }) => attributes);
  expect(plain && pictures(plain.html).map(({ src }) => src)).toHaveLength(2);
  expect(plain?.html).not.toContain("/cdn-cgi/");
  const [logo, banner] = pictures(resized?.html);
  expect(logo?.srcSet ?? logo?.srcset).toBe(
    `/cdn-cgi/image/height=120,fit=scale-down,format=auto,onerror=redirect/${platform.pictureAt("/logo.png")} 3x`,
  );
  expect(banner?.srcSet ?? banner?.srcset).toContain("onerror=redirect/https://pictures.example/a");
});
