import { describe, expect, test } from "vitest";
import { createSite, DAY, done, HOUR, MINUTE, pass } from "../../../tests/support/drawn-site";
import { SECOND, siteDrawn, stopClock } from "../../../tests/support/drawn-site";

stopClock();

describe("while the platform is away", () => {
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
});

describe("a page that is answered 404", () => {
  test("for a moment is not shown, and is the last good one when the platform is away then", async () => {
    for (const [age, isElsewhere] of [
      [MINUTE, false],
      [10 * MINUTE, true],
    ] as const) {
      const site = await siteDrawn(age);
      await site.visit({}, { query: "lang=en" });
      await site.settle();
      pass(MINUTE);
      site.platform.state = "gone";
      const before = site.drawsFor("all");
      // A page that is not old is still served while it is drawn anew.
      await site.visit();
      await site.settle();
      expect(await site.visit()).toMatchObject({ status: 404, how: "fwd=miss" });
      expect(site.drawsFor("all")).toBe(before + 1);

      pass(10 * SECOND);
      site.platform.state = "away";
      if (isElsewhere) site.nearby.pages.clear();
      const from = site.isolate();
      for (const query of ["utm_source=x", "lang=en"]) {
        const shown = await site.visit({}, { from, query });
        expect(shown?.how).toContain("hit; detail=platform-away;");
      }
    }
  });

  test("for ten minutes is not shown from any copy, in whatever language", async () => {
    const site = await siteDrawn(0);
    await site.visit({}, { query: "lang=en" });
    await site.settle();
    pass(10 * MINUTE);
    site.platform.state = "gone";
    for (const [later, left] of [
      [0, 2],
      [10 * MINUTE - 1, 2],
      [10 * SECOND, 0],
    ] as const) {
      pass(later);
      expect(await site.visit()).toMatchObject({ status: 404, how: "fwd=miss" });
      await site.settle();
      expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([left, left]);
    }
    pass(10 * SECOND);
    site.platform.state = "away";
    for (const query of ["utm_source=x", "lang=en"]) {
      expect((await site.visit({}, { query }))?.status).toBe(502);
    }
  });

  test("is gone also where nothing is kept everywhere", async () => {
    const site = await siteDrawn(10 * MINUTE, { isEverywhere: false });
    site.platform.state = "gone";
    for (const later of [0, 10 * MINUTE]) {
      pass(later);
      expect((await site.visit())?.status).toBe(404);
      await site.settle();
    }
    expect(site.nearby.pages.size).toBe(0);
  });

  test("is kept when it was there between two 404s, and is unmarked everywhere", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.platform.text = "First";
    for (const state of ["gone", "there", "gone", "there"] as const) {
      site.platform.state = state;
      expect((await site.visit())?.status).toBe(state === "gone" ? 404 : 200);
      await site.settle();
      const isMarked = state === "gone";
      for (const { pages } of [site.nearby, site.everywhere]) {
        const marks = [...pages.values()].map(({ missingSince }) => missingSince !== undefined);
        expect(marks).toEqual([isMarked]);
      }
      pass(10 * MINUTE);
    }
  });

  test("by what is remembered alone is not answered a second time", async () => {
    const site = await siteDrawn(10 * MINUTE);
    site.platform.state = "gone";
    await site.visit();
    pass(10 * MINUTE);
    site.platform.drawn = () => ({ readSince: undefined });
    await site.visit();
    await site.settle();
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([1, 1]);
  });

  test("for good (410) is not shown from any copy at once, in whatever language", async () => {
    const site = await siteDrawn(0);
    await site.visit({}, { query: "lang=en" });
    await site.settle();
    pass(10 * MINUTE);
    const response = () => new Response("Gone", { status: 410 });
    site.platform.drawn = () => ({ response: response() });
    expect((await site.visit())?.status).toBe(410);
    await site.settle();
    expect([site.nearby.pages.size, site.everywhere.pages.size]).toEqual([0, 0]);
  });
});

describe("a purge", () => {
  test("that others know of is asked about before an older page is served", async () => {
    const site = await siteDrawn(MINUTE);
    site.purged.at = Date.now() - 1;
    expect(await site.visit()).toMatchObject({ said: "Second", how: "fwd=miss; stored; ttl=60" });
    expect(site.drawsFor("all")).toBe(2);
  });

  test("is also of what is kept nearby and everywhere, when the platform is away", async () => {
    const site = await siteDrawn(MINUTE);
    site.platform.state = "away";
    site.purged.at = Date.now() - 1;
    expect((await site.visit())?.status).toBe(502);
    site.nearby.pages.clear();
    expect((await site.visit({}, { from: site.isolate() }))?.status).toBe(502);
    // It is out of the memory, even if nobody knew of the purge any more.
    site.purged.at = -Infinity;
    site.everywhere.pages.clear();
    expect((await site.visit())?.status).toBe(502);
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
