import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { DONE_WAYS, expect, hasScripts, open, test } from "../support/fixtures";
import { applied, fillIn, submit, withoutConstraints } from "../support/form-page";

/** Texts that break a careless key, selector or template. */
const ODD = [
  { question: `¿"Comillas" y 'apóstrofos' & <b>HTML</b>?`, answers: [`"Sí"`, "<No>"] },
  { question: "¿Te gusta el 🏍️ sidecar?", answers: ["👍", "👎"] },
  { question: "__proto__", answers: ["constructor", "toString"] },
  { question: "¿Otra vez?", answers: ["Sí", "No"] },
  { question: "¿Otra vez?", answers: ["Sí", "No"] },
];

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("questions of any text are asked, answered and sent to the letter", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.position(fakePositions.plain, {
        apply_site_questions: {
          killer_questions: ODD,
          open_questions: [{ question: "¿Por qué \\ tú?" }],
        },
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page);
      const groups = page.getByRole("radiogroup");
      await expect(groups).toHaveCount(5);
      for (const [index, { question, answers }] of ODD.entries()) {
        await expect(groups.nth(index).locator("legend")).toHaveText(question);
        await expect(groups.nth(index).getByRole("radio")).toHaveCount(answers.length);
      }
      // Two questions with the same text are two groups: an answer to one does not change the
      // other.
      await groups.nth(3).getByRole("radio", { name: "Sí" }).check();
      await groups.nth(4).getByRole("radio", { name: "No" }).check();
      await expect(groups.nth(3).getByRole("radio", { name: "Sí" })).toBeChecked();
      await submit(page);
      await expect(applied(page)).toBeVisible();
      const [application] = platform.applications;
      expect(JSON.parse(application?.field("killer_questions") ?? "")).toEqual([
        { question: ODD[0]?.question, answer: `"Sí"` },
        { question: ODD[1]?.question, answer: "👍" },
        { question: "__proto__", answer: "constructor" },
        { question: "¿Otra vez?", answer: "Sí" },
        { question: "¿Otra vez?", answer: "No" },
      ]);
      expect(JSON.parse(application?.field("open_questions") ?? "")).toEqual([
        { question: "¿Por qué \\ tú?", answer: "Porque sí" },
      ]);
    });
  });
}

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("a question without an answer keeps the form from being sent, and is named", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.position(fakePositions.plain, { apply_site_questions: { killer_questions: ODD } });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await page.getByLabel("Nombre").fill("Ana");
      await page.getByLabel("Apellidos").fill("Pérez");
      await page.getByLabel("Teléfono").fill("612345678");
      await page.getByRole("checkbox").check();
      await submit(page);
      if (!hasScripts(way)) {
        await expect(page.locator("#question-0")).toBeFocused();
        // Where the browser does not check, the server answers with a message for each question.
        await withoutConstraints(page.locator("form#application"));
        await submit(page);
      }
      const summary = page.locator("#answer");
      await expect(
        summary.getByRole("link", { name: "__proto__ Elige una respuesta." }),
      ).toBeVisible();
      await expect(summary.getByRole("link")).toHaveCount(5);
      expect(platform.requestsOf("apply")).toEqual([]);

      // One answer each is enough, of which there can be only one; four of five are not.
      const groups = page.getByRole("radiogroup");
      for (let index = 0; index < 4; index += 1) {
        await groups.nth(index).getByRole("radio").first().check();
        await groups.nth(index).getByRole("radio").last().check();
        await expect(groups.nth(index).getByRole("radio").first()).not.toBeChecked();
      }
      if (!hasScripts(way)) await withoutConstraints(page.locator("form#application"));
      await submit(page);
      await expect(summary.getByRole("link")).toHaveText(["¿Otra vez? Elige una respuesta."]);
      expect(platform.requestsOf("apply")).toEqual([]);
      await groups.nth(4).getByRole("radio").last().check();
      await submit(page);
      await expect(applied(page)).toBeVisible();
      const sent = JSON.parse(platform.applications[0]?.field("killer_questions") ?? "") as {
        answer: string;
      }[];
      expect(sent.map(({ answer }) => answer)).toEqual(ODD.map(({ answers }) => answers[1]));
    });
  });
}
