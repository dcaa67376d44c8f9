import { pageOf, sha256 } from "../support/application-form";
import { expect, open, test, SEEN_WAYS } from "../support/fixtures";
import { applied, CV, fillIn, submit, submitButton } from "../support/form-page";

/**
 * The answers by which a platform refuses an application (docs/contract.md): a status that blames
 * what the candidate sent, with or without `detail`, or a server error with `detail`.
 * `tests/requests/delivery.test.ts` tests the others: 409, and a platform that is away or wrongly
 * set up.
 */
const REFUSING = [400, 402, 410, 422, 451];
const FAILING = [500, 503];

interface Refusal {
  status: number;
  body: { detail?: string; message: string };
  said: string;
}

const withMessage = (status: number): Refusal => {
  const message = `Mal día (${status}).`;
  return { status, body: { message }, said: message };
};

/** The message of a refusal that has a detail. */
const UNSAID = "Esto no.";

const withDetail = (status: number): Refusal => {
  const detail = `Hoy no (${status}).`;
  return { status, body: { detail, message: UNSAID }, said: detail };
};

const refusals = [...REFUSING.map(withMessage), ...[...REFUSING, ...FAILING].map(withDetail)];

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("whatever the status of a refusal, its detail is said, else its message, and the form is back", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      for (const { status, body, said } of refusals) {
        platform.on("apply").once.answer({ status, body });
        await submit(page);
        await expect(page.locator("#answer")).toContainText(said);
        await expect(page.locator("#answer")).not.toContainText(UNSAID);
        await expect(page.getByLabel("Nombre")).toHaveValue("María José");
        await expect(submitButton(page)).toBeEnabled();
      }
      expect(platform.applications).toEqual([]);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  });
}
