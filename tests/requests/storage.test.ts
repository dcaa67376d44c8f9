import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KeptApplication } from "../storage/about";
import { unpacked } from "../storage/pack";
import { BEFORE, PRESENT } from "../storage/present";
import { shapesIn } from "../storage/shapes";
import { fixture, formOf, pageOf, post, sha256 } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { getAs } from "../support/get-as";
import { textOf } from "../support/html";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

/** By then what waits is due, and what is held is held still. */
const LATER_MS = 13 * 60 * 1000;

const SECRET = "a-secret-for-operators";
const CV = {
  bytes: Buffer.from(fixture("accepted/cv.rtf")),
  name: "cv.rtf",
  type: "application/rtf",
};

describe.each([PRESENT, BEFORE])("with what the build %s stored:", (build) => {
  let platform: FakePlatform;
  let kept: Awaited<ReturnType<typeof unpacked>>;
  let site: Site;
  /** What was stored there before anything was asked. */
  let shapes: string[];

  beforeAll(async () => {
    platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    // One shelf of pages at a time: the other one would serve in its place.
    kept = await unpacked(build, { ago: LATER_MS, isLeft: (file) => file.startsWith("v3/kv/") });
    shapes = await shapesIn(kept.state);
    site = await startOn(kept);
  });
  afterAll(async () => {
    await site.stop();
    await kept.remove();
    await platform.close();
  });

  /** Starts today's build on what was stored. */
  function startOn({ state, about }: Awaited<ReturnType<typeof unpacked>>): Promise<Site> {
    return startSite({
      platform: platform.url,
      persistTo: state,
      vars: { OPERATOR_SECRET: SECRET, PAGE_CACHE: "on" },
      version: about.version,
      kvNamespaces: { PAGES: "pages" },
    });
  }

  /** An application by its state (tests/storage/states.ts). */
  function application(state: string): KeptApplication & { receipt: string } {
    const found = kept.about.applications[state];
    if (!found) throw new Error(`The fixture has no application that is ${state}`);
    return { ...found, receipt: sha256(Buffer.from(found.id)) };
  }

  const receiptOf = (state: string) =>
    `${site.url}${pageOf("questions")}?receipt=${application(state).receipt}`;

  /** The form of an application as it was filled in, with changes. */
  const sent = (state: string, changes: Record<string, string> = {}, cv?: typeof CV) =>
    post(
      site.url + pageOf("questions"),
      formOf({ ...kept.about.fields, application_id: application(state).id, ...changes }, cv),
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
    test.each(["waiting", "cut-off"])(
      "and left %s is delivered when its alarm is due, whole and under its own key",
      (state) => expectWhole(state),
    );

    test.each([
      ["told-to-wait", STANDING.onItsWay],
      ["failed", STANDING.undelivered],
      ["dropped", STANDING.undelivered],
      ["delivered", STANDING.delivered],
      ["already-applied", STANDING.alreadyApplied],
    ])("and left %s has a receipt that says so: %s", async (state, standing) => {
      expect(await standingAt(receiptOf(state))).toBe(standing);
    });

    test.each(["held", "refused"])("and left %s still has its CV, and sends it", async (state) => {
      const named = { held_cv: String(application(state).upload) };
      const wrong = await sent(state, { ...named, last_name: "" });
      expect(wrong.status).toBe(422);
      expect(textOf(await wrong.text(), "cv-held")).toContain(CV.name);
      expect((await sent(state, named)).status).toBe(303);
      await expectWhole(state);
    });

    test("and left half-sent goes on from where it was", async () => {
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

    test("and left delivered is known when it is sent again: the same receipt, and nothing more", async () => {
      const again = await sent("delivered", {}, CV);
      expect(again.headers.get("Location")).toContain(
        `receipt=${application("delivered").receipt}`,
      );
      expect(platform.attempts().map(({ key }) => key)).not.toContain(application("delivered").id);
    });

    test("and left delivered is told from other contents under its id", async () => {
      const other = await sent("delivered", { first_name: "Blas" }, CV);
      expect(other.status).toBe(303);
      expect(other.headers.get("Location")).not.toContain(application("delivered").receipt);
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

    test("finds in the index what waits and what has failed, and sends it", async () => {
      const waits = [
        `failed ${application("failed").receipt}`,
        `waiting ${application("told-to-wait").receipt}`,
      ];
      // What was due has gone from it by itself.
      await expect.poll(listed).toEqual(waits);
      for (const state of ["failed", "told-to-wait"]) {
        await ask(`/${application(state).receipt}/send`, "POST");
        await expectWhole(state);
      }
      expect(await listed()).toEqual([]);
    });
  });

  describe("while the platform is away", () => {
    beforeAll(() => {
      for (const call of ["position", "client", "positions"] as const) {
        platform.on(call).drop();
      }
    });
    afterAll(() => platform.reset());

    test("a position is served from the copy of its data", async () => {
      // Nothing else reads this one, so that its copy is the fixture's.
      expect(kept.about.copied).toEqual([fakePositions.plain]);
      const response = await fetch(site.url + pageOf("plain"));
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Status")).toContain("detail=platform-away");
      expect(await response.text()).toContain("Mecánica de bicicletas");
    });

    test("a position that was 404 for a moment is served from its copy", async () => {
      for (const uuid of kept.about.missing) {
        expect(uuid).toBe(fakePositions.csrf);
        const response = await fetch(site.url + pageOf("csrf"));
        expect(response.status).toBe(200);
        expect(await response.text()).toContain("Almacén");
      }
    });

    test("a position whose copy was taken away stays away", async () => {
      expect((await fetch(site.url + pageOf("listQuestions"))).status).toBe(502);
    });

    test("a page is served as it was kept in this data centre, unless it was purged", async () => {
      await expectKeptPages(site);
    });

    test("a page is served as it was kept everywhere, unless it was purged", async () => {
      const elsewhere = await unpacked(build, {
        ago: LATER_MS,
        isLeft: (file) => file.startsWith("v3/cache/"),
      });
      const other = await startOn(elsewhere);
      try {
        await expectKeptPages(other);
      } finally {
        await other.stop();
        await elsewhere.remove();
      }
    });

    async function expectKeptPages({ url }: Site) {
      const { host, pages, purged } = kept.about;
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

  // Last, when all of the above has been stored. What the build before stored is of other shapes.
  if (build === PRESENT) {
    test("what today's build stores is of the shapes that the fixture has: another needs a fixture of its own", async () => {
      await site.stop();
      expect((await shapesIn(kept.state)).filter((shape) => !shapes.includes(shape))).toEqual([]);
    });
  }
});
