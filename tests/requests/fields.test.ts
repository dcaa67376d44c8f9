import { beforeEach, describe, expect, test } from "vitest";
import { fill } from "~/app/i18n/fill";
import { messagesFor } from "~/app/i18n/messages";
import { buildForm, positionPath, createPdf, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import {
  positionWithAllKinds,
  fileContents,
  CASES,
  controlName,
  KINDS,
  expectedMessages,
  receivedAnswers,
  expectedAnswers,
  type Case,
} from "../support/field-cases";
import {
  ALL_ANSWERS,
  receivedContents,
  addAllFields,
  buildFullForm,
  FILES,
  EXPECTED_CONTENTS,
  positionWithFields,
} from "../support/fields";
import { formFromPage } from "../support/form-from-page";
import { findElements, fieldErrors } from "../support/html";
import { useSharedSite } from "../support/sites-for-file";

const es = messagesFor("es-es");

const { platform, site } = await useSharedSite();

const page = site.url + positionPath("plain");
const setPosition = (position: object) =>
  platform.position(fakePositions.plain, position as Record<string, unknown>);
const getPage = async () => (await fetch(page)).text();
async function send(form: FormData) {
  const response = await post(page, form);
  return { status: response.status, html: await response.text() };
}

test("a form has a native control for every kind of field, in order [10.01, 10.04, 10.05]", async () => {
  setPosition(positionWithFields());
  const html = await getPage();
  const names = [...html.matchAll(/<(?:input|select|textarea)[^>]*? name="([^"]+)"/g)].map(
    ([, name]) => name?.replace("field-", "") ?? "",
  );
  const order = [...new Set(names)].filter(
    (name) => !/^(application_id|subject|held|draft|first|last)/.test(name),
  );
  expect(order).toEqual([
    ...["phone", "email", "cv", "cover_letter", "linkedin", "start", "pay", "permit", "where"],
    ...["level", "tools", "portfolio", "keep", "share", "gender", "story", "privacy_policy"],
  ]);
  expect(html).not.toMatch(/field-(keep|share)"[^>]*checked/);
  // The page contains the options of the long list only once.
  expect(html.match(/Comunidad 17/g)).toHaveLength(1);
});

/** Builds a form with a case's values. @param valid names of fields that get a valid value instead */
function formForCase(which: Case, valid: readonly string[] = []): FormData {
  const form = buildForm();
  for (const kind of KINDS) {
    const name = controlName(kind);
    const key = valid.includes(name) ? "valid" : which;
    const text = kind.entered[key];
    if (text === undefined) continue;
    if (kind.field.kind === "file") form.append(name, new Blob([fileContents(key)]), text);
    else form.append(name, text);
  }
  return form;
}

test.each(CASES)(
  "every kind of field shows its message and is sent with valid values: %s",
  async (which) => {
    setPosition(positionWithAllKinds());
    const messages = expectedMessages(which);
    if (Object.keys(messages).length > 0) {
      const { status, html } = await send(formForCase(which));
      expect([status, Object.fromEntries(fieldErrors(html))]).toEqual([422, messages]);
      expect(html).not.toContain("<img src=x");
    }
    expect((await send(formForCase(which, Object.keys(messages)))).status).toBe(303);
    expect(platform.applications.map(receivedAnswers)).toEqual([expectedAnswers(which)]);
  },
);

test("a form with every kind of field is delivered once if it is sent six times [10.03, 10.05, 10.12, 10.14]", async () => {
  addAllFields(platform);
  const form = buildFullForm();
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(page, form)));
  answers.push(await post(page, form));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303));
  expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
  expect(platform.applications.map(receivedContents)).toEqual([EXPECTED_CONTENTS]);
});

describe("an invalid form", () => {
  beforeEach(() => addAllFields(platform));
  const buildInvalid = () => {
    const form = buildFullForm();
    form.set("field-pay", "mucho");
    for (const name of ["field-email", "field-permit", "field-keep"]) form.delete(name);
    return form;
  };
  /** Builds the next form from a returned page, without new files. */
  const resend = (html: string, changes: Record<string, string> = {}) => {
    const form = buildFullForm({ files: [] });
    for (const [name, value] of formFromPage(html, changes)) {
      if (/^(application_id|held_|remove_)/.test(name)) form.set(name, value);
    }
    return form;
  };

  test("keeps its three files for the corrected form [10.03, 10.13]", async () => {
    const { status, html } = await send(buildInvalid());
    expect(status).toBe(422);
    expect(platform.applications).toEqual([]);
    expect(fieldErrors(html)).toEqual([
      ["field-email", es["error.email_missing"]],
      ["field-pay", es["error.field_number"]],
      ["field-permit", es["error.question"]],
      ["field-keep", es["error.field_consent"]],
    ]);
    const links = [...html.matchAll(/href="#(field-[\w]+)"/g)].map(([, name]) => name);
    expect(links).toEqual(["field-email", "field-pay", "field-permit", "field-keep"]);
    expect(html).toContain('value="mucho"');
    expect(html).toMatch(/Hola:\r?\nme gustan las bicicletas\.<\/textarea>/);
    expect(html).toMatch(/<option value="c3" selected/);
    expect(html).toMatch(/value="figma"[^>]*checked|checked[^>]*value="figma"/);
    for (const { name } of FILES) expect(html).toContain(name);
    expect((await send(resend(html))).status).toBe(303);
    expect(platform.applications.map(receivedContents)).toEqual([EXPECTED_CONTENTS]);
  });

  test("keeps the other files when one is removed [10.13]", async () => {
    const { html } = await send(buildInvalid());
    expect((await send(resend(html, { "remove_file-certificate": "true" }))).status).toBe(303);
    const files = platform.applications[0]?.files.map(({ sha256 }) => sha256);
    expect(files).toEqual([FILES[0].sha256, FILES[1].sha256]);
  });
});

test("a POST requires added fields and drops removed fields [10.07]", async () => {
  setPosition({ fields: [{ id: "added", kind: "text", label: "Nuevo", required: true }] });
  const { html } = await send(buildForm(ALL_ANSWERS.text));
  expect(fieldErrors(html)).toEqual([["field-added", es["error.open_question_missing"]]]);
  expect((await send(buildForm({ ...ALL_ANSWERS.text, "field-added": "x" }))).status).toBe(303);
  expect(platform.applications[0]?.answers).toEqual([{ id: "added", value: "x" }]);
});

test("the platform's field errors appear next to their fields [10.08]", async () => {
  addAllFields(platform);
  const errors = [
    { field: "pay", message: "Demasiado" },
    { field: "first_name", message: "Otro nombre" },
    { field: "unknown", message: "Algo más" },
  ];
  platform.on("apply").answer({ status: 422, body: { detail: "No", errors } });
  const { status, html } = await send(buildFullForm());
  expect(status).toBe(422);
  expect(fieldErrors(html)).toEqual([
    ["first_name", "Otro nombre"],
    ["field-pay", "Demasiado"],
  ]);
  expect(html).toContain("<p>No Algo más</p>");
});

test("a position with an unknown kind of question links to an external form [10.09]", async () => {
  const fields = [{ id: "video", kind: "video", label: "Vídeo", required: true }];
  setPosition({ fields, apply_url: "https://jobs.example/1" });
  const html = await getPage();
  expect(html).toContain('href="https://jobs.example/1"');
  expect(html).toContain(es["form.elsewhere"]);
  expect(html).not.toContain("<form");
  const sent = await send(buildForm(ALL_ANSWERS.text));
  expect(sent.status).toBe(422);
  for (const text of [es["screen.not_sent"], "María José", "bicicletas", "jobs.example/1"]) {
    expect(sent.html).toContain(text);
  }
  expect(platform.applications).toEqual([]);
});

test("a closed position shows the sent values", async () => {
  setPosition({ ...positionWithFields(), status: "closed" });
  const { html } = await send(buildForm(ALL_ANSWERS.text));
  for (const text of [es["screen.not_sent"], "bicicletas.", "maria@ejemplo.es"]) {
    expect(html).toContain(text);
  }
});

describe("a standard field", () => {
  test("is omitted if it is off [10.11]", async () => {
    setPosition({ standard: { phone: "off", cv: "off" } });
    expect(await getPage()).not.toMatch(/name="(phone|cv)"/);
    const executable = { bytes: createPdf(100), name: "cv.exe" };
    expect((await send(buildForm({ phone: undefined }, executable))).status).toBe(303);
    expect(platform.applications[0]?.field("phone")).toBeUndefined();
    expect(platform.applications[0]?.cv).toBeUndefined();
  });

  test("can be empty, but must not be invalid, if it is optional [5.27, 10.11]", async () => {
    setPosition({ standard: { phone: "optional" } });
    expect((await send(buildForm({ phone: " " }))).status).toBe(303);
    expect((await send(buildForm({ phone: "12" }))).status).toBe(422);
  });
});

test("a form without own fields has no controls or scripts for own fields [10.02]", async () => {
  expect(await getPage()).not.toMatch(/name="field-|heldFiles|data-group|data-count|<select/);
});

test("CV errors name the file types and size that the position accepts", async () => {
  setPosition({ cv_accept: ["pdf", "odt"], cv_max_bytes: 2048 });
  const wrong = await send(buildForm({}, { bytes: createPdf(100), name: "cv.docx" }));
  const large = await send(buildForm({}, { bytes: createPdf(4000), name: "cv.pdf" }));
  expect([fieldErrors(wrong.html), fieldErrors(large.html)]).toEqual([
    [["cv", fill(es["error.file_type"], { types: "PDF, ODT" })]],
    [["cv", fill(es["error.file_large"], { size: "2\u00a0KB" })]],
  ]);
});

test("every control has a unique id regardless of field ids", async () => {
  const options = ["a", "b", "c"];
  const ids = ["q", "q-1", "q-error", "q-hint", "held_file-q", "q.x:y", "constructor", "email"];
  const fields = ids.map((id, index) => ({
    ...(index === 0 ? { kind: "some_of", options, required: true } : { kind: "text" }),
    id,
    hint: "<b>",
    label: `<img src=x> ${id}`,
  }));
  setPosition({ fields });
  const { html } = await send(buildForm());
  // Ignore the inert notice that can replace the form.
  const rendered = html.replace(/<script type="text\/html">.*?<\/script>/s, "");
  const controlIds = [...rendered.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(controlIds.filter((id, index) => controlIds.indexOf(id) !== index)).toEqual([]);
  expect(findElements(html, "img").filter(({ attributes }) => attributes.src === "x")).toEqual([]);
});

test("web addresses in labels and hints become links, but are sent as text", async () => {
  const policy = "https://a.example/p?a=1&b=2";
  const consent = `He leído la política (${policy}).`;
  setPosition({
    fields: [
      { id: "t", kind: "text", label: `¿T? ${policy}`, hint: "Como en http://b.example/x." },
      { id: "f", kind: "file", label: `¿F? ${policy}`, hint: "Como en http://b.example/y." },
      { id: "n", kind: "note", label: "Mira https://c.example, y javascript:alert(1)" },
      { id: "k", kind: "consent", label: consent, required: true },
    ],
  });
  const form = buildForm({ "field-t": "x" });
  const { html } = await send(form);
  const links = findElements(html, "a").filter(({ attributes }) =>
    attributes.rel?.startsWith("nofollow"),
  );
  const newTab = "(se abre en una pestaña nueva)";
  expect(links.map(({ text, attributes }) => [text.replace(/\s+/g, " "), attributes.href])).toEqual(
    [policy, "http://b.example/x", policy, "http://b.example/y", "https://c.example", policy].map(
      (href) => [`${href} ${newTab}`, href],
    ),
  );
  form.append("field-k", consent);
  expect((await send(form)).status).toBe(303);
  expect(platform.applications[0]?.answers).toContainEqual({
    id: "k",
    value: { given: true, text: consent },
  });
});

test("unknown fields and malformed values of a hostile form are ignored", async () => {
  const consent = "Podéis guardarlo";
  setPosition({
    fields: [
      { id: "t", kind: "text", label: "T" },
      { id: "k", kind: "consent", label: consent },
    ],
  });
  const form = buildForm({ "field-t": "<b>x</b>", "field-nobody": "no", "field-__proto__": "no" });
  form.append("fields", JSON.stringify([{ id: "t", value: { given: true } }]));
  form.append("field-k", JSON.stringify({ given: true, text: "Podéis venderlo" }));
  form.append("field-k", consent);
  for (const name of ["field-t", "field-nobody", "file:t"]) {
    form.append(name, new Blob([createPdf(100)]), "a.pdf");
  }
  const { status, html } = await send(form);
  expect([status, fieldErrors(html)]).toEqual([303, []]);
  expect(platform.applications[0]?.answers).toEqual([
    { id: "t", value: "<b>x</b>" },
    { id: "k", value: { given: true, text: consent } },
  ]);
  expect(platform.applications[0]?.files).toEqual([]);
});
