import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { startLine } from "../support/line";
import { size } from "../support/size";

const MB = 1024 ** 2;
const restored = (page: Page) => page.locator(".draft-notice");
const uploaded = (page: Page) => page.locator(".cv-transfer").getByText("CV subido.").first();

/** Everything that the site keeps on the device: names in local storage, and how many files. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const files = await new Promise<number>((resolve) => {
      if (databases.length === 0) {
        resolve(0);
        return;
      }
      const opening = indexedDB.open("puertaDrafts", 1);
      opening.onsuccess = () => {
        const count = opening.result.transaction("files").objectStore("files").count();
        count.onsuccess = () => resolve(count.result);
        opening.result.close();
      };
    });
    return { drafts: Object.keys(localStorage).filter((key) => key.startsWith("puerta")), files };
  });

async function expectFilledIn(page: Page) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Teléfono")).toHaveValue(/612 34 56 78$/);
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.locator("#privacy_policy")).toBeChecked();
}

test.describe("full:", () => {
  test("a reload brings everything back, the CV that the server holds included, and sends it once", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    expect(await kept(page)).toEqual({ drafts: [], files: 0 });
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await page.reload();
    await expectAwake(page);
    await expect(restored(page)).toBeVisible();
    await expectFilledIn(page);
    await expect(page.locator(".cv-held")).toContainText("cv.pdf");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    expect(platform.applications[0]?.field("phone")).toBe("+34612345678");
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a reload half-way goes on with the CV where it was, and so does another tab", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const cv = pdfOf(6 * MB);
      const before = line.counts().sent;
      line.cutAfter(2 * MB);
      await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      line.mend();
      await page.close();

      const again = await page.context().newPage();
      await again.goto(line.url + pageOf("questions"));
      await expect(restored(again)).toBeVisible();
      await expect(uploaded(again)).toBeVisible();
      expect(line.counts().sent - before).toBeLessThan(cv.byteLength + MB);
      await submit(again);
      await expect(applied(again)).toBeVisible();
      expect(platform.applications[0]?.cv).toMatchObject({
        fileName: "cv.pdf",
        sha256: sha256(cv),
      });
    } finally {
      await line.close();
    }
  });

  test("the button clears it all: the form, the device, and what the server holds", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await fillIn(page);
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await page.reload();
    await expect(page.locator(".cv-held")).toBeVisible();
    // By a slip of the finger nothing is lost.
    page.once("dialog", (question) => void question.dismiss());
    await page.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(page.getByLabel("Nombre")).not.toHaveValue("");
    page.once("dialog", (question) => void question.accept());
    await page.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(page.getByLabel("Teléfono")).toHaveValue("");
    await expect(page.getByLabel("Sí", { exact: true })).not.toBeChecked();
    await expect(page.locator("#privacy_policy")).not.toBeChecked();
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(restored(page)).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
    const status = async () => {
      const headers = { "Tus-Resumable": "1.0.0" };
      return (await fetch(fakeSite.url + address, { method: "HEAD", headers })).status;
    };
    await expect.poll(status).toBe(404);
    await page.reload();
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("");
  });

  test("two tabs share one draft, and what both send is one application", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await fillIn(other);
    await expect(uploaded(other)).toBeVisible();
    // Whichever is first, the other may hear of it before it has sent anything.
    const send = (tab: Page) =>
      tab.evaluate(() =>
        document.querySelector<HTMLFormElement>("form#application")?.requestSubmit(),
      );
    await Promise.all([send(page), send(other)]);
    await expect(applied(page)).toBeVisible();
    await expect(applied(other)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  test("a tab shows what was changed in another, and is cleared with it", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    await expectFilledIn(other);
    await expect(other.locator(".cv-held")).toContainText("cv.pdf");
    await other.getByLabel("Nombre").fill("Ana");
    await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    other.once("dialog", (question) => void question.accept());
    await other.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(other.getByLabel("Nombre")).toBeFocused();
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    await expect(page.locator("#privacy_policy")).not.toBeChecked();
    await expect(page.locator(".cv-choice")).toHaveCount(0);
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a tab that has entered nothing takes nothing away from the others", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    // As a browser that tells tabs nothing of each other.
    await page.context().addInitScript(() => {
      addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    const before = await kept(page);
    await other.locator("textarea").fill("x");
    await expect(other.getByLabel("Nombre")).toHaveValue("María José");
    await other.locator("textarea").fill("");
    await other.reload();
    await expect(other.getByLabel("Nombre")).toHaveValue("María José");
    await expect(other.locator(".cv-held")).toContainText("cv.pdf");
    expect(await kept(page)).toEqual(before);
  });

  test("two tabs with the same file send it up once", async ({ browse, fakeSite, platform }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await page.goto(line.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page, { cv: null });
      const cv = pdfOf(8 * MB);
      const before = line.counts().sent;
      line.cutAfter(MB);
      await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
      await expect.poll(async () => (await kept(page)).files).toBe(1);
      await expect(page.getByText("Se ha cortado la conexión.").first()).toBeVisible();
      line.mend();
      const other = await page.context().newPage();
      await other.goto(line.url + pageOf("questions"));
      await expect(uploaded(page)).toBeVisible();
      await expect(uploaded(other).or(other.locator(".cv-held"))).toBeVisible();
      expect(line.counts().sent - before).toBeLessThan(cv.byteLength + 2 * MB);
      await submit(other);
      await expect(applied(other)).toBeVisible();
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
    } finally {
      await line.close();
    }
  });

  test("a reload while the answer is on its way finds what was sent, and sends nothing twice", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page);
    await expect(uploaded(page)).toBeVisible();
    const form = /\/-\/applications\/[\w-]+\?/;
    await page.route(form, async (route) => {
      // It arrives; the answer does not.
      await route.fetch();
    });
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    await page.unroute(form);
    await page.reload();
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a CV that nobody has any more is said so, and the form is not sent without it", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    const creation = page.waitForResponse((response) => response.url().includes("/cv?"));
    await fillIn(page);
    const address = (await (await creation).headerValue("location")) ?? "";
    await expect(uploaded(page)).toBeVisible();
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    const headers = { "Tus-Resumable": "1.0.0" };
    await fetch(fakeSite.url + address, { method: "DELETE", headers });
    await page.reload();
    await expect(page.locator("#cv-error")).toHaveText(
      "Ya no guardamos el CV que elegiste: vuelve a elegirlo.",
    );
    await expect(page.locator(".cv-held")).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await page.locator("#cv").setInputFiles(CV);
    await expect(page.locator("#cv-error")).toHaveCount(0);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("another file of the same name and size is another file", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    await page.locator("#cv").setInputFiles({ ...CV, buffer: pdfOf(5000) });
    await expect(uploaded(page)).toBeVisible();
    await page.reload();
    await expect(page.locator(".cv-held")).toBeVisible();
    const mended = pdfOf(5000);
    await page.locator("#cv").setInputFiles({ ...CV, buffer: mended });
    await expect(uploaded(page)).toBeVisible();
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(mended));
  });

  test("what was chosen before the scripts came is not chosen otherwise by the draft", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await page.getByLabel("Sí", { exact: true }).check();
    await page.getByLabel("Nombre").fill("María José");
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    let come = (): void => undefined;
    const late = new Promise<void>((resolve) => (come = resolve));
    await page.route("**/build/**", async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(fakeSite.url + pageOf("questions"), { waitUntil: "commit" });
    await page.getByLabel("No", { exact: true }).check();
    come();
    await expectAwake(page);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await expect(page.getByLabel("No", { exact: true })).toBeChecked();
  });

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
    // From another page: this one keeps what is in it when it is left.
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

  test("a page that comes back from the browser's memory knows what was sent meanwhile", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    await page.evaluate((uuid) => {
      localStorage.setItem("appliedPositions", JSON.stringify([uuid]));
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, fakePositions.questions);
    await expect(applied(page)).toBeVisible();
    await expect.poll(() => kept(page)).toEqual({ drafts: [], files: 0 });
  });

  test("a tab says so when another one has sent the draft", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    const other = await page.context().newPage();
    await other.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(other);
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    await expect(applied(other)).toBeVisible();
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

for (const [how, leave] of [
  ["a reload of the page", (page: Page) => page.reload()],
  ["the tab closed and opened again", (page: Page) => page.close()],
] as const) {
  test(`slow: ${how} half-way costs no more than what was in the air`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("slow", { expectErrors: /net::ERR_/ });
    await open(page, "slow", fakeSite.url + pageOf("questions"));
    await fillIn(page, { cv: null });
    const cv = pdfOf(size(600_000, MB));
    await page.locator("#cv").setInputFiles({ ...CV, buffer: cv });
    await expect
      .poll(() => page.locator(".cv-transfer progress").getAttribute("value"), { timeout: 60_000 })
      .not.toBe("0");
    const held = Number(await page.locator(".cv-transfer progress").getAttribute("value"));
    await leave(page);
    const again = page.isClosed() ? await page.context().newPage() : page;
    const pieces: number[] = [];
    again.on("request", (request) => {
      if (request.method() === "PATCH") pieces.push(Number(request.headers()["upload-offset"]));
    });
    if (again !== page) await again.goto(fakeSite.url + pageOf("questions"));
    await expect(restored(again)).toBeVisible();
    await submit(again);
    await expect(applied(again)).toBeVisible({ timeout: 90_000 });
    expect(Math.min(...pieces)).toBeGreaterThanOrEqual(held);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
  });
}
