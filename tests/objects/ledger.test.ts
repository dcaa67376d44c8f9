import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { LedgerObject } from "~/adapters/src/ledger-object";
import { ENTRY_MS } from "~/adapters/src/ledger";

afterEach(() => void vi.unstubAllGlobals());

type Answer = "takes" | "breaks" | "refuses" | "busy";

/** Stubs a board with one job. The board returns `answers` in order and then accepts applications. */
function board(...answers: Answer[]) {
  const posts: string[] = [];
  const job = {
    id: 1,
    internal_job_id: 2,
    title: "Potter",
    questions: [
      { required: true, label: "Email", fields: [{ name: "email", type: "input_text" }] },
    ],
  };
  const statuses = { takes: 200, breaks: 500, refuses: 422, busy: 429 };
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit = {}) => {
    if (method !== "POST") return Response.json(job);
    await new Response(body).arrayBuffer();
    posts.push(address);
    return Response.json({ id: posts.length }, { status: statuses[answers.shift() ?? "takes"] });
  });
  return posts;
}

function createLedger(key: string) {
  const { LEDGER } = env as unknown as { LEDGER: DurableObjectNamespace<LedgerObject> }; // `pool.ts` binds `LEDGER`
  return LEDGER.get(LEDGER.idFromName(key));
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

test("the ledger remembers an accepted application for 90 days, without the candidate's data", async () => {
  const posts = board();
  const ledger = createLedger("a key");
  const send = async () => (await ledger.fetch(application())).json();
  expect(await send()).toEqual({ id: "1" });
  await runInDurableObject(ledger, async (_, { storage }) => {
    expect([...(await storage.list()).values()]).toEqual([
      { version: 1, state: "accepted", id: "1" },
    ]);
    expect(await storage.getAlarm()).toBe(Date.now() + ENTRY_MS);
  });
  expect(await send()).toEqual({ id: "1" });
  expect(posts).toHaveLength(1);

  expect(await runDurableObjectAlarm(ledger)).toBe(true);
  await runInDurableObject(ledger, async (_, { storage }) => {
    expect((await storage.list()).size).toBe(0);
  });
  expect(await send()).toEqual({ id: "2" });
});

test.each<[answers: Answer[], statuses: number[], posts: number]>([
  // After a second 5xx, the ledger posts no more copies.
  [["breaks", "breaks"], [502, 502, 409, 409, 409, 409], 2],
  [["breaks"], [502, 201, 201], 2],
  // The board accepted nothing while busy, so these posts do not count.
  [["busy", "breaks", "busy", "breaks"], [429, 502, 429, 502, 409], 4],
  [["refuses"], [422, 201], 2],
  // The ledger does not return the refusal, because the board might have accepted the first post.
  [["breaks", "refuses", "refuses"], [502, 409, 409], 3],
])(
  "the board's responses %j lead to statuses %j and %i posts",
  async (answers, statuses, count) => {
    const name = answers.join();
    const posts = board(...answers);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const status of statuses) {
      const answer = await createLedger(name).fetch(application());
      expect(answer.status).toBe(status);
      const body = await answer.json();
      if (status === 409) expect(body).toEqual({});
    }
    expect(posts).toHaveLength(count);
  },
);
