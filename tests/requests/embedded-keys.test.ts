import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startEmbeddedPlatform, type EmbeddedPlatform } from "../support/embedded-platform";

const EACH_HOUR = "23 * * * *";
const DAY = 24 * 60 * 60 * 1000;

const FERRIES = "d52ac756-de6c-43a9-af52-3c79b8aadd40";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";
const PEDIDOS = "0db0b201-df40-4a01-875d-ffd020005fcd";
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";
const ANA = "+447400212345";
const EVA = "+447400212346";

let platform: EmbeddedPlatform;

beforeAll(async () => {
  platform = await startEmbeddedPlatform();
});
afterAll(() => platform.stop());
afterEach(async () => {
  for (const table of ["applications", "deleted_keys"]) {
    await platform.rows(`DELETE FROM ${table}`);
  }
});

const apply = (key: string | undefined, phone = ANA) =>
  platform.apply(FERRIES, TICKETS, phone, undefined, key);

const storedKeys = async () =>
  (
    await platform.rows<{ key: string | null }>("SELECT idempotency_key AS key FROM applications")
  ).map(({ key }) => key);

test("positions of the embedded platform declare support for idempotency keys", async () => {
  const answer = await platform.call(`hiring/positions/${TICKETS}`);
  expect(await answer.json()).toMatchObject({ honours: ["idempotency-key"] });
});

test("the embedded platform returns 201 for a repeated key and 409 for the same candidate with another key", async () => {
  expect(await Promise.all(Array.from({ length: 5 }, () => apply("one")))).toEqual(
    Array.from({ length: 5 }, () => 201),
  );
  expect(await apply("two")).toBe(409);
  expect(await apply(undefined)).toBe(409);
  await platform.rows("UPDATE positions SET status = 'closed' WHERE uuid = ?", TICKETS);
  // A closed position has no CSRF token, so the form is empty.
  const path = `hiring/${FERRIES}/positions/${TICKETS}/apply`;
  const closed = (key: string) =>
    platform.call(path, {
      method: "POST",
      body: new FormData(),
      headers: { "X-Api-Key": platform.apiKey, "Idempotency-Key": key },
    });
  expect([(await closed("one")).status, (await closed("two")).status]).toEqual([201, 410]);
  await platform.rows("UPDATE positions SET status = 'open' WHERE uuid = ?", TICKETS);
  expect(await storedKeys()).toEqual(["one"]);
});

test("the embedded platform stores one of several CVs that arrive simultaneously with the same key", async () => {
  const send = (phone: string) => platform.apply(ALFAR, PEDIDOS, phone, "%PDF-1.4 Ana", "cv");
  const sent = await Promise.all([send(ANA), send(ANA), send(EVA)]);
  expect(sent).toEqual([201, 201, 201]);
  expect(await platform.apply(ALFAR, PEDIDOS, ANA, "%PDF-1.4 Ana", "other")).not.toBe(500);
  const rows = await platform.rows<{ id: string }>("SELECT id FROM applications");
  const names = async () => (await platform.CVS.list()).objects.map(({ key }) => key);
  await expect.poll(names).toEqual(rows.map(({ id }) => `cv/${id}`));
  await platform.CVS.delete(await names());
});

test("the embedded platform returns 201 for a deleted application's key for ten days", async () => {
  expect([await apply("one"), await apply(undefined, EVA)]).toEqual([201, 201]);
  const expiry = Date.now() + 200 * DAY;
  await platform.runCron(expiry, EACH_HOUR);
  expect(await storedKeys()).toEqual([]);
  // One of the two deleted applications has no key.
  expect(await platform.rows("SELECT * FROM deleted_keys")).toHaveLength(1);

  expect(await apply("one")).toBe(201);
  await platform.runCron(expiry + 9.9 * DAY, EACH_HOUR);
  expect(await apply("one")).toBe(201);
  expect(await storedKeys()).toEqual([]);
  expect(await apply("two")).toBe(201);
  expect(await storedKeys()).toEqual(["two"]);

  await platform.rows("DELETE FROM applications");
  await platform.runCron(expiry + 10.1 * DAY, EACH_HOUR);
  expect(await apply("one")).toBe(201);
  expect(await storedKeys()).toEqual(["one"]);
});

test("the embedded platform stores a deleted application's key as a hash for one position", async () => {
  expect(await apply("one")).toBe(201);
  await platform.runCron(Date.now() + 200 * DAY, EACH_HOUR);
  const [row] = await platform.rows<{ hash: string }>("SELECT * FROM deleted_keys");
  expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await platform.apply(ALFAR, PEDIDOS, ANA, "%PDF-1.4 Ana", "one")).toBe(201);
  expect(await storedKeys()).toEqual(["one"]);
});

test("the embedded platform returns 410 with the company for a closed position", async () => {
  const [company, position] =
    platform.companies
      .flatMap((owner) => owner.positions.map((position) => [owner, position] as const))
      .find(([, { slug }]) => slug === "tecnico-de-molde") ?? [];
  const closed = await platform.call(`hiring/positions/${position?.uuid}`);
  expect(closed.status).toBe(410);
  expect(await closed.json()).toEqual({
    detail: "Esta oferta ya no admite candidaturas.",
    client: company?.uuid,
    name: position?.name,
    location: position?.location,
    contract_type: position?.contract_type,
  });
});
