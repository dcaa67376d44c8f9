import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SOURCE_NAMES } from "../../contract/lists";
import { buildForm, post } from "../support/application-form";
import type { Call } from "../support/fake-platform";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { deskClient } from "../support/desk-client";
import { getWithHost } from "../support/request-with-host";
import { elementsOf, textOf } from "../support/html";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/cached-pages";
import { startFlakyConnection } from "../support/flaky-connection";
import { manyJobs } from "../support/many-jobs";
import { startSite, type Site } from "../support/site";
import { sitesForFile } from "../support/sites-for-file";
import { objectsOf } from "../support/stored-objects";

// The rules of the page cache (design, section 7), from the outside: requests in, bytes out. Times are
// moved by settings: a page of `stale` and `old` has aged when the next request comes.

const vars = { PAGE_CACHE: "on", PURGE_SECRET };
const { platform, fresh, stale, old, forgetful } = await sitesForFile({
  fresh: { vars },
  stale: { vars: { ...vars, PAGE_FRESH_MS: "1" } },
  old: { vars: { ...vars, PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1" } },
  forgetful: { vars: { ...vars, PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1", FORGET_AFTER_MS: "1" } },
});

type Position = ReturnType<typeof newPosition>;
type Answer = Awaited<ReturnType<typeof getPage>>;

const HIT = /^Puerta; hit; ttl=\d+$/;
const STORED = /^Puerta; fwd=miss; stored; ttl=-?\d+$/;
const RENEWING = /^Puerta; hit; detail=renewing; ttl=-?\d+$/;
const RENEWED = /^Puerta; fwd=stale; stored; ttl=-?\d+$/;
const AWAY = /^Puerta; hit; detail=platform-away; ttl=-?\d+$/;

const careerSiteOf = ({ client }: Position) => `/${client}/${client}`;

/** Every cached page and file of a company, by kind. */
const PAGES: [kind: string, pathOf: (position: Position) => string][] = [
  ["a position", ({ page }) => page],
  ["a position's policy", ({ page }) => `${page}/privacy`],
  ["a career site", careerSiteOf],
  ["a career site's policy", (position) => `${careerSiteOf(position)}/privacy`],
  ["a sitemap", (position) => `${careerSiteOf(position)}/sitemap.xml`],
  ["a JSON Feed", (position) => `${careerSiteOf(position)}/feed.json`],
  ["an RSS feed", (position) => `${careerSiteOf(position)}/rss.xml`],
  ["a job board's file", (position) => `${careerSiteOf(position)}/jobs.xml`],
];

const calls = (call: Call) => platform.requestsOf(call).length;

/** A page without the values of its own answer. */
const neutral = ({ html, nonce, id }: Answer) =>
  [nonce, id ?? ""].reduce((text, value) => (value ? text.replaceAll(value, "…") : text), html);

/** Makes the site forget failed reads, as ten seconds would, without touching a tested company. */
async function passTenSeconds(site: { url: string }) {
  expect((await purge(site, { client: "a-client-without-pages" })).status).toBe(200);
}

describe("one rendering answers everybody", () => {
  test.each(PAGES)("%s: GET, HEAD and If-None-Match", async (_, pathOf) => {
    const address = fresh.url + pathOf(newPosition(platform));
    const first = await getPage(address);
    expect([first.status, first.how]).toEqual([200, expect.stringMatching(STORED)]);
    const before = platform.requests.length;

    const second = await getPage(address);
    expect(second.how).toMatch(HIT);
    expect(neutral(second)).toBe(neutral(first));
    const [etag, type] = ["ETag", "Content-Type"].map((name) => second.headers.get(name));

    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect([head.headers.get("ETag"), head.headers.get("Content-Type")]).toEqual([etag, type]);
    expect(head.headers.get("Cache-Status")).toMatch(HIT);

    for (const given of [etag ?? "", `"other", ${etag}`, "*"]) {
      const known = await getPage(address, { "If-None-Match": given });
      expect([known.status, known.html, known.headers.get("ETag")]).toEqual([304, "", etag]);
      expect(known.how).toMatch(HIT);
      expect(known.headers.get("Content-Security-Policy")).toBeNull();
      expect(JSON.stringify([...known.headers])).not.toContain("nonce");
    }
    const other = await getPage(address, { "If-None-Match": 'W/"other"' });
    expect([other.status, neutral(other)]).toEqual([200, neutral(first)]);
    expect(platform.requests).toHaveLength(before);
  });

  test("a HEAD renders and stores the page for the next GET", async () => {
    const { page } = newPosition(platform);
    const head = await fetch(fresh.url + page, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("Cache-Status")).toMatch(STORED);
    expect((await getPage(fresh.url + page)).how).toMatch(HIT);
  });

  test("each answer has its own nonce and application id, wherever the page has them", async () => {
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
        .flatMap((tag) => elementsOf(html, tag))
        .flatMap(({ attributes }) => attributes.nonce ?? []);
      expect(new Set(used)).toEqual(new Set([nonce]));
      // The hidden field of the plain form, and the properties of the hydrated one.
      expect(html.split(id).length).toBeGreaterThan(2);
    }
  });

  test("all pages of a company at once make one call for each thing", async () => {
    const position = newPosition(platform);
    const site = careerSiteOf(position);
    const paths = [
      ...PAGES.map(([, pathOf]) => pathOf(position)),
      ...[`${position.page}?lang=en`, `${site}?lang=en`, `${site}?page=2`, `${site}?q=position`],
    ];
    const answers = await Promise.all(paths.map((path) => getPage(fresh.url + path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([calls("position"), calls("client"), calls("positions")]).toEqual([1, 1, 1]);
  });

  test("a stale page that many ask for is renewed once, and nobody waits for it", async () => {
    const { page } = newPosition(platform);
    await getPage(stale.url + page);
    platform.on("position").stall();
    const before = calls("position");
    const answers = await Promise.all(Array.from({ length: 20 }, () => getPage(stale.url + page)));
    for (const { status, how } of answers) {
      expect([status, how]).toEqual([200, expect.stringMatching(RENEWING)]);
    }
    expect(calls("position")).toBe(before + 1);
  });
});

describe("the key of a page", () => {
  /** Addresses of the same page. */
  const SAME: [string, pathOf: (position: Position) => string, other: (path: string) => string][] =
    [
      ...[
        ...["?utm_source=a&utm_medium=b&source=c", "?fbclid=1&gclid=2&anything=3", "?page=2", "/"],
        ...["?lang=xx", "?lang=", "?_data=routes%2Fposition", "?index", "#form"],
      ].map((added): (typeof SAME)[number] => [
        `a position, ${added}`,
        ({ page }) => page,
        (path) => path + added,
      ]),
      ...[...["?page=1", "?page=0", "?page=x", "?q=", "?location=&workplace=", "?ref=a", "/"]].map(
        (added): (typeof SAME)[number] => [
          `a career site, ${added}`,
          careerSiteOf,
          (path) => path + added,
        ],
      ),
      ["a position by other names", ({ page }) => page, (path) => path.replace(/^.*\//, "/x/y/")],
      ["a career site by another name", careerSiteOf, (path) => path.replace(/^.*\//, "/x/")],
      ["a policy in capitals", ({ page }) => `${page}/privacy`, (path) => path.replace("p", "P")],
      [
        "a sitemap in any language",
        (position) => `${careerSiteOf(position)}/sitemap.xml`,
        (path) => `${path}?lang=en`,
      ],
    ];
  test.each(SAME)("does not have what changes nothing: %s", async (_, pathOf, otherOf) => {
    const path = pathOf(newPosition(platform));
    const usual = await getPage(fresh.url + path);
    expect(usual.how).toMatch(STORED);
    const before = platform.requests.length;
    const other = await getPage(fresh.url + otherOf(path));
    expect([other.status, other.how]).toEqual([200, expect.stringMatching(HIT)]);
    expect(platform.requests).toHaveLength(before);
    const again = await getPage(fresh.url + path);
    expect(neutral(again)).toBe(neutral(usual));
  });

  test.each<[string, (position: Position) => string, string]>([
    ["the language of a position", ({ page }) => page, "?lang=en"],
    ["the language of a policy", ({ page }) => `${page}/privacy`, "?lang=en"],
    ["the language of a career site", careerSiteOf, "?lang=en"],
    ["the page of the list", careerSiteOf, "?page=2"],
    [
      "the page of the list in a language",
      (position) => `${careerSiteOf(position)}?lang=en`,
      "&page=2",
    ],
    ["a policy", ({ page }) => page, "/privacy"],
  ])("has %s", async (_, pathOf, added) => {
    const position = newPosition(platform);
    platform.on("positions").answer({ body: manyJobs(150) });
    const path = pathOf(position);
    const [first, other] = [
      await getPage(fresh.url + path),
      await getPage(fresh.url + path + added),
    ];
    for (const { how } of [first, other]) expect(how).toMatch(STORED);
    expect(neutral(other)).not.toBe(neutral(first));
    for (const [address, page] of [
      [path, first],
      [path + added, other],
    ] as const) {
      const again = await getPage(fresh.url + address);
      expect(again.how).toMatch(HIT);
      expect(neutral(again)).toBe(neutral(page));
    }
  });

  test("has the host", async () => {
    const { page } = newPosition(platform);
    const how = async (host: string) =>
      (await getWithHost(host, fresh.url + page)).headers["cache-status"];
    for (const state of [STORED, HIT]) {
      for (const host of ["a.example", "b.example"]) expect(await how(host)).toMatch(state);
    }
  });

  test("is only for the first fifty pages of a list", async () => {
    const site = careerSiteOf(newPosition(platform));
    platform.on("positions").answer({ body: manyJobs(5_200) });
    const visit = (page: number) => getPage(`${fresh.url}${site}?page=${page}`);
    expect([(await visit(50)).how, (await visit(50)).how]).toEqual([
      expect.stringMatching(STORED),
      expect.stringMatching(HIT),
    ]);
    for (const _ of [1, 2]) {
      const { status, how, html } = await visit(51);
      expect([status, how]).toEqual([200, expect.not.stringMatching(/hit|stored/)]);
      expect(html).toContain("job-5001");
    }
  });
});

describe("is never cached:", () => {
  test.each([
    ["a search", "?q=position"],
    ["a search with a source", "?q=position&utm_source=a"],
    ...["location", "workplace", "contract", "department"].map((name) => [
      `a choice of ${name}`,
      `?${name}=x`,
    ]),
  ])("%s", async (_, query = "") => {
    const position = newPosition(platform);
    const site = careerSiteOf(position);
    const nonces = new Set<string>();
    for (const _visit of [1, 2, 3]) {
      const { status, how, nonce } = await getPage(fresh.url + site + query);
      expect([status, how]).toEqual([200, expect.not.stringMatching(/hit|stored/)]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
    expect((await getPage(fresh.url + site)).how).toMatch(STORED);
  });

  test("a receipt, whether it exists or not", async () => {
    const { page } = newPosition(platform);
    const sent = await post(fresh.url + page, buildForm());
    const missing = `${page}?receipt=${"0".repeat(64)}`;
    for (const [path, status] of [
      [sent.headers.get("Location") ?? "", 200],
      [missing, 404],
    ] as const) {
      for (const _visit of [1, 2]) {
        const answer = await getPage(fresh.url + path);
        expect([answer.status, answer.how]).toEqual([
          status,
          expect.not.stringMatching(/hit|stored/),
        ]);
        expect(answer.headers.get("ETag")).toBeNull();
      }
    }
    // Nor does it take the place of the position's page.
    expect((await getPage(fresh.url + page)).html).toContain('name="application_id"');
  });

  test("an error", async () => {
    const { page } = newPosition(platform);
    platform.on("position").answer({ status: 500 });
    for (const _visit of [1, 2]) {
      const { status, how } = await getPage(fresh.url + page);
      expect([status, how]).toEqual([502, expect.not.stringMatching(/hit|stored/)]);
    }
    platform.on("position").reset();
    await expect.poll(async () => (await getPage(fresh.url + page)).status).toBe(200);
  });
});

describe("the age of a page", () => {
  const KINDS: [string, (position: Position) => string, (position: Position) => void][] = [
    [
      "a position",
      ({ page }) => page,
      ({ uuid }) => platform.position(uuid, { name: "After", description: "<p>After</p>" }),
    ],
    ["a career site", careerSiteOf, ({ client }) => platform.client({ name: "After" }, client)],
  ];
  const AGES = [
    ["fresh: it is served as it is", fresh, HIT, false],
    ["stale: it is served while it is renewed", stale, RENEWING, false],
    ["older: the visitor waits for the new one", old, RENEWED, true],
  ] as const;

  for (const [kind, pathOf, change] of KINDS) {
    test.each(AGES)(`of ${kind} is %s`, async (_, site, how, isNew) => {
      const position = newPosition(platform);
      const address = site.url + pathOf(position);
      expect((await getPage(address)).html).not.toContain("After");
      change(position);
      const before = platform.requests.length;
      const next = await getPage(address);
      expect(next.how).toMatch(how);
      expect(next.html.includes("After")).toBe(isNew);
      if (site === fresh) expect(platform.requests).toHaveLength(before);
      else await expect.poll(async () => (await getPage(address)).html).toContain("After");
    });

    test.each<[string, (call: Call) => void]>([
      ["is down", (call) => platform.on(call).drop()],
      ["answers 500", (call) => platform.on(call).answer({ status: 500 })],
      ["answers 503", (call) => platform.on(call).answer({ status: 503 })],
      ["refuses our key", (call) => platform.on(call).answer({ status: 401 })],
      ["answers with a web page", (call) => platform.on(call).html()],
      ["breaks its contract", (call) => platform.on(call).answer({ body: { name: 7 } })],
      ["does not answer", (call) => platform.on(call).stall()],
    ])(`does not matter to ${kind} while the platform %s`, async (_, fail) => {
      const position = newPosition(platform);
      const address = old.url + pathOf(position);
      const good = await getPage(address);
      change(position);
      for (const call of ["position", "client", "positions"] as const) fail(call);
      const last = await getPage(address);
      expect(last.status).toBe(200);
      expect(last.how).toMatch(/^Puerta; hit; detail=(platform-away|renewing); ttl=-?\d+$/);
      expect(neutral(last)).toBe(neutral(good));
      for (const call of ["position", "client", "positions"] as const) platform.on(call).reset();
      platform.cut();
      await passTenSeconds(old);
      await expect.poll(async () => (await getPage(address)).html).toContain("After");
    });
  }
});

describe("what is missing", () => {
  test.each<[string, (position: Position) => string, Call[]]>([
    ["a position", ({ uuid }) => `/x/y/none-${uuid}`, ["position"]],
    ["a career site", ({ client }) => `/x/none-${client}`, ["client", "positions"]],
  ])("costs one call for many requests, and a purge ends that: %s", async (_, pathOf, asked) => {
    const position = newPosition(platform);
    const address = fresh.url + pathOf(position);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await getPage(address)).status),
    );
    for (const _visit of [1, 2, 3]) {
      const { status, how } = await getPage(address);
      statuses.push(status);
      expect(how).not.toMatch(/hit|stored/);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    for (const call of asked) expect([call, calls(call)]).toEqual([call, 1]);

    // It is there now, but that is known only after ten seconds, or a purge.
    const id = new URL(address).pathname.split("/").at(-1) ?? "";
    platform.client({ code: "new", name: "New" }, asked.includes("client") ? id : position.client);
    if (asked.includes("position")) platform.position(id, { name: "New", client: position.client });
    expect((await getPage(address)).status).toBe(404);
    await purge(fresh, { client: asked.includes("client") ? id : position.client });
    expect((await getPage(address)).status).toBe(200);
  });

  type Step = 200 | 404 | 410 | "404, remembered";
  const GONE = [502, ""] as const;
  const KEPT = [200, AWAY] as const;
  const STORIES: [string, site: typeof old, steps: Step[], left: typeof GONE | typeof KEPT][] = [
    ["one 404", forgetful, [404], KEPT],
    ["404s for less than FORGET_AFTER_MS", old, [404, 404, 404], KEPT],
    ["a 404 that is remembered, and so no second one", forgetful, [404, "404, remembered"], KEPT],
    ["two 404s with a good answer between them", forgetful, [404, 200, 404], KEPT],
    ["404s for longer than FORGET_AFTER_MS", forgetful, [404, 404], GONE],
    ["a 410", old, [410], GONE],
  ];

  describe.each<[string, Call, (position: Position) => string]>([
    ["a position", "position", ({ page }) => page],
    ["a career site", "client", careerSiteOf],
  ])("the last good copy of %s", (_kind, call, pathOf) => {
    test.each(STORIES)("after %s, once the platform is away", async (_, site, steps, left) => {
      const address = site.url + pathOf(newPosition(platform));
      const languages = [address, `${address}?lang=en`];
      for (const one of languages) expect((await getPage(one)).status).toBe(200);
      for (const step of steps) {
        const status = step === "404, remembered" ? 404 : step;
        if (status === 200) platform.on(call).reset();
        else platform.on(call).answer({ status });
        if (step !== "404, remembered") await passTenSeconds(site);
        // While the platform says so, no copy is shown.
        expect((await getPage(address)).status).toBe(status);
        if (status === 200) await getPage(`${address}?lang=en`);
      }
      for (const each of ["position", "client", "positions"] as const) platform.on(each).drop();
      await passTenSeconds(site);
      for (const one of languages) {
        const answer = async () => (await getPage(one)).status;
        await expect.poll(answer).toBe(left[0]);
        if (left === KEPT) expect((await getPage(one)).how).toMatch(AWAY);
      }
    });
  });

  /** The status of a page that is not cached, once the platform is away: its durable copy or nothing. */
  async function fromDurableCopy(site: typeof old, { page }: Position) {
    for (const call of ["position", "client", "positions"] as const) platform.on(call).drop();
    await passTenSeconds(site);
    return (await getWithHost("elsewhere.example", site.url + page)).status;
  }

  test.each<[string, site: typeof old, statuses: number[], left: number]>([
    ["404s for less than FORGET_AFTER_MS", old, [404, 404], 200],
    ["404s for longer than FORGET_AFTER_MS", forgetful, [404, 404], 502],
    ["a 410", old, [410], 502],
  ])("the durable copy of a position after %s", async (_, site, statuses, left) => {
    const position = newPosition(platform);
    await getPage(site.url + position.page);
    for (const status of statuses) {
      platform.on("position").answer({ status });
      await passTenSeconds(site);
      expect((await getPage(site.url + position.page)).status).toBe(status);
    }
    expect(await fromDurableCopy(site, position)).toBe(left);
  });

  test("the durable copy of a position after one 404", async () => {
    const position = newPosition(platform);
    await getPage(forgetful.url + position.page);
    platform.on("position").answer({ status: 404 });
    await passTenSeconds(forgetful);
    expect((await getPage(forgetful.url + position.page)).status).toBe(404);
    expect(await fromDurableCopy(forgetful, position)).toBe(200);
  });

  test("the last good copy in each language after two 404s with a good answer between", async () => {
    const address = forgetful.url + careerSiteOf(newPosition(platform));
    for (const one of [address, `${address}?lang=en`]) await getPage(one);
    for (const status of [404, 200, 404]) {
      if (status === 200) platform.on("client").reset();
      else platform.on("client").answer({ status });
      await passTenSeconds(forgetful);
      expect((await getPage(address)).status).toBe(status);
    }
    platform.on("client").drop();
    await passTenSeconds(forgetful);
    expect((await getPage(`${address}?lang=en`)).status).toBe(200);
  });

  test("a closed position is named by its copy, with similar jobs, and is no page for search engines", async () => {
    const position = newPosition(platform, { name: "Jefa de taller", location: "Bilbao" });
    platform.position(`${position.uuid}-other`, {
      name: "Jefe de taller",
      client: position.client,
    });
    await getPage(old.url + position.page);
    platform.on("position").answer({ status: 410 });
    await expect.poll(async () => (await getPage(old.url + position.page)).status).toBe(410);
    const before = calls("position");
    for (const _visit of [1, 2]) {
      const { status, html, headers } = await getPage(old.url + position.page);
      expect([status, headers.get("X-Robots-Tag")]).toEqual([410, "noindex"]);
      expect(textOf(html, "screen")).toContain("Jefa de taller");
      expect(textOf(html, "screen-jobs")).toContain("Jefe de taller");
      expect(textOf(html, "site-header")).toContain("Company");
      expect(html).not.toContain('name="application_id"');
    }
    expect(calls("position")).toBe(before);
  });
});

describe("a company's text is only text", () => {
  /** What an attacker could hope that the cache searches for. */
  const hostileText = ({ nonce, id = "" }: Answer) =>
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

  /** Writes a text into the platform's data, and says how a page then has it. */
  type Write = (position: Position, text: string) => string;
  const WRITES: [what: string, write: Write, pathOf: (position: Position) => string][] = [
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
      careerSiteOf,
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
      careerSiteOf,
    ],
  ];

  test.each(WRITES)("%s", async (_, write, pathOf) => {
    // The values of an answer from the cache, which a company can ask for itself.
    const { page } = newPosition(platform);
    await getPage(fresh.url + page);
    const earlier = await getPage(fresh.url + page);
    const position = newPosition(platform);
    const written = write(position, hostileText(earlier));
    const address = fresh.url + pathOf(position);
    const answers: Answer[] = [];
    for (const [query, how] of [
      ["", STORED],
      ["", HIT],
      ["?utm_source=newsletter", HIT],
      ["?lang=en", STORED],
      ["?lang=en", HIT],
    ] as const) {
      const answer = await getPage(address + query);
      expect(answer.how).toMatch(how);
      answers.push(answer);
    }
    for (const { html, nonce, id } of answers) {
      expect(elementsOf(html, "body")[0]?.text.replace(/\s+/g, " ")).toContain(written);
      const used = ["style", "script"].flatMap((tag) => elementsOf(html, tag));
      const nonces = used.flatMap(({ attributes }) => attributes.nonce ?? []);
      expect(new Set(nonces)).toEqual(new Set([nonce]));
      expect(id === undefined || id !== earlier.id).toBe(true);
      const hidden = elementsOf(html, "input").filter(
        ({ attributes }) => attributes.name === "application_id",
      );
      expect(hidden.length).toBe(pathOf === careerSiteOf ? 0 : 1);
    }
    const [first = earlier, second = earlier] = answers;
    expect(neutral(second)).toBe(neutral(first));
  });
});

describe("a purge", () => {
  const HOST = "jobs.purged.example";
  /** A new name, or its slug in an address. */
  const NEW = /renamed/i;

  test.each(["client", "position"] as const)(
    "by %s makes every page of the company be read again, and no other's",
    async (by) => {
      const [position, neighbour] = [newPosition(platform), newPosition(platform)];
      platform.client({ name: "Before" }, position.client);
      platform.position(`${position.uuid}-2`, { name: "Second", client: position.client });
      const second = `/${position.client}/x/${position.uuid}-2`;
      const pathsOf = (one: Position) => [
        ...PAGES.map(([, pathOf]) => pathOf(one)),
        ...[`${one.page}?lang=en`, `${careerSiteOf(one)}?lang=en`],
      ];
      const paths = [...pathsOf(position), second];
      for (const path of [...paths, ...pathsOf(neighbour)]) {
        expect((await getPage(fresh.url + path)).status).toBe(200);
      }
      await getWithHost(HOST, fresh.url + position.page);
      platform.client({ name: "Renamed", privacy_policy: "# Renamed" }, position.client);
      platform.position(position.uuid, { name: "Renamed" });
      for (const path of paths) expect((await getPage(fresh.url + path)).html).not.toMatch(NEW);

      const id = by === "client" ? position.client : position.uuid;
      expect((await purge(fresh, { [by]: id })).status).toBe(200);
      for (const path of paths) {
        const { html, how } = await getPage(fresh.url + path);
        expect([path, how]).toEqual([path, expect.not.stringMatching(/hit/)]);
        expect(html).toMatch(NEW);
      }
      expect((await getWithHost(HOST, fresh.url + position.page)).html).toMatch(NEW);
      const before = platform.requests.length;
      for (const path of pathsOf(neighbour)) {
        expect([path, (await getPage(fresh.url + path)).how]).toEqual([
          path,
          expect.stringMatching(HIT),
        ]);
      }
      expect(platform.requests).toHaveLength(before);
      // The new pages are cached again.
      await expect.poll(async () => (await getPage(fresh.url + position.page)).how).toMatch(HIT);
    },
  );

  test("while a page is rendered leaves nothing of what was read before it", async () => {
    const { page, uuid, client } = newPosition(platform, { name: "Before" });
    // The position has been read, the client is waited for.
    platform.on("client").stall();
    const waiting = getPage(fresh.url + page);
    await expect.poll(() => [calls("position"), calls("client")]).toEqual([1, 1]);
    platform.position(uuid, { name: "After" });
    expect((await purge(fresh, { client })).status).toBe(200);
    platform.on("client").reset();
    platform.cut();
    expect((await waiting).status).toBe(200);
    for (const _visit of [1, 2]) {
      const { html } = await getPage(fresh.url + page);
      expect(html).toContain("After");
      expect(html).not.toContain("Before");
    }
  });

  test("with a wrong secret leaves every page", async () => {
    const { page, client } = newPosition(platform);
    await getPage(fresh.url + page);
    expect((await purge(fresh, { client }, "a wrong secret, long enough")).status).toBe(401);
    const before = platform.requests.length;
    expect((await getPage(fresh.url + page)).how).toMatch(HIT);
    expect(platform.requests).toHaveLength(before);
  });

  test("holds while the platform is away: no copy is shown, but a form is still taken", async () => {
    const position = newPosition(platform);
    const paths = [position.page, careerSiteOf(position)];
    for (const path of paths) await getPage(old.url + path);
    for (const call of ["position", "client", "positions", "apply"] as const) {
      platform.on(call).drop();
    }
    await purge(old, { client: position.client });
    for (const path of paths) expect((await getPage(old.url + path)).status).toBe(502);
    expect((await post(old.url + position.page, buildForm())).status).toBe(303);
  });
});

describe("on a company's own host", () => {
  const OWN: [own: string, sharedOf: (position: Position) => string][] = [
    ["/", careerSiteOf],
    ["/privacy", (position) => `${careerSiteOf(position)}/privacy`],
    ["/sitemap.xml", (position) => `${careerSiteOf(position)}/sitemap.xml`],
    ["/feed.json", (position) => `${careerSiteOf(position)}/feed.json`],
    ["/rss.xml", (position) => `${careerSiteOf(position)}/rss.xml`],
    ["/jobs.xml", (position) => `${careerSiteOf(position)}/jobs.xml`],
  ];
  const HOSTS = OWN.map((_, index) => [`jobs-${index}.example`, `own-${index}`] as const);
  const OTHER = "jobs.other.example";
  let site: Site;
  beforeAll(async () => {
    const listed = HOSTS.map(([host, client]) => `${host}=${client}`);
    const owners = [...listed, `${OTHER}=another-company`].join(" ");
    site = await startSite({ platform: platform.url, vars: { ...vars, HOSTS: owners } });
  });
  afterAll(() => site.stop());

  test.each(OWN.map((row, index) => [...row, index] as const))(
    "%s and the same page on the shared host are cached apart, and no other host has them",
    async (path, sharedOf, index) => {
      const [own = "", client = ""] = HOSTS[index] ?? [];
      const uuid = `job-of-${client}`;
      platform.client({ code: "own", name: "Own & Co", language_default: "es" }, client);
      platform.position(uuid, { name: "Jefa", client });
      const shared = sharedOf({ client, uuid, page: "" }).replace(client, "own");
      const get = (host: string, at: string) => getWithHost(host, site.url + at);

      const first = await get(own, path);
      expect([first.status, first.headers["cache-status"]]).toEqual([
        200,
        expect.stringMatching(STORED),
      ]);
      expect((await get("shared.example", shared)).headers["cache-status"]).toMatch(STORED);
      const before = platform.requests.length;
      for (const [host, at] of [
        [own, path],
        [own.toUpperCase(), path],
        ["shared.example", shared],
      ] as const) {
        const again = await get(host, at);
        expect(again.headers["cache-status"]).toMatch(HIT);
        // Every address in it names the company's own host.
        const canonical = elementsOf(again.html, "link").filter(
          ({ attributes }) => attributes.rel === "canonical",
        );
        if (path === "/") expect(canonical[0]?.attributes.href).toBe(`https://${own}/`);
        else expect(canonical).toEqual([]);
        const links = elementsOf(again.html, "a").flatMap(
          ({ attributes }) => attributes.href ?? [],
        );
        if (host === own && links.length > 0) expect(links).not.toContain(`/own/${client}`);
        if (!path.includes(".")) continue;
        expect(again.html).toContain(`https://${own}/`);
        expect(again.html).not.toContain("shared.example");
      }
      for (const at of [shared, `/own/jefa/${uuid}`, `/own/jefa/${uuid}/privacy`]) {
        const foreign = await get(OTHER, at);
        expect([at, foreign.status]).toEqual([at, 404]);
        expect(foreign.html).not.toMatch(/Own &|Jefa/);
      }
      if (path !== "/") expect((await get("shared.example", path)).status).toBe(404);
      // None of that asked the platform for anything but the position.
      const asked = platform.requests.slice(before).map(({ call }) => call);
      expect(new Set(asked)).not.toContain("positions");
    },
  );
});

describe("what outlives an isolate", () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))));

  /** Runs one isolate after another at the same address, with the same storage. */
  async function isolates() {
    const persistTo = await mkdtemp(join(tmpdir(), "puerta-isolates-"));
    folders.push(persistTo);
    let running: Site | undefined;
    let line: Awaited<ReturnType<typeof startFlakyConnection>> | undefined;
    const options = { platform: platform.url, vars: { ...vars, PAGE_FRESH_MS: "1" }, persistTo };
    return {
      /** The address of the next isolate. */
      async next(version = "one", more: Record<string, string> = {}) {
        await running?.stop();
        running = await startSite({ ...options, version, vars: { ...options.vars, ...more } });
        line ??= await startFlakyConnection(running.url);
        line.leadTo(running.url);
        return line.url;
      },
      /** Empties the Cache API of the data centre. */
      emptyCache: () => rm(join(persistTo, "v3", "cache"), { recursive: true }),
      stored: (what: string) => running && objectsOf(running.state, what).stored,
      async end() {
        await line?.close();
        await running?.stop();
      },
    };
  }
  const goAway = () => {
    for (const call of ["position", "client", "positions"] as const) platform.on(call).drop();
  };

  test.each<[string, (position: Position) => string]>([
    ["a position", ({ page }) => page],
    ["a career site", careerSiteOf],
  ])("%s in the Cache API: for its build, and until a purge", async (_, pathOf) => {
    const site = await isolates();
    const position = newPosition(platform);
    const path = pathOf(position);
    const first = await getPage((await site.next()) + path);
    expect(first.how).toMatch(STORED);

    const second = await getPage((await site.next("one", { PAGE_FRESH_MS: "60000" })) + path);
    expect(second.how).toMatch(HIT);
    expect(neutral(second)).toBe(neutral(first));

    const another = await getPage((await site.next("two")) + path);
    expect(another.how).toMatch(STORED);
    expect(another.headers.get("ETag")).not.toBe(first.headers.get("ETag"));

    expect((await purge({ url: await site.next() }, { client: position.client })).status).toBe(200);
    goAway();
    expect((await getPage((await site.next()) + path)).status).toBe(502);
    await site.end();
  });

  test("a platform that hangs is waited for once: the company comes from its copy, too", async () => {
    const site = await isolates();
    const position = newPosition(platform);
    const before = await getPage((await site.next()) + position.page);
    // The position's copy, the company's, and its code's.
    await vi.waitUntil(() => (site.stored("DurableCopy") ?? 0) >= 3, { timeout: 60_000 });
    const url = await site.next("one", { READ_TIMEOUT_MS: "300" });
    await site.emptyCache();
    for (const call of ["position", "client"] as const) platform.on(call).stall();
    const asked = calls("client");
    const { status, how, html } = await getPage(url + position.page);
    expect([status, how]).toEqual([200, expect.stringMatching(AWAY)]);
    expect(elementsOf(html, "h1")).toEqual(elementsOf(before.html, "h1"));
    expect(calls("client")).toBe(asked);
    await site.end();
  });

  describe("in an empty isolate with an empty cache, while the platform is away:", () => {
    const position = { client: "survivor", uuid: "survivor-job", page: "/survivor/x/survivor-job" };
    const site = careerSiteOf(position);
    const PATHS = [position.page, `${position.page}/privacy`, site, `${site}/privacy`];
    const FEED = `${site}/feed.json`;
    const before = new Map<string, Answer>();
    const away: [path: string, answer: Answer][] = [];
    const back: [path: string, how: string][] = [];

    beforeAll(async () => {
      platform.reset();
      platform.client({ name: "Survivor", language_default: "es" }, position.client);
      platform.position(position.uuid, { name: "Guarda", client: position.client });
      const one = await isolates();
      let url = await one.next();
      for (const path of [...PATHS, FEED]) before.set(path, await getPage(url + path));
      // The copies of the position, the company, its list and its code are written after the answers.
      await vi.waitUntil(() => (one.stored("DurableCopy") ?? 0) >= 4, { timeout: 60_000 });
      url = await one.next();
      await one.emptyCache();
      goAway();
      for (const _visit of [1, 2]) {
        for (const path of [...PATHS, FEED]) away.push([path, await getPage(url + path)]);
      }
      for (const call of ["position", "client", "positions"] as const) platform.on(call).reset();
      await passTenSeconds({ url });
      for (const path of PATHS) back.push([path, (await getPage(url + path)).how]);
      await one.end();
    });

    const expectCopies = (wanted: string) => {
      const answers = away.flatMap(([path, answer]) => (path === wanted ? [answer] : []));
      expect(answers).toHaveLength(2);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        // It is not stored as a page: the second answer says the same.
        expect(answer.how).toMatch(AWAY);
        expect(neutral(answer)).toBe(neutral(before.get(wanted) ?? answer));
      }
    };

    test.each([
      ["a position", position.page],
      ["a position's policy", `${position.page}/privacy`],
    ])("%s from its durable copy", (_, path) => expectCopies(path));

    test.each([
      ["a career site", site],
      ["a career site's policy", `${site}/privacy`],
      ["a career site's feed", FEED],
    ])("%s from its durable copy", (_, path) => expectCopies(path));

    test("each page is read again once the platform is back", () => {
      expect(back.map(([path]) => path)).toEqual(PATHS);
      for (const [, how] of back) expect(how).toMatch(STORED);
    });
  });
});

describe("a change at the desk", () => {
  let site: DeskSite;
  beforeAll(async () => {
    site = await startDeskSite();
  });
  afterAll(() => site.stop());

  test("makes every page of the company be read again, and no other's", async () => {
    const { company, position } = site.positionOf("deckhand");
    const other = site.positionOf("aprendiz-de-taller").company;
    const home = `/${company.code}/${company.uuid}`;
    const paths = [home, `${home}?lang=en`, `${home}/sitemap.xml`, `${home}/feed.json`];
    const theirs = [`/${other.code}/${other.uuid}`, `/${other.code}/${other.uuid}/feed.json`];
    const get = (path: string) => getWithHost("jobs.localhost", site.url + path);
    for (const path of [...paths, ...theirs]) expect((await get(path)).status).toBe(200);
    for (const path of paths) {
      const { html, headers } = await get(path);
      expect([path, html.includes(position.uuid)]).toEqual([path, true]);
      expect(headers["cache-status"]).toMatch(HIT);
    }
    const recruiter = deskClient(site);
    await recruiter.signIn(await site.createCode(company.uuid));
    await recruiter.post(`/positions/${position.uuid}/status`, { status: "closed" });
    for (const path of paths) {
      expect([path, (await get(path)).html.includes(position.uuid)]).toEqual([path, false]);
    }
    expect((await get(`/${company.code}/x/${position.uuid}`)).status).toBe(410);
    for (const path of theirs) expect((await get(path)).headers["cache-status"]).toMatch(HIT);
    await recruiter.post(`/positions/${position.uuid}/status`, { status: "open" });
    for (const path of paths) expect((await get(path)).html).toContain(position.uuid);
  });
});

describe("a source", () => {
  const values = SOURCE_NAMES.map((name, index) => [name, `value-${index}`] as const);

  test.each<[string, string, string]>([
    ...values.map(([name, value]): [string, string, string] => [name, `${name}=${value}`, value]),
    ["lever-source[]", "lever-source[]=lever", "lever"],
  ])(
    "%s reaches the links and the form of a cached page, and the platform",
    async (name, query, value) => {
      const position = newPosition(platform, { takes: ["source"] });
      const known = name.replace("[]", "");
      await getPage(fresh.url + position.page);
      await getPage(fresh.url + careerSiteOf(position));
      const before = platform.requests.length;
      const list = await getPage(`${fresh.url}${careerSiteOf(position)}?${query}`);
      const page = await getPage(`${fresh.url}${position.page}?${query}`);
      for (const { html, how } of [list, page]) {
        expect(how).toMatch(HIT);
        const links = elementsOf(html, "a")
          .flatMap(({ attributes }) => attributes.href ?? [])
          .filter((href) => href.startsWith("/"));
        expect(links.length).toBeGreaterThan(1);
        for (const href of links) {
          expect(new URL(href, fresh.url).searchParams.get(known)).toBe(value);
        }
      }
      expect(platform.requests).toHaveLength(before);
      const fields = elementsOf(page.html, "input").filter(
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

  test("of all names at once keeps their order, and a browser's copy counts for every source", async () => {
    const position = newPosition(platform, { takes: ["source"] });
    const query = values.map(([name, value]) => `${name}=${value}`).join("&");
    const plain = await getPage(fresh.url + position.page);
    const whole = await getPage(`${fresh.url}${position.page}?${query}`);
    const fields = elementsOf(whole.html, "input")
      .filter(({ attributes }) => SOURCE_NAMES.some((name) => name === attributes.name))
      .map(({ attributes }) => [attributes.name, attributes.value]);
    expect(fields).toEqual(values);
    const known = { "If-None-Match": plain.headers.get("ETag") ?? "" };
    expect((await getPage(`${fresh.url}${position.page}?${query}`, known)).status).toBe(304);
  });
});
