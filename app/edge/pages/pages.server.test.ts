import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CACHE_TAG, leave } from "../door.server";
import { PageMemory, type KeptPage } from "./page-memory.server";
import type { PageShelf } from "./page-shelf.server";
import type { Marks } from "./page-template.server";
import { forgetDrawings } from "./drawings.server";
import { createPages, type Drawn } from "./pages.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const settings = {
  PAGE_FRESH_MS: MINUTE,
  PAGE_STALE_MS: 10 * MINUTE,
  PAGE_KEPT_MS: DAY,
  botCheck: undefined,
  FRAME_ANCESTORS: [],
  CSP_HOSTS: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: Date.UTC(2026, 0, 1) });
  forgetDrawings();
});
afterEach(() => void vi.useRealTimers());

/** Moves the clock, without running timers. */
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Waits until everything is done that does not wait for a timer. */
const done = () => new Promise((resolve) => setImmediate(resolve));

function shelf() {
  const pages = new Map<string, KeptPage>();
  const put = vi.fn(async (key: string, page: KeptPage) => void pages.set(key, page));
  return {
    pages,
    put,
    get: vi.fn(async (key: string) => pages.get(key)),
    remove: vi.fn(async (key: string) => void pages.delete(key)),
  } satisfies PageShelf & { pages: Map<string, KeptPage> };
}

let sites = 0;

/** A company's career site, drawn from a platform that a test can take away and bring back. */
function createSite({ isEverywhere = true } = {}) {
  const id = `c${++sites}`;
  const work: Promise<unknown>[] = [];
  const [nearby, everywhere] = [shelf(), shelf()];
  const platform = {
    state: "there" as "there" | "away" | "gone",
    /** What the page says. */
    text: "First",
    /** It answers when this resolves. */
    answer: Promise.resolve(),
    /** What differs from an ordinary drawing. */
    drawn: (): Partial<Drawn> => ({}),
  };
  const purged = { at: -Infinity, isKnown: false };
  const isPurged = (readAt: number) => readAt <= purged.at;
  /** The requests that pages were drawn for, for all visitors or for one. */
  const draws: Request[] = [];

  async function draw(request: Request, { nonce }: Marks): Promise<Drawn> {
    draws.push(request);
    const begun = { ...platform };
    await platform.answer;
    const page = (status: number) =>
      new Response(`<p>${begun.text}</p><script nonce="${nonce}"></script>`, {
        status,
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          ...(status === 200 && { [CACHE_TAG]: "client" }),
        },
      });
    const response = page({ there: 200, away: 502, gone: 404 }[platform.state]);
    return {
      response,
      copiedAt: undefined,
      readSince: undefined,
      timing: "platform",
      ...platform.drawn(),
    };
  }

  /** Another isolate that serves the site, with a memory of its own. */
  const isolate = () =>
    createPages({
      memory: new PageMemory(1e6),
      nearby,
      everywhere: isEverywhere ? everywhere : undefined,
      purges: {
        purge: async () => undefined,
        isKnownPurged: (_, readAt) => purged.isKnown && isPurged(readAt),
        isPurged: async (_, readAt) => isPurged(readAt),
      },
      draw,
      version: "1",
      waitUntil: (promise) => void work.push(promise),
      settings,
    });

  const address = `https://site.example/acme/${id}`;
  const pages = isolate();

  /** A visitor asks for the page. */
  async function visit(init: RequestInit = {}, { from = pages, query = "utm_source=x" } = {}) {
    const answer = await from.answer(new Request(`${address}?${query}`, init));
    if (!answer) return undefined;
    const response = leave(answer, { id: "request", settings: () => settings });
    const { status, headers } = response;
    const html = await response.text();
    return {
      status,
      headers,
      html,
      said: /<p>(.*)<\/p>/.exec(html)?.[1],
      nonce: /nonce="(.*)"/.exec(html)?.[1],
      how: headers.get("Cache-Status")?.replace("Puerta; ", ""),
    };
  }

  return {
    address,
    platform,
    purged,
    nearby,
    everywhere,
    isolate,
    visit,
    /** How often it was drawn for all, and for one visitor alone. */
    drawsFor: (whom: "all" | "one") =>
      draws.filter(({ url }) => url.includes("utm_source") === (whom === "one")).length,
    draws,
    /** Waits for the work that goes on after the answers. */
    settle: async () => {
      while (work.length > 0) await Promise.all(work.splice(0));
    },
    /** Stops the platform's answers until the function it returns is called. */
    stall: () => {
      let goOn: () => void = () => undefined;
      platform.answer = new Promise((resolve) => (goOn = resolve));
      return () => {
        platform.answer = Promise.resolve();
        goOn();
      };
    },
  };
}

/** A site whose page was drawn `ago` ms ago; a new drawing would say something else. */
async function siteDrawn(ago: number, options = {}) {
  const site = createSite(options);
  await site.visit();
  await site.settle();
  pass(ago);
  site.platform.text = "Second";
  return site;
}

describe("a page that nobody has asked for yet", () => {
  test("is drawn, and said to be stored", async () => {
    const site = createSite();
    expect(await site.visit()).toMatchObject({
      status: 200,
      said: "First",
      how: "fwd=miss; stored; ttl=60",
    });
    expect([site.drawsFor("all"), site.drawsFor("one")]).toEqual([1, 0]);
  });

  test("is drawn with nothing of whoever asks", async () => {
    const site = createSite();
    await site.visit({ headers: { Cookie: "a=b", "Accept-Language": "en" } });
    expect(site.draws.map(({ url }) => url)).toEqual([site.address.replace("/acme/", "/company/")]);
    expect([...(site.draws[0]?.headers ?? [])]).toEqual([]);
  });

  test("is drawn once for all that ask meanwhile", async () => {
    const site = createSite();
    const answers = await Promise.all([site.visit(), site.visit(), site.visit()]);
    expect(answers.map((answer) => answer?.said)).toEqual(["First", "First", "First"]);
    expect(new Set(answers.map((answer) => answer?.nonce)).size).toBe(3);
    expect(site.draws).toHaveLength(1);
  });

  test("is drawn for each where the one that was drawn for all takes longer than 15 s", async () => {
    const site = createSite();
    const goOn = site.stall();
    const first = site.visit();
    await done();
    await vi.advanceTimersByTimeAsync(15 * SECOND - 1);
    expect(site.drawsFor("one")).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await done();
    expect(site.drawsFor("one")).toBe(1);
    goOn();
    expect(await first).toMatchObject({ said: "First", how: "fwd=miss" });
  });

  test("is drawn for all once more where whoever drew it was cut off", async () => {
    const site = createSite();
    site.stall();
    void site.visit();
    await done();
    pass(15 * SECOND - 1);
    void site.visit();
    await done();
    expect(site.drawsFor("all")).toBe(1);
    pass(1);
    site.platform.answer = Promise.resolve();
    expect(await site.visit()).toMatchObject({ how: "fwd=miss; stored; ttl=60" });
    expect(site.drawsFor("all")).toBe(2);
  });
});

test("a drawing that was given up and fails late is no fault of the one after it", async () => {
  const site = createSite();
  const failLate = site.stall();
  void site.visit();
  await done();
  pass(15 * SECOND);
  const goOn = site.stall();
  const visit = site.visit();
  await done();
  site.platform.state = "away";
  failLate();
  await done();
  const next = site.visit();
  await done();
  site.platform.state = "there";
  goOn();
  for (const answer of [await visit, await next]) {
    expect(answer).toMatchObject({ said: "First", how: "fwd=miss; stored; ttl=60" });
  }
  expect(site.drawsFor("all")).toBe(2);
});

describe("a page that was drawn before", () => {
  test("is as good as new for a minute, with marks of each visitor's own", async () => {
    const site = await siteDrawn(MINUTE - 1);
    const [one, other] = [await site.visit(), await site.visit()];
    expect(one).toMatchObject({ said: "First", how: "hit; ttl=0" });
    expect(one?.nonce).not.toBe(other?.nonce);
    expect(one?.headers.get("Content-Security-Policy")).toContain(`'nonce-${one?.nonce}'`);
    expect(site.draws).toHaveLength(1);
    // The second answer came from memory.
    expect(site.nearby.get).toHaveBeenCalledOnce();
  });

  test("is after a minute served as it is, while it is drawn anew for the next", async () => {
    const site = await siteDrawn(MINUTE);
    expect(await site.visit()).toMatchObject({ said: "First", how: "hit; detail=renewing; ttl=0" });
    await site.settle();
    expect(await site.visit()).toMatchObject({ said: "Second", how: "hit; ttl=60" });
    expect([site.drawsFor("all"), site.drawsFor("one")]).toEqual([2, 0]);
  });

  test("is after ten minutes drawn anew before it is served", async () => {
    const site = await siteDrawn(10 * MINUTE - 1);
    const goOn = site.stall();
    expect(await site.visit()).toMatchObject({ said: "First" });
    goOn();
    await site.settle();

    const later = await siteDrawn(10 * MINUTE);
    const answer = await later.visit();
    expect(answer).toMatchObject({ said: "Second", how: "fwd=stale; stored; ttl=60" });
    expect(answer?.headers.get("Server-Timing")).toBe("platform");
  });

  test("is after ten minutes waited for no longer than a second", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.stall();
    let answer: Awaited<ReturnType<typeof site.visit>>;
    void site.visit().then((come) => (answer = come));
    await done();
    await vi.advanceTimersByTimeAsync(SECOND - 1);
    await done();
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await done();
    expect(answer).toMatchObject({ said: "First", how: "hit; detail=renewing; ttl=-541" });
  });

  test("is not shown after a day, whatever the platform says", async () => {
    for (const [age, said] of [
      [DAY - 1, "First"],
      [DAY, undefined],
    ] as const) {
      const site = await siteDrawn(age, { isEverywhere: false });
      site.platform.state = "away";
      const answer = await site.visit();
      expect(answer?.status).toBe(said === undefined ? 502 : 200);
      if (said !== undefined) expect(answer?.said).toBe(said);
    }
  });

  test("is as old as the first of the reads that it is made of", async () => {
    const site = createSite();
    const begunAt = Date.now();
    site.platform.drawn = () => ({ readSince: begunAt - 20 * SECOND });
    expect(await site.visit()).toMatchObject({ how: "fwd=miss; stored; ttl=40" });
    pass(40 * SECOND);
    expect((await site.visit())?.how).toContain("renewing");

    const slow = createSite();
    slow.platform.drawn = () => ({ readSince: Date.now() + 20 * SECOND });
    expect(await slow.visit()).toMatchObject({ how: "fwd=miss; stored; ttl=60" });
  });

  test("is served from memory, also when it is stale, and does not say what drawing it cost", async () => {
    const site = await siteDrawn(MINUTE);
    site.stall();
    for (const _ of [1, 2]) {
      const answer = await site.visit();
      expect(answer?.how).toContain("hit; detail=renewing");
      expect(answer?.headers.has("Server-Timing")).toBe(false);
    }
    expect(site.nearby.get).toHaveBeenCalledOnce();
  });

  test("is found nearby where this isolate does not remember it", async () => {
    const site = await siteDrawn(30 * SECOND);
    const from = site.isolate();
    expect(await site.visit({}, { from })).toMatchObject({ said: "First", how: "hit; ttl=30" });
    site.nearby.pages.clear();
    expect(await site.visit({}, { from })).toMatchObject({ said: "First", how: "hit; ttl=30" });
    expect(site.draws).toHaveLength(1);
  });

  test("is the one that another visitor had drawn while it was looked for nearby", async () => {
    const site = await siteDrawn(0);
    const old = [...site.nearby.pages.values()][0];
    pass(MINUTE);
    const from = site.isolate();
    // What the first visitor looks for is found only after the second one's page is drawn.
    let find: (page: KeptPage | undefined) => void = () => undefined;
    site.nearby.get.mockReturnValueOnce(new Promise((resolve) => (find = resolve)));
    site.nearby.pages.clear();
    const first = site.visit({}, { from });
    expect(await site.visit({}, { from })).toMatchObject({ said: "Second" });
    find(old);
    expect(await first).toMatchObject({ said: "Second", how: "hit; ttl=60" });
  });
});

describe("while the platform is away", () => {
  test("the last page is served, and said to be", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.platform.state = "away";
    const answer = await site.visit();
    expect(answer).toMatchObject({ said: "First", how: "hit; detail=platform-away; ttl=-540" });
  });

  test("a page that is nowhere near is served from where it is everywhere", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.platform.state = "away";
    site.nearby.pages.clear();
    const answer = await site.visit({}, { from: site.isolate() });
    expect(answer).toMatchObject({ said: "First", how: "hit; detail=platform-away; ttl=-540" });
    expect(site.drawsFor("one")).toBe(0);
  });

  test("what is everywhere is good for the hour longer in which it is not written again", async () => {
    for (const [age, status] of [
      [DAY + HOUR - 1, 200],
      [DAY + HOUR, 502],
    ] as const) {
      const site = await siteDrawn(age);
      site.platform.state = "away";
      expect((await site.visit())?.status).toBe(status);
    }
  });

  test("a page that is nowhere is an error, drawn for the visitor", async () => {
    for (const isEverywhere of [true, false]) {
      const site = createSite({ isEverywhere });
      site.platform.state = "away";
      const answer = await site.visit();
      expect(answer).toMatchObject({ status: 502, how: "fwd=miss" });
      expect(answer?.headers.get("Server-Timing")).toBe("platform");
      expect(answer?.headers.get("Content-Security-Policy")).toContain(`nonce-${answer?.nonce}`);
      expect(site.drawsFor("one")).toBe(1);
    }
  });

  test("a page from the platform's last copy is drawn for each, and says how old it is", async () => {
    const site = createSite();
    site.platform.drawn = () => ({ copiedAt: Date.now() - 5 * MINUTE, timing: "" });
    for (const _ of [1, 2]) {
      const answer = await site.visit();
      expect(answer).toMatchObject({ how: "hit; detail=platform-away; ttl=-240" });
      expect(answer?.headers.has("Server-Timing")).toBe(false);
    }
    expect(site.drawsFor("one")).toBe(2);
  });

  test("nothing is drawn for all again for 2 s", async () => {
    const site = createSite();
    site.platform.state = "away";
    await site.visit();
    pass(2 * SECOND - 1);
    const neighbour = createSite();
    neighbour.platform.state = "away";
    await neighbour.visit();
    await site.visit();
    expect([site.drawsFor("all"), site.drawsFor("one")]).toEqual([1, 2]);
    pass(1);
    site.platform.state = "there";
    expect(await site.visit()).toMatchObject({ status: 200, how: "fwd=miss; stored; ttl=60" });
  });

  test("it is drawn for all at once when something has changed", async () => {
    const site = createSite();
    site.platform.state = "away";
    await site.visit();
    forgetDrawings();
    site.platform.state = "there";
    expect(await site.visit()).toMatchObject({ status: 200, how: "fwd=miss; stored; ttl=60" });
  });

  test("a drawing that breaks off is a line in the log, and no visitor's fault", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const site = await siteDrawn(10 * MINUTE);
    site.platform.drawn = () => {
      throw new Error("broken");
    };
    expect(await site.visit()).toMatchObject({ said: "First" });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe("what is gone", () => {
  test("is not shown from any copy, in whatever language", async () => {
    const site = await siteDrawn(0);
    await site.visit({}, { query: "lang=en" });
    await site.settle();
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([2, 2]);
    pass(10 * MINUTE);
    site.platform.state = "gone";
    expect(await site.visit()).toMatchObject({ status: 404, how: "fwd=miss" });
    await site.settle();
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([0, 0]);

    site.platform.state = "away";
    expect((await site.visit({}, { query: "lang=en" }))?.status).toBe(502);
  });

  test("for good (410) is not shown either", async () => {
    const site = await siteDrawn(10 * MINUTE);
    const response = () => new Response("Gone", { status: 410 });
    site.platform.drawn = () => ({ response: response() });
    expect((await site.visit())?.status).toBe(410);
    await site.settle();
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([0, 0]);
  });

  test("is not looked for everywhere, and not drawn for all again for 10 s", async () => {
    const site = createSite();
    site.platform.state = "gone";
    await site.visit();
    expect(site.everywhere.get).not.toHaveBeenCalled();
    pass(10 * SECOND - 1);
    await site.visit();
    expect([site.drawsFor("all"), site.drawsFor("one")]).toEqual([1, 2]);
    pass(1);
    site.platform.state = "there";
    expect(await site.visit()).toMatchObject({ status: 200, how: "fwd=miss; stored; ttl=60" });
  });

  test("is gone also where nothing is kept everywhere", async () => {
    const site = await siteDrawn(10 * MINUTE, { isEverywhere: false });
    site.platform.state = "gone";
    expect((await site.visit())?.status).toBe(404);
    await expect(site.settle()).resolves.toBeUndefined();
    expect(site.nearby.pages.size).toBe(0);
  });

  test("and has come back is written everywhere again", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.platform.state = "gone";
    await site.visit();
    await site.settle();
    pass(10 * SECOND);
    Object.assign(site.platform, { state: "there", text: "First" });
    await site.visit();
    await site.settle();
    expect(site.everywhere.pages.size).toBe(1);
  });
});

describe("a purge", () => {
  test("that is known here has the page drawn anew at once", async () => {
    const site = await siteDrawn(SECOND);
    Object.assign(site.purged, { at: Date.now(), isKnown: true });
    pass(1);
    expect(await site.visit()).toMatchObject({ said: "Second", how: "fwd=miss; stored; ttl=60" });
    expect(await site.visit()).toMatchObject({ said: "Second", how: "hit; ttl=60" });
  });

  test("that others know of is asked about before an older page is served", async () => {
    const site = await siteDrawn(MINUTE);
    site.purged.at = Date.now() - 1;
    expect(await site.visit()).toMatchObject({ said: "Second", how: "fwd=miss; stored; ttl=60" });
    expect(site.drawsFor("all")).toBe(2);
  });

  test("of a page takes it out of the memory, also where it cannot be drawn anew", async () => {
    const site = await siteDrawn(MINUTE);
    site.platform.state = "away";
    site.purged.at = Date.now() - 1;
    expect((await site.visit())?.status).toBe(502);
    site.nearby.pages.clear();
    // Even if nobody knew of the purge any more.
    site.purged.at = -Infinity;
    site.everywhere.pages.clear();
    expect((await site.visit())?.status).toBe(502);
  });

  test("is also of what is kept nearby and everywhere, when the platform is away", async () => {
    const site = await siteDrawn(MINUTE);
    Object.assign(site.purged, { at: Date.now() - 1, isKnown: true });
    site.platform.state = "away";
    expect((await site.visit({}, { from: site.isolate() }))?.status).toBe(502);

    const other = await siteDrawn(MINUTE);
    other.nearby.pages.clear();
    other.purged.at = Date.now() - 1;
    other.platform.state = "away";
    expect((await other.visit({}, { from: other.isolate() }))?.status).toBe(502);
  });

  test("of a page that is being drawn has it drawn for the visitor", async () => {
    const site = createSite();
    const goOn = site.stall();
    const visit = site.visit();
    await done();
    Object.assign(site.purged, { at: Date.now(), isKnown: true });
    site.platform.text = "Second";
    goOn();
    expect(await visit).toMatchObject({ said: "Second", how: "fwd=miss" });
  });

  test("of an old page that is being drawn has it drawn for the visitor", async () => {
    const site = await siteDrawn(10 * MINUTE);
    const goOn = site.stall();
    const visit = site.visit();
    await done();
    Object.assign(site.purged, { at: Date.now(), isKnown: true });
    site.platform.text = "Third";
    goOn();
    expect(await visit).toMatchObject({ said: "Third", how: "fwd=miss" });
  });

  test("has what stayed the same written everywhere again: the copy there counts as purged", async () => {
    const site = await siteDrawn(MINUTE);
    Object.assign(site.purged, { at: Date.now(), isKnown: true });
    Object.assign(site.platform, { text: "First" });
    pass(1);
    await site.visit();
    await site.settle();
    expect(site.everywhere.put).toHaveBeenCalledTimes(2);
  });
});

describe("what is kept", () => {
  const html = { "Content-Type": "text/html" };
  const page = "<p>Page</p>";
  test.each<[string, () => Partial<Drawn>]>([
    ["an error", () => ({ response: new Response(page, { status: 500, headers: html }) })],
    ["a way elsewhere", () => ({ response: new Response(page, { status: 302, headers: html }) })],
    ["what is no page", () => ({ response: Response.json({ a: 1 }) })],
    ["what does not say what it is", () => ({ response: new Response(new Uint8Array([60])) })],
    ["an empty page", () => ({ response: new Response("", { headers: html }) })],
    ["a page from the platform's last copy", () => ({ copiedAt: 1 })],
  ])("is not %s", async (_, drawn) => {
    const site = createSite();
    site.platform.drawn = drawn;
    const answer = await site.visit();
    await site.settle();
    expect(answer?.how).not.toContain("stored");
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([0, 0]);
    expect(site.drawsFor("one")).toBe(1);
  });

  test("is not a page that does not say whose it is, and the log says so", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const site = createSite();
    site.platform.drawn = () => ({ response: new Response(page, { headers: html }) });
    const answer = await site.visit();
    await site.settle();
    expect(answer?.how).not.toContain("stored");
    expect(site.nearby.pages.size).toBe(0);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("Cache-Tag"));
    log.mockRestore();
  });

  test("is nearby what is drawn, each time; everywhere what has changed, or was there for an hour", async () => {
    const site = createSite();
    const visit = async () => {
      await site.visit();
      await site.settle();
    };
    await visit();
    expect([site.nearby.put.mock.calls.length, site.everywhere.put.mock.calls.length]).toEqual([
      1, 1,
    ]);
    pass(MINUTE);
    await siteDrawn(0); // a neighbour's
    await visit();
    expect([site.nearby.put.mock.calls.length, site.everywhere.put.mock.calls.length]).toEqual([
      2, 1,
    ]);
    pass(MINUTE);
    site.platform.text = "Second";
    await visit();
    expect(site.everywhere.put).toHaveBeenCalledTimes(2);
    pass(HOUR - 1);
    await visit();
    expect(site.everywhere.put).toHaveBeenCalledTimes(2);
    pass(HOUR);
    await visit();
    expect(site.everywhere.put).toHaveBeenCalledTimes(3);
  });
});

describe("who is not answered from what is kept", () => {
  test.each([
    ["a form that is sent", { method: "POST" }, ""],
    ["a search", {}, "q=taller"],
  ])("%s", async (_, init, query) => {
    const site = createSite();
    expect(await site.visit(init, { query })).toBeUndefined();
    expect(site.draws).toEqual([]);
  });
});

test("who asks for the headers alone gets those of the page", async () => {
  const site = await siteDrawn(0);
  const answer = await site.visit({ method: "HEAD" });
  expect(answer).toMatchObject({ status: 200, html: "", how: "hit; ttl=60" });
  expect(answer?.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
});

describe("a browser that has the page", () => {
  test("asks each time, and gets the page when it has changed", async () => {
    const site = await siteDrawn(MINUTE);
    const before = await site.visit();
    expect(before?.headers.get("Cache-Control")).toBe("private, no-cache");
    await site.settle();
    const etag = before?.headers.get("ETag") ?? "";
    const answer = await site.visit({ headers: { "If-None-Match": etag } });
    expect(answer).toMatchObject({ status: 200, said: "Second" });
  });

  test.each([
    ["it has", (etag: string) => etag],
    ["it has among others", (etag: string) => `"other", ${etag}`],
    ["any will do", () => " * "],
  ])("is told no more than that it is good, where it asks about what %s", async (_, given) => {
    const site = await siteDrawn(0);
    const etag = (await site.visit())?.headers.get("ETag") ?? "";
    const answer = await site.visit({ headers: { "If-None-Match": given(etag) } });
    expect(answer).toMatchObject({ status: 304, html: "", how: "hit; ttl=60" });
    expect(answer?.headers.get("ETag")).toBe(etag);
    // The page keeps the policy, and so the nonce, that it came with.
    expect(answer?.headers.has("Content-Security-Policy")).toBe(false);
    expect(answer?.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("has another one", async () => {
    const site = await siteDrawn(0);
    const answer = await site.visit({ headers: { "If-None-Match": 'W/"other"' } });
    expect(answer?.status).toBe(200);
  });
});
