import { beforeEach, expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import {
  submitPath,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
  postByScript,
} from "../support/application-form";
import { careerSite } from "../support/cached-pages";
import { useSharedSite } from "../support/sites-for-file";

// Candidates cannot accept a privacy policy that still has blanks, so the company does not accept applications.

const es = messagesFor("es-es");
const { platform, site } = await useSharedSite();
const page = site.url + positionPath("plain");
const cv = () => ({ bytes: createPdf(2000), name: "cv.pdf" });

beforeEach(() => {
  platform.client({ privacy_policy: "# Privacidad\n\nSomos {{razón social}}." });
});

test("an unfinished policy is hidden on both policy pages [10.23]", async () => {
  for (const path of [careerSite, positionPath("plain")]) {
    const html = await (await fetch(`${site.url}${path}/privacy`)).text();
    expect(html).toContain(es["form.opens_soon"]);
    expect(html).not.toContain("razón social");
  }
});

test("a position with an unfinished policy has a notice instead of the form", async () => {
  const html = await (await fetch(page)).text();
  expect(html).toContain(es["form.opens_soon"]);
  for (const hidden of ["<form", es["apply.form_title"], 'apply-bar"'])
    expect(html).not.toContain(hidden);
});

test("a form that was opened earlier is returned and not stored [10.23]", async () => {
  const form = buildForm({ first_name: "Nerea" }, cv());
  const response = await post(page, form);
  expect(response.status).toBe(422);
  const html = await response.text();
  for (const text of [es["form.opens_soon"], es["screen.not_sent"], "Nerea"]) {
    expect(html).toContain(text);
  }
  expect(platform.applications).toEqual([]);
  expect((await fetch(site.url + submitPath(applicationId(form), "plain"))).status).toBe(404);
});

test("scripts get the same message about an unfinished policy", async () => {
  const response = await postByScript(site.url, buildForm({}, cv()), "plain");
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    outcome: "failed",
    message: es["form.opens_soon"],
  });
  expect(platform.applications).toEqual([]);
});
