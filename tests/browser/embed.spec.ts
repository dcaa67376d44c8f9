import AxeBuilder from "@axe-core/playwright";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, test } from "../support/fixtures";
import { CV } from "../support/form-page";
import { startSite } from "../support/site";
import { embedHtml, startOtherSite, type OtherSite } from "../support/other-site";
import { vectorTexts } from "../support/xss-pages";
import { VECTORS } from "../support/xss-vectors";
import { clickDeadLinks, watchContext } from "../support/xss-watch";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
let other: OtherSite | undefined;
test.afterEach(() => other?.close());

const jobs = [
  { uuid: "job-1", name: "Mecánica", location: "Bilbao", contract_type: "Indefinido" },
  { uuid: "job-2", name: "Jefe de taller", location: "Lugo" },
];

test("full: lists positions on a company's own site [11.10]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.on("positions").answer({ body: jobs });
  platform.position("job-1", { name: "Mecánica" });
  const origin = new URL(fakeSite.url).origin;
  // A strict policy that allows the embedded list (docs/embed.md).
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'nonce-x'`;
  let source = fakeSite.url + careerSite;
  other = await startOtherSite(
    () =>
      `${embedHtml(source)}<style nonce="x">
        puerta-jobs { --puerta-link: rgb(120, 0, 60) }
        puerta-jobs::part(job) { padding-left: 7px }
      </style>`,
    policy,
  );
  const page = await browse("full", { expectErrors: /status of 404|CORS|ERR_FAILED/ });
  await page.goto(other.url);
  const element = page.locator("puerta-jobs");
  await expect(element.getByRole("listitem")).toHaveText([
    "MecánicaBilbao · Indefinido",
    "Jefe de tallerLugo",
  ]);
  await expect(element.getByRole("link", { name: "Todas las ofertas" })).toBeVisible();
  await expect(element.getByRole("link", { name: "Mecánica" })).toHaveCSS(
    "color",
    "rgb(120, 0, 60)",
  );
  await expect(element.getByRole("listitem").first()).toHaveCSS("padding-left", "7px");
  const { violations } = await new AxeBuilder({ page }).include("puerta-jobs").analyze();
  expect(violations).toEqual([]);
  const search = element.getByRole("searchbox", { name: "Buscar ofertas" });
  await search.fill("lugo taller");
  await expect(element.getByRole("listitem")).toHaveText(["Jefe de tallerLugo"]);
  await search.fill("mecanica");
  await expect(element.getByRole("listitem")).toHaveCount(1);
  await search.fill("astronauta");
  await expect(element.getByRole("status")).toHaveText("No hemos encontrado ofertas.");
  await search.press("Enter");
  expect(page.url()).toBe(other.url);
  await search.fill("");
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await element.getByRole("link", { name: "Mecánica" }).click();
  await expect(page).toHaveURL(/\/mecanica\/job-1$/);

  source = `${fakeSite.url}/${fakeClientCode}/no-company`;
  await page.goto(other.url);
  await expect(element.getByRole("status")).toHaveText("No hemos podido cargar las ofertas.");
  await expect(element.getByRole("link", { name: "Todas las ofertas" })).toBeVisible();
});

test("plain: shows a link to the career site on a company's own site [11.10]", async ({
  browse,
  fakeSite,
}) => {
  other = await startOtherSite(() => embedHtml(fakeSite.url + careerSite));
  const page = await browse("plain");
  await page.goto(other.url);
  await page.getByRole("link", { name: "Todas las ofertas" }).click();
  await expect(page).toHaveURL(fakeSite.url + careerSite);
});

test("full: runs no XSS vector in an embedded list", async ({ browse, fakeSite, platform }) => {
  const texts = vectorTexts(VECTORS).slice(0, 300);
  platform.on("positions").answer({
    body: texts.map((text, index) => ({ uuid: `job-${index}`, name: text, location: text })),
  });
  other = await startOtherSite(() => embedHtml(fakeSite.url + careerSite));
  const page = await browse("full");
  const { ran, dialogs } = await watchContext(page.context());
  await page.goto(other.url);
  await expect(page.locator("puerta-jobs").getByRole("listitem")).toHaveCount(texts.length);
  await clickDeadLinks(page);
  expect([...ran], "vectors that ran").toEqual([]);
  expect(dialogs).toEqual([]);
});

test("full: sends an application from a frame [11.11] @long", async ({ browse, platform }) => {
  let framed = "";
  other = await startOtherSite(
    () =>
      `<!doctype html><html lang="es"><title>Empresa</title><iframe title="Ofertas" src="${framed}">`,
  );
  const site = await startSite({
    platform: platform.url,
    vars: { FRAME_ANCESTORS: new URL(other.url).origin },
  });
  try {
    framed = site.url + positionPath("plain");
    const page = await browse("full");
    await page.goto(other.url);
    const frame = page.frameLocator("iframe");
    await frame.getByLabel("Nombre").fill("Ana");
    await frame.getByLabel("Apellidos").fill("Pérez");
    await frame.getByLabel("Teléfono").fill("612345678");
    await frame.locator("#cv").setInputFiles(CV);
    await frame.locator("#privacy_policy").check();
    await frame.getByRole("button", { name: "Enviar candidatura" }).click();
    await expect(frame.locator(".receipt")).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    // The receipt's scripts might still be loading when the site stops.
    await page.close();
  } finally {
    await site.stop();
  }
});
