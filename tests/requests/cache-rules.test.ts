import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SOURCE_NAMES } from "~/contract/lists";
import { buildForm, post } from "../support/application-form";
import type { Call } from "../support/fake-platform";
import { getWithHost } from "../support/request-with-host";
import { findElements, findText } from "../support/html";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/cached-pages";
import { startFlakyConnection } from "../support/flaky-connection";
import { manyJobs } from "../support/many-jobs";
import { startSite, type Site } from "../support/site";
import { startSites } from "../support/sites-for-file";
import { countObjects } from "../support/stored-objects";

// Tests the page cache through HTTP. On the site `stale`, pages are stale after 1 ms. On `old` and `forgetful`, pages
// also expire after 1 ms.

const vars = { PAGE_CACHE: "on", PURGE_SECRET };
const { platform, fresh, stale, old, forgetful } = await startSites({
  fresh: { vars },
  stale: { vars: { ...vars, PAGE_FRESH_MS: "1" } },
  old: { vars: { ...vars, PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1" } },
  forgetful: { vars: { ...vars, PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1", FORGET_AFTER_MS: "1" } },
});

type Position = ReturnType<typeof newPosition>;
type Page = Awaited<ReturnType<typeof getPage>>;

const HIT = /^Puerta; hit; ttl=\d+$/;
const STORED = /^Puerta; fwd=miss; stored; ttl=-?\d+$/;
const RENEWING = /^Puerta; hit; detail=renewing; ttl=-?\d+$/;
const RENEWED = /^Puerta; fwd=stale; stored; ttl=-?\d+$/;
const PLATFORM_AWAY = /^Puerta; hit; detail=platform-away; ttl=-?\d+$/;

const careerSitePath = ({ client }: Position) => `/${client}/${client}`;

/** The kinds of cached pages and files of a company. */
const PAGES: [kind: string, getPath: (position: Position) => string][] = [
  ["a position", ({ page }) => page],
  ["a position's policy", ({ page }) => `${page}/privacy`],
  ["a career site", careerSitePath],
  ["a career site's policy", (position) => `${careerSitePath(position)}/privacy`],
  ["a sitemap", (position) => `${careerSitePath(position)}/sitemap.xml`],
  ["a JSON Feed", (position) => `${careerSitePath(position)}/feed.json`],
  ["an RSS feed", (position) => `${careerSitePath(position)}/rss.xml`],
  ["a job board's file", (position) => `${careerSitePath(position)}/jobs.xml`],
];

const countCalls = (call: Call) => platform.requestsTo(call).length;

const removeTokens = ({ html, nonce, id }: Page) =>
  [nonce, id ?? ""].reduce((text, value) => (value ? text.replaceAll(value, "…") : text), html);

const takePlatformDown = () => {
  for (const call of ["position", "client", "positions"] as const) platform.on(call).drop();
};

/** Purges an unrelated company, because every purge also drops cached failures. */
async function dropCachedFailures(site: { url: string }) {
  expect((await purge(site, { client: "a-client-without-pages" })).status).toBe(200);
}

describe("a rendered page", () => {
  test.each(PAGES)("is cached for GET, HEAD and If-None-Match: %s", async (_, getPath) => {
    const address = fresh.url + getPath(newPosition(platform));
    const first = await getPage(address);
    expect([first.status, first.cacheStatus]).toEqual([200, expect.stringMatching(STORED)]);
    const before = platform.requests.length;

    const second = await getPage(address);
    expect(second.cacheStatus).toMatch(HIT);
    expect(removeTokens(second)).toBe(removeTokens(first));
    const [etag, type] = ["ETag", "Content-Type"].map((name) => second.headers.get(name));

    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect([head.headers.get("ETag"), head.headers.get("Content-Type")]).toEqual([etag, type]);
    expect(head.headers.get("Cache-Status")).toMatch(HIT);

    for (const condition of [etag ?? "", `"other", ${etag}`, "*"]) {
      const unchanged = await getPage(address, { "If-None-Match": condition });
      expect([unchanged.status, unchanged.html, unchanged.headers.get("ETag")]).toEqual([
        304,
        "",
        etag,
      ]);
      expect(unchanged.cacheStatus).toMatch(HIT);
      expect(unchanged.headers.get("Content-Security-Policy")).toBeNull();
      expect(JSON.stringify([...unchanged.headers])).not.toContain("nonce");
    }
    const other = await getPage(address, { "If-None-Match": 'W/"other"' });
    expect([other.status, removeTokens(other)]).toEqual([200, removeTokens(first)]);
    expect(platform.requests).toHaveLength(before);
  });

  test("is also stored after a HEAD request", async () => {
    const { page } = newPosition(platform);
    const head = await fetch(fresh.url + page, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("Cache-Status")).toMatch(STORED);
    expect((await getPage(fresh.url + page)).cacheStatus).toMatch(HIT);
  });

  test("has a different nonce and application id in each response", async () => {
    const { page } = newPosition(platform);
    const answers = [];
    for (const query of ["", "", "?utm_source=a", "?lang=en", "?lang=en"]) {
      answers.push(await getPage(fresh.url + page + query));
    }
    expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(answers.length);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    for (const { html, nonce, id = "" } of answers) {
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      const used = ["style", "script", "link"]
        .flatMap((tag) => findElements(html, tag))
        .flatMap(({ attributes }) => attributes.nonce ?? []);
      expect(new Set(used)).toEqual(new Set([nonce]));
      // The id is in the hidden field of the plain form and in the props of the hydrated form.
      expect(html.split(id).length).toBeGreaterThan(2);
    }
  });

  test("shares platform calls with the company's other pages in concurrent requests", async () => {
    const position = newPosition(platform);
    const site = careerSitePath(position);
    const paths = [
      ...PAGES.map(([, getPath]) => getPath(position)),
      ...[`${position.page}?lang=en`, `${site}?lang=en`, `${site}?page=2`, `${site}?q=position`],
    ];
    const answers = await Promise.all(paths.map((path) => getPage(fresh.url + path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([countCalls("position"), countCalls("client"), countCalls("positions")]).toEqual([
      1, 1, 1,
    ]);
  });

  test("is rendered once in the background for concurrent requests if it is stale", async () => {
    const { page } = newPosition(platform);
    await getPage(stale.url + page);
    platform.on("position").stall();
    const before = countCalls("position");
    const answers = await Promise.all(Array.from({ length: 20 }, () => getPage(stale.url + page)));
    for (const { status, cacheStatus } of answers) {
      expect([status, cacheStatus]).toEqual([200, expect.stringMatching(RENEWING)]);
    }
    expect(countCalls("position")).toBe(before + 1);
  });
});

// `page-key.test.ts` tests which parts of a URL a key contains.
describe("the cache key", () => {
  test.each<[string, (position: Position) => string, getVariant: (path: string) => string]>([
    [
      "a position",
      ({ page }) => page,
      (path) => path.replace(/^.*\//, "/x/y/") + "?lang=xx&gclid=1",
    ],
    ["a career site", careerSitePath, (path) => `${path}/?page=x&q=&_data=routes%2Fposition`],
  ])("ignores parts of the URL that do not change the page: %s", async (_, getPath, getVariant) => {
    const path = getPath(newPosition(platform));
    const first = await getPage(fresh.url + path);
    expect(first.cacheStatus).toMatch(STORED);
    const before = platform.requests.length;
    const other = await getPage(fresh.url + getVariant(path));
    expect([other.status, other.cacheStatus]).toEqual([200, expect.stringMatching(HIT)]);
    expect(platform.requests).toHaveLength(before);
    expect(removeTokens(other)).toBe(removeTokens(first));
  });

  test.each<[string, (position: Position) => string, string]>([
    ["the language of a position", ({ page }) => page, "?lang=en"],
    ["the page number of a list", careerSitePath, "?page=2"],
  ])("includes %s", async (_, getPath, suffix) => {
    const position = newPosition(platform);
    platform.on("positions").answer({ body: manyJobs(150) });
    const path = getPath(position);
    const [first, other] = [
      await getPage(fresh.url + path),
      await getPage(fresh.url + path + suffix),
    ];
    for (const { cacheStatus } of [first, other]) expect(cacheStatus).toMatch(STORED);
    expect(removeTokens(other)).not.toBe(removeTokens(first));
    const again = await getPage(fresh.url + path + suffix);
    expect(again.cacheStatus).toMatch(HIT);
    expect(removeTokens(again)).toBe(removeTokens(other));
  });
});

describe("the cache", () => {
  test.each([
    ["a search", "?q=position&utm_source=a"],
    ["a filter", "?location=x"],
  ])("does not store %s", async (_, query) => {
    const position = newPosition(platform);
    const site = careerSitePath(position);
    const nonces = new Set<string>();
    for (const _visit of [1, 2, 3]) {
      const { status, cacheStatus, nonce } = await getPage(fresh.url + site + query);
      expect([status, cacheStatus]).toEqual([200, expect.not.stringMatching(/hit|stored/)]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
    expect((await getPage(fresh.url + site)).cacheStatus).toMatch(STORED);
  });

  test("does not store a receipt or the 404 for a missing receipt", async () => {
    const { page } = newPosition(platform);
    const sent = await post(fresh.url + page, buildForm());
    const missing = `${page}?receipt=${"0".repeat(64)}`;
    for (const [path, status] of [
      [sent.headers.get("Location") ?? "", 200],
      [missing, 404],
    ] as const) {
      for (const _visit of [1, 2]) {
        const answer = await getPage(fresh.url + path);
        expect([answer.status, answer.cacheStatus]).toEqual([
          status,
          expect.not.stringMatching(/hit|stored/),
        ]);
        expect(answer.headers.get("ETag")).toBeNull();
      }
    }
    // The receipt must not replace the position page.
    expect((await getPage(fresh.url + page)).html).toContain('name="application_id"');
  });

  test("does not store an error", async () => {
    const { page } = newPosition(platform);
    platform.on("position").answer({ status: 500 });
    for (const _visit of [1, 2]) {
      const { status, cacheStatus } = await getPage(fresh.url + page);
      expect([status, cacheStatus]).toEqual([502, expect.not.stringMatching(/hit|stored/)]);
    }
    platform.on("position").reset();
    await expect.poll(async () => (await getPage(fresh.url + page)).status).toBe(200);
  });
});

describe("a cached page", () => {
  const KINDS: [string, (position: Position) => string, (position: Position) => void][] = [
    [
      "a position",
      ({ page }) => page,
      ({ uuid }) => platform.position(uuid, { name: "After", description: "<p>After</p>" }),
    ],
    ["a career site", careerSitePath, ({ client }) => platform.client({ name: "After" }, client)],
  ];
  const AGES = [
    ["is served from the cache if it is fresh", fresh, HIT, false],
    ["is served from the cache and rendered again if it is stale", stale, RENEWING, false],
    ["is rendered again before it is served if it has expired", old, RENEWED, true],
  ] as const;

  for (const [kind, getPath, change] of KINDS) {
    test.each(AGES)(`%s (${kind})`, async (_, site, cacheStatus, isNew) => {
      const position = newPosition(platform);
      const address = site.url + getPath(position);
      expect((await getPage(address)).html).not.toContain("After");
      change(position);
      const before = platform.requests.length;
      const next = await getPage(address);
      expect(next.cacheStatus).toMatch(cacheStatus);
      expect(next.html.includes("After")).toBe(isNew);
      if (site === fresh) expect(platform.requests).toHaveLength(before);
      else await expect.poll(async () => (await getPage(address)).html).toContain("After");
    });

    test.each<[string, (call: Call) => void]>([
      ["is down", (call) => platform.on(call).drop()],
      ["breaks its contract", (call) => platform.on(call).answer({ body: { name: 7 } })],
      ["does not answer", (call) => platform.on(call).stall()],
    ])(`is served while the platform %s (${kind})`, async (_, fail) => {
      const position = newPosition(platform);
      const address = old.url + getPath(position);
      const good = await getPage(address);
      change(position);
      for (const call of ["position", "client", "positions"] as const) fail(call);
      const last = await getPage(address);
      expect(last.status).toBe(200);
      expect(last.cacheStatus).toMatch(/^Puerta; hit; detail=(platform-away|renewing); ttl=-?\d+$/);
      expect(removeTokens(last)).toBe(removeTokens(good));
      for (const call of ["position", "client", "positions"] as const) platform.on(call).reset();
      platform.cutStalled();
      await dropCachedFailures(old);
      await expect.poll(async () => (await getPage(address)).html).toContain("After");
    });
  }
});

describe("a missing or closed page", () => {
  test.each<[string, (position: Position) => string, expectedCalls: Call[]]>([
    ["a position", ({ uuid }) => `/x/y/none-${uuid}`, ["position"]],
    ["a career site", () => `/x/${randomUUID()}`, ["client", "positions"]],
    ["a career site without a uuid", ({ client }) => `/x/none-${client}`, ["client"]],
  ])("is read once, and a purge deletes its cached 404: %s", async (_, getPath, expectedCalls) => {
    const position = newPosition(platform);
    const address = fresh.url + getPath(position);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await getPage(address)).status),
    );
    for (const _visit of [1, 2, 3]) {
      const { status, cacheStatus } = await getPage(address);
      statuses.push(status);
      expect(cacheStatus).not.toMatch(/hit|stored/);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    for (const call of expectedCalls) expect([call, countCalls(call)]).toEqual([call, 1]);

    // The page now exists, but its 404 stays in the cache for ten seconds or until a purge.
    const id = new URL(address).pathname.split("/").at(-1) ?? "";
    platform.client(
      { code: "new", name: "New" },
      expectedCalls.includes("client") ? id : position.client,
    );
    if (expectedCalls.includes("position"))
      platform.position(id, { name: "New", client: position.client });
    expect((await getPage(address)).status).toBe(404);
    await purge(fresh, { client: expectedCalls.includes("client") ? id : position.client });
    expect((await getPage(address)).status).toBe(200);
  });

  const DROPPED = 502;
  const AVAILABLE = 200;
  // `copies.test.ts` tests the other cases.
  const CASES: [string, expected: number, site: typeof old, statuses: number[]][] = [
    ["one 404", AVAILABLE, forgetful, [404]],
    ["404s for less than FORGET_AFTER_MS", AVAILABLE, old, [404, 404]],
    ["404s for longer than FORGET_AFTER_MS", DROPPED, forgetful, [404, 404]],
    ["a 410", DROPPED, old, [410]],
  ];

  describe.each<[string, Call, (position: Position) => string]>([
    ["a position", "position", ({ page }) => page],
    ["a career site", "client", careerSitePath],
  ])("the last good copy of %s", (_kind, call, getPath) => {
    test.each(CASES)(
      "is served or dropped while the platform is down (after %s: %i)",
      async (_, expected, site, statuses) => {
        const address = site.url + getPath(newPosition(platform));
        const languages = [address, `${address}?lang=en`];
        for (const variant of languages) expect((await getPage(variant)).status).toBe(200);
        for (const status of statuses) {
          platform.on(call).answer({ status });
          await dropCachedFailures(site);
          // The copy is not served while the platform responds.
          expect((await getPage(address)).status).toBe(status);
        }
        takePlatformDown();
        await dropCachedFailures(site);
        for (const variant of languages) {
          const getStatus = async () => (await getPage(variant)).status;
          await expect.poll(getStatus).toBe(expected);
          if (expected === AVAILABLE)
            expect((await getPage(variant)).cacheStatus).toMatch(PLATFORM_AWAY);
        }
      },
    );
  });

  /** Takes the platform down. @returns the status of an uncached page, which is 200 if there is a durable copy */
  async function statusFromDurableCopy(site: typeof old, { page }: Position) {
    takePlatformDown();
    await dropCachedFailures(site);
    return (await getWithHost("elsewhere.example", site.url + page)).status;
  }

  test.each(CASES)(
    "is served from its durable copy, if any, while the platform is down (after %s: %i)",
    async (_, expected, site, statuses) => {
      const position = newPosition(platform);
      await getPage(site.url + position.page);
      for (const status of statuses) {
        platform.on("position").answer({ status });
        await dropCachedFailures(site);
        expect((await getPage(site.url + position.page)).status).toBe(status);
      }
      expect(await statusFromDurableCopy(site, position)).toBe(expected);
    },
  );

  test("shows a closed position's name and similar jobs and is not indexed", async () => {
    const position = newPosition(platform, { name: "Jefa de taller", location: "Bilbao" });
    platform.position(`${position.uuid}-other`, {
      name: "Jefe de taller",
      client: position.client,
    });
    await getPage(old.url + position.page);
    platform.on("position").answer({ status: 410 });
    await expect.poll(async () => (await getPage(old.url + position.page)).status).toBe(410);
    const before = countCalls("position");
    for (const _visit of [1, 2]) {
      const { status, html, headers } = await getPage(old.url + position.page);
      expect([status, headers.get("X-Robots-Tag")]).toEqual([410, "noindex"]);
      expect(findText(html, "screen")).toContain("Jefa de taller");
      expect(findText(html, "screen-jobs")).toContain("Jefe de taller");
      expect(findText(html, "site-header")).toContain("Company");
      expect(html).not.toContain('name="application_id"');
    }
    expect(countCalls("position")).toBe(before);
  });
});

describe("a page template", () => {
  /** Returns text that could be mistaken for the gaps of a page template. */
  const hostileText = ({ nonce, id = "" }: Page) =>
    [
      ...[nonce, `nonce="${nonce}"`, `'nonce-${nonce}'`, id, `value="${id}"`, btoa("a".repeat(16))],
      ...["-".repeat(24), "-".repeat(36), randomUUID(), `?source=${randomUUID()}`, "&amp;source=a"],
      ...[
        "?utm_source=linkedin&",
        `"source" value="${randomUUID()}"`,
        "source=&source=",
        "{{nonce}}",
      ],
      ...[
        '<input name="application_id" value="x"/>',
        "application_id",
        "X-Puerta-Page",
        "$& $1 $$",
      ],
    ].join(" ");

  /** Writes a string into the platform's data. @returns the string as the page shows it */
  type Write = (position: Position, text: string) => string;
  const WRITES: [what: string, write: Write, getPath: (position: Position) => string][] = [
    [
      "a position's description",
      ({ uuid }, text) => {
        const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        platform.position(uuid, { description: `<p>${escaped}</p>` });
        return text;
      },
      ({ page }) => page,
    ],
    [
      "a position's requirements",
      ({ uuid }, text) => {
        const essential_requirements = [{ name: text }];
        platform.position(uuid, { candidate_criteria_structured: { essential_requirements } });
        return text;
      },
      ({ page }) => page,
    ],
    [
      "a company's description",
      ({ client }, text) => {
        platform.client({ description: text }, client);
        return text;
      },
      careerSitePath,
    ],
    [
      "a company's styles",
      ({ client }, text) => {
        const content = text.replace(/['<]/g, "");
        platform.client(
          { apply_page_css: `.site-footer::before { content: '${content}' }` },
          client,
        );
        return content;
      },
      ({ page }) => page,
    ],
    [
      "a company's script",
      ({ client }, text) => {
        const comment = text.replaceAll("<", "");
        platform.client({ apply_page_js: `// ${comment}` }, client);
        return JSON.stringify(comment).slice(1, -1);
      },
      ({ page }) => page,
    ],
    [
      "a job's place in a list",
      (_, location) => {
        platform.on("positions").answer({ body: [{ uuid: "a", name: "A", location }] });
        return location;
      },
      careerSitePath,
    ],
  ];

  test.each(WRITES)("keeps text that resembles its tokens in %s", async (_, write, getPath) => {
    // A company can know the tokens of earlier responses.
    const { page } = newPosition(platform);
    await getPage(fresh.url + page);
    const earlier = await getPage(fresh.url + page);
    const position = newPosition(platform);
    const written = write(position, hostileText(earlier));
    const address = fresh.url + getPath(position);
    const answers: Page[] = [];
    for (const [query, cacheStatus] of [
      ["", STORED],
      ["", HIT],
      ["?utm_source=newsletter", HIT],
      ["?lang=en", STORED],
      ["?lang=en", HIT],
    ] as const) {
      const answer = await getPage(address + query);
      expect(answer.cacheStatus).toMatch(cacheStatus);
      answers.push(answer);
    }
    for (const { html, nonce, id } of answers) {
      expect(findElements(html, "body")[0]?.text.replace(/\s+/g, " ")).toContain(written);
      const used = ["style", "script"].flatMap((tag) => findElements(html, tag));
      const nonces = used.flatMap(({ attributes }) => attributes.nonce ?? []);
      expect(new Set(nonces)).toEqual(new Set([nonce]));
      expect(id === undefined || id !== earlier.id).toBe(true);
      const hidden = findElements(html, "input").filter(
        ({ attributes }) => attributes.name === "application_id",
      );
      expect(hidden.length).toBe(getPath === careerSitePath ? 0 : 1);
    }
    const [first = earlier, second = earlier] = answers;
    expect(removeTokens(second)).toBe(removeTokens(first));
  });
});

describe("a purge", () => {
  const HOST = "jobs.purged.example";
  /** Matches the new name, and the new name's slug in a URL. */
  const NEW = /renamed/i;

  test.each(["client", "position"] as const)(
    "drops all pages of the company and no pages of other companies (by %s)",
    async (by) => {
      const [position, neighbour] = [newPosition(platform), newPosition(platform)];
      platform.client({ name: "Before" }, position.client);
      platform.position(`${position.uuid}-2`, { name: "Second", client: position.client });
      const second = `/${position.client}/x/${position.uuid}-2`;
      const listPaths = (job: Position) => [
        ...PAGES.map(([, getPath]) => getPath(job)),
        ...[`${job.page}?lang=en`, `${careerSitePath(job)}?lang=en`],
      ];
      const paths = [...listPaths(position), second];
      for (const path of [...paths, ...listPaths(neighbour)]) {
        expect((await getPage(fresh.url + path)).status).toBe(200);
      }
      await getWithHost(HOST, fresh.url + position.page);
      platform.client({ name: "Renamed", privacy_policy: "# Renamed" }, position.client);
      platform.position(position.uuid, { name: "Renamed" });
      for (const path of paths) expect((await getPage(fresh.url + path)).html).not.toMatch(NEW);

      const id = by === "client" ? position.client : position.uuid;
      expect((await purge(fresh, { [by]: id })).status).toBe(200);
      for (const path of paths) {
        const { html, cacheStatus } = await getPage(fresh.url + path);
        expect([path, cacheStatus]).toEqual([path, expect.not.stringMatching(/hit/)]);
        expect(html).toMatch(NEW);
      }
      expect((await getWithHost(HOST, fresh.url + position.page)).html).toMatch(NEW);
      const before = platform.requests.length;
      for (const path of listPaths(neighbour)) {
        expect([path, (await getPage(fresh.url + path)).cacheStatus]).toEqual([
          path,
          expect.stringMatching(HIT),
        ]);
      }
      expect(platform.requests).toHaveLength(before);
      // The new pages are cached again.
      await expect
        .poll(async () => (await getPage(fresh.url + position.page)).cacheStatus)
        .toMatch(HIT);
    },
  );

  test("discards reads that started before the purge", async () => {
    const { page, uuid, client } = newPosition(platform, { name: "Before" });
    // The site has read the position, but is still waiting for the client.
    platform.on("client").stall();
    const waiting = getPage(fresh.url + page);
    await expect.poll(() => [countCalls("position"), countCalls("client")]).toEqual([1, 1]);
    platform.position(uuid, { name: "After" });
    expect((await purge(fresh, { client })).status).toBe(200);
    platform.on("client").reset();
    platform.cutStalled();
    expect((await waiting).status).toBe(200);
    for (const _visit of [1, 2]) {
      const { html } = await getPage(fresh.url + page);
      expect(html).toContain("After");
      expect(html).not.toContain("Before");
    }
  });

  test("is refused and drops no page if its secret is wrong", async () => {
    const { page, client } = newPosition(platform);
    await getPage(fresh.url + page);
    expect((await purge(fresh, { client }, "a wrong secret, long enough")).status).toBe(401);
    const before = platform.requests.length;
    expect((await getPage(fresh.url + page)).cacheStatus).toMatch(HIT);
    expect(platform.requests).toHaveLength(before);
  });

  test("drops copies while the platform is down, and forms are still accepted", async () => {
    const position = newPosition(platform);
    const paths = [position.page, careerSitePath(position)];
    for (const path of paths) await getPage(old.url + path);
    for (const call of ["position", "client", "positions", "apply"] as const) {
      platform.on(call).drop();
    }
    await purge(old, { client: position.client });
    for (const path of paths) expect((await getPage(old.url + path)).status).toBe(502);
    expect((await post(old.url + position.page, buildForm())).status).toBe(303);
  });
});

describe("a page on a company's own host", () => {
  const OWN_PATHS: [own: string, getSharedPath: (position: Position) => string][] = [
    ["/", careerSitePath],
    ["/privacy", (position) => `${careerSitePath(position)}/privacy`],
    ["/sitemap.xml", (position) => `${careerSitePath(position)}/sitemap.xml`],
    ["/feed.json", (position) => `${careerSitePath(position)}/feed.json`],
    ["/rss.xml", (position) => `${careerSitePath(position)}/rss.xml`],
    ["/jobs.xml", (position) => `${careerSitePath(position)}/jobs.xml`],
  ];
  const HOSTS = OWN_PATHS.map((_, index) => [`jobs-${index}.example`, `own-${index}`] as const);
  const OTHER = "jobs.other.example";
  let site: Site;
  beforeAll(async () => {
    const listed = HOSTS.map(([host, client]) => `${host}=${client}`);
    const owners = [...listed, `${OTHER}=another-company`].join(" ");
    site = await startSite({ platform: platform.url, vars: { ...vars, HOSTS: owners } });
  });
  afterAll(() => site.stop());

  test.each(OWN_PATHS.map((row, index) => [...row, index] as const))(
    "is cached separately from the shared host and is 404 on other hosts: %s",
    async (path, getSharedPath, index) => {
      const [ownHost = "", client = ""] = HOSTS[index] ?? [];
      const uuid = `job-of-${client}`;
      platform.client({ code: "own", name: "Own & Co", language_default: "es" }, client);
      platform.position(uuid, { name: "Jefa", client });
      const shared = getSharedPath({ client, uuid, page: "" }).replace(client, "own");
      const get = (host: string, pagePath: string) => getWithHost(host, site.url + pagePath);

      const first = await get(ownHost, path);
      expect([first.status, first.headers["cache-status"]]).toEqual([
        200,
        expect.stringMatching(STORED),
      ]);
      expect((await get("shared.example", shared)).headers["cache-status"]).toMatch(STORED);
      const before = platform.requests.length;
      for (const [host, pathOnHost] of [
        [ownHost, path],
        [ownHost.toUpperCase(), path],
        ["shared.example", shared],
      ] as const) {
        const again = await get(host, pathOnHost);
        expect(again.headers["cache-status"]).toMatch(HIT);
        // The canonical URL is on the company's own host.
        const canonical = findElements(again.html, "link").filter(
          ({ attributes }) => attributes.rel === "canonical",
        );
        if (path === "/") expect(canonical[0]?.attributes.href).toBe(`https://${ownHost}/`);
        else expect(canonical).toEqual([]);
        const links = findElements(again.html, "a").flatMap(
          ({ attributes }) => attributes.href ?? [],
        );
        if (host === ownHost && links.length > 0) expect(links).not.toContain(`/own/${client}`);
        if (!path.includes(".")) continue;
        expect(again.html).toContain(`https://${ownHost}/`);
        expect(again.html).not.toContain("shared.example");
      }
      // The site did not read the list again.
      const requested = platform.requests.slice(before).map(({ call }) => call);
      expect(new Set(requested)).not.toContain("positions");
    },
  );
});

describe("a new isolate", () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

  /** Starts isolates one after another with the same URL and storage. */
  async function createIsolates() {
    const persistTo = await mkdtemp(join(tmpdir(), "puerta-isolates-"));
    folders.push(persistTo);
    let running: Site | undefined;
    let connection: Awaited<ReturnType<typeof startFlakyConnection>> | undefined;
    const options = { platform: platform.url, vars: { ...vars, PAGE_FRESH_MS: "1" }, persistTo };
    return {
      /** Starts the next isolate. @returns the URL, which all isolates share */
      async next(version = "one", more: Record<string, string> = {}) {
        await running?.stop();
        running = await startSite({ ...options, version, vars: { ...options.vars, ...more } });
        connection ??= await startFlakyConnection(running.url);
        connection.connectTo(running.url);
        return connection.url;
      },
      emptyCache: () => rm(join(persistTo, "v3", "cache"), { recursive: true }),
      stored: (what: string) => running && countObjects(running.state, what).stored,
      async end() {
        await connection?.close();
        await running?.stop();
      },
    };
  }

  test("reads pages from the Cache API until a purge or another build", async () => {
    const site = await createIsolates();
    const position = newPosition(platform);
    const paths = [position.page, careerSitePath(position)];
    const getPages = (url: string) => Promise.all(paths.map((path) => getPage(url + path)));
    const first = await getPages(await site.next());
    const second = await getPages(await site.next("one", { PAGE_FRESH_MS: "60000" }));
    const another = await site.next("two");
    const rebuilt = await getPages(another);
    for (const [index, page] of first.entries()) {
      expect(page.cacheStatus).toMatch(STORED);
      expect(second[index]?.cacheStatus).toMatch(HIT);
      expect(second[index] && removeTokens(second[index])).toBe(removeTokens(page));
      expect(rebuilt[index]?.cacheStatus).toMatch(STORED);
      expect(rebuilt[index]?.headers.get("ETag")).not.toBe(page.headers.get("ETag"));
    }

    expect((await purge({ url: another }, { client: position.client })).status).toBe(200);
    takePlatformDown();
    const afterPurge = await site.next();
    // The first view does not wait for the purge, but makes it known to this isolate.
    await expect
      .poll(async () => (await getPages(afterPurge)).map(({ status }) => status))
      .toEqual([502, 502]);
    await site.end();
  });

  describe("with an empty cache while the platform does not respond or is down", () => {
    const position = { client: "survivor", uuid: "survivor-job", page: "/survivor/x/survivor-job" };
    const site = careerSitePath(position);
    const PATHS = [position.page, `${position.page}/privacy`, site, `${site}/privacy`];
    const FEED = `${site}/feed.json`;
    const before = new Map<string, Page>();
    const duringOutage: [path: string, answer: Page][] = [];
    const afterOutage: [path: string, cacheStatus: string][] = [];

    beforeAll(async () => {
      platform.reset();
      platform.client({ name: "Survivor", language_default: "es" }, position.client);
      platform.position(position.uuid, { name: "Guarda", client: position.client });
      const isolates = await createIsolates();
      let url = await isolates.next();
      for (const path of [...PATHS, FEED]) before.set(path, await getPage(url + path));
      // Wait for the copies of the position, the company and its list. The company's code is its id.
      await vi.waitUntil(() => (isolates.stored("DurableCopy") ?? 0) >= 3, { timeout: 60_000 });
      url = await isolates.next("one", { READ_TIMEOUT_MS: "3600000" });
      await isolates.emptyCache();
      for (const call of ["position", "client", "positions"] as const) platform.on(call).stall();
      for (const path of [...PATHS, FEED]) duringOutage.push([path, await getPage(url + path)]);
      takePlatformDown();
      platform.cutStalled();
      for (const path of [...PATHS, FEED]) duringOutage.push([path, await getPage(url + path)]);
      for (const call of ["position", "client", "positions"] as const) platform.on(call).reset();
      await dropCachedFailures({ url });
      for (const path of PATHS) afterOutage.push([path, (await getPage(url + path)).cacheStatus]);
      await isolates.end();
    });

    const expectCopies = (expectedPath: string) => {
      const answers = duringOutage.flatMap(([path, answer]) =>
        path === expectedPath ? [answer] : [],
      );
      expect(answers).toHaveLength(2);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        // A page from a durable copy is not cached, so the second response has the same Cache-Status.
        expect(answer.cacheStatus).toMatch(PLATFORM_AWAY);
        expect(removeTokens(answer)).toBe(removeTokens(before.get(expectedPath) ?? answer));
      }
    };

    test.each([
      ["a position", position.page],
      ["a position's policy", `${position.page}/privacy`],
      ["a career site", site],
      ["a career site's policy", `${site}/privacy`],
      ["a career site's feed", FEED],
    ])("renders %s from its durable copy", (_, path) => expectCopies(path));

    test("renders each page again when the platform is up", () => {
      expect(afterOutage.map(([path]) => path)).toEqual(PATHS);
      for (const [, cacheStatus] of afterOutage) expect(cacheStatus).toMatch(STORED);
    });
  });
});

describe("a source", () => {
  const values = SOURCE_NAMES.map((name, index) => [name, `value-${index}`] as const);

  test.each<[string, string, string]>([
    ...values.map(([name, value]): [string, string, string] => [name, `${name}=${value}`, value]),
    ["lever-source[]", "lever-source[]=lever", "lever"],
  ])(
    "is added to the links and form of a cached page and sent to the platform: %s",
    async (name, query, value) => {
      const position = newPosition(platform, { takes: ["source"] });
      const known = name.replace("[]", "");
      await getPage(fresh.url + position.page);
      await getPage(fresh.url + careerSitePath(position));
      const before = platform.requests.length;
      const list = await getPage(`${fresh.url}${careerSitePath(position)}?${query}`);
      const page = await getPage(`${fresh.url}${position.page}?${query}`);
      for (const { html, cacheStatus } of [list, page]) {
        expect(cacheStatus).toMatch(HIT);
        const links = findElements(html, "a")
          .flatMap(({ attributes }) => attributes.href ?? [])
          .filter((href) => href.startsWith("/"));
        expect(links.length).toBeGreaterThan(1);
        for (const href of links) {
          expect(new URL(href, fresh.url).searchParams.get(known)).toBe(value);
        }
      }
      expect(platform.requests).toHaveLength(before);
      const fields = findElements(page.html, "input").filter(
        ({ attributes }) => attributes.type === "hidden" && attributes.name === known,
      );
      expect(fields.map(({ attributes }) => attributes.value)).toEqual([value]);

      const form = buildForm();
      form.append(known, value);
      expect((await post(fresh.url + position.page, form)).status).toBe(303);
      expect(JSON.parse(platform.applications[0]?.field("source") ?? "")).toEqual({
        [known]: value,
      });
    },
  );

  test("keeps the order of its parameters and does not change the ETag", async () => {
    const position = newPosition(platform, { takes: ["source"] });
    const query = values.map(([name, value]) => `${name}=${value}`).join("&");
    const plain = await getPage(fresh.url + position.page);
    const withSource = await getPage(`${fresh.url}${position.page}?${query}`);
    const fields = findElements(withSource.html, "input")
      .filter(({ attributes }) => SOURCE_NAMES.some((name) => name === attributes.name))
      .map(({ attributes }) => [attributes.name, attributes.value]);
    expect(fields).toEqual(values);
    const known = { "If-None-Match": plain.headers.get("ETag") ?? "" };
    expect((await getPage(`${fresh.url}${position.page}?${query}`, known)).status).toBe(304);
  });
});
