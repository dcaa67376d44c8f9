import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  positionPath,
  createPdf,
  post,
  sha256,
} from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { puerta } from "../support/puerta-command";
import { readReceipt, RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { startSites } from "../support/sites-for-file";

/** The uuid of a company without applications. */
const ANOTHER = "00000000-0000-4000-8000-000000000000";
const SECRET = "a-secret-for-operators";
const HOURS = String(3_600_000);

// The delays are so long that there are no automatic retries during these tests.
const vars = {
  OPERATOR_SECRET: SECRET,
  RETRY_FIRST_MS: HOURS,
  RETRY_MAX_MS: HOURS,
};
const { platform, site } = await startSites({ site: { vars } });

const runApplications = (args: string[], { url = site.url, secret = SECRET } = {}) =>
  puerta(["applications", ...args, "--url", url], { OPERATOR_SECRET: secret, ADMIN_SECRET: "" });

const fetchList = async () => {
  const { body } = await fetchAs(SECRET, "GET", "");
  return JSON.parse(body) as {
    total: number;
    missing: string[];
    applications: Record<string, unknown>[];
  };
};

async function fetchAs(secret: string, method: string, path: string, body?: string) {
  const response = await fetch(`${site.url}/-/operator/applications${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}` },
    ...(body !== undefined && { body }),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

const cv = { bytes: createPdf(50_000), name: "ana-perez.pdf" };

/** Sends an application that then waits. @returns the URL, number and id of its receipt */
async function sendWaiting() {
  platform.on("apply").once.answer({ status: 503 });
  const response = await post(site.url + positionPath("questions"), buildForm(ANSWERS, cv));
  const receipt = site.url + (response.headers.get("Location") ?? "");
  const { "Número de candidatura": number = "" } = await readReceipt(receipt);
  return { receipt, number, receiptId: new URL(receipt).searchParams.get("receipt") ?? "" };
}

const REASON = "Ana Pérez (+34612345678) is on our list.\u001b[2J";

/** Sends an application that fails after two refusals. */
async function sendFailing() {
  const sent = await sendWaiting();
  for (const _ of [1, 2]) {
    platform.on("apply").once.answer({ status: 400, body: { detail: REASON } });
    await fetchAs(SECRET, "POST", `/${sent.receiptId}/send`);
  }
  return sent;
}

async function dropAll() {
  for (const { receiptId } of (await fetchList()).applications) {
    await fetchAs(SECRET, "POST", `/${String(receiptId)}/drop`);
  }
}

describe("puerta applications", () => {
  test("lists waiting applications without personal data and sends them", async () => {
    const { receipt, number } = await sendWaiting();

    await expect.poll(async () => (await fetchList()).total).toBe(1);
    const printed = JSON.parse((await runApplications(["list", "--json"])).stdout) as {
      undelivered: unknown;
    };
    expect(printed.undelivered).toEqual([
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
    const { stdout } = await runApplications(["list"]);
    expect(stdout).toContain(`${number}  waiting`);
    expect(stdout).toContain("1 attempt, last answer 503; next attempt");
    expect(stdout).toContain("ADMIN_SECRET is not set: delivered applications are not shown.");
    const elsewhere = await runApplications(["list", "--waiting", "--company", ANOTHER]);
    expect(elsewhere.stdout).toBe("Every application to this company has been delivered.\n");
    const company = `${fakeClientUuid.toUpperCase()}\u00a0`;
    const here = await runApplications(["list", "--waiting", "--company", company]);
    expect(here.stdout).toContain(number);

    const sent = await runApplications(["send", number]);
    expect(sent.stdout).toBe(`${number}  It has been delivered.\n`);
    expect(await readReceiptStatus(receipt)).toBe(RECEIPT_STATUS.delivered);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
    await expect.poll(fetchList).toMatchObject({ total: 0, missing: [], applications: [] });
  });

  test("shows and saves a failed application with its CV", async () => {
    const { number, receiptId } = await sendFailing();
    await expect
      .poll(async () => (await runApplications(["list"])).stdout)
      .toContain(`${number}  failed       sent`);
    const { stdout } = await runApplications(["list"]);
    expect(stdout).toContain("the platform refused it; 3 attempts, last answer 400; kept until");
    // The list omits the platform's message.
    expect(stdout + (await fetchAs(SECRET, "GET", "")).body).not.toContain("our list");
    const shown = await runApplications(["show", number]);
    // The command removes terminal control characters.
    expect(shown.stdout).toContain("The platform said: Ana Pérez (+34612345678) is on our list.");
    expect(shown.stdout).not.toContain("\u001b");
    expect((await runApplications(["show", receiptId])).stdout).toBe(shown.stdout);
    expect((await runApplications(["show", number.slice(0, 4)])).stdout).toBe(shown.stdout);
    expect(site.log.join("\n")).not.toContain("our list");

    const folder = join(await mkdtemp(join(tmpdir(), "puerta-saved-")), "ana");
    try {
      const saved = await runApplications(["save", number, folder]);
      const files = ["ana-perez.pdf", "application.json"].map((name) => join(folder, name));
      expect(saved.stdout.trim().split("\n")).toEqual(files);
      expect((await readdir(folder)).length).toBe(2);
      for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
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
      const again = await runApplications(["save", number, folder]);
      expect(again).toMatchObject({
        code: 1,
        stderr: `${folder} is not empty. Choose another folder.\n`,
      });
      // The saved application is still stored and can be sent.
      await runApplications(["send", number]);
      expect(await runApplications(["save", number])).toMatchObject({ code: 1 });
    } finally {
      await rm(join(folder, ".."), { recursive: true });
    }
  });

  test("sends all waiting and failed applications and skips unconfirmed applications", async () => {
    const receipts = [await sendWaiting(), await sendFailing(), await sendWaiting()];
    platform.on("apply").once.html();
    await post(
      site.url + positionPath("questions"),
      buildForm({ ...ANSWERS, last_name: "Uno" }, cv),
    );
    await expect.poll(async () => (await fetchList()).total).toBe(4);
    const { stdout, stderr } = await runApplications(["send", "--all"]);
    expect(stdout).toContain("3 are due");
    expect(stdout).toContain("1 are unconfirmed, and were skipped");
    expect(stderr).toContain("3 of 4 are due");
    for (const { receipt } of receipts) {
      await expect.poll(() => readReceiptStatus(receipt)).toBe(RECEIPT_STATUS.delivered);
    }
    await expect
      .poll(async () => (await fetchList()).applications)
      .toMatchObject([{ state: "unconfirmed" }]);
    const [left] = (await fetchList()).applications;
    expect((await runApplications(["drop", String(left?.number)])).stdout).toBe(
      "The application is dropped, and its contents are deleted.\n",
    );
  });

  test.each([
    [["fly"], {}, "Unknown command 'fly'"],
    [["send"], {}, "Name applications, or add --all."],
    [["send", "XXXX-XXXX", "--all"], {}, "Name applications, or add --all."],
    [["send", "XXXX-XXXX"], {}, "There is no application XXXX-XXXX."],
    [["drop", "all"], {}, "There is no application all."],
    [["show", "XXXX-XXXX", "there"], {}, "Too many arguments"],
    [["show", "a".repeat(64)], {}, "There is no application"],
    [["save"], {}, "Missing required argument 'which'"],
    [["list", "--waiting", "--received"], {}, "cannot be used with"],
    [["person", "ana@example.com"], {}, "Set ADMIN_SECRET"],
    [["list"], { secret: "another-secret-than-it" }, "does not accept this OPERATOR_SECRET"],
    [["list"], { secret: "" }, "Set OPERATOR_SECRET, ADMIN_SECRET or both"],
    [["send", "--all"], { secret: "" }, "Set OPERATOR_SECRET to the site's"],
    [["list"], { url: "http://127.0.0.1:1" }, "No site answers"],
    [["list"], { url: "http://jobs.example" }, "must begin with https"],
    [["list"], { url: "jobs" }, "is not an address"],
  ])(
    "prints an error and exits with 1 (arguments: %j, options: %j)",
    async (args, options, message) => {
      const { code, stdout, stderr } = await runApplications(args, options);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
});

test("operator routes return 401 without the secret", async () => {
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

test("operator responses cannot be cached or rendered by browsers", async () => {
  const { receiptId } = await sendWaiting();
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

interface Health {
  status: string;
  platform: Record<string, unknown>;
  applications: { waiting: number; oldestWaiting: string | null };
}

test.each([
  ["POST", "", 401],
  ["POST", "wrong", 401],
  ["POST", SECRET, 204],
  ["GET", SECRET, 404],
])("the scheduled work by %s with the secret %j: %d", async (method, secret, status) => {
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await fetch(`${site.url}/-/operator/schedule`, { method, headers });
  expect(response.status).toBe(status);
});

describe("/-/health", () => {
  const fetchHealth = async (secret: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`${site.url}/-/health`, secret === "" ? {} : { headers });
    return { status: response.status, body: await response.text() };
  };
  const readHealth = async () => {
    const { status, body } = await fetchHealth(SECRET);
    return { code: status, ...(JSON.parse(body) as Health) };
  };

  test("returns only `ok` without a secret, and 401 for a wrong secret", async () => {
    expect(await fetchHealth("")).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect((await fetchHealth("another-secret")).status).toBe(401);
    expect(platform.requestsTo("position")).toHaveLength(0);
  });

  test("counts waiting applications if the request has the secret", async () => {
    await dropAll();
    const before = await readHealth();
    expect(before).toMatchObject({
      code: 200,
      status: "ok",
      platform: { isReachable: true },
      applications: { waiting: 0, oldestWaiting: null },
    });
    const start = Date.now();
    await sendWaiting();
    await expect.poll(async () => (await readHealth()).applications.waiting).toBe(1);
    const { applications } = await readHealth();
    const oldest = Date.parse(applications.oldestWaiting ?? "");
    expect(oldest).toBeGreaterThanOrEqual(start);
    expect(oldest).toBeLessThanOrEqual(Date.now());
    await dropAll();
  });

  test.each([
    ["is down", undefined, { kind: "unreachable" }],
    ["refuses the key", 401, { kind: "unreachable", status: 401 }],
    ["is in maintenance", 503, { kind: "unavailable", status: 503 }],
  ])("returns 503 if the platform %s", async (_, status, expected) => {
    if (status === undefined) platform.on("position").drop();
    else platform.on("position").answer({ status, body: {} });
    expect(await readHealth()).toMatchObject({
      code: 503,
      status: "degraded",
      platform: { isReachable: false, ...expected },
    });
  });
});

test("puerta status reports errors, also with --watch", async () => {
  const env = { OPERATOR_SECRET: SECRET };
  const status = (...args: string[]) => puerta(["status", "--url", site.url, ...args], env);
  const good = await status();
  expect(good.code).toBe(0);
  expect(good.stdout).toMatch(
    /^[\d:]{8} {2}site \d+ ms; platform \d+ ms; waiting 0; failed 0; unconfirmed 0; /,
  );
  platform.on("position").answer({ status: 500, body: {} });
  const { code, stdout } = await status("--json");
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
    code: 1,
    platform: { isReachable: false, kind: "unreachable", status: 500 },
  });
  const args = ["cli/bin.mjs", "status", "--url", site.url, "--watch", "1"];
  const watching = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  let output = "";
  watching.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain("platform does not answer (unreachable, 500)");
  platform.reset();
  await expect.poll(() => output).toMatch(/500\)[^]*platform \d+ ms/);
  watching.kill();
});
