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

const stored = async () =>
  (
    await platform.rows<{ key: string | null }>("SELECT idempotency_key AS key FROM applications")
  ).map(({ key }) => key);

test("a position declares that its platform honours the key", async () => {
  const answer = await platform.call(`hiring/positions/${TICKETS}`);
  expect(await answer.json()).toMatchObject({ honours: ["idempotency-key"] });
});

test("an accepted key is a success again, and 409 is for another application alone", async () => {
  expect(await Promise.all(Array.from({ length: 5 }, () => apply("one")))).toEqual(
    Array.from({ length: 5 }, () => 201),
  );
  expect(await apply("two")).toBe(409);
  expect(await apply(undefined)).toBe(409);
  await platform.rows("UPDATE positions SET status = 'closed' WHERE uuid = ?", TICKETS);
  // A closed position has no token.
  const path = `hiring/${FERRIES}/positions/${TICKETS}/apply`;
  const closed = (key: string) =>
    platform.call(path, {
      method: "POST",
      body: new FormData(),
      headers: { "X-Api-Key": platform.apiKey, "Idempotency-Key": key },
    });
  expect([(await closed("one")).status, (await closed("two")).status]).toEqual([201, 410]);
  await platform.rows("UPDATE positions SET status = 'open' WHERE uuid = ?", TICKETS);
  expect(await stored()).toEqual(["one"]);
});

test("a deleted application stays deleted: its key is a success for ten days, and stores nothing", async () => {
  expect([await apply("one"), await apply(undefined, EVA)]).toEqual([201, 201]);
  const over = Date.now() + 200 * DAY;
  await platform.runCron(over, EACH_HOUR);
  expect(await stored()).toEqual([]);
  // What came without a key leaves nothing.
  expect(await platform.rows("SELECT * FROM deleted_keys")).toHaveLength(1);

  expect(await apply("one")).toBe(201);
  await platform.runCron(over + 9.9 * DAY, EACH_HOUR);
  expect(await apply("one")).toBe(201);
  expect(await stored()).toEqual([]);
  expect(await apply("two")).toBe(201);
  expect(await stored()).toEqual(["two"]);

  await platform.rows("DELETE FROM applications");
  await platform.runCron(over + 10.1 * DAY, EACH_HOUR);
  expect(await apply("one")).toBe(201);
  expect(await stored()).toEqual(["one"]);
});

test("a deleted key is remembered for its position alone, and only as a hash", async () => {
  expect(await apply("one")).toBe(201);
  await platform.runCron(Date.now() + 200 * DAY, EACH_HOUR);
  const [row] = await platform.rows<{ hash: string }>("SELECT * FROM deleted_keys");
  expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await platform.apply(ALFAR, PEDIDOS, ANA, "%PDF-1.4 Ana", "one")).toBe(201);
  expect(await stored()).toEqual(["one"]);
});

test("the platform answers 410 for a closed position, and names its company", async () => {
  const [company, position] =
    platform.companies
      .flatMap((one) => one.positions.map((position) => [one, position] as const))
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
