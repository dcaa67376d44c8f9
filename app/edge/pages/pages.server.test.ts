import { describe, expect, test, vi } from "vitest";
import type { KeptPage } from "./page-memory.server";
import { createSite, done, MINUTE, pass, SECOND } from "../../../tests/support/drawn-site";
import { siteDrawn, stopClock } from "../../../tests/support/drawn-site";

stopClock();

describe("a page that nobody has asked for yet", () => {
  test("is drawn, and said to be stored", async () => {
    const site = createSite();
    const drawn = { status: 200, said: "First", how: "fwd=miss; stored; ttl=60" };
    expect(await site.visit()).toMatchObject(drawn);
    expect([site.drawsFor("all"), site.drawsFor("one")]).toEqual([1, 0]);
  });

  test("is drawn with nothing of whoever asks", async () => {
    const site = createSite();
    await site.visit({ headers: { Cookie: "a=b", "Accept-Language": "en" } });
    // A mark stands where links and forms will say where a visitor came from.
    expect(
      site.draws.map(({ url }) => url.replace(/\?source=[\da-f-]{36}$/, "?source=mark")),
    ).toEqual([`${site.address.replace("/acme/", "/company/")}?source=mark`]);
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
    const stale = await site.visit();
    expect(stale).toMatchObject({ said: "First", how: "hit; detail=renewing; ttl=0" });
    expect(stale?.headers.has("Server-Timing")).toBe(false);
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

  test("is as old as the first of the reads that it is made of", async () => {
    const site = createSite();
    const begunAt = Date.now();
    site.platform.drawn = () => ({ knownSince: begunAt - 20 * SECOND });
    expect(await site.visit()).toMatchObject({ how: "fwd=miss; stored; ttl=40" });
    pass(40 * SECOND);
    expect((await site.visit())?.how).toContain("renewing");

    const slow = createSite();
    slow.platform.drawn = () => ({ knownSince: Date.now() + 20 * SECOND });
    expect(await slow.visit()).toMatchObject({ how: "fwd=miss; stored; ttl=60" });
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
