import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ANSWERS, buildForm, positionPath, createPdf, post } from "../support/application-form";
import { fakeClientCode, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { startSite, TEST_API_KEY } from "../support/site";
import { puerta } from "../support/puerta-command";

let platform: FakePlatform;
beforeAll(async () => {
  platform = await startFakePlatform();
});
afterAll(() => platform.close());
beforeEach(() => platform.reset());

/** The minimum number of calls of each kind, including repeats after failures. */
const MIN_CALLS = { position: 2, client: 2, positions: 2, apply: 3 };

test.each([
  ["X-Api-Key", {}],
  ["X-Hiring-Key", { PLATFORM_API_KEY_HEADER: "X-Hiring-Key" }],
])("each call and each repeat has the API key in %s [6.02, 7.01]", async (header, vars) => {
  const site = await startSite({
    platform: platform.url,
    vars: { RETRY_FIRST_MS: "100", RETRY_MAX_MS: "100", ...vars },
  });
  try {
    for (const read of ["position", "client", "positions"] as const) {
      platform.on(read).once.answer({ status: 502 });
    }
    for (const path of [`/${fakeClientCode}/${platform.clientUuid}`, positionPath("questions")]) {
      expect((await fetch(site.url + path)).status).toBe(200);
    }
    // The first attempt fails while the candidate waits, and the second attempt fails later.
    for (let attempt = 0; attempt < 2; attempt++) platform.on("apply").once.answer({ status: 500 });
    await post(
      site.url + positionPath("questions"),
      buildForm(ANSWERS, { bytes: createPdf(100), name: "cv.pdf" }),
    );
    await platform.waitForApplications(1);

    for (const [call, count] of Object.entries(MIN_CALLS)) {
      const calls = platform.requests.filter((request) => request.call === call);
      expect(calls.length, call).toBeGreaterThanOrEqual(count);
    }
    for (const { method, path, headers } of platform.requests) {
      expect(headers[header.toLowerCase()], `${method} ${path}`).toBe(TEST_API_KEY);
    }
  } finally {
    await site.stop();
  }
});

test("puerta check does not print an API key that contains a line break", async () => {
  const key = { PLATFORM_API_KEY: "a secret\nkey" };
  const { code, stdout, stderr } = await puerta(
    ["check", "http://127.0.0.1:1", "--client", "a"],
    key,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe("PLATFORM_API_KEY contains a line break.\n");
});
