import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPlatformProxy } from "wrangler";
import { Questions } from "../../contract/questions";
import platform from "../../platform/src/index";
import type { Env } from "../../platform/src/env";
import { applications, saveFiles } from "../../cli/applications/old-inbox.mjs";
import { PLATFORM_CONFIG } from "../../scripts/local.mjs";
import { readSeed } from "../../cli/company/files.mjs";
import { seed } from "../../scripts/seed.mjs";

/** The embedded platform's code on a seeded database, without the site before it. */
let state: string;
let proxy: Awaited<ReturnType<typeof getPlatformProxy<Env & Record<string, unknown>>>>;
let designer: { client: string; position: string };

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-fields-"));
  await seed({ persistTo: state });
  proxy = await getPlatformProxy({
    configPath: PLATFORM_CONFIG,
    persist: { path: join(state, "v3") },
  });
  const companies = await readSeed();
  const found = companies.flatMap((company) =>
    company.positions
      .filter(({ fields }) => fields)
      .map((position) => ({ client: company.uuid, position: position.uuid })),
  );
  const [first] = found;
  if (!first) throw new Error("no example position has fields");
  designer = first;
}, 120_000);

afterAll(async () => {
  await proxy.dispose();
  await rm(state, { recursive: true, force: true });
});

async function call(
  path: string,
  init: { method?: string; body?: FormData; headers?: object } = {},
) {
  const later: Promise<unknown>[] = [];
  const request = new Request(`http://platform.test/api/v1/${path}`, {
    ...init,
    headers: { "X-Api-Key": "key", ...init.headers },
  });
  const env = { ...proxy.env, API_KEY: "key" };
  const response = await platform.fetch(request, env, {
    waitUntil: (work) => void later.push(work),
  });
  await Promise.all(later);
  const body: Record<string, unknown> = await response.json();
  return { status: response.status, body };
}

const getPosition = () => call(`hiring/positions/${designer.position}`);

const portfolio = new Uint8Array(300_000).map((_, index) => (index * 7) % 256);
const answers = {
  email: "ana@example.org",
  cover_letter: "Hola.\r\nSoy Ana.",
  incorporacion: "2027-01-11",
  salario: "29500.5",
  jornada: "completa",
  programas: ["rhino", "otro"],
  torno: false,
  equipo: { given: true, text: "Acepto que el equipo de diseño vea mi porfolio." },
  conservar: { given: false, text: "Guardad mis datos un año." },
  edad: "30_45",
};

async function applyWith(changes: object, key: string, phone: string, hasPortfolio = true) {
  const form = new FormData();
  const { body: position } = await getPosition();
  form.set("first_name", "Ana");
  form.set("last_name", "Núñez");
  form.set("phone", phone);
  form.set("privacy_policy", "true");
  const [question] = Questions.parse(position.apply_site_questions).killer_questions ?? [];
  const killer = { question: question?.question, answer: question?.answers?.[0] };
  form.set("killer_questions", JSON.stringify([killer]));
  form.set("csrf_access_token", String(position.csrf_token));
  const list = Object.entries({ ...answers, ...changes }).map(([id, value]) => ({ id, value }));
  form.set("fields", JSON.stringify(list));
  form.set("cv", new File(["%PDF-1.7"], "cv.pdf", { type: "application/pdf" }));
  if (hasPortfolio) {
    form.set(
      "file:porfolio",
      new File([portfolio], "../mi porfolio.zip", { type: "application/zip" }),
    );
  }
  return call(`hiring/${designer.client}/positions/${designer.position}/apply`, {
    method: "POST",
    body: form,
    headers: { "Idempotency-Key": key },
  });
}

describe("the embedded platform's designer", () => {
  test("arrives once with all answers and files, which the inbox lists and saves [10.16]", async () => {
    const first = await applyWith({}, "key-1", "+34600000001");
    expect(first.status).toBe(201);
    for (let repeat = 0; repeat < 4; repeat++) {
      expect(await applyWith({}, "key-1", "+34600000001")).toEqual(first);
    }
    const where = { persistTo: state, remote: false };
    const [application, ...others] = await applications(where, String(first.body.id));
    expect(others).toEqual([]);
    if (!application) throw new Error("the inbox is empty");
    expect(Object.fromEntries(application.fields.map(({ id, value }) => [id, value]))).toEqual(
      answers,
    );
    expect(application.fields[2]?.label).toBe("¿Desde qué día podrías incorporarte?");
    const sha256 = createHash("sha256").update(portfolio).digest("hex");
    expect(application.files).toMatchObject([
      { field: "porfolio", name: "../mi porfolio.zip", size: portfolio.length, sha256 },
    ]);
    const folder = join(state, "inbox");
    const saved = await saveFiles(where, application, folder);
    expect(saved.map(({ field, file }) => [field, file])).toEqual([
      ["cv", join(folder, "1-cv.pdf")],
      ["porfolio", join(folder, "1-mi porfolio.zip")],
    ]);
    expect(new Uint8Array(await readFile(saved[1]?.file ?? ""))).toEqual(portfolio);
  });

  test("is refused at the fields that are wrong, and stores nothing [10.16]", async () => {
    const { status, body } = await applyWith(
      { email: "ana", jornada: "" },
      "k",
      "+34600000002",
      false,
    );
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        detail: "Revisa las respuestas con errores.",
        errors: [
          { field: "email", message: "Esta respuesta no es válida." },
          { field: "porfolio", message: "Elige un archivo." },
          { field: "jornada", message: "Responde a esta pregunta." },
        ],
      },
    });
    expect(await applications({ persistTo: state, remote: false })).toHaveLength(1);
  });
});
