import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { anyJson, manyTries, proved, runs } from "../../tests/support/arbitraries";
import {
  clientAnswer,
  jsonOf,
  listAnswer,
  positionAnswer,
  some,
} from "../../tests/support/platform-answers";
import {
  areQuestions,
  isClient,
  isId,
  isLine,
  isLink,
  isListed,
} from "../../tests/support/platform-shapes";
import { CONNECTION } from "../../tests/support/platform-that";
import { apply } from "./apply.server";
import { loadCareerSite } from "./career-site.server";
import { PlatformError } from "./errors";
import { positionPath } from "../addresses";
import { createHiringPlatform } from "./hiring-platform.server";
import { loadPositionPage } from "./position-page.server";

describe("whatever the platform sends", () => {
  // A misconfiguration is told, loudly; here it is none.
  beforeEach(() => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    return () => vi.restoreAllMocks();
  });

  const status = fc.oneof(
    { weight: 5, arbitrary: fc.constant(200) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(201, 204, 301, 400, 403, 404, 409, 410, 429, 500, 503),
    },
  );
  const bodyOf = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: jsonOf(valid).map((json) => new TextEncoder().encode(JSON.stringify(json))),
      },
      { weight: 1, arbitrary: fc.uint8Array() },
    );
  type Sent = [status: number, body: Uint8Array];

  const connectionOf = (answers: Sent[]) => {
    let turn = 0;
    return {
      ...CONNECTION,
      fetch: async () => {
        const [status, body] = answers[turn++ % answers.length] ?? [500, new Uint8Array()];
        return new Response(status === 204 ? null : body.slice(), { status });
      },
    };
  };

  async function valueOf<T>(read: Promise<T>): Promise<T | undefined> {
    try {
      return await read;
    } catch (error) {
      expect(error).toBeInstanceOf(PlatformError);
      return undefined;
    }
  }

  const sent = (body: fc.Arbitrary<unknown>) => fc.tuple(status, bodyOf(body));

  test(
    "for a career site, it is one whose links lead somewhere, or an error with a kind",
    manyTries,
    async () => {
      await proved(
        fc.asyncProperty(sent(clientAnswer), sent(listAnswer), async (client, list) => {
          const site = await valueOf(
            loadCareerSite(
              {
                client: (id) => createHiringPlatform(connectionOf([client])).client(id),
                positions: (id) => createHiringPlatform(connectionOf([list])).positions(id),
              },
              "c1",
            ),
          );
          if (site === undefined) return;
          isClient(site.company);
          for (const job of site.jobs) {
            isListed(job);
            const path = positionPath(site.company.code, job.name, job.uuid);
            expect(isLink(job.applyUrl ?? path)).toBe(true);
          }
          expect(new Set(site.jobs.map(({ uuid }) => uuid)).size).toBe(site.jobs.length);
          // As the pages write it.
          expect(encodeURIComponent(site.company.code)).not.toBe("");
        }),
        runs,
      );
    },
  );

  test("for a position's page, it is one, or an error with a kind", manyTries, async () => {
    await proved(
      fc.asyncProperty(sent(positionAnswer), sent(clientAnswer), async (position, client) => {
        const page = await valueOf(
          loadPositionPage(
            {
              position: (id) => createHiringPlatform(connectionOf([position])).position(id),
              client: (id) => createHiringPlatform(connectionOf([client])).client(id),
            },
            "p1",
          ),
        );
        if (page === undefined) return;
        expect(page.title).toSatisfy(isLine);
        expect(page.clientUuid).toSatisfy(isId);
        areQuestions(page);
        expect(encodeURIComponent(page.clientCode)).not.toBe("");
      }),
      runs,
    );
  });

  test("for an application, it has an outcome", manyTries, async () => {
    const said = fc.oneof(anyJson, some({ detail: anyJson, message: anyJson }));
    await proved(
      fc.asyncProperty(sent(said), async (answer) => {
        const { outcome } = await apply(connectionOf([answer]), {
          clientRef: "c1",
          positionId: "p1",
          idempotencyKey: "k",
          fields: [],
        });
        expect(["accepted", "already-applied", "refused", "unreachable"]).toContain(outcome);
      }),
      runs,
    );
  });
});
