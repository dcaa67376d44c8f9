import { gzipSync } from "node:zlib";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { endlessBody } from "~/tests/support/endless-body";
import { readText } from "./streams.server";

const MB = 1024 * 1024;

describe("readText", () => {
  test.each([null, "a", "\uFEFF{}", "ñ€😀".repeat(50_000)])(
    "returns the same text as `Response.text()` (%#)",
    async (text) => {
      expect(await readText(new Response(text), MB)).toBe(await new Response(text).text());
    },
  );

  test.each([99, 100, 101])("applies a limit of %d bytes to a body of 100 bytes", async (max) => {
    const text = await readText(new Response("x".repeat(100)), max);
    expect(text?.length).toBe(max < 100 ? undefined : 100);
  });

  test("reads an endless body to the limit, and cancels it", async () => {
    const { body, seen } = endlessBody();
    expect(await readText(new Response(body), MB)).toBeUndefined();
    expect(seen.isCancelled).toBe(true);
    expect(seen.pulled).toBeLessThan(MB + 100_000);
  });

  test("does not read a body whose Content-Length is over the limit", async () => {
    const { body, seen } = endlessBody();
    const headers = { "Content-Length": "101" };
    expect(await readText(new Response(body, { headers }), 100)).toBeUndefined();
    expect(seen).toEqual({ pulled: 0, isCancelled: true });
  });

  test("cancels the body and rejects when the signal is aborted", async () => {
    const controller = new AbortController();
    let isCancelled = false;
    const stalled = new ReadableStream({ type: "bytes", cancel: () => void (isCancelled = true) });
    const text = readText(new Response(stalled), MB, controller.signal);
    controller.abort();
    await expect(text).rejects.toThrow();
    expect(isCancelled).toBe(true);
  });

  test("counts bytes after decompression", async () => {
    const server = createServer((_, response) => {
      response.setHeader("Content-Encoding", "gzip").end(gzipSync(Buffer.alloc(10 * MB, "x")));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = server.address() as AddressInfo;
    try {
      const read = async (max: number) =>
        (await readText(await fetch(`http://127.0.0.1:${port}`), max))?.length;
      expect(await read(10 * MB)).toBe(10 * MB);
      expect(await read(10 * MB - 1)).toBeUndefined();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
