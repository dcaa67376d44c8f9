import { expect, test, vi } from "vitest";
import { z } from "zod";
import { endless } from "../../tests/support/endless";
import { createReader } from "./read.server";

const schema = z.object({ name: z.string() });

const readerOf = (answers: string[]) => readerFrom(() => new Response(answers.shift()));

function readerFrom(answer: () => Response) {
  const read = createReader({
    baseUrl: "https://platform.example",
    fetch: () => Promise.resolve(answer()),
    apiKey: "key",
    apiKeyHeader: "X-API-Key",
    readTimeoutMs: 1000,
    applyTimeoutMs: 1000,
  });
  return (address: string) =>
    read({ address, route: "GET /", parse: (answer) => schema.parse(answer) });
}

test("an answer that says the same is the same value, and another one is read", async () => {
  const read = readerOf(['{"name":"a"}', '{"name":"a"}', '{"name":"b"}', '{"name":"a"}']);
  const first = await read("/1");
  expect(await read("/1")).toBe(first);
  expect(await read("/1")).toEqual({ name: "b" });
  expect(await read("/1")).toEqual({ name: "a" });
});

test("an answer that breaks the contract is told each time", async () => {
  const read = readerOf(["{}", "{}"]);
  for (let time = 0; time < 2; time += 1) {
    await expect(read("/1")).rejects.toMatchObject({ kind: "contract" });
  }
});

test("an answer without an end is read to 16 MB, once, and breaks the contract", async () => {
  const { body, seen } = endless();
  const read = readerFrom(() => new Response(body));
  await expect(read("/1")).rejects.toMatchObject({
    kind: "contract",
    message: "GET / answered more than 16 MB",
    status: 200,
  });
  expect(seen.isCancelled).toBe(true);
  expect(seen.pulled).toBeLessThan(17 * 1024 * 1024);
});

test("a 410 without an end is read to 64 KB, and names nothing", async () => {
  const { body, seen } = endless();
  const read = readerFrom(() => new Response(body, { status: 410 }));
  await expect(read("/1")).rejects.toMatchObject({ kind: "closed", status: 410 });
  expect(seen.isCancelled).toBe(true);
  expect(seen.pulled).toBeLessThan(90_000);
});

test("an answer that stalls is cancelled when the time is up", async () => {
  let cancelled = 0;
  const stalled = () => new ReadableStream({ type: "bytes", cancel: () => void (cancelled += 1) });
  const read = readerFrom(() => new Response(stalled()));
  vi.useFakeTimers();
  const refused = expect(read("/1")).rejects.toMatchObject({ kind: "timeout" });
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
  vi.useRealTimers();
  expect(cancelled).toBe(1);
});
