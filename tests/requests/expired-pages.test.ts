import { expect, test } from "vitest";
import { formOf, pdfOf, post } from "../support/application-form";
import { elementsOf, textOf, valueOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/kept-pages";

const vars = { PAGE_CACHE: "on", PURGE_SECRET, PAGE_FRESH_MS: "1" };
/** Pages are fresh for 1 ms; on `old` they are rendered again before they are served. */
const { platform, stale, old } = await sitesForFile({
  stale: { vars },
  old: {
    vars: {
      ...vars,
      PAGE_STALE_MS: "1",
      IMAGE_RESIZING: "on",
      RETRY_FIRST_MS: "100",
      RETRY_MOST_MS: "400",
    },
  },
});

test("redrawing a page asks for client and position at once, also when the client has changed", async () => {
  const { page, uuid } = newPosition(platform);
  await getPage(old.url + page);
  platform.position(uuid, { client: "another-client" });
  platform.client({ code: "another", name: "Another Company" }, "another-client");
  const { html } = await getPage(old.url + page);
  expect(html).toContain("Another Company");
});

test("an old page is the last good copy while the platform is away, and says so", async () => {
  const { page } = newPosition(platform);
  await getPage(old.url + page);
  platform.on("position").drop();
  const second = await getPage(old.url + page);
  expect(second.status).toBe(200);
  expect(second.how).toMatch(/hit; detail=(platform-away|renewing); ttl=-\d/);
  expect(second.html).toContain('name="application_id"');
});

test("pictures are offered in several sizes where the zone makes them, and as they are elsewhere", async () => {
  const { page, client } = newPosition(platform);
  platform.client({ logo: "/logo.png", main_image: "https://pictures.example/a b.jpg" }, client);
  const [plain, resized] = await Promise.all([stale, old].map((site) => getPage(site.url + page)));
  const pictures = (html = "") => elementsOf(html, "img").map(({ attributes }) => attributes);
  expect(plain && pictures(plain.html).map(({ src }) => src)).toHaveLength(2);
  expect(plain?.html).not.toContain("/cdn-cgi/");
  const [logo, banner] = pictures(resized?.html);
  expect(logo?.srcSet ?? logo?.srcset).toBe(
    `/cdn-cgi/image/height=120,fit=scale-down,format=auto,onerror=redirect/${platform.pictureAt("/logo.png")} 3x`,
  );
  expect(banner?.srcSet ?? banner?.srcset).toContain("onerror=redirect/https://pictures.example/a");
});

test("while a position is 404 for a moment, its page says so, and a form is taken all the same", async () => {
  const { page } = newPosition(platform);
  await getPage(old.url + page);
  for (const call of ["position", "apply"] as const) platform.on(call).answer({ status: 404 });
  const missing = await getPage(old.url + page);
  // Its company is known, and so is its language.
  expect([missing.status, textOf(missing.html, "screen")]).toEqual([
    404,
    expect.stringContaining("Oferta no encontrada"),
  ]);

  const cv = { bytes: pdfOf(100_000), name: "cv.pdf" };
  const wrong = await post(old.url + page, formOf({ phone: "12" }, cv));
  const html = await wrong.text();
  expect(wrong.status).toBe(422);
  expect([valueOf(html, "first_name"), valueOf(html, "phone")]).toEqual(["María José", "12"]);
  expect(html).toContain("cv.pdf");

  const sent = await post(old.url + page, formOf({}, cv));
  expect(sent.status).toBe(303);
  const receipt = await getPage(new URL(sent.headers.get("Location") ?? "", old.url).href);
  expect(receipt.status).toBe(200);
  expect(textOf(receipt.html, "receipt")).toContain("Position ");
  expect(platform.applications).toEqual([]);
  for (const call of ["position", "apply"] as const) platform.on(call).reset();
  await expect.poll(() => platform.applications.length).toBe(1);
});

test("a position that is closed takes no form, and is not shown in an outage", async () => {
  const { page } = newPosition(platform);
  await getPage(old.url + page);
  platform.on("position").answer({ status: 410 });
  expect((await getPage(old.url + page)).status).toBe(410);
  expect((await post(old.url + page, formOf())).status).toBe(410);
  // A purge also forgets what could not be read.
  await purge(old, { client: "another-client" });
  platform.on("position").drop();
  expect((await getPage(old.url + page)).status).toBe(502);
  expect((await post(old.url + page, formOf())).status).toBe(502);
});
