import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const NETWORK = "Error de red. Intenta de nuevo.";

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url });
  // The disk of the objects disappears while the site runs, so nothing can be stored.
  await rm(join(site.state, "v3", "do", "puerta-ApplicationObject"), { recursive: true });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});

const cv = { bytes: pdfOf(700_000), name: "cv.pdf" };

test("what cannot be held is said, and the form is back with all that was entered", async () => {
  const form = formOf(ANSWERS, cv);
  const response = await post(site.url + pageOf("questions"), form);
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(textOf(page, "error-summary")).toContain(NETWORK);
  expect(textOf(page, "field-error", "cv-error")).toContain("vuelve a elegir tu CV");
  expect(elementsOf(page, "textarea")[0]?.text).toBe(ANSWERS["open_question-0"]);
  const value = (name: string) =>
    elementsOf(page, "input").find(({ attributes }) => attributes.name === name)?.attributes.value;
  expect(value("last_name")).toBe("O'Neill Núñez");
  expect(value("application_id")).toBe(idOf(form));
  expect(page).not.toMatch(/receipt=\w/);
});

test("scripts are told the same", async () => {
  const form = formOf(ANSWERS, cv);
  const address = `${site.url}/-/applications/${idOf(form)}?position=${fakePositions.questions}`;
  const response = await post(address, form);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ outcome: "failed", message: NETWORK });
});

test("a CV in pieces is asked for again later", async () => {
  const address = `${site.url}/-/applications/${idOf(formOf(ANSWERS))}/cv?position=${fakePositions.questions}`;
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": "1000",
      "Upload-Metadata": `filename ${Buffer.from("cv.pdf").toString("base64")}`,
    },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("5");
});

test("nothing was sent, and the log says why without a word of the candidate's", async () => {
  expect(platform.attempts()).toEqual([]);
  await expect.poll(() => site.log.join("\n")).toContain("An application could not be held");
  expect(site.log.join("\n")).not.toMatch(/O'Neill|612 34|34612345678|cv\.pdf/);
});
