import { describe, expect, test, vi } from "vitest";
import type { Drawn } from "./pages.server";
import {
  createSite,
  HOUR,
  MINUTE,
  pass,
  siteDrawn,
  stopClock,
} from "../../../tests/support/drawn-site";

stopClock();

describe("what is kept", () => {
  test.each<[string, () => Partial<Drawn>]>([
    ["what is no page", () => ({ response: Response.json({ a: 1 }) })],
    ["what does not say what it is", () => ({ response: new Response(new Uint8Array([60])) })],
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

  test("is no page that does not name its company, and the log says so", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const site = createSite();
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    site.platform.drawn = () => ({ response: new Response("<p>Hello</p>", { headers }) });
    expect((await site.visit())?.how).not.toContain("stored");
    await site.settle();
    expect(site.nearby.pages.size).toBe(0);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("Cache-Tag"));
    log.mockRestore();
  });

  test("is nearby what is drawn, each time; everywhere what has changed, or was there for an hour", async () => {
    const site = createSite();
    const puts = async (ms: number) => {
      pass(ms);
      await site.visit();
      await site.settle();
      return [site.nearby.put.mock.calls.length, site.everywhere.put.mock.calls.length];
    };
    expect(await puts(0)).toEqual([1, 1]);
    expect(await puts(MINUTE)).toEqual([2, 1]);
    site.platform.text = "Second";
    expect(await puts(MINUTE)).toEqual([3, 2]);
    expect(await puts(HOUR - 1)).toEqual([4, 2]);
    expect(await puts(HOUR)).toEqual([5, 3]);
  });
});

test.each([
  ["a form that is sent", { method: "POST" }, ""],
  ["a search", {}, "q=taller"],
])("%s is not answered from what is kept", async (_, init, query) => {
  const site = createSite();
  expect(await site.visit(init, { query })).toBeUndefined();
  expect(site.draws).toEqual([]);
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
    for (const given of [etag, 'W/"other"']) {
      const answer = await site.visit({ headers: { "If-None-Match": given } });
      expect(answer).toMatchObject({ status: 200, said: "Second" });
    }
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
});

describe("a network that has asked for too much", () => {
  test("has a page that is kept, fresh or not, and no other", async () => {
    const site = createSite();
    await site.visit();
    await site.settle();
    site.visitor.isRefused = true;
    expect((await site.visit())?.status).toBe(200);
    pass(MINUTE);
    expect((await site.visit())?.how).toContain("renewing");
    await site.settle();
    const other = createSite();
    other.visitor.isRefused = true;
    expect((await other.visit())?.status).toBe(429);
    expect(other.draws).toEqual([]);
  });

  test("is counted for each page that is drawn for it, once", async () => {
    const site = createSite();
    site.platform.state = "gone";
    await site.visit();
    await site.visit();
    expect(site.visitor.counted).toEqual(["first", "again"]);
    // What is remembered to be missing was missed once.
    expect(site.visitor.missed).toBe(1);
  });
});
