import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { careerSite } from "../support/kept-pages";
import { formOf, pageOf, post } from "../support/application-form";
import {
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

test("TO_BE_FOUND and COMPANY_SCRIPTS hold for every page", async () => {
  const other = "another-client";
  const vars = { TO_BE_FOUND: "off", COMPANY_SCRIPTS: `all -${fakeClientUuid}` };
  const switched = await startSite({ platform: platform.url, vars });
  try {
    platform.client({ apply_page_js: "ours()" });
    platform.client({ code: other, name: "Other", apply_page_js: "theirs()" }, other);
    platform.position("position-of-another", { name: "Job", client: other });
    for (const [path, script, runs] of [
      [careerSite, "ours()", false],
      [pageOf("plain"), "ours()", false],
      [`/x/${other}`, "theirs()", true],
      ["/x/y/position-of-another", "theirs()", true],
    ] as const) {
      const response = await fetch(switched.url + path);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
      expect([path, (await response.text()).includes(script)]).toEqual([path, runs]);
    }
  } finally {
    await switched.stop();
  }
});
