// Longer than other files: every build's storage is opened with the same expectations, in one place.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture, formOf, pageOf, post, sha256 } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { getAs } from "../support/get-as";
import { textOf } from "../support/html";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";
import type { About, KeptApplication } from "./about";
import { unpacked } from "./pack";

/** By then what waits is due, and what is held is held still. */
const LATER_MS = 13 * 60 * 1000;

const SECRET = "a-secret-for-operators";
const CV = {
  bytes: Buffer.from(fixture("accepted/cv.rtf")),
  name: "cv.rtf",
  type: "application/rtf",
};

/** Up to 0aa521f the copy of a position outlived the position. */
const OUTLIVED = ["f8802ed", "a90c202", "73db282", "0aa521f"];

interface Opening {
  /** The folder of the build that opens it; today's, unless there is one. */
  root?: () => string;
}

/**
 * Opens what a build stored, and meets it as candidates and operators would. What the build did not
 * store (its `about.json` says what there is) is not looked for.
 */
export function describeOpened(about: About, { root }: Opening = {}): void {
  let platform: FakePlatform;
  let kept: Awaited<ReturnType<typeof unpacked>>;
  let site: Site;

  const hasPages = about.pages.length > 0;
  const has = (state: string) => state in about.applications;
  const those = (...states: string[]) => states.filter(has);

  beforeAll(async () => {
    platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    // One shelf of pages at a time: the other one would serve in its place.
    const isLeft = (file: string) =>
      file.startsWith("v3/kv/") || (!hasPages && file.startsWith("v3/cache/"));
    kept = await unpacked(about.build, { ago: LATER_MS, isLeft });
    site = await startOn(kept.state);
  });
  afterAll(async () => {
    await site.stop();
    await kept.remove();
    await platform.close();
  });

  function startOn(state: string): Promise<Site> {
    return startSite({
      platform: platform.url,
      persistTo: state,
      vars: { OPERATOR_SECRET: SECRET, PAGE_CACHE: "on" },
      version: about.version,
      kvNamespaces: { PAGES: "pages" },
      ...(root && { root: root() }),
    });
  }

  /** An application by its state (tests/storage/states.ts). */
  function application(state: string): KeptApplication & { receipt: string } {
    const found = about.applications[state];
    if (!found) throw new Error(`The fixture has no application that is ${state}`);
    return { ...found, receipt: sha256(Buffer.from(found.id)) };
  }

  const receiptOf = (state: string) =>
    `${site.url}${pageOf("questions")}?receipt=${application(state).receipt}`;

  /** The form of an application as it was filled in, with changes. */
  const sent = (state: string, changes: Record<string, string> = {}, cv?: typeof CV) =>
    post(
      site.url + pageOf("questions"),
      formOf({ ...about.fields, application_id: application(state).id, ...changes }, cv),
    );

  /** What the platform was sent under an application's key. */
  const arrived = (state: string) =>
    platform.applications.filter(({ idempotencyKey }) => idempotencyKey === application(state).id);

  async function expectWhole(state: string) {
    await expect.poll(() => arrived(state)).toHaveLength(1);
    const [one] = arrived(state);
    expect(one?.positionId).toBe(fakePositions.questions);
    expect(one?.field("first_name")).toBe("Ana");
    expect(one?.field("phone")).toBe("+34612345678");
    expect(one?.field("killer_questions")).toContain("En un mes");
    expect(one?.cv).toMatchObject({ fileName: CV.name, sha256: sha256(CV.bytes) });
    expect(await standingAt(receiptOf(state))).toBe(STANDING.delivered);
  }

  describe("an application that an earlier process stored", () => {
    test.each(those("waiting", "cut-off"))(
      "and left %s is delivered when its alarm is due, whole and under its own key",
      async (state) => {
        await expectWhole(state);
        const { utm_source } = about.fields;
        // A build that does not know of it delivers the rest.
        if (utm_source === undefined || root) return;
        expect(arrived(state)[0]?.field("source")).toBe(JSON.stringify({ utm_source }));
      },
    );

    test.each(
      [
        ["told-to-wait", STANDING.onItsWay],
        ["failed", STANDING.undelivered],
        ["dropped", STANDING.undelivered],
        ["delivered", STANDING.delivered],
        ["already-applied", STANDING.alreadyApplied],
      ].filter(([state = ""]) => has(state)),
    )("and left %s has a receipt that says so: %s", async (state, standing) => {
      expect(await standingAt(receiptOf(state))).toBe(standing);
    });

    test.runIf(about.applications.held?.upload)(
      "and left held still has its CV, and sends it",
      async () => {
        const named = { held_cv: String(application("held").upload) };
        const wrong = await sent("held", { ...named, last_name: "" });
        expect(wrong.status).toBe(422);
        expect(textOf(await wrong.text(), "cv-held")).toContain(CV.name);
        expect((await sent("held", named)).status).toBe(303);
        await expectWhole("held");
      },
    );

    test("and left refused takes another CV, and sends it", async () => {
      const wrong = await sent("refused", { last_name: "" }, CV);
      expect(wrong.status).toBe(422);
      expect(textOf(await wrong.text(), "cv-held")).toContain(CV.name);
      expect((await sent("refused", {}, CV)).status).toBe(303);
      await expectWhole("refused");
    });

    test.runIf(has("half-sent"))("and left half-sent goes on from where it was", async () => {
      const { id, upload = 0, offset = 0 } = application("half-sent");
      const address = `${site.url}/-/applications/${id}/cv/${upload}`;
      const tus = { "Tus-Resumable": "1.0.0" };
      const { headers } = await fetch(address, { method: "HEAD", headers: tus });
      expect(headers.get("Upload-Offset")).toBe(String(offset));
      expect(headers.get("Upload-Length")).toBe(String(CV.bytes.length));
      const rest = await fetch(address, {
        method: "PATCH",
        headers: {
          ...tus,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(offset),
        },
        body: CV.bytes.subarray(offset),
      });
      expect(rest.status).toBe(204);
      expect((await sent("half-sent", { held_cv: String(upload) })).status).toBe(303);
      await expectWhole("half-sent");
    });

    test.each(those("delivered", "told-to-wait"))(
      "and left %s is known when it is sent again: the same receipt, and nothing more",
      async (state) => {
        const again = await sent(state, {}, CV);
        expect(again.headers.get("Location")).toContain(`receipt=${application(state).receipt}`);
        expect(platform.attempts().map(({ key }) => key)).not.toContain(application(state).id);
      },
    );

    test.runIf(has("already-applied"))(
      "and left already-applied is known when it is sent again, and says so",
      async () => {
        const { status } = await sent("already-applied", {}, CV);
        expect(status).toBe(409);
        const keys = platform.attempts().map(({ key }) => key);
        expect(keys).not.toContain(application("already-applied").id);
      },
    );

    test.runIf(has("dropped"))("and left dropped is sent when it is sent again", async () => {
      expect((await sent("dropped", {}, CV)).status).toBe(303);
      await expectWhole("dropped");
    });

    test("and left delivered is told from other contents under its id, which have one successor", async () => {
      const other = () => sent("delivered", { first_name: "Blas" }, CV);
      const first = await other();
      expect(first.status).toBe(303);
      expect(first.headers.get("Location")).not.toContain(application("delivered").receipt);
      const second = await other();
      expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    });
  });

  describe("an operator", () => {
    const ask = async (path = "", method = "GET") => {
      const response = await fetch(`${site.url}/-/operator/applications${path}`, {
        method,
        headers: { Authorization: `Bearer ${SECRET}` },
      });
      return response.json<{ applications: { receiptId: string; state: string }[] }>();
    };
    const listed = async () =>
      (await ask()).applications.map(({ receiptId, state }) => `${state} ${receiptId}`).sort();

    // The build before may not say.
    test.runIf(about.delivered > 0 && !root)(
      "finds how many were delivered in the last day",
      async () => {
        const delivered = async () => {
          const headers = { Authorization: `Bearer ${SECRET}` };
          const response = await fetch(`${site.url}/-/health`, { headers });
          const { applications } = await response.json<{
            applications: { delivered: { day: number } };
          }>();
          // What has come to this platform was delivered since; some answers of it record nothing.
          return applications.delivered.day - platform.applications.length;
        };
        await expect.poll(delivered).toBeGreaterThanOrEqual(about.delivered);
      },
    );

    test("finds in the index what waits and what has failed, and sends it", async () => {
      const waits = [
        ...those("failed").map((state) => `failed ${application(state).receipt}`),
        ...those("told-to-wait").map((state) => `waiting ${application(state).receipt}`),
      ];
      // What was due has gone from it by itself.
      await expect.poll(listed).toEqual(waits);
      for (const state of those("failed", "told-to-wait")) {
        await ask(`/${application(state).receipt}/send`, "POST");
        await expectWhole(state);
      }
      await expect.poll(listed).toEqual([]);
    });
  });

  describe("while the platform is away", () => {
    beforeAll(() => {
      for (const call of ["position", "client", "positions"] as const) {
        platform.on(call).drop();
      }
    });
    afterAll(() => platform.reset());

    test.runIf(about.copied.length > 0)(
      "a position is served from the copy of its data",
      async () => {
        // Nothing else reads this one, so that its copy is the fixture's.
        expect(about.copied).toEqual([fakePositions.plain]);
        const response = await fetch(site.url + pageOf("plain"));
        expect(response.status).toBe(200);
        expect(response.headers.get("Cache-Status")).toContain("detail=platform-away");
        expect(await response.text()).toContain("Mecánica de bicicletas");
      },
    );

    test.runIf(about.missing.length > 0)(
      "a position that was 404 for a moment is served from its copy",
      async () => {
        expect(about.missing).toEqual([fakePositions.csrf]);
        const response = await fetch(site.url + pageOf("csrf"));
        expect(response.status).toBe(200);
        expect(await response.text()).toContain("Almacén");
      },
    );

    const outlived = OUTLIVED.includes(about.build);
    test(`a position that was taken away ${outlived ? "has the copy that was left" : "stays away"}`, async () => {
      const { status } = await fetch(site.url + pageOf("listQuestions"));
      expect(status).toBe(outlived ? 200 : 502);
    });

    // On a process of its own: what the platform said to an earlier test would draw the pages anew.
    test.runIf(hasPages).each([
      ["in this data centre", /^v3\/(kv|do\/puerta-Appl)/],
      ["everywhere", /^v3\/(cache|do\/puerta-Appl)/],
    ])("a page is served as it was kept %s, unless it was purged", async (_, leftOut) => {
      const elsewhere = await unpacked(about.build, {
        ago: LATER_MS,
        isLeft: (file) => leftOut.test(file),
      });
      const other = await startOn(elsewhere.state);
      try {
        await expectKeptPages(other);
      } finally {
        await other.stop();
        await elsewhere.remove();
      }
    });

    async function expectKeptPages({ url }: Site) {
      const { host, pages, purged } = about;
      expect([pages.length, purged.length]).toEqual([2, 1]);
      for (const path of pages) {
        const { status, headers, html } = await getAs(host, url + path);
        expect(status).toBe(200);
        expect(headers["cache-status"]).toContain("hit; detail=platform-away");
        expect(html).toContain("Taller Norte");
      }
      for (const path of purged) expect((await getAs(host, url + path)).status).toBe(502);
    }
  });
}
