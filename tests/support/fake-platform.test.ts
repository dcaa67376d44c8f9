import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { createHiringPlatform } from "../../app/platform/hiring-platform.server";
import { fakeCsrfToken, startFakePlatform, type FakePlatform } from "./fake-platform";

let platform: FakePlatform;
let client: ReturnType<typeof createHiringPlatform>;
/** Waits no longer than it has to, for what never comes. */
let hasty: typeof client;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: "the-key" });
  const clientFor = (ms: number) =>
    createHiringPlatform({
      baseUrl: platform.url,
      fetch,
      apiKey: "the-key",
      apiKeyHeader: "X-Api-Key",
      readTimeoutMs: ms,
      applyTimeoutMs: ms,
    });
  client = clientFor(30_000);
  hasty = clientFor(300);
});
afterEach(() => platform.reset());
afterAll(() => platform.close());

const fields: [string, string][] = [
  ["first_name", "María José"],
  ["last_name", 'O\'Neill "Núñez"'],
  ["phone", "+34600000000"],
];

function application(positionId: string, idempotencyKey = "key-1") {
  return { clientRef: platform.clientUuid, positionId, idempotencyKey, fields };
}

describe("the fake platform, asked by the app's own client over HTTP", () => {
  test("knows its clients, positions and lists", async () => {
    const position = await client.position(platform.positions.questions);
    expect(position).toMatchObject({ name: "Jefe de taller", clientUuid: platform.clientUuid });
    expect(position.killerQuestions).toHaveLength(2);
    expect(position.openQuestions).toHaveLength(1);
    const listed = await client.position(platform.positions.listQuestions);
    expect([listed.killerQuestions.length, listed.openQuestions.length]).toEqual([2, 1]);
    expect((await client.client(platform.clientUuid)).code).toBe(platform.clientCode);
    expect(await client.positions(platform.clientUuid)).toHaveLength(4);
    await expect(client.position(platform.positions.closed)).rejects.toMatchObject({
      kind: "closed",
    });
    await expect(client.position("unknown")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("has the data that a test gives it", async () => {
    platform.position("p-new", { name: "Nuevo", country: "mx" });
    platform.client({ name: "Otro nombre" });
    await expect(client.position("p-new")).resolves.toMatchObject({ name: "Nuevo", country: "MX" });
    await expect(client.client(platform.clientUuid)).resolves.toMatchObject({
      name: "Otro nombre",
    });
    platform.reset();
    await expect(client.position("p-new")).rejects.toMatchObject({ kind: "not-found" });
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
      const attempt = { ...application(platform.positions.plain), cv };
      await expect(client.apply(attempt)).resolves.toEqual({ outcome: "accepted" });
      const [received] = await platform.waitForApplications();
      expect(received?.fields).toEqual(fields);
      expect(received?.idempotencyKey).toBe("key-1");
      expect(received?.cv).toMatchObject({
        fileName,
        contentType: "application/pdf",
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    },
  );

  test("takes one Idempotency-Key as one application", async () => {
    await client.apply(application(platform.positions.plain));
    await client.apply(application(platform.positions.plain));
    await client.apply(application(platform.positions.plain, "key-2"));
    expect(platform.applications).toHaveLength(2);
    expect(platform.requestsOf("apply")).toHaveLength(3);
  });

  test("holds on to the CSRF token of a position that has one", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const attempt = application(platform.positions.csrf);
    await expect(client.apply(attempt)).resolves.toMatchObject({ status: 403 });
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
    const withToken = { ...attempt, csrfToken: fakeCsrfToken };
    await expect(client.apply(withToken)).resolves.toEqual({ outcome: "accepted" });
    expect(platform.applications[0]?.field("csrf_access_token")).toBe(fakeCsrfToken);
  });

  test("misbehaves once, or until it is told otherwise", async () => {
    const attempt = application(platform.positions.plain);
    platform.on("apply").once.answer({ status: 400, body: { detail: "No" } });
    await expect(client.apply(attempt)).resolves.toMatchObject({
      outcome: "refused",
      message: "No",
    });
    platform.on("apply").html(502);
    await expect(client.apply(attempt)).resolves.toMatchObject({ outcome: "unreachable" });
    await expect(client.apply(attempt)).resolves.toMatchObject({ outcome: "unreachable" });
    platform.on("apply").reset();
    await expect(client.apply(attempt)).resolves.toEqual({ outcome: "accepted" });
  });

  test("stalls, drops, and loses an answer", async () => {
    const attempt = application(platform.positions.plain);
    platform.on("position").stall();
    await expect(hasty.position("p1")).rejects.toMatchObject({ kind: "timeout" });
    platform.on("position").stallBody();
    await expect(hasty.position("p1")).rejects.toMatchObject({ kind: "timeout" });
    platform.on("position").drop();
    await expect(client.position("p1")).rejects.toMatchObject({ kind: "unreachable" });
    platform.on("apply").once.drop();
    await expect(client.apply(attempt)).resolves.toEqual({ outcome: "unreachable" });
    expect(platform.applications).toHaveLength(0);
    platform.on("apply").once.loseAnswer();
    await expect(client.apply(attempt)).resolves.toEqual({ outcome: "unreachable" });
    expect(platform.applications).toHaveLength(1);
  });
});
