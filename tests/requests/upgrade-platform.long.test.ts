import { afterEach, expect, test } from "vitest";
import { readCompanies } from "~/cli/company/files";
import { createPlatformClient } from "~/cli/lib/platform";
import { applicationId, buildForm, createPdf, post } from "../support/application-form";
import { deskClient } from "../support/desk-client";
import { ADMIN_SECRET, readExamples } from "../support/examples";
import { readReceipt } from "../support/receipts";
import { startTwoBuilds, type Build, type TwoBuilds } from "../support/two-builds";

// The embedded platform of version 1.0.0 and that of this build use the same database and files.

const SLUG = "ticket-office-assistant";

let site: TwoBuilds;
let phones = 0;

afterEach(() => site.stop());

/** Applies through the site, and returns the idempotency key. */
async function apply(build: Build): Promise<string> {
  const companies = await readExamples();
  const company = companies.find(({ positions }) => positions.some(({ slug }) => slug === SLUG));
  const position = company?.positions.find(({ slug }) => slug === SLUG);
  const path = `/${company?.code}/${SLUG}/${position?.uuid}`;
  phones += 1;
  const form = buildForm(
    { phone: `+34600${String(phones).padStart(6, "0")}` },
    { bytes: createPdf(20_000), name: "cv.pdf" },
  );
  for (const [index, { answers = [] }] of questions(position).entries()) {
    form.append(`question-${index}`, answers[0] ?? "");
  }
  const response = await post(site.url(build) + path, form);
  expect(response.status).toBe(303);
  const receipt = site.url(build) + (response.headers.get("Location") ?? "");
  expect(Object.values(await readReceipt(receipt))).toContain("Delivered");
  return applicationId(form);
}

const questions = (position: unknown) => {
  const { apply_site_questions: siteQuestions } = position as { apply_site_questions?: unknown };
  const { killer_questions: killer } = Array.isArray(siteQuestions)
    ? { killer_questions: siteQuestions as { answers?: string[] }[] }
    : ((siteQuestions ?? {}) as { killer_questions?: { answers?: string[] }[] });
  return killer ?? [];
};

async function rows() {
  const { results } = await (
    await site.database()
  )
    .prepare(
      "SELECT id, number, idempotency_key AS key, first_name FROM applications ORDER BY number",
    )
    .all<{ id: string; number: number; key: string; first_name: string }>();
  return results;
}

/** Checks that every application is stored once, with a file, and that the session's desk shows it. */
async function checkDesk(desk: ReturnType<typeof deskClient>, keys: readonly string[]) {
  const stored = await rows();
  expect(stored.map(({ key }) => key).sort()).toEqual([...keys].sort());
  expect(new Set(stored.map(({ number }) => number)).size).toBe(keys.length);
  for (const { id, first_name } of stored) {
    const page = await desk.get(`/applications/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(first_name);
    const cv = await desk.get(`/applications/${id}/cv`);
    expect(cv.status).toBe(200);
    expect(cv.bytes.length).toBeGreaterThan(20_000);
  }
}

async function runSchedule() {
  const response = await fetch(`${site.url("current")}/-/admin/schedule`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ADMIN_SECRET}` },
  });
  expect(response.status).toBe(200);
}

/** Adds the example companies without companies' texts, like 1.0.0. */
async function addOlderExamples() {
  const platform = createPlatformClient({
    url: site.url("older"),
    adminSecret: ADMIN_SECRET,
    isRemote: false,
  });
  for (const { company, jobs } of await readCompanies()) {
    const { texts: _, ...older } = company;
    await platform.call("PUT", `/companies/${company.uuid}`, older);
    await platform.call("POST", `/companies/${company.uuid}/jobs`, { jobs });
  }
}

async function signIn() {
  const platform = createPlatformClient({
    url: site.url("current"),
    adminSecret: ADMIN_SECRET,
    isRemote: false,
  });
  const invited = await platform.call("POST", "/desk", { company: null, name: "Ana" });
  const { code } = await invited.json<{ code: string }>();
  const desk = deskClient({ url: site.url("current") });
  expect((await desk.signIn(code)).status).toBe(303);
  return { desk, code };
}

test("the database and files survive an upgrade and a rollback of the platform", async () => {
  site = await startTwoBuilds({ running: { applications: "older", platform: "older" } });
  const before = await site.migrate("older");
  await addOlderExamples();
  const { desk, code } = await signIn();
  const keys = [await apply("older")];
  await checkDesk(desk, keys);

  // `puerta deploy` migrates the tables first, then deploys the platform, and the site last.
  await site.migrate("current", (name) => !before.includes(name));
  keys.push(await apply("older"), await apply("current"));
  await checkDesk(desk, keys);
  await runSchedule();

  await site.deploy({ applications: "older", platform: "current" });
  keys.push(await apply("older"), await apply("current"));
  await checkDesk(desk, keys);
  await runSchedule();

  await site.deploy({ applications: "current", platform: "current" });
  keys.push(await apply("current"));
  await runSchedule();

  // Roll back to version 1.0.0. Migrations are not undone.
  await site.deploy({ applications: "older", platform: "older" });
  keys.push(await apply("older"));
  await checkDesk(desk, keys);
  await runSchedule();
  const [deleted] = await rows();
  if (!deleted) throw new Error("No application is stored");
  const removed = await desk.post(`/applications/${deleted.id}/delete`, { code });
  expect(removed.status).toBe(303);

  await site.deploy({ applications: "current", platform: "current" });
  await runSchedule();
  await checkDesk(
    desk,
    keys.filter((key) => key !== deleted.key),
  );
}, 300_000);
