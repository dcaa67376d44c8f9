import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { readFixture, sha256 } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  type FakePlatform,
} from "../support/fake-platform";
import { embedHtml, startOtherSite } from "../support/other-site";
import type { Engine } from "./engine";

const CV = "accepted/cv.pdf";
const CV_PATH = fileURLToPath(new URL(`../fixtures/${CV}`, import.meta.url));

/** WebDriver's code for the Enter key (section 17.4.2). */
const ENTER = "\uE007";

export interface Journey {
  engine: Engine;
  site: string;
  platform: FakePlatform;
  scripts: boolean;
}

/** Finds a job and applies for it. Then expects the message that the candidate has already applied. */
export async function findAndApply({ engine, site, platform, scripts }: Journey) {
  const position = `${site}/${fakeClientCode}/jefe-de-taller/${fakePositions.questions}?lang=en`;
  await search(engine, site, scripts);
  await readPosition(engine, scripts);
  await fillIn(engine, { phone: "123", cv: CV_PATH });
  await engine.click(".button-submit");
  await engine.waitFor("#answer");
  expect(await engine.text("#answer")).toContain("Enter a valid phone number.");
  expect(platform.applications).toHaveLength(0);

  // Correct only the number, because the form keeps all other values and the CV.
  await engine.enter("#phone", "612 34 56 78");
  await engine.click(".button-submit");
  await engine.waitFor(".receipt");
  const [sent] = await platform.waitForApplications(1, 60_000);
  const names = ["first_name", "last_name", "phone"];
  expect(names.map((name) => sent?.field(name))).toEqual(["María José", "Núñez", "+34612345678"]);
  expect(sent?.cv && sha256(sent.cv.bytes)).toBe(sha256(readFixture(CV)));

  await engine.open(position);
  if (!scripts) {
    // Without scripts, the browser doesn't store the application, so only the platform can refuse a repeat.
    platform.on("apply").once.answer({ status: 409, body: {} });
    await fillIn(engine, { phone: "612 34 56 79", cv: CV_PATH });
    await engine.click(".button-submit");
  }
  await engine.waitForText("You have already applied!");
  expect(platform.applications).toHaveLength(1);
}

/** Opens the career site from the company's own site and searches the job list. */
async function search(engine: Engine, site: string, scripts: boolean) {
  const careerSite = `${site}/${fakeClientCode}/${fakeClientUuid}?lang=en`;
  const other = await startOtherSite(() => embedHtml(careerSite));
  try {
    await engine.open(other.url);
    // The list is in the shadow tree of `puerta-jobs`, which needs scripts.
    if (scripts) {
      await expect
        .poll(() => engine.text("puerta-jobs"), { timeout: 20_000 })
        .toContain("Mecánica");
    }
    await engine.click("puerta-jobs > a");
    await expect.poll(engine.address, { timeout: 20_000 }).toBe(careerSite);
  } finally {
    await other.close();
  }
  expect(await engine.text("#jobs")).toContain("Mecánica de bicicletas");
  await engine.enter("input[type=search]", "jefe");
  await engine.pressIn("input[type=search]", ENTER);
  await engine.waitForText("1 job");
  expect(await engine.text("#jobs")).not.toContain("Mecánica de bicicletas");
}

async function readPosition(engine: Engine, scripts: boolean) {
  await engine.click(`.job a[href*="${fakePositions.questions}"]`);
  await engine.waitFor("#application");
  expect(await engine.text("h1")).toBe("Jefe de taller");
  expect(await engine.text(".position-details")).toContain("Un puesto de verdad.");
  if (!scripts) return;
  // With scripts, submitting the empty form lists all errors instead of the browser's first message.
  await engine.click(".button-submit");
  await engine.waitFor("#answer li + li + li");
  await engine.waitFor("#application[novalidate]");
  await engine.click(".privacy a, label[for=privacy_policy] a");
  await engine.waitFor("dialog[open] [data-policy-contents] p");
  expect(await engine.text("dialog[open]")).toContain("Guardamos lo justo.");
  await engine.click("dialog[open] button");
  await engine.waitFor("body:not(:has(dialog[open]))");
}

async function fillIn(engine: Engine, { phone, cv }: { phone: string; cv: string }) {
  await engine.enter("#first_name", "María José");
  await engine.enter("#last_name", "Núñez");
  await engine.enter("#phone", phone);
  await engine.enter("input[type=file]", cv);
  await engine.click("#question-0");
  await engine.click("#choice-1-question-1");
  await engine.enter("textarea", "Por las bicicletas");
  await engine.click("#privacy_policy");
}
