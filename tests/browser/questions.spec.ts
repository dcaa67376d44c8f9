import { fakePositions } from "../support/fake-platform";
import { expect, hasScripts, DISTINCT_WAYS, longIf } from "../support/fixtures";
import { fillIn, submit, summary, removeConstraints } from "../support/form-page";
import { apply, expectArrivedWithoutCv, test } from "../support/form-steps";

/** Questions with texts that could break keys, selectors or templates. */
const ODD = [
  { question: `¿"Comillas" y 'apóstrofos' & <b>HTML</b>?`, answers: [`"Sí"`, "<No>"] },
  { question: "¿Te gusta el 🏍️ sidecar?", answers: ["👍", "👎"] },
  { question: "__proto__", answers: ["constructor", "toString"] },
  { question: "¿Otra vez?", answers: ["Sí", "No"] },
  { question: "¿Otra vez?", answers: ["Sí", "No"] },
];

for (const way of DISTINCT_WAYS) {
  test(`${way}: shows questions with unusual texts, lists unanswered questions, and sends answers unchanged [2.28, 2.31, 3.11, 3.22, 5.13, 5.18]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    platform.position(fakePositions.plain, {
      apply_site_questions: {
        killer_questions: ODD,
        open_questions: [{ question: "¿Por qué \\ tú?" }],
      },
    });
    const page = await openForm({ way, position: "plain" });
    await expect(page.locator("label[for=cv]")).toHaveText("CV (Opcional)");
    await fillIn(page, { cv: null });
    const groups = page.getByRole("radiogroup");
    await expect(groups).toHaveCount(5);
    for (const [index, { question, answers }] of ODD.entries()) {
      await expect(groups.nth(index).locator("legend")).toHaveText(question);
      await expect(groups.nth(index).getByRole("radio")).toHaveCount(answers.length);
    }
    const radios = page.getByRole("radio");
    await radios.evaluateAll((all: HTMLInputElement[]) => {
      for (const radio of all) radio.checked = false;
    });
    await submit(page);
    if (!hasScripts(way)) {
      await expect(page.locator("#question-0")).toBeFocused();
      // Disable the browser's checks, so that the server reports each question.
      await removeConstraints(page.locator("form#application"));
      await submit(page);
    }
    const links = summary(page).getByRole("link");
    await expect(links).toHaveText(ODD.map(({ question }) => `${question} Elige una respuesta.`));
    expect(platform.requestsTo("apply")).toEqual([]);

    // Each question is a separate group with at most one answer, even if two questions have the same text.
    for (const index of [0, 1, 2, 3]) {
      await groups.nth(index).getByRole("radio").last().check();
      await groups.nth(index).getByRole("radio").first().check();
      await expect(groups.nth(index).getByRole("radio").last()).not.toBeChecked();
    }
    if (!hasScripts(way)) await removeConstraints(page.locator("form#application"));
    await submit(page);
    await expect(links).toHaveText(["¿Otra vez? Elige una respuesta."]);
    await groups.nth(4).getByRole("radio", { name: "No" }).check();
    await expect(groups.nth(3).getByRole("radio", { name: "Sí" })).toBeChecked();
    await apply(page);
    expectArrivedWithoutCv(platform);
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
}
