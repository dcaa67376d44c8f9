import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createHiringPlatform } from "./hiring-platform.server";
import type { PlatformConnection } from "./connection.server";
import { PlatformError } from "./errors";

type Reply = () => Response | Promise<Response>;

const json = (body: unknown, status = 200) => Response.json(body, { status });
const stall = () => new Promise<Response>(() => undefined);
const lost = () => Promise.reject(new TypeError("fetch failed"));
const stallingBody = () => new Response(new ReadableStream({}));
const position = { name: "Jefa de taller", client: "c1" };

const consoleError = vi.spyOn(console, "error");
const consoleWarn = vi.spyOn(console, "warn");

beforeEach(() => {
  vi.useFakeTimers();
  consoleError.mockReset().mockImplementation(() => undefined);
  consoleWarn.mockReset().mockImplementation(() => undefined);
});
afterEach(() => void vi.useRealTimers());

/** A client of a platform that gives these replies, one a call, and then fails the test. */
function platformThat(...replies: Reply[]) {
  const fetch = vi.fn<PlatformConnection["fetch"]>(async () => {
    const reply = replies.shift();
    if (!reply) throw new Error("one call too many");
    return reply();
  });
  const client = createHiringPlatform({
    baseUrl: "https://platform.example/api/v1/",
    apiKey: "the-key",
    apiKeyHeader: "X-Api-Key",
    fetch,
  });
  return { client, fetch, addresses: () => fetch.mock.calls.map(([address]) => address) };
}

async function errorOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`not a PlatformError: ${String(error)}`);
  return error;
}

describe("a read", () => {
  test("carries the key, asks for JSON and follows no redirect", async () => {
    const { client, fetch } = platformThat(() => json(position));
    await expect(client.position("p-1")).resolves.toMatchObject({ uuid: "p-1", clientUuid: "c1" });
    expect(fetch).toHaveBeenCalledWith(
      "https://platform.example/api/v1/hiring/positions/p-1",
      expect.objectContaining({
        headers: { Accept: "application/json", "X-Api-Key": "the-key" },
        redirect: "manual",
      }),
    );
  });

  test("of a client and of its positions has the contract's address", async () => {
    const { client, addresses } = platformThat(
      () => json({ name: "Taller" }),
      () => json([]),
    );
    await client.client("c1");
    await client.positions("c1");
    expect(addresses()).toEqual([
      "https://platform.example/api/v1/account/clients/c1/public",
      "https://platform.example/api/v1/hiring/c1/positions-public",
    ]);
  });

  test.each(["", "a/b", "..", "a".repeat(65)])(
    "of what is no id, %j, makes no call",
    async (id) => {
      const { client, fetch } = platformThat();
      expect((await errorOf(client.position(id))).kind).toBe("not-found");
      expect((await errorOf(client.client(id))).kind).toBe("not-found");
      expect((await errorOf(client.positions(id))).kind).toBe("not-found");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test.each<[string, Reply]>([
    ["a network failure", lost],
    ["502", () => new Response("", { status: 502 })],
    ["503", () => new Response("", { status: 503 })],
    ["504", () => new Response("", { status: 504 })],
    [
      "a body that breaks off",
      () => new Response(new ReadableStream({ start: (body) => body.error(new Error("cut")) })),
    ],
  ])("is tried once more after %s", async (_, first) => {
    const { client, fetch } = platformThat(first, () => json(position));
    await expect(client.position("p1")).resolves.toMatchObject({ name: "Jefa de taller" });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each<[string, string, number, Reply[]]>([
    ["not-found", "404", 1, [() => json({ detail: "Not found." }, 404)]],
    ["closed", "410", 1, [() => new Response("", { status: 410 })]],
    ["closed", "status closed", 1, [() => json({ ...position, status: "closed" })]],
    ["unavailable", "503 twice", 2, [() => json({}, 503), () => json({}, 503)]],
    ["unreachable", "502 twice", 2, [() => json({}, 502), () => json({}, 502)]],
    ["unreachable", "no answer twice", 2, [lost, lost]],
    ["unavailable", "no answer, then 503", 2, [lost, () => json({}, 503)]],
    ["unreachable", "500", 1, [() => json({ detail: "boom" }, 500)]],
    ["contract", "HTML", 1, [() => new Response("<!doctype html>")]],
    ["contract", "nothing at all", 1, [() => new Response(null, { status: 204 })]],
    ["contract", "another shape", 1, [() => json([position])]],
  ])("is %s on %s, after %d calls", async (kind, _, calls, replies) => {
    const { client, fetch } = platformThat(...replies);
    expect((await errorOf(client.position("p1"))).kind).toBe(kind);
    expect(fetch).toHaveBeenCalledTimes(calls);
    expect(consoleError).not.toHaveBeenCalled();
  });

  test.each([301, 302, 304, 400, 401, 403, 405, 418, 429])(
    "is unreachable on %d, said loudly, with neither the key nor the id",
    async (status) => {
      const headers = { Location: "https://evil.example/" };
      const { client, fetch } = platformThat(() => new Response(null, { status, headers }));
      expect(await errorOf(client.position("p1"))).toMatchObject({ kind: "unreachable", status });
      expect(fetch).toHaveBeenCalledTimes(1);
      expect(consoleError).toHaveBeenCalledOnce();
      const line = String(consoleError.mock.calls[0]);
      expect(line).toContain(`GET /hiring/positions/{positionId} answered ${status}`);
      expect(line).not.toContain("the-key");
      expect(line).not.toContain("p1");
    },
  );

  test("that breaks the contract names the field, and not what it held", async () => {
    const { client } = platformThat(() => json({ ...position, client: "María José" }));
    const { kind, message } = await errorOf(client.position("p1"));
    expect(kind).toBe("contract");
    expect(message).toContain("GET /hiring/positions/{positionId} breaks the contract at client:");
    expect(message).not.toContain("María");
  });

  test.each<[string, Reply[]]>([
    ["no answer", [stall]],
    ["no end of the body", [stallingBody]],
    ["a failure and then no answer", [() => json({}, 503), stall]],
    ["a failure and then no end of the body", [lost, stallingBody]],
  ])("times out after 10 seconds in all: %s", async (_, replies) => {
    const { client, fetch } = platformThat(...replies);
    const error = errorOf(client.position("p1"));
    const settled = vi.fn();
    void error.then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await error).kind).toBe("timeout");
    expect(fetch.mock.lastCall?.[1].signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(replies.length);
  });
});

describe("the list of positions", () => {
  const item = (uuid: string) => ({ uuid, name: `Position ${uuid}` });
  const base = "https://platform.example/api/v1/hiring/c1/positions-public";

  test.each([
    ["a list", [{ uuid: "p1", name: "A" }]],
    ["an object with results", { count: 1, results: [{ uuid: "p1", name: "A" }] }],
    ["items with an id", [{ id: "p1", name: "A" }]],
    ["items with an id and no uuid", [{ id: "p1", uuid: null, name: "A" }]],
  ])("may be %s", async (_, answer) => {
    const { client } = platformThat(() => json(answer));
    await expect(client.positions("c1")).resolves.toEqual([{ uuid: "p1", name: "A" }]);
  });

  test("reads what each position may have, and drops what is malformed", async () => {
    const { client } = platformThat(() =>
      json([
        {
          uuid: "p1",
          name: "A",
          location: "Bilbao",
          contract_type: "Indefinido",
          join_date: "2026-09-01",
          department: "Taller",
          published_at: "2026-07-01",
          apply_url: "https://jobs.example/p1",
        },
        { uuid: "p2", name: "B", location: 5, published_at: "soon", apply_url: "javascript:1" },
      ]),
    );
    await expect(client.positions("c1")).resolves.toEqual([
      {
        uuid: "p1",
        name: "A",
        location: "Bilbao",
        contractType: "Indefinido",
        joinDate: "2026-09-01",
        department: "Taller",
        publishedAt: "2026-07-01",
        applyUrl: "https://jobs.example/p1",
      },
      { uuid: "p2", name: "B" },
    ]);
  });

  test.each([
    ["results.1.name", [item("p1"), { uuid: "p2" }]],
    ["results.0.uuid", [{ name: "A" }]],
    ["results", {}],
    ["(the answer)", "none"],
  ])("breaks the contract at %s", async (path, answer) => {
    const { client } = platformThat(() => json(answer));
    const { kind, message } = await errorOf(client.positions("c1"));
    expect(kind).toBe("contract");
    expect(message).toContain(`breaks the contract at ${path}:`);
  });

  test("goes on with next, absolute or relative, and lists a position once", async () => {
    const { client, addresses } = platformThat(
      () => json({ results: [item("p1")], next: `${base}?page=2` }),
      () => json({ results: [item("p1"), item("p2")], next: "?page=3" }),
      () => json({ results: [item("p3")], next: null }),
    );
    const listed = await client.positions("c1");
    expect(listed.map(({ uuid }) => uuid)).toEqual(["p1", "p2", "p3"]);
    expect(addresses()).toEqual([base, `${base}?page=2`, `${base}?page=3`]);
  });

  test.each(["https://evil.example/api", "http://platform.example/api", "//evil.example/x"])(
    "does not take the key to %s",
    async (next) => {
      const { client, fetch } = platformThat(() => json({ results: [item("p1")], next }));
      await expect(client.positions("c1")).resolves.toHaveLength(1);
      expect(fetch).toHaveBeenCalledTimes(1);
      expect(consoleWarn).toHaveBeenCalledOnce();
    },
  );

  test("ends when next leads back", async () => {
    const { client, fetch } = platformThat(() => json({ results: [], next: base }));
    await client.positions("c1");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("ends after 50 pages", async () => {
    const pages = Array.from(
      { length: 60 },
      (_, index) => () => json({ results: [item(`p${index}`)], next: `?page=${index + 2}` }),
    );
    const { client, fetch } = platformThat(...pages);
    await expect(client.positions("c1")).resolves.toHaveLength(50);
    expect(fetch).toHaveBeenCalledTimes(50);
  });
});
