import { afterEach, beforeEach, vi } from "vitest";
import { CACHE_TAG, leave } from "../../app/edge/door.server";
import { PageMemory, type KeptPage } from "../../app/edge/pages/page-memory.server";
import type { PageShelf } from "../../app/edge/pages/page-shelf.server";
import type { Marks } from "../../app/edge/pages/page-template.server";
import { forgetDrawings } from "../../app/edge/pages/drawings.server";
import { createPages, type Drawn } from "../../app/edge/pages/pages.server";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const settings = {
  PAGE_FRESH_MS: MINUTE,
  PAGE_STALE_MS: 10 * MINUTE,
  PAGE_KEPT_MS: DAY,
  FORGET_AFTER_MS: 10 * MINUTE,
  botCheck: undefined,
  FRAME_ANCESTORS: [],
  CSP_HOSTS: [],
};

/** Each test begins on 1 January 2026, on a stopped clock, with nothing drawn. */
export function stopClock() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: Date.UTC(2026, 0, 1) });
    forgetDrawings();
  });
  afterEach(() => void vi.useRealTimers());
}

/** Moves the clock, without running timers. */
export const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Waits for all work that waits for no timer. */
export const done = () => new Promise((resolve) => setImmediate(resolve));

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
export function createSite({ isEverywhere = true } = {}) {
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
  /** Whether a visitor's network has asked for too much; what it missed, and what it was counted for. */
  const visitor = { isRefused: false, missed: 0, counted: [] as ("first" | "again")[] };
  /** The requests that pages were drawn for: for all visitors, or for one. */
  const draws: Request[] = [];

  async function draw(request: Request, { nonce }: Marks): Promise<Drawn> {
    draws.push(request);
    const begun = { ...platform, at: Date.now() };
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
      readSince: begun.at,
      knownSince: begun.at,
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
      refuse: async (_, isFirst) => {
        visitor.counted.push(isFirst ? "first" : "again");
        return visitor.isRefused ? { status: 429, body: null, headers: {} } : undefined;
      },
      onMissing: () => (visitor.missed += 1),
      version: "1",
      waitUntil: (promise) => void work.push(promise),
      settings,
    });

  const address = `https://site.example/acme/${id}`;
  const pages = isolate();

  /** Somebody asks for the page. */
  async function visit(init: RequestInit = {}, { from = pages, query = "utm_source=x" } = {}) {
    const answer = await from.answer(new Request(`${address}?${query}`, init));
    if (!answer) return undefined;
    const response = leave(answer, { id: "request", settings: () => settings, isToBeFound: true });
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
    visitor,
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
export async function siteDrawn(ago: number, options = {}) {
  const site = createSite(options);
  await site.visit();
  await site.settle();
  pass(ago);
  site.platform.text = "Second";
  return site;
}
