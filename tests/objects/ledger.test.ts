import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { LedgerObject } from "../../adapters/src/ledger-object";
import { REMEMBERED_MS } from "../../adapters/src/ledger";

/** A board that has one job, and takes whatever it is posted. */
function board() {
  const posts: string[] = [];
  const job = {
    id: 1,
    internal_job_id: 2,
    title: "Potter",
    questions: [
      { required: true, label: "Email", fields: [{ name: "email", type: "input_text" }] },
    ],
  };
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit = {}) => {
    if (method === "POST") posts.push(address);
    return Response.json(method === "POST" ? { id: posts.length } : job);
  });
  return posts;
}

function application() {
  const form = new FormData();
  form.set("first_name", "Ana");
  form.set("last_name", "Núñez");
  form.set("privacy_policy", "true");
  form.set("fields", JSON.stringify([{ id: "email", value: "ana@example.org" }]));
  return new Request("http://adapters.test/", {
    method: "POST",
    body: form,
    headers: { "X-Position": "taller_1" },
  });
}

test("an accepted key is remembered for 90 days, and nothing of the candidate with it", async () => {
  const posts = board();
  const { LEDGER } = env as unknown as { LEDGER: DurableObjectNamespace<LedgerObject> }; // pool.ts
  const ledger = LEDGER.get(LEDGER.idFromName("a key"));
  const send = async () => (await ledger.fetch(application())).json();
  expect(await send()).toEqual({ id: "1" });
  await runInDurableObject(ledger, async (_, { storage }) => {
    expect([...(await storage.list()).values()]).toEqual([
      { version: 1, state: "accepted", id: "1" },
    ]);
    expect(await storage.getAlarm()).toBe(Date.now() + REMEMBERED_MS);
  });
  expect(await send()).toEqual({ id: "1" });
  expect(posts).toHaveLength(1);

  expect(await runDurableObjectAlarm(ledger)).toBe(true);
  await runInDurableObject(ledger, async (_, { storage }) => {
    expect((await storage.list()).size).toBe(0);
  });
  expect(await send()).toEqual({ id: "2" });
  vi.unstubAllGlobals();
});
