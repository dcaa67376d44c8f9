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
import { formOf, pdfOf, post } from "../support/application-form";
import { startEmbeddedSite } from "../support/embedded-site";

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
  test("has three companies, in es-es, es-mx and en, as they were written", async () => {
    expect(companies.map((company) => company.language_default).sort()).toEqual([
      "en",
      "es-es",
      "es-mx",
    ]);
    for (const company of companies) {
      const client = await (await call(`/account/clients/${company.uuid}/public`)).json();
      expect(client).toMatchObject({ name: company.name, code: company.code });
      const answer = await call(`/hiring/${company.uuid}/positions-public`);
      const listed = await answer.json<{ results: unknown[] }>();
      const open = company.positions.filter(({ status }) => status === "open");
      expect(listed.results).toHaveLength(open.length);
      expect(open.length).toBeGreaterThanOrEqual(8);
      for (const { description } of company.positions) {
        const words = description
          .replace(/<[^>]+>/g, " ")
          .trim()
          .split(/\s+/).length;
        expect(words).toBeGreaterThanOrEqual(200);
        expect(words).toBeLessThanOrEqual(600);
      }
    }
  });

  test.each([
    ["no key", {}, 401],
    ["a wrong key", { "X-Api-Key": "wrong" }, 401],
  ] as [string, Record<string, string>, number][])(
    "answers %s with %j by %i",
    async (_, headers, status) => {
      const { position } = seeded("deckhand");
      const response = await fetch(`${server.url}/api/v1/hiring/positions/${position.uuid}`, {
        headers,
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ detail: expect.any(String) as string });
    },
  );

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

  test("takes an application, and gives it back as it came", async () => {
    const { phone, send } = await application("ticket-office-assistant");
    const response = await send(randomUUID());
    expect(response.status).toBe(201);
    expect(await held(phone)).toMatchObject([
      { first_name: "Ana", last_name: "Pérez", position: "Ticket office assistant", cv: null },
    ]);
  });

  test.each([
    ["first_name", "", 400],
    ["first_name", "a".repeat(101), 400],
    ["last_name", undefined, 400],
    ["phone", "612345678", 400],
    ["privacy_policy", undefined, 400],
    ["killer_questions", "nonsense", 400],
    ["killer_questions", '[{"question":"Mine?","answer":"Yes"}]', 400],
    ["csrf_access_token", "forged", 403],
    ["csrf_access_token", undefined, 403],
  ])("refuses %s %j by %i, in words", async (field, value, status) => {
    const { send } = await application("ticket-office-assistant", { [field]: value });
    const response = await send(randomUUID());
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ detail: expect.any(String) as string });
  });

  test("refuses an application without the CV that the company wants, in its language", async () => {
    const { send } = await application("administracion-pedidos", { phone: "+34612345678" });
    const response = await send(randomUUID());
    expect(response.status).toBe(400);
    const { detail } = await response.json<{ detail: string }>();
    expect(detail).toMatch(/CV/);
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

test("a second application of the same phone is told by the site that it is one", async () => {
  const site = await startEmbeddedSite();
  try {
    const { company, position } = seeded("administracion-pedidos");
    const address = `${site.url}/${company.code}/${position.slug}/${position.uuid}`;
    const cv = { bytes: pdfOf(1000), name: "cv.pdf" };
    expect((await post(address, formOf({}, cv))).status).toBe(303);
    const again = await post(address, formOf({}, cv));
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("¡Ya te has inscrito!");
  } finally {
    await site.stop();
  }
});
