import { beforeEach, describe, expect, test } from "vitest";
import { messagesFor } from "../../app/i18n/messages";
import { formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { ALL_ANSWERS, withFields } from "../support/fields";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";

const es = messagesFor("es-es");

const { platform, site } = await sitesForFile({ site: {} });

const page = () => site.url + pageOf("plain");

/** What the page says at each field, in its order. */
const faultsIn = (html: string) =>
  elementsOf(html, "p")
    .filter(({ attributes }) => attributes.class === "field-error")
    .map(({ attributes, text }) => [attributes.id?.replace(/-error$/, ""), text]);

describe("a form with every kind of field", () => {
  beforeEach(() => platform.position(fakePositions.plain, withFields()));

  test("is drawn in its order, each kind as the browser's own control", async () => {
    const html = await (await fetch(page())).text();
    const names = [...html.matchAll(/<(?:input|select|textarea)[^>]*? name="([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const order = [...new Set(names)].filter(
      (name) => !/^(application_id|subject|held|draft|first|last)/.test(name ?? ""),
    );
    expect(order).toEqual([
      ...[
        "phone",
        "field-email",
        "cv",
        "field-cover_letter",
        "field-linkedin",
        "field-start",
        "field-pay",
      ],
      ...[
        "field-permit",
        "field-where",
        "field-level",
        "field-tools",
        "field-portfolio",
        "field-keep",
        "field-share",
      ],
      ...["field-gender", "field-story", "privacy_policy"],
    ]);
    expect(html).not.toMatch(/field-(keep|share)"[^>]*checked/);
    // The options of the long list, and the words of the plain fields, do not travel a second time.
    expect(html.match(/Comunidad 17/g)).toHaveLength(1);
  });

  test("goes to the platform whole", async () => {
    const form = formOf(ALL_ANSWERS.text, { bytes: pdfOf(1000), name: "cv.pdf" });
    const portfolio = pdfOf(2000);
    form.append("field-tools", "css");
    form.append("field-tools", "figma");
    form.append("field-portfolio", new Blob([portfolio]), "portfolio.pdf");
    const response = await post(page(), form);
    expect([response.status, faultsIn(await response.text())]).toEqual([303, []]);
    const [sent] = platform.applications;
    expect(JSON.parse(sent?.field("fields") ?? "null")).toEqual(ALL_ANSWERS.sent);
    expect(sent?.files.map(({ name, sha256 }) => [name, sha256])).toContainEqual([
      "file:portfolio",
      sha256(portfolio),
    ]);
  });

  test("says what is missing at each field in the form's order, and keeps all that was entered", async () => {
    const form = formOf({
      "field-pay": "mucho",
      "field-cover_letter": "Hola\n<b>",
      "field-where": "c3",
    });
    form.append("field-tools", "figma");
    form.append("field-portfolio", new Blob([pdfOf(100)]), "portfolio.pdf");
    const response = await post(page(), form);
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(faultsIn(html)).toEqual([
      ["field-email", es["error.field_email"]],
      ["field-pay", es["error.field_number"]],
      ["field-permit", es["error.question"]],
      ["field-keep", es["error.field_consent"]],
    ]);
    const links = [...html.matchAll(/href="#(field-[\w]+)"/g)].map(([, name]) => name);
    expect(links).toEqual(["field-email", "field-pay", "field-permit", "field-keep"]);
    expect(html).toContain('value="mucho"');
    expect(html).toMatch(/Hola\r?\n&lt;b&gt;<\/textarea>/);
    expect(html).toMatch(/<option value="c3" selected/);
    expect(html).toMatch(/value="figma"[^>]*checked|checked[^>]*value="figma"/);
    expect(html).toMatch(/name="held_file-portfolio" value="\d+"/);
    expect(html).toContain("portfolio.pdf");
    expect(platform.applications).toHaveLength(0);
  });

  test("is read anew at the POST: what was added is asked for, what has gone is dropped", async () => {
    const added = { id: "added", kind: "text", label: "Nuevo", required: true };
    platform.position(fakePositions.plain, { fields: [added] });
    const html = await (await post(page(), formOf(ALL_ANSWERS.text))).text();
    expect(faultsIn(html)).toEqual([["field-added", es["error.open_question_missing"]]]);
    const response = await post(page(), formOf({ ...ALL_ANSWERS.text, "field-added": "x" }));
    expect(response.status).toBe(303);
    expect(JSON.parse(platform.applications[0]?.field("fields") ?? "null")).toEqual([
      { id: "added", value: "x" },
    ]);
  });

  test("shows what a platform says of single fields at them", async () => {
    const errors = [
      { field: "pay", message: "Demasiado" },
      { field: "first_name", message: "Otro nombre" },
      { field: "unknown", message: "Algo más" },
    ];
    platform.on("apply").answer({ status: 422, body: { detail: "No", errors } });
    const form = formOf(ALL_ANSWERS.text);
    form.append("field-tools", "figma");
    const response = await post(page(), form);
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(faultsIn(html)).toEqual([
      ["first_name", "Otro nombre"],
      ["field-pay", "Demasiado"],
    ]);
    expect(html).toContain("<p>No Algo más</p>");
  });
});

test("a position that asks what the form does not know leads elsewhere", async () => {
  const fields = [{ id: "video", kind: "video", label: "Vídeo", required: true }];
  platform.position(fakePositions.plain, { fields, apply_url: "https://jobs.example/1" });
  const html = await (await fetch(page())).text();
  expect(html).toContain('href="https://jobs.example/1"');
  expect(html).toContain(es["form.elsewhere"]);
  expect(html).not.toContain("<form");
});

test("what was written is shown where the position has closed meanwhile", async () => {
  platform.position(fakePositions.plain, { ...withFields(), status: "closed" });
  const html = await (await post(page(), formOf(ALL_ANSWERS.text))).text();
  expect(html).toContain(es["screen.not_sent"]);
  expect(html).toContain("me gustan las bicicletas.");
  expect(html).toContain("maria@ejemplo.es");
});

test("what was written is shown where the position is applied to elsewhere meanwhile", async () => {
  const fields = [{ id: "video", kind: "video", label: "Vídeo", required: true }];
  platform.position(fakePositions.plain, { fields, apply_url: "https://jobs.example/1" });
  const response = await post(page(), formOf(ALL_ANSWERS.text));
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain(es["screen.not_sent"]);
  expect(html).toContain("María José");
  expect(html).toContain("me gustan las bicicletas.");
  expect(html).toContain('href="https://jobs.example/1"');
  expect(platform.applications).toHaveLength(0);
});

describe("a standard field", () => {
  test("that is off is not asked for", async () => {
    platform.position(fakePositions.plain, { standard: { phone: "off", cv: "off" } });
    const html = await (await fetch(page())).text();
    expect(html).not.toMatch(/name="(phone|cv)"/);
    const response = await post(page(), formOf({ phone: undefined }));
    expect(response.status).toBe(303);
    expect(platform.applications[0]?.field("phone")).toBeUndefined();
  });

  test("that is optional may be empty, and must be right", async () => {
    platform.position(fakePositions.plain, { standard: { phone: "optional" } });
    expect((await post(page(), formOf({ phone: " " }))).status).toBe(303);
    expect((await post(page(), formOf({ phone: "12" }))).status).toBe(422);
  });
});

test("a form without any has none of their controls, words or scripts", async () => {
  const html = await (await fetch(page())).text();
  expect(html).not.toMatch(/name="field-|heldFiles|data-group|data-count|<select/);
});
