import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import {
  createHiringPlatform,
  type HiringPlatform,
} from "../../app/platform/hiring-platform.server";
import { contractExample } from "./contract-example";
import { fakeCsrfToken, startFakePlatform, type FakePlatform } from "./fake-platform";

let fake: FakePlatform;
let platform: HiringPlatform;
/** It gives up soon: some answers in these tests never come. */
let hasty: HiringPlatform;

beforeAll(async () => {
  fake = await startFakePlatform({ apiKey: "the-key" });
  const platformFor = (ms: number) =>
    createHiringPlatform({
      baseUrl: fake.url,
      fetch,
      apiKey: "the-key",
      apiKeyHeader: "X-Api-Key",
      readTimeoutMs: ms,
      applyTimeoutMs: ms,
    });
  platform = platformFor(30_000);
  hasty = platformFor(300);
});
afterEach(() => fake.reset());
afterAll(() => fake.close());

const fields: [string, string][] = [
  ["first_name", "María José"],
  ["last_name", 'O\'Neill "Núñez"'],
  ["phone", "+34600000000"],
];

function application(positionId: string, idempotencyKey = "key-1") {
  return { clientRef: fake.clientUuid, positionId, idempotencyKey, fields };
}

describe("the fake platform, asked over HTTP as the app asks it", () => {
  test("knows its clients, positions and lists", async () => {
    const position = await platform.position(fake.positions.questions);
    expect(position).toMatchObject({ name: "Jefe de taller", clientUuid: fake.clientUuid });
    expect(position.killerQuestions).toHaveLength(2);
    expect(position.openQuestions).toHaveLength(1);
    const listed = await platform.position(fake.positions.listQuestions);
    expect([listed.killerQuestions.length, listed.openQuestions.length]).toEqual([2, 1]);
    expect((await platform.client(fake.clientUuid)).code).toBe(fake.clientCode);
    expect(await platform.positions(fake.clientUuid)).toHaveLength(4);
    await expect(platform.position(fake.positions.closed)).rejects.toMatchObject({
      kind: "closed",
    });
    await expect(platform.position("unknown")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("has the data that a test gives it", async () => {
    fake.position("p-new", { name: "Nuevo", country: "mx" });
    fake.client({ name: "Otro nombre" });
    await expect(platform.position("p-new")).resolves.toMatchObject({
      name: "Nuevo",
      country: "MX",
    });
    await expect(platform.client(fake.clientUuid)).resolves.toMatchObject({
      name: "Otro nombre",
    });
    fake.reset();
    await expect(platform.position("p-new")).rejects.toMatchObject({ kind: "not-found" });
  });

  test.each(["Curri\u0301culum.pdf", 'mi "cv" \\ 😀.pdf', "a; name=b.pdf"])(
    "takes in an application with a CV named %j, byte for byte",
    async (fileName) => {
      // Its bytes hold what looks like a boundary, and every byte there is.
      const bytes = Buffer.concat([
        Buffer.from("\r\n--\r\n------puerta-\r\n\r\n"),
        Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)),
      ]);
      const stream = async function* () {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      };
      const cv = { fileName, contentType: "application/pdf", size: bytes.length, stream };
      const files = [{ name: "cv", content: cv }];
      const attempt = { ...application(fake.positions.plain), files };
      await expect(platform.apply(attempt)).resolves.toEqual({ outcome: "accepted" });
      const [received] = await fake.waitForApplications();
      expect(received?.fields).toEqual(fields);
      expect(received?.idempotencyKey).toBe("key-1");
      expect(received?.cv).toMatchObject({
        fileName,
        contentType: "application/pdf",
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    },
  );

  test("has a position that asks more, and takes its answers and files", async () => {
    const { position, answers } = contractExample();
    fake.position("p-more", { ...position, client: fake.clientUuid });
    const { fields: asked, elsewhere } = await platform.position("p-more");
    expect([asked.length, elsewhere]).toEqual([12, undefined]);
    const bytes = Buffer.from("PK\u0003\u0004");
    const content = {
      fileName: "a.zip",
      contentType: "application/zip",
      size: bytes.length,
      stream: () => [bytes],
    };
    const attempt = application("p-more");
    await expect(
      platform.apply({
        ...attempt,
        fields: [...fields, ["fields", JSON.stringify(answers)]],
        files: [{ name: "file:q_124", content }],
      }),
    ).resolves.toEqual({ outcome: "accepted" });
    const [received] = fake.applications;
    expect(received?.answers).toEqual(answers);
    expect(received?.fileOf("q_124")).toMatchObject({ fileName: "a.zip", bytes });
    expect(received?.cv).toBeUndefined();
  });

  test("refuses at single fields when it is told to", async () => {
    const { refusal } = contractExample();
    fake.on("apply").once.answer({ status: 422, body: refusal });
    await expect(platform.apply(application(fake.positions.plain))).resolves.toEqual({
      outcome: "refused",
      status: 422,
      message: refusal.detail,
      errors: refusal.errors,
    });
  });

  test("takes one Idempotency-Key as one application", async () => {
    await platform.apply(application(fake.positions.plain));
    await platform.apply(application(fake.positions.plain));
    await platform.apply(application(fake.positions.plain, "key-2"));
    expect(fake.applications).toHaveLength(2);
    expect(fake.requestsOf("apply")).toHaveLength(3);
  });

  test("holds on to the CSRF token of a position that has one", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const attempt = application(fake.positions.csrf);
    await expect(platform.apply(attempt)).resolves.toMatchObject({ status: 403 });
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
    const withToken = { ...attempt, csrfToken: fakeCsrfToken };
    await expect(platform.apply(withToken)).resolves.toEqual({ outcome: "accepted" });
    expect(fake.applications[0]?.field("csrf_access_token")).toBe(fakeCsrfToken);
  });

  test("misbehaves once, or until it is told otherwise", async () => {
    const attempt = application(fake.positions.plain);
    fake.on("apply").once.answer({ status: 400, body: { detail: "No" } });
    await expect(platform.apply(attempt)).resolves.toMatchObject({
      outcome: "refused",
      message: "No",
    });
    fake.on("apply").html(502);
    await expect(platform.apply(attempt)).resolves.toMatchObject({ outcome: "unreachable" });
    await expect(platform.apply(attempt)).resolves.toMatchObject({ outcome: "unreachable" });
    fake.on("apply").reset();
    await expect(platform.apply(attempt)).resolves.toEqual({ outcome: "accepted" });
  });

  test("stalls, drops, and loses an answer", async () => {
    const attempt = application(fake.positions.plain);
    fake.on("position").stall();
    await expect(hasty.position("p1")).rejects.toMatchObject({ kind: "timeout" });
    fake.on("position").stallBody();
    await expect(hasty.position("p1")).rejects.toMatchObject({ kind: "timeout" });
    fake.on("position").drop();
    await expect(platform.position("p1")).rejects.toMatchObject({ kind: "unreachable" });
    fake.on("apply").once.drop();
    await expect(platform.apply(attempt)).resolves.toEqual({ outcome: "unreachable" });
    expect(fake.applications).toHaveLength(0);
    fake.on("apply").once.loseAnswer();
    await expect(platform.apply(attempt)).resolves.toEqual({ outcome: "unreachable" });
    expect(fake.applications).toHaveLength(1);
  });
});
