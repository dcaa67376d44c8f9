import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { isPlatformId } from "~/contract/ids";
import { anyJson, longTimeout, checkProperty } from "~/tests/support/arbitraries";
import {
  clientAnswer,
  mutatedJson,
  listAnswer,
  positionAnswer,
  partialRecord,
} from "~/tests/support/platform-answers";
import { size } from "~/tests/support/size";
import { createCalls, CONNECTION } from "~/tests/support/scripted-platform";
import { apply } from "../application/delivery/apply-call.server";
import { pickStoredKeys } from "../reads/copy-format";
import { PlatformError } from "./errors";
import { createPositionPage } from "./position-page.server";

const runs = { numRuns: size(200, 10_000) };

// Random responses can be logged as misconfigurations.
beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const status = fc.constantFrom(...[200, 200, 200, 200, 201, 204, 301, 400, 404, 409, 410, 503]);
type RawResponse = [status: number, body: Uint8Array];

const mutated = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<RawResponse> => {
  const bytes = mutatedJson(valid).map((json) => new TextEncoder().encode(JSON.stringify(json)));
  return fc.tuple(
    status,
    fc.oneof({ weight: 5, arbitrary: bytes }, { weight: 1, arbitrary: fc.uint8Array() }),
  );
};

const createConnection = ([status, body]: RawResponse) => ({
  ...CONNECTION,
  publicOrigin: "https://platform.example",
  async fetch(url: string, init?: RequestInit) {
    await new Request(url, init).arrayBuffer();
    return new Response(status === 204 ? null : body.slice(), { status });
  },
});

async function readValue<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    expect(error).toBeInstanceOf(PlatformError);
    return undefined;
  }
}

const NOT_BLANK = /\S/;
const LINK = /^(https?:\/\/|\/(?![/\\]))/;
const readClient = (response: RawResponse) =>
  readValue(createCalls(createConnection(response)).client("c1"));

test(
  "returns a career site with safe links, or an error, for random responses",
  longTimeout,
  async () => {
    await checkProperty(
      fc.asyncProperty(mutated(clientAnswer), mutated(listAnswer), async (client, list) => {
        const jobs = await readValue(createCalls(createConnection(list)).positions("c1"));
        const company = await readClient(client);
        if (jobs === undefined || company === undefined) return;
        const { logo, mainImage, favicon, socialLinks, code } = company;
        for (const link of [logo, mainImage, favicon, ...Object.values(socialLinks)]) {
          if (link !== undefined) expect(link).toMatch(LINK);
        }
        expect(encodeURIComponent(code)).not.toBe("");
        for (const { uuid, name, applyUrl } of jobs) {
          expect(uuid).toSatisfy(isPlatformId);
          expect(name).toMatch(NOT_BLANK);
          if (applyUrl !== undefined) expect(applyUrl).toMatch(LINK);
        }
        expect(new Set(jobs.map(({ uuid }) => uuid)).size).toBe(jobs.length);
      }),
      runs,
    );
  },
);

test(
  "returns a position that can be stored, or an error, for random responses [10.15]",
  longTimeout,
  async () => {
    await checkProperty(
      fc.asyncProperty(mutated(positionAnswer), mutated(clientAnswer), async (response, client) => {
        const calls = createCalls(createConnection(response));
        const read = await readValue(calls.read("position", "p1"));
        const company = await readClient(client);
        if (read === undefined || company === undefined) return;
        const page = createPositionPage(read.value, company);
        expect(page.title).toMatch(NOT_BLANK);
        const { csrfToken: _, ...copied } = read.value;
        expect(calls.parse("position", "p1", pickStoredKeys("position", read.texts))).toEqual(
          copied,
        );
        expect(page.clientUuid).toSatisfy(isPlatformId);
        expect(encodeURIComponent(page.clientCode)).not.toBe("");
        for (const { text, answers } of page.killerQuestions) {
          expect(text.trim()).not.toBe("");
          expect(answers.length).toBeGreaterThan(0);
          expect(new Set(answers).size).toBe(answers.length);
        }
      }),
      runs,
    );
  },
);

test("returns an outcome for a random response to an application", longTimeout, async () => {
  const attempt = { clientRef: "c1", positionId: "p1", idempotencyKey: "k", fields: [] };
  const refusal = fc.oneof(anyJson, partialRecord({ detail: anyJson, message: anyJson }));
  const property = fc.asyncProperty(mutated(refusal), async (response) => {
    const { outcome } = await apply(createConnection(response), attempt);
    expect(["accepted", "already-applied", "refused", "unreachable"]).toContain(outcome);
  });
  await checkProperty(property, runs);
});
