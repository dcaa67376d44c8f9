// Longer than other files: it is docs/operations.md, "At night", from the first case to the last.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureLocalSecrets } from "../../scripts/local.mjs";
import { phraseOfFirstStart } from "../../scripts/desk.mjs";
import { seed } from "../../scripts/seed.mjs";
import { startSiteServer } from "../../scripts/site-server.mjs";
import { formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { DESK } from "../support/desk-site";
import { visitor } from "../support/desk-visitor";
import {
  fakeClientCode,
  fakeClientUuid,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { startLine } from "../support/line";
import { withinOneMinute } from "../support/minute";
import { receiptAt, STANDING, standingAt } from "../support/receipts";
import { play, RUNBOOK } from "../support/runbook";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

// The commands are those of the runbook, in its words, and what they say is what it says.

const SECRET = "a-secret-for-whoever-is-called";
const HOURS = String(3_600_000);
const NEW_KEY = "the-key-that-is-right-now";
const DELIVERED = "Every application has been delivered.";
const STATUS = "npm run status -- --once --url https://jobs.example";
const LIST = "npm run applications -- --url https://jobs.example";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

let platform: FakePlatform;
/** Leads to the platform: a restarted one keeps its address for the site. */
let line: Awaited<ReturnType<typeof startLine>>;
let site: Site;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-runbook-"));
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  line = await startLine(platform.url);
});
afterEach(async () => {
  await site.stop();
  await line.close();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

interface Start {
  vars?: Record<string, string>;
  limits?: Record<string, number>;
  version?: string;
}

/** Starts the site, or deploys it anew: its storage is the same. */
async function start({ vars = {}, ...more }: Start = {}) {
  site = await startSite({
    platform: line.url + new URL(platform.url).pathname,
    persistTo: join(folder, "state"),
    vars: {
      OPERATOR_SECRET: SECRET,
      PAGE_CACHE: "on",
      READ_TIMEOUT_MS: "2000",
      APPLY_TIMEOUT_MS: "2000",
      RETRY_FIRST_MS: "200",
      RETRY_MOST_MS: "1000",
      ...vars,
    },
    ...more,
  });
}

async function deploy(again: Start) {
  await site.stop();
  await start(again);
}

/** A command of the runbook on the site. */
const run = (command: string, known: Record<string, string> = {}, secret = SECRET) =>
  play(command, { "https://jobs.example": site.url, ...known }, { OPERATOR_SECRET: secret });

/** A word that the runbook must have, too. */
function inRunbook(words: string): string {
  expect(RUNBOOK).toContain(words);
  return words;
}

const cv = () => ({ bytes: pdfOf(50_000), name: "cv.pdf" });

/** Candidates who send the form, each with a CV: what they are answered. */
async function apply(count = 1) {
  const sent = [];
  for (let index = 0; index < count; index++) {
    const file = cv();
    const form = formOf({ first_name: `Ana ${index}` }, file);
    const response = await post(site.url + pageOf("plain"), form);
    expect(response.status).toBe(303);
    const path = response.headers.get("Location") ?? "";
    const { Número: number = "" } = await receiptAt(site.url + path);
    sent.push({ id: idOf(form), sha256: sha256(file.bytes), path, number });
  }
  return sent;
}

type Sent = Awaited<ReturnType<typeof apply>>;

async function expectStanding(sent: Sent, standing: string) {
  for (const { path } of sent) {
    await expect.poll(() => standingAt(site.url + path)).toBe(standing);
  }
}

const health = async () => {
  const headers = { Authorization: `Bearer ${SECRET}` };
  const response = await fetch(`${site.url}/-/health`, { headers });
  return { code: response.status, ...(await response.json<Record<string, object>>()) };
};

/** What the runbook says of candidates while the platform is not well. */
async function expectTaken(count: number): Promise<Sent> {
  expect((await fetch(site.url + pageOf("plain"))).status).toBe(200);
  const sent = await apply(count);
  await expectStanding(sent, STANDING.onItsWay);
  // The index is told off the critical path.
  await expect
    .poll(async () => (await run(STATUS)).says)
    .toMatch(new RegExp(`^waiting {3}${count}, the oldest for \\d+ seconds?`, "m"));
  return sent;
}

/** All is as the runbook says at the end, and each application has arrived once. */
async function expectOver(sent: Sent) {
  await expect.poll(async () => (await run(STATUS)).says).toMatch(/^waiting {3}0 /m);
  expect(await run(STATUS)).toMatchObject({ code: 0 });
  await expect.poll(async () => (await run(LIST)).says.trim()).toBe(inRunbook(DELIVERED));
  await expectStanding(sent, STANDING.delivered);
  const arrived = platform.applications.map((one) => `${one.idempotencyKey} ${one.cv?.sha256}`);
  expect(arrived.sort()).toEqual(sent.map((one) => `${one.id} ${one.sha256}`).sort());
}

describe("1. the platform", () => {
  /** All is well, and the position's page has been opened. */
  async function begin(vars: Record<string, string> = {}) {
    await start({ vars });
    expect((await fetch(site.url + pageOf("plain"))).status).toBe(200);
    expect(await run(STATUS)).toMatchObject({
      code: 0,
      says: expect.stringMatching(/^platform {2}answers in \d+ ms/m) as string,
    });
  }

  async function expectSeen(word: string) {
    const { code, says } = await run(STATUS);
    expect(code).toBe(1);
    expect(says).toMatch(new RegExp(`^platform {2}does not: ${word}$`, "m"));
    inRunbook(`\`${word}`);
    expect(await health()).toMatchObject({
      code: 503,
      status: "degraded",
      platform: { isReachable: false, kind: word.split(",")[0] },
    });
  }

  /** A page that is not kept is an error screen, and the log has the runbook's words. */
  async function expectLogged(words: string) {
    expect((await fetch(site.url + careerSite)).status).toBeGreaterThanOrEqual(500);
    await expect.poll(() => site.log.join("\n")).toContain(inRunbook(words));
  }

  test("is down: forms are taken, and delivered once each when it is back", async () => {
    await begin();
    await platform.close();
    await expectSeen("unreachable");
    const sent = await expectTaken(3);
    await expectLogged("got no answer");
    platform = await startFakePlatform({ apiKey: TEST_API_KEY });
    line.leadTo(platform.url);
    await expectOver(sent);
  });

  test("takes what it is sent, and does not answer: it is delivered once each", async () => {
    await begin();
    for (const call of ["position", "client", "positions"] as const) platform.on(call).stall();
    platform.on("apply").takeAndStall();
    await expectSeen("timeout");
    const sent = await expectTaken(2);
    await expectLogged("took too long");
    for (const call of ["position", "client", "positions", "apply"] as const) {
      platform.on(call).reset();
    }
    platform.cut();
    await expectOver(sent);
  });

  test("is under maintenance", async () => {
    await begin();
    for (const call of ["position", "client", "positions", "apply"] as const) {
      platform.on(call).answer({ status: 503, body: {} });
    }
    await expectSeen("unavailable, 503");
    const sent = await expectTaken(1);
    for (const call of ["position", "client", "positions", "apply"] as const) {
      platform.on(call).reset();
    }
    await expectOver(sent);
  });

  test("does not know the key: the site gets the new one, and `send all` has it delivered", async () => {
    // Nothing is tried again by itself tonight.
    const patient = { RETRY_FIRST_MS: HOURS, RETRY_MOST_MS: HOURS };
    await begin(patient);
    await platform.close();
    platform = await startFakePlatform({ apiKey: NEW_KEY });
    line.leadTo(platform.url);
    await expectSeen("unreachable, 401");
    const sent = await expectTaken(2);
    expect(site.log.join("\n")).toContain(
      inRunbook("check PLATFORM_URL, PLATFORM_API_KEY and PLATFORM_API_KEY_HEADER"),
    );
    expect((await run(LIST)).says).toContain("1 attempt, last answer 401; next attempt");

    await deploy({ vars: { ...patient, PLATFORM_API_KEY: NEW_KEY } });
    expect(await run(STATUS)).toMatchObject({ code: 0 });
    expect(platform.applications).toHaveLength(0);
    const { says } = await run("npm run applications -- send all --url https://jobs.example");
    expect(says).toContain("2 are due");
    await expectOver(sent);
  });

  test("breaks the contract: the check says which field is wrong", async () => {
    await begin();
    platform.on("position").answer({ status: 200, body: { uuid: 7 } });
    platform.on("client").answer({ status: 200, body: { uuid: fakeClientUuid, name: 7 } });
    platform.on("positions").answer({ status: 200, body: [{ uuid: 7 }] });
    await expectSeen("contract");
    const found = await play(
      "npm run check -- https://platform.example/api/v1 --client REF",
      { "https://platform.example/api/v1": platform.url, REF: fakeClientUuid },
      { PLATFORM_API_KEY: TEST_API_KEY },
    );
    expect(found).toMatchObject({
      code: 1,
      says: expect.stringContaining("WRONG  name") as string,
    });
    await expectLogged("breaks the contract at");
    for (const call of ["position", "client", "positions"] as const) platform.on(call).reset();
    expect(await run(STATUS)).toMatchObject({ code: 0 });
  });
});

describe("2. deliveries that have failed", () => {
  const WHY = "This position takes no more applications on Sundays.";

  test("are listed, and shown with the platform's words; mended, sent, or handed over", async () => {
    await start();
    platform.on("apply").answer({ status: 503, body: {} });
    const [mended, handedOver] = await apply(2);
    if (!mended || !handedOver) throw new Error("Two have applied");
    platform.on("apply").answer({ status: 400, body: { detail: WHY } });
    // A refusal is tried once more; then it has failed.
    await expect.poll(async () => (await run(STATUS)).says).toMatch(/^failed {4}2, /m);
    expect(await health()).toMatchObject({ code: 200, applications: { failed: 2 } });
    inRunbook("could not be delivered (refused) after");
    for (const { number } of [mended, handedOver]) {
      expect(site.log.join("\n")).toContain(
        `Application ${number} could not be delivered (refused) after`,
      );
    }
    await expectStanding([mended, handedOver], STANDING.undelivered);

    const { says } = await run(LIST);
    expect(says).toContain(`${mended.number}  failed`);
    expect(says).toContain("the platform refused it");
    expect(says).not.toContain(WHY);
    const show = "npm run applications -- show NUMBER --url https://jobs.example";
    const shown = await run(show, { NUMBER: mended.number });
    expect(shown.says).toContain(`The platform said: ${WHY}`);

    platform.on("apply").reset();
    const send = "npm run applications -- send NUMBER --url https://jobs.example";
    expect((await run(send, { NUMBER: mended.number })).says).toBe("It has been delivered.\n");
    await expectStanding([mended], STANDING.delivered);

    const FOLDER = join(folder, "by-hand");
    const exporting = "npm run applications -- export NUMBER FOLDER --url https://jobs.example";
    expect(await run(exporting, { NUMBER: handedOver.number, FOLDER })).toMatchObject({ code: 0 });
    expect((await readdir(FOLDER)).sort()).toEqual(["application.json", "cv.pdf"]);
    const drop = "npm run applications -- drop NUMBER --url https://jobs.example";
    expect((await run(drop, { NUMBER: handedOver.number })).says).toContain("It is given up");
    await expect.poll(async () => (await run(LIST)).says.trim()).toBe(DELIVERED);
    expect(platform.applications.map(({ idempotencyKey }) => idempotencyKey)).toEqual([mended.id]);
  });
});

describe("3. a bad script of a company", () => {
  const other = "3d8f2b1a-7c64-4e0f-9b52-8a1c6e5d4f70";
  const [, COMPANY_SCRIPTS = ""] = /^COMPANY_SCRIPTS = "(.*)"$/m.exec(RUNBOOK) ?? [];

  test("is turned off with the next deployment, and no other's is", async () => {
    platform.client({ apply_page_js: 'document.body.innerHTML = ""' });
    platform.client({ code: "other", name: "Other", apply_page_js: "theirs()" }, other);
    platform.position("their-position", { name: "Job", client: other });
    const mark = inRunbook("data-company-script");
    const has = async (path: string) =>
      (await (await fetch(site.url + path)).text()).includes(mark);
    const [ours, theirs] = [
      [careerSite, pageOf("plain")],
      [`/other/${other}`, "/other/job/their-position"],
    ];
    await start({ version: "with-the-script" });
    for (const path of [...ours, ...theirs]) expect(await has(path)).toBe(true);
    // Nothing says so but people.
    expect(await run(STATUS)).toMatchObject({ code: 0 });

    const switched = COMPANY_SCRIPTS.replace(/[0-9a-f-]{36}$/, fakeClientUuid);
    expect(switched).toBe(`all -${fakeClientUuid}`);
    await deploy({ version: "without-it", vars: { COMPANY_SCRIPTS: switched } });
    for (const path of ours) expect(await has(path)).toBe(false);
    for (const path of theirs) expect(await has(path)).toBe(true);
    await expectStanding(await apply(1), STANDING.delivered);
  });
});

describe("4. a leaked key", () => {
  test("opens nothing once there is another: the operator's, and the purges'", async () => {
    const purge = (secret: string) =>
      fetch(`${site.url}/-/purge`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}` },
        body: JSON.stringify({ client: fakeClientUuid }),
      });
    await start({ vars: { PURGE_SECRET: "the-leaked-secret-of-purges" } });
    expect((await purge("the-leaked-secret-of-purges")).status).toBe(200);
    const next = {
      OPERATOR_SECRET: "the-next-one-of-operators",
      PURGE_SECRET: "the-next-of-purges",
    };
    await deploy({ vars: next });
    expect((await purge("the-leaked-secret-of-purges")).status).toBe(401);
    expect((await purge(next.PURGE_SECRET)).status).toBe(200);
    for (const command of [STATUS, LIST]) {
      const refused = await run(command);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.says).toContain("does not know this OPERATOR_SECRET");
      expect(await run(command, {}, next.OPERATOR_SECRET)).toMatchObject({ code: 0 });
    }
  });

  test("of the desk is revoked, and whoever is in by it is out", async () => {
    await start();
    const persistTo = join(folder, "desk");
    await ensureLocalSecrets();
    await seed({ persistTo });
    const phrase = (await phraseOfFirstStart(persistTo)) ?? "";
    const server = await startSiteServer({
      embedded: true,
      persistTo,
      vars: { DESK_HOST: DESK },
    });
    try {
      const thief = visitor(server);
      await thief.signIn(phrase);
      expect((await thief.get("/")).status).toBe(200);
      const ID = phrase.split("-")[0] ?? "";
      // The platform of this machine stands for the deployed one.
      const known = { ID, "--remote": `--persist-to=${persistTo}` };
      expect((await play("npm run desk -- list --remote", known)).says).toContain(ID);
      expect((await play("npm run desk -- revoke ID --remote", known)).says).toContain(
        "opens nothing any more",
      );
      const made = await play("npm run desk -- phrase COMPANY --remote", {
        ...known,
        COMPANY: "alfar-albufera",
      });
      expect((await thief.get("/")).status).toBe(303);
      expect((await thief.signIn(phrase)).status).toBe(403);
      const owner = visitor(server);
      await owner.signIn(/^ {2}(\S+)$/m.exec(made.says)?.[1] ?? "");
      expect((await owner.get("/")).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

test("5. a flood is answered 429, which the status shows; others come through", async () => {
  await start({ vars: { RATE_LIMITS: "on" }, limits: { READ_LIMIT: 10, APPLICATION_LIMIT: 10 } });
  const from = (address: string, path: string) =>
    fetch(site.url + path, { headers: { "CF-Connecting-IP": address } });
  const refusedIn = (says: string) => Number(/^answers .*4xx (\d+)/m.exec(says)?.[1] ?? 0);
  await withinOneMinute(async () => {
    expect(refusedIn((await run(STATUS)).says)).toBe(0);
    const flood = await Promise.all(
      Array.from({ length: 40 }, (_, index) => from("198.51.100.7", `${careerSite}?q=${index}`)),
    );
    const statuses = flood.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await from("203.0.113.9", `${careerSite}?q=mine`)).status).toBe(200);
    const refused = statuses.filter((status) => status === 429).length;
    expect(refusedIn((await run(STATUS)).says)).toBe(refused);
  });
  expect(site.log.join("\n")).toContain(inRunbook('"status":429'));
});

describe("6. a wrong deploy", () => {
  test("shows by its version and its answers, and is gone when the version before is back", async () => {
    await start({ version: "the-good-one" });
    const sent = await apply(1);
    expect((await run(STATUS)).says).toMatch(/^version {3}the-good-one$/m);
    await deploy({ version: "the-wrong-one", vars: { READ_TIMEOUT_MS: "soon" } });
    expect((await fetch(site.url + pageOf("plain"))).status).toBe(500);
    const wrong = await run(STATUS);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.says).toContain("no answer: HTTP 500");
    expect(site.log.join("\n")).toContain("READ_TIMEOUT_MS");
    await deploy({ version: "the-good-one" });
    const { code, says } = await run(STATUS);
    expect(code).toBe(0);
    expect(says).toMatch(/^version {3}the-good-one$/m);
    expect(says).not.toContain("5xx");
    await expectStanding(sent, STANDING.delivered);
  });
});
