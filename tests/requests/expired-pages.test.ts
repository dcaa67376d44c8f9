import { expect, test } from "vitest";
import { buildForm, createPdf, post } from "../support/application-form";
import { findElements, findText, inputValue } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { getPage, newPosition, PURGE_SECRET } from "../support/cached-pages";

const vars = { PAGE_CACHE: "on", PURGE_SECRET, PAGE_FRESH_MS: "1" };
// Pages are fresh for 1 ms. On the site `old`, stale pages are rendered again before they are served.
const { platform, stale, old } = await startSites({
  stale: { vars },
  old: {
    vars: {
      ...vars,
      PAGE_STALE_MS: "1",
      IMAGE_RESIZING: "on",
      RETRY_FIRST_MS: "100",
      RETRY_MAX_MS: "400",
    },
  },
});

test("an expired page is rendered again with the position's new company", async () => {
  const { page, uuid } = newPosition(platform);
  await getPage(old.url + page);
  platform.position(uuid, { client: "another-client" });
  platform.client({ code: "another", name: "Another Company" }, "another-client");
  const { html } = await getPage(old.url + page);
  expect(html).toContain("Another Company");
});

test("pages have pictures in several sizes only with IMAGE_RESIZING", async () => {
  const { page, client } = newPosition(platform);
  platform.client({ logo: "/logo.png", main_image: "https://pictures.example/a b.jpg" }, client);
  const [plain, resized] = await Promise.all([stale, old].map((site) => getPage(site.url + page)));
  const pictures = (html = "") => findElements(html, "img").map(({ attributes }) => attributes);
  expect(plain && pictures(plain.html).map(({ src }) => src)).toHaveLength(2);
  expect(plain?.html).not.toContain("/cdn-cgi/");
  const [logo, banner] = pictures(resized?.html);
  expect(logo?.srcSet ?? logo?.srcset).toBe(
    `/cdn-cgi/image/height=120,fit=scale-down,format=auto,onerror=redirect/${platform.pictureUrl("/logo.png")} 3x`,
  );
  expect(banner?.srcSet ?? banner?.srcset).toContain("onerror=redirect/https://pictures.example/a");
});

test("a missing position is 404, but its form is still accepted", async () => {
  const { page } = newPosition(platform);
  await getPage(old.url + page);
  for (const call of ["position", "apply"] as const) platform.on(call).answer({ status: 404 });
  const missing = await getPage(old.url + page);
  // The cache contains the company and its language.
  expect([missing.status, findText(missing.html, "screen")]).toEqual([
    404,
    expect.stringContaining("Oferta no encontrada"),
  ]);

  const cv = { bytes: createPdf(100_000), name: "cv.pdf" };
  const wrong = await post(old.url + page, buildForm({ phone: "12" }, cv));
  const html = await wrong.text();
  expect(wrong.status).toBe(422);
  expect([inputValue(html, "first_name"), inputValue(html, "phone")]).toEqual(["María José", "12"]);
  expect(html).toContain("cv.pdf");

  const sent = await post(old.url + page, buildForm({}, cv));
  expect(sent.status).toBe(303);
  const receipt = await getPage(new URL(sent.headers.get("Location") ?? "", old.url).href);
  expect(receipt.status).toBe(200);
  expect(findText(receipt.html, "receipt")).toContain("Position ");
  expect(platform.applications).toEqual([]);
  for (const call of ["position", "apply"] as const) platform.on(call).reset();
  await expect.poll(() => platform.applications.length).toBe(1);
});
