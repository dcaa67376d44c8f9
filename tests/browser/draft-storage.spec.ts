import { pageOf, sha256 } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { kept, restored } from "../support/draft-page";

test.describe("full:", () => {
  test("nothing stays on the device after the plain form was sent", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page);
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("form#application");
      if (form) HTMLFormElement.prototype.submit.call(form);
    });
    await expect(applied(page)).toBeVisible();
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("drafts that are too old, or are none, are removed with their files", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    // On another page, because this one saves its draft again when it is left.
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await page.evaluate(() => {
      const [key = ""] = Object.keys(localStorage).filter((name) => name.startsWith("puertaDraft"));
      const draft = JSON.parse(localStorage.getItem(key) ?? "") as { at: number };
      localStorage.setItem(
        key,
        JSON.stringify({ ...draft, at: Date.now() - 8 * 24 * 60 * 60 * 1000 }),
      );
      localStorage.setItem("puertaDraft:another", JSON.stringify({ ...draft, values: { a: 1 } }));
      localStorage.setItem(
        "puertaDraft:tomorrow",
        JSON.stringify({ ...draft, at: Date.now() + 1e9 }),
      );
    });
    await page.reload();
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("two positions do not mix", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await page.getByLabel("Nombre").fill("Ana");
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(restored(page)).toHaveCount(0);
  });

  const broken: [string, () => void][] = [
    [
      "throws",
      () => {
        for (const name of ["localStorage", "indexedDB"]) {
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
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("Full", "QuotaExceededError");
        };
      },
    ],
    [
      "holds rubbish",
      () => {
        localStorage.setItem("puertaDraft:1b7b2c6a-6a35-4f57-9f6b-3c2a9d5e7f02", '{"at":"x"');
        localStorage.setItem("puertaDraft:else", "[1]");
        indexedDB.open("puertaDrafts", 7);
      },
    ],
    [
      "is cleared half-way",
      () =>
        setInterval(() => {
          localStorage.clear();
          indexedDB.deleteDatabase("puertaDrafts");
        }, 50),
    ],
  ];

  for (const [how, breakIt] of broken) {
    test(`a storage that ${how} changes nothing: applying works`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full");
      await page.addInitScript(breakIt);
      await open(page, "full", fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  }
});
