import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN_BODY_BYTES } from "~/contract/admin";
import { admin } from "~/platform/src/admin/admin";
import type { Env } from "~/platform/src/env";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";
import { getWithHost } from "../support/request-with-host";

const FERRIES = "d52ac756-de6c-43a9-af52-3c79b8aadd40";
const COMPANY = `/companies/${FERRIES}`;
const POTTERY = "98582e77-f986-402e-ab16-8ddfcca2f489";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";

const overLimit = { limit: () => Promise.resolve({ success: false }) };

test.each<[string, Partial<Env>, string, number]>([
  ["no secret is configured", {}, ADMIN_SECRET, 404],
  ["the configured secret is short", { ADMIN_SECRET: "a".repeat(42) }, "a".repeat(42), 404],
  ["the request has no secret", { ADMIN_SECRET }, "", 401],
  ["the request has a wrong secret", { ADMIN_SECRET }, `${ADMIN_SECRET}b`, 401],
  ["the network is over its limit", { ADMIN_SECRET, DESK_LIMIT: overLimit }, ADMIN_SECRET, 429],
])("the admin API does not read the database if %s", async (_, env, secret, status) => {
  const headers = { Authorization: `Bearer ${secret}`, "CF-Connecting-IP": "203.0.113.1" };
  // Reading the database would lead to 500, because `env` has no database.
  expect((await admin.request("/-/admin/companies", { headers }, env)).status).toBe(status);
});

let site: DeskSite;
beforeAll(async () => {
  site = await startDeskSite();
});
afterAll(() => site.stop());

async function call(method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${ADMIN_SECRET}` };
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method, headers, ...(body !== undefined && { body: payload }) };
  const response = await fetch(`${site.url}/-/admin${path}`, init);
  const json: Record<string, unknown> = await response.json();
  return { status: response.status, headers: response.headers, json };
}

const queryRows = async (sql: string, ...values: string[]) => {
  const statement = site.db.prepare(sql).bind(...values);
  return (await statement.run()).results;
};

const lastAction = async () =>
  (await queryRows("SELECT * FROM desk_log ORDER BY number DESC LIMIT 1"))[0];

async function listJobs(client: string) {
  const { json } = await call("GET", `/companies/${client}/jobs`);
  return json.jobs as { uuid: string; name: string; status: string }[];
}

const invitation = { company: FERRIES, name: "Ana" };
const createCode = async () => `/desk/${String((await call("POST", "/desk", invitation)).json.id)}`;
const newApplication = async () => `/applications/${await site.apply("deckhand")}`;

test.each<[string, string, string | (() => Promise<string>), unknown]>([
  ["changed jobs", "POST", `${COMPANY}/jobs`, { close: [TICKETS] }],
  ["changed notifications", "PUT", `${COMPANY}/channels/email`, { addresses: ["a@b.example"] }],
  ["changed notifications", "DELETE", `${COMPANY}/channels`, undefined],
  ["invited", "POST", "/desk", invitation],
  ["revoked", "DELETE", createCode, undefined],
  ["read", "GET", newApplication, undefined],
  ["searched", "GET", `/applications?company=${FERRIES}`, undefined],
  ["deleted", "DELETE", newApplication, undefined],
])("the admin API logs the action “%s”", async (action, method, path, body) => {
  const answer = await call(method, typeof path === "string" ? path : await path(), body);
  expect(answer.status).toBe(200);
  const client_uuid = action === "revoked" ? null : FERRIES;
  expect(await lastAction()).toMatchObject({ who: "admin", action, client_uuid });
});

test("the desk's log counts jobs changed through the admin API", async () => {
  await call("POST", `${COMPANY}/jobs`, { close: [TICKETS] });
  const ana = deskClient(site);
  await ana.signIn(await site.createCode(FERRIES));
  expect((await ana.get("/log")).text).toContain(" · 1 job</p>");
});

test("a change through the admin API purges cached pages", async () => {
  const { json: company } = await call("GET", COMPANY);
  const get = () => getWithHost("jobs.localhost", `${site.url}/${String(company.code)}/${FERRIES}`);
  const status = async () => (await get()).headers["cache-status"];
  const expectCached = () => expect.poll(status).toContain("hit");
  await expectCached();
  const { headers } = await call("PUT", COMPANY, { ...company, name: "New Ferries" });
  expect(headers.get("Puerta-Changed")).toBeNull();
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  expect((await get()).html).toContain("New Ferries");
  expect(await lastAction()).toMatchObject({ action: "changed company" });
  await expectCached();
  const deckhand = (await listJobs(FERRIES)).find(({ name }) => name === "Deckhand")?.uuid;
  await call("DELETE", `${COMPANY}/jobs/${deckhand}`);
  expect((await get()).html).not.toContain("Deckhand");
  expect(await lastAction()).toMatchObject({ action: "deleted job", position_uuid: deckhand });
});

test.each([
  ["POST", `${COMPANY}/jobs`, "x".repeat(ADMIN_BODY_BYTES + 1), 413, /larger than/],
  ["POST", `${COMPANY}/jobs`, "{", 400, /not JSON/],
  ["POST", `${COMPANY}/jobs`, { jobs: [{ slug: "A" }] }, 422, /jobs\.0\.slug /],
  ["POST", `${COMPANY}/jobs`, { jab: [] }, 422, /jab/],
  ["POST", `${COMPANY}/jobs`, { open: ["x"] }, 404, /unknown/],
  ["PUT", COMPANY, { uuid: FERRIES }, 422, /privacy_policy /],
  ["PUT", `${COMPANY}/channels/email`, { addresses: ["ana"] }, 422, /ana is not/],
  ["PUT", `${COMPANY}/channels/webhook`, { addresses: ["https://10.1"] }, 422, /10\.1/],
  ["POST", "/desk", { company: null, email: "ana" }, 422, /email /],
  ["DELETE", "/desk/unknown", undefined, 404, /Not found/],
])("the admin API refuses an invalid %s %s", async (method, path, body, status, detail) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(status);
  expect(answer.json.detail).toMatch(detail);
});

test("the admin API saves a list of jobs over 2 MB and refuses another company's ids", async () => {
  const [job] = await listJobs(POTTERY);
  const many = Array.from({ length: 150 }, (_, index) => ({
    ...job,
    ...{ uuid: randomUUID(), name: `Job ${index}`, description: "é".repeat(10_000) },
  }));
  expect((await call("POST", `/companies/${POTTERY}/jobs`, { jobs: many })).status).toBe(200);
  const saved = new Map((await listJobs(POTTERY)).map((job) => [job.uuid, job]));
  for (const job of many) expect(saved.get(job.uuid)).toEqual(job);
  const refused = await call("POST", `${COMPANY}/jobs`, { jobs: many.slice(0, 1) });
  expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining("another")]);
});

test("the admin API deletes a company with its rows and files, except a log entry about the deletion", async () => {
  const other = await site.apply("timetable-planner");
  const deleted = await site.apply("administracion-pedidos");
  await call("POST", "/desk", { company: POTTERY });
  await call("POST", "/desk", { company: POTTERY, email: "ana@example.com" });
  await call("PUT", `/companies/${POTTERY}/channels/email`, { addresses: ["ana@example.com"] });
  await queryRows(
    `INSERT INTO drafts VALUES ('d', '${POTTERY}', '{}', 0, 1, 'Ana', '2026-11-30') RETURNING 1`,
  );
  const tables = await queryRows("SELECT name, sql FROM sqlite_master WHERE type = 'table'");
  const ids = [POTTERY, ...(await listJobs(POTTERY)).map(({ uuid }) => uuid)];
  const remainingTables = async () => {
    const names = [];
    for (const { name, sql } of tables) {
      const [column] = /client_uuid|position_uuid/.exec(String(sql).replace(/^ *--.*/gm, "")) ?? [];
      if (column === undefined) continue;
      const clause = `FROM ${String(name)} WHERE ${column} IN (SELECT value FROM json_each(?))`;
      if ((await queryRows(`SELECT 1 ${clause}`, JSON.stringify(ids))).length > 0) names.push(name);
    }
    return names.sort();
  };
  const all = ["applications", "channels", "desk_codes", "desk_log", "desk_people", "drafts"];
  expect(await remainingTables()).toEqual([...all, "positions", "versions"]);
  expect((await call("DELETE", `/companies/${POTTERY}`)).status).toBe(200);
  // Only the log entry about the deletion remains.
  expect(await remainingTables()).toEqual(["desk_log"]);
  expect(await lastAction()).toMatchObject({ action: "deleted company", client_uuid: POTTERY });
  const keys = (await site.bucket.list()).objects.map(({ key }) => key);
  expect([keys.includes(`cv/${other}`), keys.includes(`cv/${deleted}`)]).toEqual([true, false]);
});
