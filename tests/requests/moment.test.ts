import { describe, expect, test } from "vitest";
import { formOf, pdfOf, post } from "../support/application-form";
import { elementsOf, textOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { type Site } from "../support/site";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/kept-pages";

const vars = {
  PAGE_CACHE: "on",
  PAGE_FRESH_MS: "1",
  PAGE_STALE_MS: "1",
  PURGE_SECRET,
  RETRY_FIRST_MS: "100",
  RETRY_MOST_MS: "400",
};
const { platform, site, forgetful } = await sitesForFile({
  site: { vars },
  forgetful: { vars: { ...vars, FORGET_AFTER_MS: "1" } },
});

/** From now on the platform knows the position no more, neither its page nor its applications. */
function forget() {
  for (const call of ["position", "apply"] as const) platform.on(call).answer({ status: 404 });
}

function remember() {
  for (const call of ["position", "apply"] as const) platform.on(call).reset();
}

/** A site stops remembering what it has lately failed to read, as it would after a while. */
const letPass = (site: Site) => purge(site, { client: "another-client" });

const cv = () => ({ bytes: pdfOf(100_000), name: "cv.pdf" });

/** What a candidate sees who is shown no form. */
const screenOf = (html: string) => elementsOf(html, "h1")[0]?.text;

describe("while a position is 404 for a moment", () => {
  test("its page says so, and a form is taken all the same: it is delivered when that is over", async () => {
    const { page } = newPosition(platform);
    await getPage(site.url + page);
    forget();
    const missing = await getPage(site.url + page);
    // Its company is known, and so is its language.
    expect([missing.status, screenOf(missing.html)]).toEqual([404, "Oferta no encontrada"]);

    const sent = await post(site.url + page, formOf({}, cv()));
    expect(sent.status).toBe(303);
    const receipt = await getPage(new URL(sent.headers.get("Location") ?? "", site.url).href);
    expect(receipt.status).toBe(200);
    expect(textOf(receipt.html, "receipt")).toContain("Position ");
    expect(platform.applications).toEqual([]);

    remember();
    await expect.poll(() => platform.applications.length).toBe(1);
  });

  test("a form that is not valid comes back with what was typed", async () => {
    const { page } = newPosition(platform);
    await getPage(site.url + page);
    forget();
    const sent = await post(site.url + page, formOf({ phone: "12" }, cv()));
    const html = await sent.text();
    expect(sent.status).toBe(422);
    const valueOf = (name: string) =>
      elementsOf(html, "input").find(({ attributes }) => attributes.name === name)?.attributes
        .value;
    expect([valueOf("first_name"), valueOf("phone")]).toEqual(["María José", "12"]);
    expect(html).toContain("cv.pdf");
  });
});

test("a position that is closed takes no form, and is not shown in an outage", async () => {
  const { page } = newPosition(platform);
  await getPage(site.url + page);
  platform.on("position").answer({ status: 410 });
  expect((await getPage(site.url + page)).status).toBe(410);
  expect((await post(site.url + page, formOf())).status).toBe(410);
  await letPass(site);
  platform.on("position").drop();
  expect((await getPage(site.url + page)).status).toBe(502);
  expect((await post(site.url + page, formOf())).status).toBe(502);
});
