import { beforeEach, describe, expect, test } from "vitest";
import { fill } from "../../app/i18n/fill";
import { messagesFor } from "../../app/i18n/messages";
import { formOf, pageOf, pdfOf, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";

const es = messagesFor("es-es");

const { platform, site } = await sitesForFile({ site: {} });

const page = () => site.url + pageOf("plain");
const pdf = (size = 1000) => ({ bytes: pdfOf(size), name: "cv.pdf" });

const faultsIn = (html: string) =>
  elementsOf(html, "p")
    .filter(({ attributes }) => attributes.class === "field-error")
    .map(({ attributes, text }) => [attributes.id, text]);

describe("a position that wants no CV", () => {
  beforeEach(() => platform.position(fakePositions.plain, { standard: { cv: "off" } }));

  test("refuses nobody for one that is wrong", async () => {
    const response = await post(page(), formOf({}, { bytes: pdfOf(100), name: "cv.exe" }));
    expect([response.status, faultsIn(await response.text())]).toEqual([303, []]);
  });
});

test("what is said of a CV is what the position takes", async () => {
  platform.position(fakePositions.plain, { cv_accept: ["pdf", "odt"], cv_max_bytes: 2048 });
  const wrong = await post(page(), formOf({}, { bytes: pdfOf(100), name: "cv.docx" }));
  const large = await post(page(), formOf({}, pdf(4000)));
  expect([faultsIn(await wrong.text()), faultsIn(await large.text())]).toEqual([
    [["cv-error", fill(es["error.file_type"], { types: "PDF, ODT" })]],
    [["cv-error", fill(es["error.file_large"], { size: "2 KB" })]],
  ]);
});

test("every control has an id of its own, whatever the ids of the fields are", async () => {
  const options = ["a", "b", "c"];
  const ids = ["q", "q-1", "q-error", "q-hint", "held_file-q", "q.x:y", "constructor", "email"];
  const fields = ids.map((id, index) => ({
    ...(index === 0 ? { kind: "some_of", options, required: true } : { kind: "text" }),
    id,
    hint: "<b>",
    label: `<img src=x> ${id}`,
  }));
  platform.position(fakePositions.plain, { fields });
  const html = await (await post(page(), formOf({}))).text();
  // The notice that may take the form's place is data until then.
  const shown = html.replace(/<script type="text\/html">.*?<\/script>/s, "");
  const drawn = [...shown.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(drawn.filter((id, index) => drawn.indexOf(id) !== index)).toEqual([]);
  expect(html).not.toContain("<img src=x>");
});

describe("a hostile form", () => {
  const text = { id: "t", kind: "text", label: "T" };
  const file = { id: "f", kind: "file", label: "F", accept: ["pdf"] };
  const choice = { id: "c", kind: "some_of", label: "C", options: ["a", "b"] };
  const consent = { id: "k", kind: "consent", label: "Podéis guardarlo" };
  const asks = (...fields: object[]) => platform.position(fakePositions.plain, { fields });
  const sent = () => JSON.parse(platform.applications[0]?.field("fields") ?? "[]") as unknown;

  test("sends nothing that is not asked, nor in another shape", async () => {
    asks(text, consent);
    const form = formOf({ "field-t": "<b>x</b>", "field-nobody": "no", "field-__proto__": "no" });
    form.append("fields", JSON.stringify([{ id: "t", value: { given: true } }]));
    form.append("field-k", JSON.stringify({ given: true, text: "Podéis venderlo" }));
    form.append("field-k", "Podéis guardarlo");
    for (const name of ["field-t", "field-nobody", "file:t"]) {
      form.append(name, new Blob([pdfOf(100)]), "a.pdf");
    }
    const response = await post(page(), form);
    expect([response.status, faultsIn(await response.text())]).toEqual([303, []]);
    expect(sent()).toEqual([
      { id: "t", value: "<b>x</b>" },
      { id: "k", value: { given: true, text: "Podéis guardarlo" } },
    ]);
    expect(platform.applications[0]?.files).toEqual([]);
  });

  test("is told what is wrong with a text for a file, and with an option that is not offered", async () => {
    asks(file, choice);
    const form = formOf({ "field-f": "a path" });
    for (const value of ["a", "z"]) form.append("field-c", value);
    const response = await post(page(), form);
    expect(faultsIn(await response.text())).toEqual([
      ["field-f-error", es["error.file_not_read"]],
      ["field-c-error", es["error.field_option"]],
    ]);
  });

  test("does not get at the file of another application, nor of another field", async () => {
    const other = { ...file, id: "g" };
    asks(file, other, { ...text, required: true });
    const held = formOf({});
    held.append("field-f", new Blob([pdfOf(500)]), "mine.pdf");
    const html = await (await post(page(), held)).text();
    const number = /name="held_file-f" value="(\d+)"/.exec(html)?.[1] ?? "";
    const own = /name="application_id" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const strange = formOf({ "field-t": "x", "held_file-f": number });
    const wrong = formOf({ "field-t": "x", "held_file-g": number, application_id: own });
    for (const [form, name] of [
      [strange, "field-f-error"],
      [wrong, "field-g-error"],
    ] as const) {
      const response = await post(page(), form);
      expect(faultsIn(await response.text())).toEqual([[name, es["error.file_gone"]]]);
    }
    expect(platform.applications).toEqual([]);
  });
});
