// Longer than other files: one site and its applications serve every command of the operator.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { TSX } from "../../scripts/local.mjs";
import { ANSWERS, formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { receiptAt, STANDING, standingAt } from "../support/receipts";
import { sitesForFile } from "../support/sites-for-file";

const run = promisify(execFile);
const SECRET = "a-secret-for-operators";
const HOURS = String(3_600_000);

// Nothing is tried again by itself during these tests.
const vars = {
  OPERATOR_SECRET: SECRET,
  RETRY_FIRST_MS: HOURS,
  RETRY_MOST_MS: HOURS,
};
const { platform, site } = await sitesForFile({ site: { vars } });

/** Runs a command of an operator's. `says` is what it prints, or why it failed. */
async function command(name: string, args: string[], { url = site.url, secret = SECRET } = {}) {
  const env = { ...process.env, OPERATOR_SECRET: secret };
  try {
    const line = [...TSX, `scripts/${name}.mjs`, "--url", url, ...args];
    const { stdout, stderr } = await run(process.execPath, line, { env });
    return { code: 0, says: stdout, besides: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, says: stderr, besides: "" };
  }
}
const applications = (args: string[], options = {}) => command("applications", args, options);

const list = async () => {
  const { body } = await fetchAs(SECRET, "GET", "");
  return JSON.parse(body) as {
    total: number;
    missing: string[];
    applications: Record<string, unknown>[];
  };
};

/** A call to an operator's address, with its answer read. */
async function fetchAs(secret: string, method: string, path: string, body?: string) {
  const response = await fetch(`${site.url}/-/operator/applications${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}` },
    ...(body !== undefined && { body }),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

const cv = { bytes: pdfOf(50_000), name: "ana-perez.pdf" };

/** Sends an application while the platform is away: its receipt's address and number. */
async function waiting() {
  platform.on("apply").once.answer({ status: 503 });
  const response = await post(site.url + pageOf("questions"), formOf(ANSWERS, cv));
  const receipt = site.url + (response.headers.get("Location") ?? "");
  const { "Número de candidatura": number = "" } = await receiptAt(receipt);
  return { receipt, number, receiptId: new URL(receipt).searchParams.get("receipt") ?? "" };
}

const NO = "Ana Pérez (+34612345678) is on our list.\u001b[2J";

/** One that the platform has refused for good. */
async function failed() {
  const one = await waiting();
  for (const _ of [1, 2]) {
    platform.on("apply").once.answer({ status: 400, body: { detail: NO } });
    await fetchAs(SECRET, "POST", `/${one.receiptId}/send`);
  }
  return one;
}

/** Gives up what a test leaves behind. */
async function dropAll() {
  for (const { receiptId } of (await list()).applications) {
    await fetchAs(SECRET, "POST", `/${String(receiptId)}/drop`);
  }
}

describe("npm run applications", () => {
  test("lists what waits, without anything of the candidate's, until it is delivered", async () => {
    expect((await applications([])).says).toBe("Every application has been delivered.\n");
    const { receipt, number } = await waiting();

    await expect.poll(async () => (await list()).total).toBe(1);
    const printed = JSON.parse((await applications(["--json"])).says) as { applications: unknown };
    expect(printed.applications).toEqual([
      {
        number,
        receiptId: new URL(receipt).searchParams.get("receipt"),
        state: "waiting",
        reason: null,
        clientUuid: fakeClientUuid,
        positionUuid: fakePositions.questions,
        sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        attempts: 1,
        lastStatus: 503,
        dueAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]);
    const { says } = await applications([]);
    expect(says).toContain(`${number}  waiting`);
    expect(says).toContain("1 attempt, last answer 503; next attempt");

    expect((await applications(["send", number])).says).toBe("It has been delivered.\n");
    expect(await standingAt(receipt)).toBe(STANDING.delivered);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
    await expect.poll(list).toMatchObject({ total: 0, missing: [], applications: [] });
  });

  test("shows one that failed, and exports it with its CV for its owner alone", async () => {
    const { number, receiptId } = await failed();
    await expect
      .poll(async () => (await applications([])).says)
      .toContain(`${number}  failed       sent`);
    const { says } = await applications([]);
    expect(says).toContain("the platform refused it; 3 attempts, last answer 400; kept until");
    // The list does not repeat what the platform said.
    expect(says + (await fetchAs(SECRET, "GET", "")).body).not.toContain("our list");
    const one = await applications(["show", number]);
    // Control characters of a terminal are left out.
    expect(one.says).toContain("The platform said: Ana Pérez (+34612345678) is on our list.");
    expect(one.says).not.toContain("\u001b");
    expect((await applications(["show", receiptId])).says).toBe(one.says);
    expect(site.log.join("\n")).not.toContain("our list");

    const folder = join(await mkdtemp(join(tmpdir(), "puerta-export-")), "ana");
    try {
      const exported = await applications(["export", number, folder]);
      const files = ["ana-perez.pdf", "application.json"].map((name) => join(folder, name));
      expect(exported.says.trim().split("\n").sort()).toEqual(files);
      expect((await readdir(folder)).length).toBe(2);
      for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(sha256(await readFile(join(folder, "ana-perez.pdf")))).toBe(sha256(cv.bytes));
      const json: unknown = JSON.parse(await readFile(join(folder, "application.json"), "utf8"));
      expect(json).toMatchObject({
        number,
        state: "failed",
        reason: "refused",
        message: expect.stringContaining("our list") as string,
        application: { firstName: "María José", phone: "+34612345678" },
        cv: { name: "ana-perez.pdf", size: cv.bytes.length },
      });
      // It is still stored, and can be sent.
      expect((await applications(["send", number])).says).toBe("It has been delivered.\n");
      expect(await applications(["export", number])).toMatchObject({ code: 1 });
    } finally {
      await rm(join(folder, ".."), { recursive: true });
    }
  });

  test("sends all that wait or have failed, leaves what is unconfirmed, and says how far it is", async () => {
    const receipts = [await waiting(), await failed(), await waiting()];
    platform.on("apply").once.html();
    await post(site.url + pageOf("questions"), formOf({ ...ANSWERS, last_name: "Uno" }, cv));
    await expect.poll(async () => (await list()).total).toBe(4);
    const { says, besides } = await applications(["send", "all"]);
    expect(says).toContain("3 are due");
    expect(says).toContain("1 are unconfirmed, and were left alone");
    expect(besides).toContain("3 of 4 are due");
    for (const { receipt } of receipts) {
      await expect.poll(() => standingAt(receipt)).toBe(STANDING.delivered);
    }
    await expect
      .poll(async () => (await list()).applications)
      .toMatchObject([{ state: "unconfirmed" }]);
    const [left] = (await list()).applications;
    expect((await applications(["drop", String(left?.number)])).says).toBe(
      "It stays unconfirmed; what it held is deleted.\n",
    );
  });

  test.each([
    [["fly"], "npm run applications"],
    [["send"], "npm run applications"],
    [["drop", "all"], '"all" is not the number of a receipt'],
    [["show", "XXXX-XXXX", "there"], "npm run applications"],
    [["export"], "npm run applications"],
    [["show", "a".repeat(64)], "is not there any more"],
    [["send", "XXXX-XXXX"], "has the number XXXX-XXXX"],
    [["--loud"], "npm run applications"],
  ])("%j is answered with what to do", async (args, words) => {
    const { code, says } = await applications(args);
    expect(code).toBe(1);
    expect(says).toContain(words);
    expect(says).not.toMatch(/^\s+at /m);
  });

  test.each([
    [{ secret: "another-secret-than-it" }, "does not know this OPERATOR_SECRET"],
    [{ secret: "" }, "OPERATOR_SECRET="],
    [{ url: "http://127.0.0.1:1" }, "No site answers"],
    [{ url: "http://jobs.example" }, "https only"],
    [{ url: "jobs" }, "is not an address"],
  ])("with %j says what is wrong", async (options, words) => {
    const { code, says } = await applications([], options);
    expect(code).toBe(1);
    expect(says).toContain(words);
  });
});

test("an operator's calls are 401 without the secret", async () => {
  const ids = ["send", "drop", "show", "export", "cv"].map((word) => `/${"a".repeat(64)}/${word}`);
  for (const path of ["", ...ids, "/queue"]) {
    const method = /(send|drop|queue)$/.test(path) ? "POST" : "GET";
    for (const secret of ["", "a", `${SECRET}x`, SECRET.slice(1)]) {
      expect([path, secret, (await fetchAs(secret, method, path)).status]).toEqual([
        path,
        secret,
        401,
      ]);
    }
  }
  expect((await fetch(`${site.url}/-/operator/applications`)).status).toBe(401);
});

test("an operator's answers are stored by no cache, and shown by no browser", async () => {
  const { receiptId } = await waiting();
  const paths = ["", `/${receiptId}/show`, `/${receiptId}/export`, `/${receiptId}/cv`];
  const answers = await Promise.all(paths.map((path) => fetchAs(SECRET, "GET", path)));
  const [, , , file] = answers;
  answers.push(await fetchAs(SECRET, "POST", "/queue", '{"receiptIds":[]}'));
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Type")).toMatch(/^application\/(json|octet-stream)/);
  }
  expect(file?.headers.get("Content-Disposition")).toBe("attachment");
  expect(file?.headers.get("Content-Length")).toBe(String(cv.bytes.length));
  await dropAll();
});

/** The fields of `/-/health` that are read here. */
interface Health {
  status: string;
  platform: Record<string, unknown>;
  applications: { waiting: number; oldestWaiting: string | null };
}

describe("/-/health", () => {
  const health = async (secret: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`${site.url}/-/health`, secret === "" ? {} : { headers });
    return { status: response.status, body: await response.text() };
  };
  const seen = async () => {
    const { status, body } = await health(SECRET);
    return { code: status, ...(JSON.parse(body) as Health) };
  };

  test("says to anybody that the site answers, and no more", async () => {
    expect(await health("")).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect((await health("another-secret")).status).toBe(401);
    expect(platform.requestsOf("position")).toHaveLength(0);
  });

  test("says to the operator what waits, and since when", async () => {
    await dropAll();
    const before = await seen();
    expect(before).toMatchObject({
      code: 200,
      status: "ok",
      platform: { isReachable: true },
      applications: { waiting: 0, oldestWaiting: null },
    });
    const begun = Date.now();
    await waiting();
    await expect.poll(async () => (await seen()).applications.waiting).toBe(1);
    const { applications } = await seen();
    const oldest = Date.parse(applications.oldestWaiting ?? "");
    expect(oldest).toBeGreaterThanOrEqual(begun);
    expect(oldest).toBeLessThanOrEqual(Date.now());
    await dropAll();
  });

  test.each([
    ["is away", undefined, { kind: "unreachable" }],
    ["does not know the key", 401, { kind: "unreachable", status: 401 }],
    ["is in maintenance", 503, { kind: "unavailable", status: 503 }],
  ])("is 503 where the platform %s", async (_, status, platformSays) => {
    if (status === undefined) platform.on("position").drop();
    else platform.on("position").answer({ status, body: {} });
    expect(await seen()).toMatchObject({
      code: 503,
      status: "degraded",
      platform: { isReachable: false, ...platformSays },
    });
  });
});

test("npm run status shows the platform going away and coming back", async () => {
  const shown = command("status", ["--times", "4", "--every", "1"]);
  await expect.poll(() => platform.requestsOf("position").length, { timeout: 20_000 }).toBe(1);
  // The second look and its second try; the third is answered again.
  platform.on("position").once.answer({ status: 500, body: {} });
  const { code, says } = await shown;
  expect(code).toBe(0);
  const [, last = ""] = says.split(/^(?=http:)/m).slice(-2);
  expect(last).toMatch(/platform {2}answers in \d+ ms/);
  expect(last.match(/UTC {2}.*/g)).toEqual([
    "UTC  all is well",
    "UTC  the platform does not answer as it should: unreachable, 500",
    "UTC  all is well",
  ]);
});
