import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  createPdf,
  positionPath,
  post,
  postByScript,
} from "../support/application-form";
import { careerSite } from "../support/cached-pages";
import { findText, linkHref } from "../support/html";
import { readReceipt } from "../support/receipts";
import { startSites } from "../support/sites-for-file";

// The platform does not respond to reads. On `site`, reads time out after an hour, so a response proves that
// it did not wait for the platform. On the other sites, they time out soon.

const short = { READ_TIMEOUT_MS: "1000", FORM_WAIT_MS: "50", RETRY_FIRST_MS: "50" };
const { platform, site, hasty, off } = await startSites({
  site: { vars: { READ_TIMEOUT_MS: "3600000", FORM_WAIT_MS: "200" } },
  hasty: { vars: { ...short, APPLY_TIMEOUT_MS: "300" } },
  off: { vars: { ...short, DELIVER_LATER: "off" } },
});

/** Makes the site read a position, then stops the platform from responding to reads. */
async function hang(url = site.url) {
  await (await fetch(url + positionPath("questions"))).text();
  for (const call of ["position", "client"] as const) platform.on(call).stall();
}

const attempts = () => platform.requestsTo("apply").length;
const cv = { bytes: createPdf(200_000), name: "ana.pdf" };

describe("a form whose position the platform does not return", () => {
  test("with a CV and without scripts, leads to an accurate receipt", async () => {
    await hang();
    const response = await post(site.url + positionPath("questions"), buildForm(ANSWERS, cv));
    expect(response.status).toBe(303);
    const receipt = site.url + (response.headers.get("Location") ?? "");
    const page = await (await fetch(receipt)).text();
    expect(findText(page, "receipt")).toContain("En camino");
    expect(attempts()).toBe(0);
  });

  test("with scripts, leads to an accurate receipt", async () => {
    await hang();
    const response = await postByScript(site.url, buildForm(ANSWERS));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      outcome: "applied",
      receipt: { status: "on-its-way" },
    });
  });

  test("is delivered by the alarm, with its CV", async () => {
    await hang(hasty.url);
    const response = await post(hasty.url + positionPath("questions"), buildForm(ANSWERS, cv));
    const receipt = hasty.url + (response.headers.get("Location") ?? "");
    await expect.poll(async () => (await readReceipt(receipt)).Estado).toBe("Entregada");
    expect(platform.applications.at(-1)?.cv?.bytes).toEqual(cv.bytes);
  });

  test("has an accurate receipt if the platform does not respond to its application either", async () => {
    await hang(hasty.url);
    platform.on("apply").stall();
    const response = await post(hasty.url + positionPath("questions"), buildForm(ANSWERS, cv));
    const receipt = hasty.url + (response.headers.get("Location") ?? "");
    await expect.poll(attempts).toBeGreaterThan(1);
    expect(await readReceipt(receipt)).toMatchObject({ Estado: "En camino" });
  });

  test("shows its errors, and can then be corrected", async () => {
    await hang();
    const form = buildForm({ ...ANSWERS, first_name: "" }, cv);
    const response = await post(site.url + positionPath("questions"), form);
    expect(response.status).toBe(422);
    expect(findText(await response.text(), "error-summary")).not.toBe("");
  });

  test("is not stored without a copy of the position", async () => {
    platform.on("position").stall();
    const form = buildForm({ ...ANSWERS, first_name: "Sin copia" });
    const response = await postByScript(hasty.url, form, "plain");
    expect(response.status).toBe(504);
    // Another test's application may still be delivered.
    const names = platform.attempts().map(({ fields }) => fields.first_name);
    expect(names).not.toContain("Sin copia");
  });

  test("waits for the platform with DELIVER_LATER=off", async () => {
    await hang(off.url);
    // The read times out, and the form is then validated against the copy and sent immediately.
    const response = await post(off.url + positionPath("questions"), buildForm(ANSWERS));
    expect(response.status).toBe(303);
    const receipt = off.url + (response.headers.get("Location") ?? "");
    expect(await readReceipt(receipt)).toMatchObject({ Estado: "Entregada" });
  });
});

test("a form whose position is read in time gets the platform's response", async () => {
  await (await fetch(site.url + positionPath("questions"))).text();
  platform.on("apply").answer({ status: 400, body: { detail: "Sin sitio." } });
  const response = await post(site.url + positionPath("questions"), buildForm(ANSWERS, cv));
  expect(response.status).toBe(422);
  expect(findText(await response.text(), "error-summary")).toContain("Sin sitio.");
});

test("a position that closed meanwhile is named on the receipt", async () => {
  await hang(hasty.url);
  platform.on("apply").answer({ status: 410, body: { detail: "Cerrado" } });
  const response = await post(hasty.url + positionPath("questions"), buildForm(ANSWERS, cv));
  const receipt = hasty.url + (response.headers.get("Location") ?? "");
  await expect.poll(async () => (await readReceipt(receipt)).Estado).toBe("No entregada");
  const page = await (await fetch(receipt)).text();
  expect(findText(page, "receipt")).toContain("cerró la oferta");
  expect(findText(page, "receipt")).not.toContain("Corrige");
  // The form is closed, so the receipt links to the company's other jobs instead.
  expect(linkHref(page, "Volver a inscribirme")).toBeUndefined();
  expect(linkHref(page, "Ver más ofertas")).toContain(careerSite);
});
