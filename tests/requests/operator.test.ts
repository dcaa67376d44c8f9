import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import {
  fakeClientUuid,
  fakePositions,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { receiptAt, STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const run = promisify(execFile);
const SECRET = "a-secret-for-operators";
const HOURS = String(3_600_000);

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  // Nothing is tried again by itself during these tests.
  const vars = { OPERATOR_SECRET: SECRET, RETRY_FIRST_MS: HOURS, RETRY_MOST_MS: HOURS };
  site = await startSite({ platform: platform.url, vars });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => platform.reset());

/** The command, as an operator of a deployed site runs it. */
async function applications(args: string[], { url = site.url, secret = SECRET } = {}) {
  const command = ["scripts/applications.mjs", "--url", url, ...args];
  try {
    const { stdout } = await run(process.execPath, command, {
      env: { ...process.env, OPERATOR_SECRET: secret },
    });
    return { code: 0, says: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, says: stderr };
  }
}

const list = async () =>
  JSON.parse((await applications(["--json"])).says) as {
    total: number;
    applications: Record<string, unknown>[];
  };

const cv = { bytes: pdfOf(50_000), name: "ana-perez.pdf" };

/** Sends an application while the platform is away: its receipt's address and number. */
async function waiting() {
  platform.on("apply").once.answer({ status: 503 });
  const response = await post(site.url + pageOf("questions"), formOf(ANSWERS, cv));
  const receipt = site.url + (response.headers.get("Location") ?? "");
  const { Número: number = "" } = await receiptAt(receipt);
  return { receipt, number };
}

describe("npm run applications", () => {
  test("lists what waits, without anything of the candidate's, until it is delivered", async () => {
    expect((await applications([])).says).toBe("Every application has been delivered.\n");
    const { receipt, number } = await waiting();

    const { total, applications: listed } = await list();
    expect(total).toBe(1);
    expect(listed).toEqual([
      {
        number,
        receiptId: new URL(receipt).searchParams.get("receipt"),
        state: "waiting",
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
    expect(await list()).toEqual({ total: 0, applications: [] });
  });

  test("says so when the platform is still away", async () => {
    const { receipt, number } = await waiting();
    platform.on("apply").once.answer({ status: 503 });
    expect((await applications(["send", number.toLowerCase()])).says).toContain("it waits");
    expect((await list()).applications[0]).toMatchObject({ attempts: 2 });
    await applications(["send", number]);
    expect(await standingAt(receipt)).toBe(STANDING.delivered);
  });

  test("gives one up: it is listed no more, and its receipt says so", async () => {
    const { receipt, number } = await waiting();
    const { says } = await applications(["drop", number]);
    expect(says).toBe("It is not delivered, and not tried again by itself.\n");
    expect(await standingAt(receipt)).toBe(STANDING.undelivered);
    expect(await list()).toEqual({ total: 0, applications: [] });
    expect(await applications(["send", number])).toMatchObject({
      code: 1,
      says: expect.stringContaining(`has the number ${number}`) as string,
    });
  });

  test.each([
    [["fly"], "npm run applications"],
    [["send"], "npm run applications"],
    [["send", "XXXX-XXXX"], "has the number XXXX-XXXX"],
    [["--loud"], "npm run applications"],
  ])("%j is answered with what to do", async (args, words) => {
    const { code, says } = await applications(args);
    expect(code).toBe(1);
    expect(says).toContain(words);
    expect(says).not.toMatch(/^\s+at /m);
  });

  test("needs the right secret, and a site", async () => {
    const wrong = await applications([], { secret: "another-secret-than-it" });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.says).toContain("does not know this OPERATOR_SECRET");
    expect((await applications([], { secret: "" })).says).toContain("OPERATOR_SECRET=");
    expect((await applications([], { url: "http://127.0.0.1:1" })).says).toContain(
      "No site answers",
    );
    expect((await applications([], { url: "http://jobs.example" })).says).toContain("https only");
    expect((await applications([], { url: "jobs" })).says).toContain("is not an address");
  });
});

describe("the calls behind it", () => {
  const paths: [string, string][] = [
    ["GET", "/-/operator/applications"],
    ["POST", `/-/operator/applications/${"a".repeat(64)}/send`],
    ["POST", `/-/operator/applications/${"a".repeat(64)}/drop`],
  ];
  const ask = (url: string, [method, path]: [string, string], secret?: string) =>
    fetch(url + path, {
      method,
      headers: secret === undefined ? {} : { Authorization: `Bearer ${secret}` },
    });

  test.each(paths)("are nobody's without the secret: %s %s", async (...path) => {
    for (const secret of [undefined, "", "a", `${SECRET}x`, SECRET.slice(1)]) {
      expect((await ask(site.url, path, secret)).status).toBe(401);
    }
  });

  test("know only what an address can name, and only what is there", async () => {
    for (const path of [
      `${"a".repeat(64)}/send`,
      "x/send",
      `${"a".repeat(64)}/read`,
      "%2e%2e/send",
    ]) {
      const response = await ask(site.url, ["POST", `/-/operator/applications/${path}`], SECRET);
      expect(response.status).toBe(404);
    }
  });

  test("do not exist where no secret is configured", async () => {
    const open = await startSite({ platform: platform.url, vars: { OPERATOR_SECRET: "" } });
    try {
      for (const path of paths) {
        for (const secret of [undefined, "", SECRET]) {
          const response = await ask(open.url, path, secret);
          expect(response.status).toBe(404);
        }
      }
      expect((await applications([], { url: open.url })).says).toContain("has no OPERATOR_SECRET");
    } finally {
      await open.stop();
    }
  });
});
