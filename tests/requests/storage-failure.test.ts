import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
  postByScript,
} from "../support/application-form";
import { findElements, findText, inputValue } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { createUpload, creationHeaders } from "../support/tus";

const NETWORK = "Error de red. Intenta de nuevo.";

const { platform, site } = await startSites({ site: {} });

// Delete the objects' folder while the site runs, so that writes to storage fail.
beforeAll(() => rm(join(site.state, "v3", "do", "puerta-ApplicationObject"), { recursive: true }));

const cv = { bytes: createPdf(700_000), name: "cv.pdf" };

test("a form is returned with its values and an error if storage fails", async () => {
  const form = buildForm(ANSWERS, cv);
  const response = await post(site.url + positionPath("questions"), form);
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(findText(page, "error-summary")).toContain(NETWORK);
  expect(findText(page, "field-error", "cv-error")).toContain("Vuelve a elegir tu CV");
  expect(findElements(page, "textarea")[0]?.text).toBe(ANSWERS["open_question-0"]);
  expect(inputValue(page, "last_name")).toBe("O'Neill Núñez");
  expect(inputValue(page, "application_id")).toBe(applicationId(form));
  expect(page).not.toMatch(/receipt=\w/);
  expect(platform.attempts()).toEqual([]);
});

test("scripts get the same error if storage fails", async () => {
  const response = await postByScript(site.url, buildForm(ANSWERS, cv));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ outcome: "failed", message: NETWORK });
});

test("an upload returns 503 with Retry-After if storage fails", async () => {
  const response = await createUpload(site.url, randomUUID(), creationHeaders(1000));
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("5");
});

// This test must be last, because it checks the log lines of the tests above.
test("the log contains the storage failure without personal data", async () => {
  await expect.poll(() => site.log.join("\n")).toContain("An application could not be held");
  expect(site.log.join("\n")).not.toMatch(/O'Neill|612 34|34612345678|cv\.pdf/);
});
