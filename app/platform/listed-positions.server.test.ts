import { beforeEach, describe, expect, test, vi } from "vitest";

import { catchError, json, scriptPlatform } from "~/tests/support/scripted-platform";

const MB = 1024 ** 2;

const consoleWarn = vi.spyOn(console, "warn");
const consoleError = vi.spyOn(console, "error");

beforeEach(() => {
  for (const log of [consoleWarn, consoleError])
    log.mockReset().mockImplementation(() => undefined);
});

describe("the list of positions", () => {
  const item = (uuid: string) => ({ uuid, name: `Position ${uuid}` });
  const base = "https://platform.example/api/v1/hiring/c1/positions-public";

  test.each([
    ["a list [7.04, 7.05]", [{ uuid: "p1", name: "A" }]],
    ["an object with results [7.05]", { count: 1, results: [{ uuid: "p1", name: "A" }] }],
    ["items with an id instead of a uuid", [{ id: "p1", uuid: null, name: "A" }]],
  ])("accepts %s", async (_, response) => {
    const { platform } = scriptPlatform(() => json(response));
    await expect(platform.positions("c1")).resolves.toEqual([{ uuid: "p1", name: "A" }]);
  });

  test("reads optional values, and drops malformed values [3.18]", async () => {
    const { platform } = scriptPlatform(() =>
      json([
        {
          ...{ uuid: "p1", name: "A", location: "Bilbao", contract_type: "Indefinido" },
          ...{ join_date: "2026-09-01", department: "Taller", published_at: "2026-07-01" },
          apply_url: "https://jobs.example/p1",
        },
        { uuid: "p2", name: "B", location: 5, published_at: "soon", apply_url: "javascript:1" },
      ]),
    );
    await expect(platform.positions("c1")).resolves.toEqual([
      {
        ...{ uuid: "p1", name: "A", location: "Bilbao", contractType: "Indefinido" },
        ...{ joinDate: "2026-09-01", department: "Taller", publishedAt: "2026-07-01" },
        applyUrl: "https://jobs.example/p1",
      },
      { uuid: "p2", name: "B" },
    ]);
  });

  test.each([
    ["results.1.name", [item("p1"), { uuid: "p2" }]],
    ["results.0.uuid", [{ name: "A" }]],
    ["(the answer)", "none"],
  ])("throws a contract error at %s", async (path, response) => {
    const { platform } = scriptPlatform(() => json(response));
    const { kind, message } = await catchError(platform.positions("c1"));
    expect(kind).toBe("contract");
    expect(message).toContain(`breaks the contract at ${path}:`);
  });

  test.each([3000, 30_000])(
    "keeps a list in which a position has %d malformed words",
    async (length) => {
      const employment_type = Array.from({ length }, () => "x");
      const { platform } = scriptPlatform(() =>
        json([{ ...item("p1"), employment_type }, item("p2")]),
      );
      await expect(platform.positions("c1")).resolves.toEqual([item("p1"), item("p2")]);
    },
  );

  test.each([
    ["Harbour HQ; The Pier; Remote (Canada)", "Harbour HQ; The Pier; Remote (Canada)"],
    ["Harbour HQ", "Harbour HQ; Boston; Bristol"],
    ["Boston; Remote", "Boston; Remote; Bristol"],
    [undefined, "Boston; Bristol"],
  ])("adds towns to the location %j only if it names fewer places", async (location, shown) => {
    const places = [{ city: "Boston" }, { city: "Bristol" }];
    const { platform } = scriptPlatform(() => json([{ ...item("p1"), location, places }]));
    expect((await platform.positions("c1"))[0]?.location).toBe(shown);
  });

  test("follows absolute and relative `next` URLs, and removes duplicate positions [7.05]", async () => {
    const { platform, addresses } = scriptPlatform(
      () => json({ results: [item("p1")], next: `${base}?page=2` }),
      () => json({ results: [item("p1"), item("p2")], next: "?page=3" }),
      () => json({ results: [item("p3")], next: null }),
    );
    const listed = await platform.positions("c1");
    expect(listed.map(({ uuid }) => uuid)).toEqual(["p1", "p2", "p3"]);
    expect(addresses()).toEqual([base, `${base}?page=2`, `${base}?page=3`]);
  });

  test.each(["https://evil.example/api", "http://platform.example/api", "//evil.example/x"])(
    "does not send the key to %s [7.05]",
    async (next) => {
      const { platform, fetch } = scriptPlatform(() => json({ results: [item("p1")], next }));
      await expect(platform.positions("c1")).resolves.toHaveLength(1);
      expect(fetch).toHaveBeenCalledTimes(1);
      expect(consoleWarn).toHaveBeenCalledOnce();
    },
  );

  test("stops if `next` repeats a URL", async () => {
    const { platform, fetch } = scriptPlatform(() => json({ results: [], next: base }));
    await platform.positions("c1");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    [50, "50 pages", ""],
    [6, "32 MB", "x".repeat(5 * MB)],
    [3, "32 MB in UTF-8", "ñ".repeat(5 * MB)],
  ])(
    "shows the positions of %i pages, and logs an error, after %s [7.05]",
    async (shown, _, description) => {
      const pages = Array.from(
        { length: 60 },
        (_, index) => () =>
          json({ results: [{ ...item(`p${index}`), description }], next: `?page=${index + 2}` }),
      );
      const { platform, fetch } = scriptPlatform(...pages);
      await expect(platform.positions("c1")).resolves.toHaveLength(shown);
      expect(fetch).toHaveBeenCalledTimes(Math.min(shown + 1, 50));
      expect(consoleError).toHaveBeenCalledExactlyOnceWith(
        expect.stringContaining(`up to page ${shown}, `),
      );
    },
  );

  test("shows the positions before a page of more than 16 MB, and fails if it is the first page", async () => {
    const small = () => json({ results: [item("p1")], next: "?page=2" });
    const large = () => json({ results: [item("p2")], padding: "x".repeat(17 * MB) });
    const { platform } = scriptPlatform(small, large, large);
    await expect(platform.positions("c1")).resolves.toEqual([item("p1")]);
    expect(consoleError).toHaveBeenCalledOnce();
    const { kind, message } = await catchError(platform.positions("c1"));
    expect([kind, message]).toEqual(["contract", expect.stringContaining("more than 16 MB")]);
  });

  test("shows an entire list of 50 pages without an error", async () => {
    const pages = Array.from(
      { length: 50 },
      (_, index) => () =>
        json({ results: [item(`p${index}`)], next: index < 49 ? `?page=${index + 2}` : null }),
    );
    const { platform } = scriptPlatform(...pages);
    await expect(platform.positions("c1")).resolves.toHaveLength(50);
    expect(consoleError).not.toHaveBeenCalled();
  });
});
