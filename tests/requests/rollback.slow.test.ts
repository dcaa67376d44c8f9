import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedOut, hasCommit } from "../storage/checkout.mjs";
import { describeOpened } from "../storage/opened";
import { aboutOf, unpacked } from "../storage/pack";
import { BEFORE, PRESENT } from "../storage/present";
import { fixture, formOf, pageOf, post, sha256 } from "../support/application-form";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const CV = {
  bytes: Buffer.from(fixture("accepted/cv.rtf")),
  name: "cv.rtf",
  type: "application/rtf",
};

const isShallow = !hasCommit(BEFORE);

const present = await aboutOf(PRESENT);
const before = await aboutOf(BEFORE);

if (isShallow) {
  test.skip(`the build before: this clone lacks its commit ${BEFORE} (git fetch --unshallow)`);
}

describe.skipIf(isShallow)(`the build before (${BEFORE})`, () => {
  let build: Awaited<ReturnType<typeof checkedOut>>;
  beforeAll(async () => {
    build = await checkedOut(BEFORE);
  }, 300_000);
  afterAll(() => build.remove());

  describe("opens what today's build stores:", () => {
    describeOpened(present, { root: () => build.folder });
  });

  describe("is put back after today's build, and replaced again:", () => {
    let platform: FakePlatform;
    let kept: Awaited<ReturnType<typeof unpacked>>;
    beforeAll(async () => {
      platform = await startFakePlatform({ apiKey: TEST_API_KEY });
      kept = await unpacked(BEFORE, { ago: 60_000 });
    });
    afterAll(async () => {
      await kept.remove();
      await platform.close();
    });

    /** Has a build run on what is stored, while something is done. */
    async function running(root: string | undefined, act: (site: Site) => Promise<void>) {
      const site = await startSite({
        platform: platform.url,
        persistTo: kept.state,
        ...(root !== undefined && { root }),
      });
      try {
        await act(site);
      } finally {
        await site.stop();
      }
    }

    const idOf = (state: string) => before.applications[state]?.id ?? state;
    const receiptOf = (id: string) => sha256(Buffer.from(id));
    const send = (site: Site, id: string, changes: Record<string, string> = {}) =>
      post(
        site.url + pageOf("questions"),
        formOf({ ...before.fields, application_id: id, ...changes }, CV),
      );

    test("no repeat has another receipt, and nothing is sent twice", async () => {
      const ids = ["delivered", "told-to-wait", "refused", "held"].map(idOf);
      const fresh = ["first-under-today", "first-under-before"].map((name) => name.padEnd(32, "0"));
      const expectReceipts = async (site: Site, sent: string[]) => {
        for (const id of sent) {
          const { headers } = await send(site, id);
          expect(headers.get("Location")).toContain(`receipt=${receiptOf(id)}`);
          const page = `${site.url}${pageOf("questions")}?receipt=${receiptOf(id)}`;
          const standing = id === idOf("told-to-wait") ? STANDING.onItsWay : STANDING.delivered;
          expect(await standingAt(page)).toBe(standing);
        }
      };
      await running(undefined, (site) => expectReceipts(site, [...ids, fresh[0] ?? ""]));
      await running(build.folder, (site) => expectReceipts(site, [...ids, ...fresh]));
      await running(undefined, (site) => expectReceipts(site, [...ids, ...fresh]));
      const keys = platform.applications.map(({ idempotencyKey }) => idempotencyKey);
      const expected = [idOf("refused"), idOf("held"), ...fresh];
      expect(keys.filter((key) => expected.includes(key ?? "")).sort()).toEqual(expected.sort());
      expect(keys).not.toContain(idOf("delivered"));
    });
  });
});
