import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, formOf, pageOf, post } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { startSite, TEST_API_KEY, type Site } from "../support/site";
import { size } from "../support/size";

const PURGE_SECRET = "a secret of this test alone";

let platform: FakePlatform;
/** Pages are good for a minute; never; and never, and not served while they are drawn anew. */
let fresh: Site;
let stale: Site;
let old: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const vars = { PAGE_CACHE: "on", PURGE_SECRET };
  [fresh, stale, old] = await Promise.all(
    [
      {},
      { PAGE_FRESH_MS: "1" },
      { PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1", IMAGE_RESIZING: "on" },
    ].map((more) => startSite({ platform: platform.url, vars: { ...vars, ...more } })) as [
      Promise<Site>,
      Promise<Site>,
      Promise<Site>,
    ],
  );
});
afterAll(async () => {
  await Promise.all([fresh, stale, old].map((site) => site.stop()));
  await platform.close();
});
beforeEach(() => platform.reset());

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
let positions = 0;

/** A position and a company of its own, so that no test finds what another one has left. */
function newPosition(about: Record<string, unknown> = {}) {
  positions += 1;
  const uuid = `page-test-${positions}`;
  const client = `client-${positions}`;
  const company = { name: `Company ${positions}`, language_default: "es", country: "ES" };
  platform.client({ code: client, ...company }, client);
  platform.position(uuid, { name: `Position ${positions}`, client, ...about });
  return { uuid, client, page: `/${client}/a-position/${uuid}` };
}

/** A page as a browser gets it. */
async function get(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers, redirect: "manual" });
  const html = await response.text();
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const id = elementsOf(html, "input").find(
    ({ attributes }) => attributes.name === "application_id",
  )?.attributes.value;
  return {
    status: response.status,
    headers: response.headers,
    how: response.headers.get("Cache-Status") ?? "",
    html,
    nonce: /(?<='nonce-)[^']+/.exec(policy)?.[0] ?? "",
    id,
  };
}

const purge = (site: Site, body: unknown, secret = PURGE_SECRET) =>
  fetch(`${site.url}/-/purge`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const reads = (call: "position" | "client" | "positions") => platform.requestsOf(call).length;

describe("a page that was drawn before", () => {
  test("is served without a word to the platform, with a nonce and an id of its own", async () => {
    const { page } = newPosition();
    const first = await get(fresh.url + page);
    expect(first.how).toContain("fwd=miss");
    const asked = platform.requests.length;
    const second = await get(fresh.url + page);
    expect(second.how).toMatch(/^Puerta; hit; ttl=\d+$/);
    expect(platform.requests.length).toBe(asked);
    expect(second.nonce).not.toBe(first.nonce);
    expect(second.id).not.toBe(first.id);
    const neutral = ({ html, nonce, id = "" }: typeof first) =>
      html.replaceAll(nonce, "N").replaceAll(id, "I");
    expect(neutral(second)).toBe(neutral(first));
    for (const { html, nonce } of [first, second]) {
      const nonces = html.match(/(?<= nonce=")[^"]+/g) ?? [];
      expect(nonces.length).toBeGreaterThan(1);
      expect(new Set(nonces)).toEqual(new Set([nonce]));
    }
  });

  test("takes an application like any other", async () => {
    const { page, uuid } = newPosition();
    await get(fresh.url + page);
    const { id } = await get(fresh.url + page);
    const form = formOf({ ...ANSWERS, application_id: id });
    expect((await post(fresh.url + page, form)).status).toBe(303);
    expect(platform.applications.at(-1)?.positionId).toBe(uuid);
  });

  test.each([
    ["names in its path", (page: string) => page.replace("a-position", "anything-else")],
    ["where a visitor comes from", (page: string) => `${page}?utm_source=x&gclid=1&fbclid=2`],
  ])("is the same whatever it says of %s", async (_, other) => {
    const { page } = newPosition();
    const first = await get(fresh.url + page);
    const second = await get(fresh.url + other(page));
    expect(second.how).toContain("hit");
    expect(second.headers.get("ETag")).toBe(first.headers.get("ETag"));
  });

  test("is another one in another language", async () => {
    const { page } = newPosition();
    expect((await get(fresh.url + page)).html).toContain('<html lang="es-ES"');
    const english = await get(`${fresh.url}${page}?lang=en`);
    expect(english.how).toContain("miss");
    expect(english.html).toContain('<html lang="en"');
    expect((await get(`${fresh.url}${page}?lang=en_GB`)).how).toContain("hit");
  });

  test.each([
    ["a search", `${careerSite}?q=nothing`],
    ["a receipt", `${pageOf("plain")}?receipt=${"0".repeat(64)}`],
  ])("%s is drawn each time", async (_, address) => {
    await get(fresh.url + address);
    const asked = platform.requests.length;
    expect((await get(fresh.url + address)).how).not.toContain("hit");
    expect(platform.requests.length).toBeGreaterThan(asked);
  });

  test("need not be sent again to who has it, whose policy stays as it was", async () => {
    const { page } = newPosition();
    const first = await get(fresh.url + page);
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    const second = await get(fresh.url + page, { "If-None-Match": etag });
    expect(second.status).toBe(304);
    expect(second.headers.has("Content-Security-Policy")).toBe(false);
    expect((await get(fresh.url + page, { "If-None-Match": 'W/"other"' })).status).toBe(200);
  });

  test("has its head asked for alone", async () => {
    const { page } = newPosition();
    const response = await fetch(fresh.url + page, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("ETag")).toBe((await get(fresh.url + page)).headers.get("ETag"));
  });
});

test("however many ask for a page at once, the platform is asked once for each thing", async () => {
  const { page } = newPosition();
  const pages = await Promise.all(
    Array.from({ length: size(100, 1000) }, () => get(fresh.url + page)),
  );
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(pages.length);
  expect([reads("position"), reads("client")]).toEqual([1, 1]);
});

test("a page that is drawn anew asks for both at once, also when the client has changed", async () => {
  const { page, uuid } = newPosition();
  await get(old.url + page);
  platform.position(uuid, { client: "another-client" });
  platform.client({ code: "another", name: "Another Company" }, "another-client");
  const { html } = await get(old.url + page);
  expect(html).toContain("Another Company");
});

describe("a page that is no longer fresh", () => {
  test("is served while it is drawn anew", async () => {
    const { page, uuid } = newPosition({ name: "Before" });
    await get(stale.url + page);
    platform.position(uuid, { name: "After" });
    const second = await get(stale.url + page);
    expect(second.how).toMatch(/hit; detail=renewing; ttl=-?\d/);
    expect(second.html).toContain("Before");
    await expect.poll(async () => (await get(stale.url + page)).html).toContain("After");
  });

  test("is served while the platform does not answer", async () => {
    const { page } = newPosition();
    await get(stale.url + page);
    platform.on("position").stall();
    for (let visit = 0; visit < 5; visit += 1) {
      expect((await get(stale.url + page)).how).toContain("hit");
    }
  });

  test("is drawn anew first when it is old", async () => {
    const { page, uuid } = newPosition({ name: "Before" });
    await get(old.url + page);
    platform.position(uuid, { name: "After" });
    const second = await get(old.url + page);
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
    const { page } = newPosition();
    await get(old.url + page);
    fail();
    const second = await get(old.url + page);
    expect(second.status).toBe(200);
    expect(second.how).toMatch(/hit; detail=(platform-away|renewing); ttl=-\d/);
    expect(second.html).toContain('name="application_id"');
  });

  test("of a career site as well", async () => {
    await get(old.url + careerSite);
    platform.on("client").answer({ status: 500 });
    platform.on("positions").answer({ status: 500 });
    const second = await get(old.url + careerSite);
    expect(second.status).toBe(200);
    expect(second.how).toContain("detail=platform-away");
  });

  test("makes way for the news that its position is gone, in every language", async () => {
    const { page } = newPosition();
    await get(old.url + page);
    await get(`${old.url}${page}?lang=en`);
    platform.on("position").once.answer({ status: 404 });
    expect((await get(old.url + page)).status).toBe(404);
    // What was refused is forgotten, as after a while, and the platform is away.
    await purge(old, { client: "another-client" });
    platform.on("position").answer({ status: 500 });
    for (const address of [page, `${page}?lang=en`, `${page}/privacy`]) {
      expect((await get(old.url + address)).status, address).toBe(502);
    }
  });

  test("makes way for that news also where only a part of a list was asked for", async () => {
    const client = `long-list-${Date.now()}`;
    platform.client({ code: client, name: "Long", language_default: "es" }, client);
    const jobs = Array.from({ length: 150 }, (_, index) => ({ uuid: `job-${index}`, name: "Job" }));
    platform.on("positions").answer({ body: jobs });
    const second = `${old.url}/a/${client}?page=2`;
    expect((await get(second)).status).toBe(200);
    platform.on("client").answer({ status: 404 });
    expect((await get(second)).status).toBe(404);
    await purge(old, { client: "another-client" });
    platform.on("client").answer({ status: 500 });
    expect((await get(second)).status).toBe(502);
  });

  test("is not drawn in vain for each that asks while the platform refuses", async () => {
    const { page } = newPosition();
    await get(old.url + page);
    platform.on("position").answer({ status: 500 });
    platform.on("client").answer({ status: 500 });
    await get(old.url + page);
    const before = platform.requests.length;
    for (let visit = 0; visit < 20; visit++) {
      expect((await get(old.url + page)).how).toContain("detail=platform-away");
    }
    expect(platform.requests.length).toBe(before);
  });
});

describe("nobody changes what others see", () => {
  test.each(["?_data=routes%2Fposition", "?_data", "?_data=&_routes=root", "/?index"])(
    "by asking for %s",
    async (addition) => {
      const { page } = newPosition();
      const first = await get(fresh.url + page + addition);
      expect(first.html).toContain("<!DOCTYPE html>");
      const second = await get(fresh.url + page);
      expect(second.status).toBe(200);
      expect(second.html).toContain('name="application_id"');
    },
  );

  test("by asking for a page's data", async () => {
    const { page } = newPosition();
    expect((await get(`${fresh.url}${page}.data`)).status).toBe(404);
    expect((await get(fresh.url + page)).html).toContain('name="application_id"');
  });

  test("by writing an address in capital letters", async () => {
    const [one, other] = [newPosition(), newPosition()];
    platform.client({ privacy_policy: "Ours alone." }, one.client);
    platform.client({ privacy_policy: "Theirs alone." }, other.client);
    const [ours, theirs] = await Promise.all(
      [one, other].map(({ client }) => get(`${fresh.url}/a/${client}/PRIVACY`)),
    );
    expect(ours?.html).toContain("Ours alone.");
    expect(theirs?.html).toContain("Theirs alone.");
  });

  test.each(["/", "//a/", "/a//", "/%2D/"])(
    "by an address that is nobody's, such as %s and an id",
    async (before) => {
      const { client } = newPosition();
      await get(`${old.url}/a/${client}`);
      platform.on("client").answer({ status: 500 });
      expect((await get(`${old.url}${before}${client}`)).status).toBe(404);
      const after = await get(`${old.url}/a/${client}`);
      expect(after.status).toBe(200);
      expect(after.how).toContain("detail=platform-away");
    },
  );

  test("by asking for a language that there is not", async () => {
    const { client } = newPosition();
    const asked = await get(`${fresh.url}/a/${client}?lang=xx`);
    const plain = await get(`${fresh.url}/a/${client}`);
    expect(asked.headers.get("ETag")).toBe(plain.headers.get("ETag"));
    expect(plain.html).not.toContain('name="lang"');
  });
});

test("a kept page carries its position's token, and its form goes with the one that is good now", async () => {
  const { page, uuid, client } = newPosition({ csrf_token: "the-first-token" });
  await get(fresh.url + page);
  const kept = await get(fresh.url + page);
  expect(kept.how).toContain("hit");
  const token = elementsOf(kept.html, "input").find(
    ({ attributes }) => attributes.name === "csrf_access_token",
  );
  expect(token?.attributes.value).toBe("the-first-token");
  platform.position(uuid, { csrf_token: "the-second-token", client });
  const form = formOf({ csrf_access_token: "the-first-token", application_id: kept.id });
  expect((await post(fresh.url + page, form)).status).toBe(303);
  expect(platform.applications[0]?.field("csrf_access_token")).toBe("the-second-token");
});

test("that nothing is there is remembered for a while, in each visitor's language", async () => {
  const nobody = "/nobody/a/nobody-at-all";
  const [spanish, english] = await Promise.all(
    ["es", "en"].map((language) => get(fresh.url + nobody, { "Accept-Language": language })),
  );
  expect([spanish?.status, english?.status]).toEqual([404, 404]);
  expect(spanish?.html).toContain('<html lang="es-ES"');
  expect(english?.html).toContain('<html lang="en"');
  await get(fresh.url + nobody);
  expect(reads("position")).toBe(1);
});

describe("a purge", () => {
  test("reaches what is being read and drawn just then", async () => {
    const { page, client, uuid } = newPosition({ name: "Before" });
    platform.on("position").once.stall();
    const early = get(fresh.url + page);
    await expect.poll(() => reads("position")).toBe(1);
    platform.position(uuid, { name: "After", client });
    expect((await purge(fresh, { client })).status).toBe(200);
    expect((await get(fresh.url + page)).html).toContain("After");
    platform.cut();
    await early;
    expect((await get(fresh.url + page)).html).toContain("After");
  });

  test.each(["position", "client"])("of a %s is live at once", async (what) => {
    const { page, uuid, client } = newPosition({ name: "Before" });
    await get(fresh.url + page);
    platform.position(uuid, { name: "After" });
    expect((await get(fresh.url + page)).html).toContain("Before");
    const response = await purge(fresh, { [what]: what === "client" ? client : uuid });
    expect(response.status).toBe(200);
    expect((await get(fresh.url + page)).html).toContain("After");
  });

  test("takes the last good copies as well", async () => {
    const { page, client } = newPosition();
    await get(old.url + page);
    expect((await purge(old, { client })).status).toBe(200);
    platform.on("position").answer({ status: 500 });
    expect((await get(old.url + page)).status).toBe(502);
  });

  test("leaves other companies' pages as they are", async () => {
    const { page } = newPosition();
    await get(fresh.url + page);
    await purge(fresh, { client: "somebody-else" });
    expect((await get(fresh.url + page)).how).toContain("hit");
  });

  test.each([
    ["with another secret", { client: fakeClientUuid }, "wrong", 401],
    ["of nothing", {}, PURGE_SECRET, 400],
    ["of what cannot be an id", { client: "a b" }, PURGE_SECRET, 400],
    ["of a position that nobody knows", { position: "unknown-position" }, PURGE_SECRET, 404],
  ])("%s is refused", async (_, body, secret, status) => {
    expect((await purge(fresh, body, secret)).status).toBe(status);
  });
});

test("nothing that the platform says is taken for a mark of ours", async () => {
  const evil = `</script><script nonce="x" src="/x.js">nonce application_id ${"A".repeat(22)}==`;
  const { page } = newPosition({
    name: evil,
    location: evil,
    contract_type: evil,
    description: `<p>${evil}</p>`,
    essential_requirements: [{ name: evil }],
    apply_site_questions: [{ question: evil, answers: [evil] }],
  });
  await get(fresh.url + page);
  const { html, nonce } = await get(fresh.url + page);
  const scripts = elementsOf(html, "script").filter(({ attributes }) => "src" in attributes);
  expect(scripts.map(({ attributes }) => attributes.nonce)).toEqual(scripts.map(() => nonce));
  expect(html).toContain(`${"A".repeat(22)}==`);
});

test("a page that was never drawn is drawn from the copy of its position that all share", async () => {
  const { page } = newPosition();
  await get(old.url + page);
  platform.on("position").answer({ status: 500 });
  const english = await get(`${old.url}${page}?lang=en`);
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
  const before = await get(first.url + careerSite);
  expect(before.how).toContain("fwd=miss; stored");
  // It is put there after the answer.
  await expect.poll(() => first.keysIn("PAGES")).not.toEqual([]);
  await first.stop();

  // Another data centre: nothing in its memory, nothing nearby, and the platform is away.
  await rm(join(persistTo, "v3", "cache"), { recursive: true });
  platform.on("client").answer({ status: 500 });
  platform.on("positions").answer({ status: 500 });
  const second = await startSite({ ...options, persistTo, port: Number(new URL(first.url).port) });
  const after = await get(second.url + careerSite);
  expect(after.status).toBe(200);
  expect(after.how).toMatch(/hit; detail=platform-away; ttl=-\d/);
  expect(after.html.replaceAll(after.nonce, "")).toBe(before.html.replaceAll(before.nonce, ""));
  const purged = await fetch(`${second.url}/-/purge`, {
    method: "POST",
    headers: { Authorization: `Bearer ${PURGE_SECRET}` },
    body: JSON.stringify({ client: fakeClientUuid }),
  });
  expect(purged.ok).toBe(true);
  expect((await get(second.url + careerSite)).status).toBe(502);
  await second.stop();
  await rm(persistTo, { recursive: true, force: true });
});

test("pictures are offered in several sizes where the zone makes them, and as they are elsewhere", async () => {
  const { page, client } = newPosition();
  platform.client({ logo: "/logo.png", main_image: "https://pictures.example/a b.jpg" }, client);
  const [plain, resized] = await Promise.all([fresh, old].map((site) => get(site.url + page)));
  const pictures = (html = "") => elementsOf(html, "img").map(({ attributes }) => attributes);
  expect(plain && pictures(plain.html).map(({ src }) => src)).toHaveLength(2);
  expect(plain?.html).not.toContain("/cdn-cgi/");
  const [logo, banner] = pictures(resized?.html);
  expect(logo?.srcSet ?? logo?.srcset).toBe(
    "/cdn-cgi/image/height=120,fit=scale-down,format=auto,onerror=redirect/logo.png 3x",
  );
  expect(banner?.srcSet ?? banner?.srcset).toContain("onerror=redirect/https://pictures.example/a");
});
