import { expect, test } from "vitest";
import { ANSWERS, fixture, formOf, pageOf, post } from "../support/application-form";
import { formOfPage } from "../support/form-of-page";
import { textOf } from "../support/html";
import { filesWith } from "../support/receipts";
import { sitesForFile } from "../support/sites-for-file";

const { platform, site } = await sitesForFile({ site: { vars: { HOLD_MS: "10000" } } });

test.each(["questions", "plain"] as const)(
  "a CV that nobody comes back for is deleted when its time is up, and the page says that it must be picked again (%s)",
  async (position) => {
    const address = site.url + pageOf(position);
    const marker = `marker-${position}-0123456789`;
    const bytes = Buffer.concat([fixture("accepted/cv.pdf"), Buffer.from(marker)]);
    const wrong = formOf({ ...ANSWERS, first_name: "" }, { bytes, name: "cv.pdf" });
    const html = await (await post(address, wrong)).text();
    expect(html).toContain("Tienes 10 segundos para enviarlo");
    expect(await filesWith(site.state, marker)).not.toEqual([]);
    await expect.poll(() => filesWith(site.state, marker)).toEqual([]);

    const response = await post(address, formOfPage(html));
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(textOf(page, "field-error", "cv-error")).toBe(
      "Ya no guardamos el CV que elegiste: vuelve a elegirlo.",
    );
    expect(textOf(page, "cv-held")).toBe("");
    expect(platform.applications).toEqual([]);
  },
);
