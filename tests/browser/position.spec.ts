import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, hasScripts, open, SEEN_WAYS, test } from "../support/fixtures";

const BRAND = {
  logo: "/brands/alfar-albufera/logo.svg",
  main_image: "/brands/alfar-albufera/banner.svg",
  favicon: "/brands/alfar-albufera/favicon.svg",
};

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("the page says all that there is to say of the position and its company", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ ...BRAND, description: "Reparamos <i>bicis</i>.\nDesde 1987." });
      platform.position(fakePositions.questions, {
        description: "<h2>El puesto</h2><p>Con <strong>calma</strong>.</p>",
        candidate_criteria_structured: {
          essential_requirements: [{ name: "Carné B" }, { name: "Ganas" }],
          complimentary_requirements: [{ name: "Inglés" }],
        },
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await expect(page).toHaveTitle("Job application");
      const logo = page.getByRole("banner").getByRole("link", { name: "Taller Norte" });
      await expect(logo).toHaveAttribute("href", `/${fakeClientCode}/${fakeClientUuid}`);
      await expect(logo.getByRole("img")).toHaveAttribute("src", platform.pictureAt(BRAND.logo));
      await expect(page.locator("link[rel=icon]")).toHaveAttribute(
        "href",
        platform.pictureAt(BRAND.favicon),
      );
      await expect(page.locator(".company-image")).toHaveAttribute(
        "src",
        platform.pictureAt(BRAND.main_image),
      );
      await expect(page.getByText("Nueva oportunidad")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jefe de taller");
      const fact = (term: string) =>
        page.locator(".facts div").filter({ hasText: term }).locator("dd");
      await expect(fact("Lugar")).toHaveText("Bilbao");
      await expect(fact("Fecha de incorporación")).toHaveText("1 de septiembre de 2026");
      await expect(
        page.locator(".prose").getByRole("heading", { name: "El puesto" }),
      ).toBeVisible();
      await expect(page.locator(".prose strong")).toHaveText("calma");
      const requirements = (title: string) =>
        page.locator("section").filter({ hasText: title }).getByRole("listitem");
      await expect(requirements("Requisitos imprescindibles")).toHaveText(["Carné B", "Ganas"]);
      await expect(requirements("Se valorará")).toHaveText(["Inglés"]);
      const about = page.locator(".about");
      await expect(about.getByRole("heading")).toHaveText("Sobre Taller Norte");
      await expect(about.locator("p")).toHaveText("Reparamos <i>bicis</i>.Desde 1987.");
    });

    test("the form is titled, and has its fields in their order, with their labels and limits", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${pageOf("questions")}?lang=en`);
      const form = page.getByRole("form", { name: "Apply now" });
      await expect(form.getByRole("heading")).toHaveText("Apply now");
      await expect(
        form.locator("[name]:not([type=hidden], [type=radio], [hidden] *), fieldset"),
      ).toHaveCount(8);
      const names = await form
        .locator("input:not([type=hidden], [hidden] *), textarea")
        .evaluateAll((fields) => [
          ...new Set(fields.map((field) => (field as HTMLInputElement).name)),
        ]);
      expect(names).toEqual([
        "first_name",
        "last_name",
        "phone",
        "cv",
        "question-0",
        "question-1",
        "open_question-0",
        "privacy_policy",
      ]);
      for (const label of ["First name", "Last name"]) {
        await expect(form.getByLabel(label)).toHaveAttribute("maxlength", "100");
        await expect(form.getByLabel(label)).toHaveAttribute("required", "");
      }
      await expect(form.getByLabel("Phone")).toHaveAttribute("type", "tel");
      await expect(form.getByLabel("CV (Optional)")).not.toHaveAttribute("required");
      const types = "PDF, DOC, DOCX, RTF, JPG, PNG. Recommended maximum: 5,120 KB (5 MB).";
      await expect(form.getByText(types)).toBeVisible();
      await expect(form.getByLabel("CV (Optional)")).toHaveAccessibleDescription(
        hasScripts(way) ? `${types} Click to choose your CV, or drop it here.` : types,
      );
      await expect(form.getByLabel("CV (Optional)")).toHaveAttribute(
        "accept",
        ".pdf,.doc,.docx,.rtf,.jpg,.jpeg,.png",
      );
      await expect(form.getByRole("link", { name: "privacy policy" })).toBeVisible();
      await expect(form.getByRole("button", { name: "Send application" })).toBeVisible();
    });
  });
}

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("without a logo it says so, and without an image there is none", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${pageOf("plain")}?lang=en`);
      const home = page.getByRole("banner").getByRole("link", { name: "No Logo" });
      await expect(home).toHaveAttribute("href", `/${fakeClientCode}/${fakeClientUuid}?lang=en`);
      await expect(page.locator(".company-image")).toHaveCount(0);
      await home.click();
      await expect(page).toHaveTitle("Job offers");
    });

    test("a CV that is required is not called optional", async ({ browse, fakeSite, platform }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.locator("label[for=cv]")).toHaveText("CV");
      await expect(page.locator("#cv")).toHaveAttribute("required", "");
    });

    test("on paper it is one clean page: the job and its address", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const paragraph = `<h2>Un título</h2><p>${"Seis palabras en cada media línea. ".repeat(6)}</p>`;
      platform.position(fakePositions.questions, { description: paragraph.repeat(6) });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const address = page.locator(".print-address");
      await expect(address).toBeVisible();
      for (const which of ["a.button", "button", "form", ".apply-bar", "nav", "footer"]) {
        for (const part of await page.locator(which).all()) await expect(part).toBeHidden();
      }
      const margin = { top: "15mm", right: "15mm", bottom: "15mm", left: "15mm" };
      const paper = (await page.pdf({ format: "A4", margin })).toString("latin1");
      expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

      const printed = await page.goto((await address.textContent()) ?? "");
      expect(printed?.url()).toContain(fakeSite.url);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jefe de taller");
    });

    test("on a narrow screen a bar leads to the form, and goes away when it is there", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.position(fakePositions.plain, { description: "<p>Largo.</p>".repeat(100) });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      const bar = page.locator(".apply-bar");
      const link = bar.getByRole("link");
      /** Whether the link is what is seen at its place. */
      const isSeen = () =>
        link.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === element;
        });
      await expect(bar).toBeInViewport({ ratio: 1 });
      await page.mouse.wheel(0, 500);
      await expect.poll(isSeen).toBe(true);
      // The form lies over it as far as it has come up.
      await page.locator(".position-form").evaluate((form) => {
        scrollTo(0, scrollY + form.getBoundingClientRect().top - innerHeight + 100);
      });
      await expect.poll(isSeen).toBe(false);
      await page.evaluate(() => scrollTo(0, 500));
      await link.click();
      await expect(page.getByRole("heading", { name: "Inscríbete ahora" })).toBeInViewport();
      expect(await isSeen()).toBe(false);
      // A key leads to it all the same, and then it is in sight.
      await page.locator("#first_name").focus();
      await page.keyboard.press("Shift+Tab");
      await expect(link).toBeFocused();
      expect(await isSeen()).toBe(true);
    });

    test("a link whose address was removed looks like the words around it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const words = '<p>Antes <a href="javascript:alert(1)">quitado</a> <a href="/">puesto</a></p>';
      platform.position(fakePositions.plain, { description: words });
      platform.client({ apply_page_css: "a { color: red; text-decoration: underline }" });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      const lookOf = (selector: string) =>
        page.locator(selector).evaluate((element) => {
          const { color, textDecorationLine } = getComputedStyle(element);
          return [color, textDecorationLine];
        });
      const [around] = await lookOf("p:has(> a:not([href]))");
      expect(await lookOf("a:not([href])")).toEqual([around, "none"]);
    });

    test("a table that is too wide scrolls by itself, by a key too", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const cells = "<td>Unpalabrónquenoseparte</td>".repeat(6);
      platform.position(fakePositions.plain, {
        description: `<p>Turnos</p><table><tr>${cells}</tr></table>`,
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      const table = page.getByRole("table");
      const share = page.getByRole("button", { name: "Compartir" });
      await (
        hasScripts(way) ? share : page.getByRole("link", { name: "Todas las ofertas" })
      ).focus();
      await page.keyboard.press("Tab");
      await expect(table).toBeFocused();
      for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowRight");
      await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(50);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });

    test("a link near the top leads to all jobs, in the same language", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${pageOf("plain")}?lang=es-mx`);
      const link = page.getByRole("main").getByRole("link", { name: "Todas las vacantes" });
      await expect(link).toBeInViewport();
      await link.click();
      await expect(page).toHaveURL(
        `${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}?lang=es-mx`,
      );
      await expect(page.getByRole("heading", { name: "Vacantes" })).toBeVisible();
    });

    test("what the company says is in its own language, whatever the page is in", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${pageOf("questions")}?lang=en`);
      const languageOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.closest("[lang]")?.getAttribute("lang"));
      for (const own of [
        "h1",
        ".position-details .prose",
        "legend span",
        "fieldset .choice span",
      ]) {
        expect(await languageOf(own), own).toBe("es-ES");
      }
      for (const ours of [".badge", "#application-title", ".hint", "dt"]) {
        expect(await languageOf(ours), ours).toBe("en");
      }
    });

    test("the other languages are a link away", async ({ browse, fakeSite, platform }) => {
      platform.client({ languages: ["es_ES", "es-mx", "en", "fr"] });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.locator("html")).toHaveAttribute("lang", "es-ES");
      await page.getByRole("link", { name: "English" }).click();
      await expect(page.getByRole("heading", { name: "Apply now" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await page.getByRole("link", { name: "Español (México)" }).click();
      await expect(page.getByRole("heading", { name: "Postúlate ahora" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
    });
  });
}
