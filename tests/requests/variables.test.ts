import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formOf, pageOf, post } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { startSite, TEST_API_KEY } from "../support/site";

let platform: FakePlatform;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
});
afterAll(() => platform.close());
beforeEach(() => platform.reset());

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

test("with a wrong variable nothing is served, and the log names it", async () => {
  const wrong = await startSite({ platform: platform.url, vars: { MAX_CV_BYTES: "much" } });
  try {
    const response = await fetch(wrong.url + pageOf("plain"));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("Internal Server Error");
    // The server passes the Worker's log on with a delay.
    await expect.poll(() => wrong.log.join("\n")).toMatch(/Wrong configuration\. MAX_CV_BYTES/);
  } finally {
    await wrong.stop();
  }
});

test("under maintenance everything is answered 503, and a form that scripts send is told why", async () => {
  const closed = await startSite({ platform: platform.url, vars: { MAINTENANCE: "on" } });
  try {
    for (const path of [careerSite, pageOf("plain"), "/"]) {
      const response = await fetch(closed.url + path, { headers: { "Accept-Language": "es" } });
      expect(response.status).toBe(503);
      expect(response.headers.get("Retry-After")).toBe("60");
      const page = await response.text();
      expect(elementsOf(page, "h1")[0]?.text).toBe("Fuera de servicio por mantenimiento");
    }
    const plain = await post(closed.url + pageOf("plain"), formOf());
    expect(plain.status).toBe(503);
    const address = `${closed.url}/-/applications/${"a".repeat(20)}?position=${fakePositions.plain}`;
    const response = await post(address, formOf());
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      outcome: "failed",
      message: "This app is undergoing maintenance right now. Please check back later.",
    });
    expect(platform.requests).toEqual([]);
  } finally {
    await closed.stop();
  }
});

test("a site that is not to be found says so of every page", async () => {
  const hidden = await startSite({ platform: platform.url, vars: { TO_BE_FOUND: "off" } });
  try {
    for (const path of [careerSite, pageOf("plain")]) {
      const response = await fetch(hidden.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    }
  } finally {
    await hidden.stop();
  }
});

describe("whose scripts run", () => {
  const other = "another-client";
  test.each([
    ["", [true, true]],
    ["all", [true, true]],
    ["none", [false, false]],
    [fakeClientUuid, [true, false]],
    [`all -${fakeClientUuid}`, [false, true]],
  ])("is decided by COMPANY_SCRIPTS=%j", async (COMPANY_SCRIPTS, expected) => {
    const switched = await startSite({ platform: platform.url, vars: { COMPANY_SCRIPTS } });
    try {
      platform.client({ apply_page_js: "ours()" });
      platform.client({ code: other, name: "Other", apply_page_js: "theirs()" }, other);
      platform.position("position-of-another", { name: "Job", client: other });
      const has = async (path: string, words: string) =>
        (await (await fetch(switched.url + path)).text()).includes(words);
      expect([await has(careerSite, "ours()"), await has(`/x/${other}`, "theirs()")]).toEqual(
        expected,
      );
      expect([
        await has(pageOf("plain"), "ours()"),
        await has("/x/y/position-of-another", "theirs()"),
      ]).toEqual(expected);
    } finally {
      await switched.stop();
    }
  });
});
