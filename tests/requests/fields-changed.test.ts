import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fill } from "../../app/i18n/fill";
import { messagesFor } from "../../app/i18n/messages";
import { formOf, pageOf, pdfOf, post } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const es = messagesFor("es-es");
let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => platform.reset());

const page = () => site.url + pageOf("plain");
const pdf = (size = 1000) => ({ bytes: pdfOf(size), name: "cv.pdf" });

const faultsIn = (html: string) =>
  elementsOf(html, "p")
    .filter(({ attributes }) => attributes.class === "field-error")
    .map(({ attributes, text }) => [attributes.id, text]);

describe("a position that wants no CV", () => {
  beforeEach(() => platform.position(fakePositions.plain, { standard: { cv: "off" } }));

  test("is sent none, though a page of before brought one", async () => {
    const response = await post(page(), formOf({}, pdf()));
    expect(response.status).toBe(303);
    expect(platform.applications[0]?.files).toEqual([]);
  });

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

test("a form that was open before the position led elsewhere is not sent, and says why", async () => {
  const fields = [{ id: "video", kind: "video", label: "Vídeo", required: true }];
  platform.position(fakePositions.plain, { fields, apply_url: "https://jobs.example/1" });
  const response = await post(page(), formOf({}));
  const html = await response.text();
  expect([response.status, platform.applications]).toEqual([422, []]);
  expect(html).toContain('href="https://jobs.example/1"');
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
  const drawn = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(drawn.filter((id, index) => drawn.indexOf(id) !== index)).toEqual([]);
  expect(html).not.toContain("<img src=x>");
});
