import type { Page } from "playwright/test";
import { writeBrowserStorage } from "../storage/browser-storage";
import { unpacked } from "../storage/pack";
import { PRESENT } from "../storage/present";
import { fixture, pageOf, sha256 } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  type FakePlatform,
} from "../support/fake-platform";
import { expect, open, test } from "../support/fixtures";
import { applied, submit } from "../support/form-page";
import { startSite, type Site } from "../support/site";

/** Drafts are kept for a week, CVs on the server for an hour. */
const LATER_MS = 13 * 60 * 1000;

const cv = sha256(fixture("accepted/cv.rtf"));

/** The first build whose drafts can be brought back, and the one whose shapes are today's. */
for (const build of ["a90c202", PRESENT]) {
  test.describe(`full, with what ${build} kept:`, () => {
    let kept: Awaited<ReturnType<typeof unpacked>>;
    let site: Site;

    test.beforeAll(async ({ platform }) => {
      kept = await unpacked(build, { ago: LATER_MS });
      site = await startSite({ platform: platform.url, persistTo: kept.state });
    });
    test.afterAll(async () => {
      await site.stop();
      await kept.remove();
    });

    /** Opens a position's page in a browser that keeps what an earlier build wrote there. */
    async function comeBack(page: Page, position: keyof typeof fakePositions) {
      await page.goto(`${site.url}/${fakeClientCode}/${fakeClientUuid}`);
      await writeBrowserStorage(page, kept.browser);
      await open(page, "full", site.url + pageOf(position));
    }

    /** The id of an application that the browser kept a draft of. */
    function draftId(position: keyof typeof fakePositions): string {
      const text = kept.browser.localStorage[`puertaDraft:${fakePositions[position]}`] ?? "{}";
      return (JSON.parse(text) as { applicationId: string }).applicationId;
    }

    /** The CVs that arrived under a draft's id. Other applications that were waiting arrive as well. */
    const arrived = ({ applications }: FakePlatform, position: keyof typeof fakePositions) =>
      applications
        .filter(({ idempotencyKey }) => idempotencyKey === draftId(position))
        .map((application) => application.cv);

    test("a draft that an earlier build kept is filled in, and its CV goes up now", async ({
      browse,
      platform,
    }) => {
      const page = await browse("full");
      await comeBack(page, "questions");
      await expect(page.locator(".draft-notice")).toBeVisible();
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      await expect(page.getByLabel("Teléfono")).toHaveValue(/612 34 56 78$/);
      await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
      await expect(page.locator("textarea")).toHaveValue("Porque sí");
      await expect(page.locator("#privacy_policy")).toBeChecked();
      await expect(page.locator(".cv-transfer").getByText("CV subido.").first()).toBeVisible();
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(arrived(platform, "questions")).toMatchObject([{ fileName: "cv.rtf", sha256: cv }]);
    });

    test("a draft whose CV is still held names it, and sends it", async ({ browse, platform }) => {
      const page = await browse("full");
      await comeBack(page, "plain");
      await expect(page.locator(".cv-held")).toContainText("cv.rtf");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(arrived(platform, "plain")).toMatchObject([{ sha256: cv }]);
    });

    test("a form that was being sent is sent by itself, under its own id", async ({
      browse,
      platform,
    }) => {
      const page = await browse("full");
      await comeBack(page, "csrf");
      await expect(applied(page)).toBeVisible();
      expect(arrived(platform, "csrf")).toHaveLength(1);
    });

    test("a position that was applied to is known to be", async ({ browse }) => {
      const page = await browse("full");
      await comeBack(page, "listQuestions");
      await expect(applied(page)).toBeVisible();
    });
  });
}
