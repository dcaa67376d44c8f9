import { beforeEach, expect, test } from "vitest";
import { idOf, pageOf, post } from "../support/application-form";
import { arrivedOf, askForAll, filledInForm, FILES, WHOLE } from "../support/fields";
import { formOfPage } from "../support/form-of-page";
import { STANDING, standingAt } from "../support/receipts";
import { sitesForFile } from "../support/sites-for-file";

const { platform, site } = await sitesForFile({
  site: { vars: { RETRY_FIRST_MS: "200", RETRY_MOST_MS: "400" } },
});
beforeEach(() => {
  platform.reset();
  askForAll(platform);
});

const page = () => site.url + pageOf("plain");

/** The form of a page, filled in again as it is shown, without a file: the server holds them. */
const again = (html: string, changes: Record<string, string> = {}) => {
  const form = filledInForm({ files: [] });
  for (const [name, value] of formOfPage(html, changes)) {
    if (/^(application_id|held_|remove_)/.test(name)) form.set(name, value);
  }
  return form;
};

test("an application with every kind of field and three files arrives once, whole, however often it is sent", async () => {
  const form = filledInForm();
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(page(), form)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
  expect((await post(page(), form)).headers.get("Location")).toBe(
    answers[0]?.headers.get("Location"),
  );
  expect(platform.applications).toHaveLength(1);
  expect(arrivedOf(platform.applications[0])).toEqual(WHOLE);
});

test("an application with three files waits while the platform is away, and arrives whole", async () => {
  platform.on("apply").once.answer({ status: 503 });
  platform.on("apply").once.drop();
  const form = filledInForm();
  const response = await post(page(), form);
  expect(response.status).toBe(303);
  await platform.waitForApplications(1, 20_000);
  const receipt = site.url + (response.headers.get("Location") ?? "");
  await expect.poll(() => standingAt(receipt)).toBe(STANDING.delivered);
  expect(platform.applications).toHaveLength(1);
  expect(platform.applications[0]?.idempotencyKey).toBe(idOf(form));
  expect(arrivedOf(platform.applications[0])).toEqual(WHOLE);
});

test("three files are held after a mistake, and none of them is chosen again", async () => {
  const wrong = filledInForm();
  wrong.set("field-pay", "mucho");
  const html = await (await post(page(), wrong)).text();
  for (const { name } of FILES) expect(html).toContain(name);
  const response = await post(page(), again(html));
  expect(response.status).toBe(303);
  expect(arrivedOf(platform.applications[0])).toEqual(WHOLE);
});

test("a file that is held can be taken away, and the others stay", async () => {
  const wrong = filledInForm();
  wrong.set("field-pay", "mucho");
  const html = await (await post(page(), wrong)).text();
  const response = await post(page(), again(html, { "remove_file-certificate": "true" }));
  expect(response.status).toBe(303);
  const [sent] = platform.applications;
  expect(sent?.fileOf("certificate")).toBeUndefined();
  expect(sent?.fileOf("portfolio")?.sha256).toBe(FILES[1].sha256);
  expect(sent?.cv?.sha256).toBe(FILES[0].sha256);
});
