import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { seededCompanies } from "../../scripts/seed.mjs";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakeCsrfToken } from "../support/fake-platform";
import {
  DONE_WAYS,
  expect,
  expectAwake,
  hasScripts,
  open,
  test,
  WAYS,
  type Way,
} from "../support/fixtures";
import { applied, fillIn, submit } from "../support/form-page";
import { expectRefusedField } from "../support/refused-field";

const run = promisify(execFile);

/** What the embedded platform holds, by `npm run inbox`. */
async function inbox(...args: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, ["scripts/inbox.mjs", "--json", ...args]);
  return JSON.parse(stdout);
}

interface Arrived {
  number: number;
  first_name: string;
  last_name: string;
  phone: string;
  position: string;
}

/** A phone number of its own for each way: the platform takes one application of each. */
const PHONES: Record<Way, string> = {
  full: "612 34 56 71",
  plain: "612 34 56 72",
  partial: "612 34 56 73",
  slow: "612 34 56 74",
};

/** 3 MB; on a slow line, as much as takes 4 s to send. */
const cvOf = (way: Way) => pdfOf(way === "slow" ? 200_000 : 3 * 1024 ** 2);

const pdf = (buffer: Buffer, name = "cv.pdf") => ({ name, mimeType: "application/pdf", buffer });

for (const way of WAYS) {
  test.describe(`${way}:`, () => {
    test(
      "from the career site to the platform's inbox, with the CV as it was",
      { tag: "@quick" },
      async ({ browse, embeddedSite }) => {
        const [company] = (await seededCompanies()).filter(
          ({ languageDefault }) => languageDefault === "es-es",
        );
        const page = await browse(way);
        await page.goto(embeddedSite.url + String(company?.careerSitePath));
        await expect(page).toHaveTitle("Job offers");
        await page.getByRole("link", { name: "Técnica o técnico de restauración" }).click();
        await expect(page).toHaveTitle("Job application");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          "Técnica o técnico de restauración de azulejos",
        );
        if (hasScripts(way)) await expectAwake(page);

        const cv = cvOf(way);
        await fillIn(page, { phone: PHONES[way], cv: pdf(cv, "Currículum.pdf") });
        await submit(page);
        await expect(applied(page)).toBeVisible();
        await expect(applied(page)).toBeDisabled();
        await expect(page.getByRole("heading", { name: "Candidatura enviada" })).toBeInViewport();

        const phone = `+34${PHONES[way].replaceAll(" ", "")}`;
        const arrived = (await inbox("--persist-to", embeddedSite.state)) as Arrived[];
        const application = arrived.find((one) => one.phone === phone);
        expect(application).toMatchObject({
          first_name: "María José",
          last_name: "O'Neill Núñez",
          position: "Técnica o técnico de restauración de azulejos",
        });

        // What the candidate reads and tells on the phone.
        const quoted = (await page.locator(".receipt dd").first().textContent()) ?? "";
        for (const told of [quoted, quoted.toLowerCase().replace("-", "")]) {
          expect(await inbox(told, "--persist-to", embeddedSite.state)).toMatchObject({
            number: application?.number,
            receipt: quoted,
          });
        }

        const folder = await mkdtemp(join(tmpdir(), "puerta-inbox-"));
        const saved = (await inbox(
          String(application?.number),
          "--save",
          folder,
          "--persist-to",
          embeddedSite.state,
        )) as { saved: [{ file: string }] };
        expect(sha256(await readFile(saved.saved[0].file))).toBe(sha256(cv));
        await rm(folder, { recursive: true });
      },
    );

    test("to a platform at another address, with every field intact", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      const cv = cvOf(way);
      await fillIn(page, { cv: pdf(cv, "Curri\u0301culum 😀.pdf") });
      await submit(page);
      await expect(applied(page)).toBeVisible();

      const [application] = platform.applications;
      expect(application?.field("first_name")).toBe("María José");
      expect(application?.field("last_name")).toBe("O'Neill Núñez");
      expect(application?.field("phone")).toBe("+34612345678");
      expect(application?.field("privacy_policy")).toBe("true");
      expect(application?.field("killer_questions")).toContain('"answer":"Sí"');
      expect(application?.field("open_questions")).toContain('"answer":"Porque sí"');
      expect(application?.cv).toMatchObject({
        fileName: "Curri\u0301culum 😀.pdf",
        contentType: "application/pdf",
        sha256: sha256(cv),
      });
    });
  });
}

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("the form carries the position's CSRF token, and sends it as a field and as a header", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("csrf"));
      await expect(page.locator("[name=csrf_access_token]")).toHaveValue(fakeCsrfToken);
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      const [application] = platform.applications;
      expect(application?.field("csrf_access_token")).toBe(fakeCsrfToken);
      expect(application?.headers["x-csrftoken"]).toBe(fakeCsrfToken);
      expect(application?.field("recaptcha_token")).toBe("");
    });

    test("a field that is required keeps the form from being sent, each in its turn", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      for (const label of ["Nombre", "Apellidos", "Teléfono"]) {
        const entered = await page.getByLabel(label).inputValue();
        await page.getByLabel(label).fill("");
        await submit(page);
        await expectRefusedField(page, way, page.getByLabel(label));
        await page.getByLabel(label).fill(entered);
      }
      await page.getByRole("checkbox").uncheck();
      await submit(page);
      await expectRefusedField(page, way, page.getByRole("checkbox"));
      expect(platform.requestsOf("apply")).toEqual([]);
    });

    test("a name of more than 100 characters cannot be typed", async ({ browse, fakeSite }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      for (const label of ["Nombre", "Apellidos"]) {
        await page.getByLabel(label).fill("ñ".repeat(99));
        await page.getByLabel(label).press("End");
        await page.keyboard.type("abc");
        await expect(page.getByLabel(label)).toHaveValue(`${"ñ".repeat(99)}a`);
      }
    });

    test("an optional CV may be left out", async ({ browse, fakeSite, platform }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.locator("label[for=cv]")).toHaveText("CV (Opcional)");
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv).toBeUndefined();
    });

    test("by keyboard alone", async ({ browse, fakeSite, platform }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await page.getByLabel("Nombre").focus();
      await page.keyboard.type("Ana");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Pérez");
      if (hasScripts(way)) {
        await expect(page.getByRole("button", { name: "País: España +34" })).toBeVisible();
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("Teléfono")).toBeFocused();
      await page.keyboard.type("612345678");
      await page.keyboard.press("Tab");
      await expect(page.locator("#cv")).toBeFocused();
      for (const key of ["Tab", "Space", "Tab", "Space", "Tab"]) await page.keyboard.press(key);
      await page.keyboard.type("Porque sí");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.field("last_name")).toBe("Pérez");
    });
  });
}
