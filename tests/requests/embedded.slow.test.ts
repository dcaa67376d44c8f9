import { mkdtemp, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applications as inbox } from "../../scripts/inbox.mjs";
import { ensureLocalSecrets } from "../../scripts/local.mjs";
import { readSeed } from "../../scripts/seed-files.mjs";
import { seed } from "../../scripts/seed.mjs";
import { startSiteServer } from "../../scripts/site-server.mjs";

type Server = Awaited<ReturnType<typeof startSiteServer>>;

let state: string;
let server: Server;
let key: string;
let companies: Awaited<ReturnType<typeof readSeed>>;

const startPlatform = async () =>
  startSiteServer({ site: false, embedded: true, persistTo: state });

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-embedded-"));
  key = (await ensureLocalSecrets()).platformKey;
  await seed({ persistTo: state });
  companies = await readSeed();
  server = await startPlatform();
});
afterAll(async () => {
  await server.stop();
  await rm(state, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/v1${path}`, { ...init, headers: { "X-Api-Key": key, ...headers } });

/** A seeded position by its slug, with its company. */
function seeded(slug: string) {
  for (const company of companies) {
    const position = company.positions.find((one) => one.slug === slug);
    if (position) return { company, position };
  }
  throw new Error(`No position ${slug}`);
}

interface PositionAnswer {
  csrf_token: string;
  client: string;
}

/** The platform takes one application of each phone number. */
let phones = 0;

/** A whole application for the position of a ticket office, which asks nothing. */
async function application(slug: string, changes: Record<string, string | undefined> = {}) {
  const { company, position } = seeded(slug);
  const answer = await call(`/hiring/positions/${position.uuid}`);
  const read = await answer.json<PositionAnswer>();
  const fields: Record<string, string | undefined> = {
    first_name: "Ana",
    last_name: "Pérez",
    phone: `+4474001${String((phones += 1)).padStart(5, "0")}`,
    privacy_policy: "true",
    killer_questions: "[]",
    recaptcha_token: "",
    csrf_access_token: read.csrf_token,
    ...changes,
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, value);
  const send = (idempotencyKey?: string, cv?: Buffer<ArrayBuffer>) => {
    if (cv) body.set("cv", new Blob([cv], { type: "application/pdf" }), "cv.pdf");
    return call(
      `/hiring/${company.uuid}/positions/${position.uuid}/apply`,
      { method: "POST", body },
      idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
    );
  };
  return { phone: String(fields.phone), send };
}

const held = async (phone: string) =>
  (await inbox({ persistTo: state, remote: false })).filter((one) => one.phone === phone);

describe("the embedded platform", () => {
  test("knows what it does not have, and what is closed", async () => {
    expect((await call(`/hiring/positions/${randomUUID()}`)).status).toBe(404);
    expect((await call("/nothing")).status).toBe(404);
    const { position, company } = seeded("tecnico-de-molde");
    const closed = await call(`/hiring/positions/${position.uuid}`);
    expect(closed.status).toBe(410);
    expect(await closed.json()).toEqual({
      detail: "Esta oferta ya está cerrada.",
      client: company.uuid,
      name: position.name,
      location: position.location,
      contract_type: position.contract_type,
    });
  });

  test("takes the same key five times at once as one application, with one answer", async () => {
    const { phone, send } = await application("ticket-office-assistant");
    const sameKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const response = await send(sameKey);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    expect(await held(phone)).toHaveLength(1);
  });

  test("answers 409 to the same phone for the same position, and keeps all over a restart", async () => {
    const { phone, send } = await application("ticket-office-assistant");
    expect((await send(randomUUID())).status).toBe(201);
    expect((await send(randomUUID())).status).toBe(409);
    await server.stop();
    server = await startPlatform();
    expect((await send(randomUUID())).status).toBe(409);
    expect(await held(phone)).toHaveLength(1);
  });
});
