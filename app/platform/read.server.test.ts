import { expect, test } from "vitest";
import { z } from "zod";
import { createReader } from "./read.server";

const schema = z.object({ name: z.string() });

function readerOf(answers: string[]) {
  const read = createReader({
    baseUrl: "https://platform.example",
    fetch: () => Promise.resolve(new Response(answers.shift())),
    apiKey: "key",
    apiKeyHeader: "X-API-Key",
    readTimeoutMs: 1000,
    applyTimeoutMs: 1000,
  });
  return (address: string) => read({ address, route: "GET /", schema });
}

test("an answer that says the same is the same value, and another one is read", async () => {
  const read = readerOf(['{"name":"a"}', '{"name":"a"}', '{"name":"b"}', '{"name":"a"}']);
  const first = await read("/1");
  expect(await read("/1")).toBe(first);
  expect(await read("/1")).toEqual({ name: "b" });
  expect(await read("/1")).toEqual({ name: "a" });
});

test("the same text at another address is another value", async () => {
  const read = readerOf(['{"name":"a"}', '{"name":"a"}']);
  expect(await read("/1")).not.toBe(await read("/2"));
});

test("an answer that breaks the contract is told each time", async () => {
  const read = readerOf(["{}", "{}"]);
  for (let time = 0; time < 2; time += 1) {
    await expect(read("/1")).rejects.toMatchObject({ kind: "contract" });
  }
});
