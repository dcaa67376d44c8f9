import { positionPath } from "../support/application-form";
import { readStorage, restoredNotice } from "../support/draft-page";
import { expect, open, longIf } from "../support/fixtures";
import { appliedMessage, fillIn } from "../support/form-page";
import { apply, expectArrived, test } from "../support/form-steps";

const NOTHING = { drafts: [], files: 0 };

test("full: removes the draft and its file from the device after the plain form is sent", async ({
  openForm,
}) => {
  const page = await openForm({ position: "plain" });
  await fillIn(page);
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form#application");
    if (form) HTMLFormElement.prototype.submit.call(form);
  });
  await expect(appliedMessage(page)).toBeVisible();
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
});

test("full: restores a draft only for its own position, and removes expired and invalid drafts @long", async ({
  fakeSite,
  openForm,
}) => {
  const page = await openForm();
  await fillIn(page, { cv: null });
  await expect.poll(async () => (await readStorage(page)).drafts).toHaveLength(1);
  // Use another page, because this page stores its draft again when it unloads.
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await expect(restoredNotice(page)).toHaveCount(0);
  await page.evaluate(() => {
    const [key = ""] = Object.keys(localStorage).filter((name) => name.startsWith("puertaDraft"));
    const draft = JSON.parse(localStorage.getItem(key) ?? "") as { at: number };
    const store = (name: string, changes: object) =>
      localStorage.setItem(name, JSON.stringify({ ...draft, ...changes }));
    store(key, { at: Date.now() - 8 * 24 * 60 * 60 * 1000 });
    store("puertaDraft:another", { applicationId: "../another" });
    store("puertaDraft:tomorrow", { at: Date.now() + 1e9 });
  });
  await page.reload();
  await expect.poll(() => readStorage(page)).toEqual(NOTHING);
});

const broken: [string, () => void][] = [
  [
    "throws",
    () => {
      for (const name of ["localStorage", "caches"]) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("Forbidden", "SecurityError");
          },
        });
      }
    },
  ],
  [
    "is full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("Full", "QuotaExceededError");
      };
      Cache.prototype.put = () => Promise.reject(new DOMException("Full", "QuotaExceededError"));
    },
  ],
];

for (const [title, breakIt] of broken) {
  test(`full: sends an application even if the browser's storage ${title}${longIf(title === "is full")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.addInitScript(breakIt);
    await open(page, "full", fakeSite.url + positionPath("questions"));
    await fillIn(page);
    await apply(page);
    expectArrived(platform);
  });
}
