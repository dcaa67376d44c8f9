import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { Questions } from "~/contract/questions";
import { createPlatformClient, type Platform } from "~/cli/lib/platform";
import { startEmbeddedPlatform, type EmbeddedPlatform } from "../support/embedded-platform";
import { ADMIN_SECRET } from "../support/examples";

let embedded: EmbeddedPlatform;
let admin: Platform;
let designer: { client: string; position: string };

beforeAll(async () => {
  embedded = await startEmbeddedPlatform();
  admin = createPlatformClient({ url: embedded.url, adminSecret: ADMIN_SECRET, isRemote: false });
  const found = embedded.companies.flatMap(({ uuid, positions }) =>
    positions
      .filter(({ fields }) => fields)
      .map((position) => ({ client: uuid, position: position.uuid })),
  );
  const [first] = found;
  if (!first) throw new Error("No example position has fields");
  designer = first;
});
afterAll(() => embedded.stop());

async function call(path: string, form?: FormData, key = "") {
  const headers = { "X-Api-Key": embedded.apiKey, ...(key !== "" && { "Idempotency-Key": key }) };
  const sent = form === undefined ? {} : { method: "POST", body: form };
  const response = await embedded.call(path, { headers, ...sent });
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

const Application = z.object({
  fields: z.array(z.object({ id: z.string(), label: z.string(), value: z.unknown() })),
  files: z.array(z.looseObject({ field: z.string() })),
});

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

async function apply(key: string, phone: string, extra?: File) {
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
  const list = Object.entries(answers).map(([id, value]) => ({ id, value }));
  form.set("fields", JSON.stringify(list));
  form.set("cv", new File(["%PDF-1.7"], "cv.pdf", { type: "application/pdf" }));
  if (extra) form.set("file:unknown", extra);
  const zip = new File([portfolio], "../mi porfolio.zip", { type: "application/zip" });
  form.set("file:porfolio", zip);
  return call(`hiring/${designer.client}/positions/${designer.position}/apply`, form, key);
}

describe("an application with own fields", () => {
  test("is stored once and returned by the admin API with all answers and files [10.16]", async () => {
    const first = await apply("key-1", "+34600000001");
    expect(first.status).toBe(201);
    for (let repeat = 0; repeat < 4; repeat++) {
      expect(await apply("key-1", "+34600000001")).toEqual(first);
    }
    const path = `/applications/${String(first.body.id)}`;
    const application = await admin.read(Application, "GET", path);
    expect(Object.fromEntries(application.fields.map(({ id, value }) => [id, value]))).toEqual(
      answers,
    );
    expect(application.fields[2]?.label).toBe("¿Desde qué día podrías incorporarte?");
    const sha256 = createHash("sha256").update(portfolio).digest("hex");
    expect(application.files).toMatchObject([
      { field: "porfolio", name: "../mi porfolio.zip", size: portfolio.length, sha256 },
    ]);
    const file = await admin.call("GET", `${path}/files/0`);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(portfolio);
  });

  test("is stored without a file that its position does not request", async () => {
    const extra = new File(["removed field"], "extra.txt");
    const { body } = await apply("key-2", "+34600000003", extra);
    const path = `/applications/${String(body.id)}`;
    const { files } = await admin.read(Application, "GET", path);
    expect(files).toMatchObject([{ field: "porfolio" }]);
    const file = await admin.call("GET", `${path}/files/0`);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(portfolio);
    const stored = await embedded.rows<{ id: string }>("SELECT id FROM applications");
    const keys = async () => (await embedded.CVS.list()).objects.map(({ key }) => key);
    const expected = stored.flatMap(({ id }) => [`cv/${id}`, `file/${id}/0`]);
    await expect.poll(keys).toEqual(expected.sort());
    await admin.call("DELETE", path);
  });
});
