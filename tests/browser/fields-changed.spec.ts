import { pageOf } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";

for (const way of DONE_WAYS) {
  test(`${way}: a field that was added meanwhile is asked for, with everything else kept`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const pay = { id: "pay", kind: "text", label: "Salario" };
    platform.position(fakePositions.plain, { fields: [pay] });
    const page = await browse(way, { expectErrors: /status of 422/ });
    await open(page, way, fakeSite.url + pageOf("plain"));
    await fillIn(page);
    await page.getByLabel("Salario").fill("30.000");
    const added = { id: "added", kind: "text", label: "Nuevo", required: true };
    platform.position(fakePositions.plain, { fields: [pay, added] });
    await submit(page);
    await expect(page.locator("#answer").getByRole("listitem")).toHaveCount(1);
    await page.getByLabel("Nuevo").fill("Ya está");
    await expect(page.getByLabel("Salario")).toHaveValue("30.000");
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    expect(JSON.parse(platform.applications[0]?.field("fields") ?? "null")).toEqual([
      { id: "pay", value: "30.000" },
      { id: "added", value: "Ya está" },
    ]);
  });

  test(`${way}: a consent whose words have changed meanwhile is asked for anew`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const consent = (label: string) => ({ id: "keep", kind: "consent", required: true, label });
    platform.position(fakePositions.plain, { fields: [consent("Un año")] });
    const page = await browse(way, { expectErrors: /status of 422/ });
    await open(page, way, fakeSite.url + pageOf("plain"));
    await fillIn(page);
    await page.getByLabel("Un año").check();
    platform.position(fakePositions.plain, { fields: [consent("Dos años")] });
    await submit(page);
    await expect(page.getByLabel("Dos años")).not.toBeChecked();
    await expect(page.getByLabel("Nombre")).not.toHaveValue("");
    await page.getByLabel("Dos años").check();
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    expect(JSON.parse(platform.applications[0]?.field("fields") ?? "null")).toEqual([
      { id: "keep", value: { given: true, text: "Dos años" } },
    ]);
  });
}
