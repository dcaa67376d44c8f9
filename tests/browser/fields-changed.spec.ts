import { fakePositions } from "../support/fake-platform";
import { expect, DISTINCT_WAYS, longIf } from "../support/fixtures";
import { fillIn, submit, summary } from "../support/form-page";
import { test } from "../support/form-steps";

const pay = { id: "pay", kind: "text", label: "Salario" };
const added = { id: "added", kind: "text", label: "Nuevo", required: true };
const consent = (label: string) => ({ id: "keep", kind: "consent", required: true, label });

for (const way of DISTINCT_WAYS) {
  test(`${way}: requests a new field and a changed consent, and keeps all other values [10.05, 10.07]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    platform.position(fakePositions.plain, { fields: [pay, consent("Un año")] });
    const page = await openForm({ way, position: "plain", expectErrors: /status of 422/ });
    await fillIn(page);
    await page.getByLabel("Salario").fill("30.000");
    await page.getByLabel("Un año").check();
    platform.position(fakePositions.plain, { fields: [pay, added, consent("Dos años")] });
    await submit(page);
    await expect(summary(page).getByRole("listitem")).toHaveCount(2);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    await expect(page.getByLabel("Salario")).toHaveValue("30.000");
    await expect(page.getByLabel("Dos años")).not.toBeChecked();
    await page.getByLabel("Nuevo").fill("Ya está");
    await page.getByLabel("Dos años").check();
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    expect(platform.applications[0]?.answers).toEqual([
      { id: "pay", value: "30.000" },
      { id: "added", value: "Ya está" },
      { id: "keep", value: { given: true, text: "Dos años" } },
    ]);
  });
}
