import { expect, test } from "vitest";
import { careerSite } from "../support/cached-pages";
import { buildForm, positionPath, post, postByScript } from "../support/application-form";
import { fakeClientUuid } from "../support/fake-platform";
import { findElements, findText } from "../support/html";
import { startSites } from "../support/sites-for-file";

const other = "another-client";
const { platform, closed, named, switched } = await startSites({
  closed: { vars: { MAINTENANCE: "on" } },
  named: { vars: { PAGE_TITLES: "named" } },
  switched: {
    vars: { SEARCH_INDEXING: "off", REGION: "weur", COMPANY_SCRIPTS: `all -${fakeClientUuid}` },
  },
});

const MAINTENANCE = "This app is undergoing maintenance right now. Please check back later.";

test("MAINTENANCE leads to 503, with a message for scripts [1.10, 8.05]", async () => {
  for (const path of [careerSite, positionPath("plain"), "/"]) {
    const response = await fetch(closed.url + path, { headers: { "Accept-Language": "en" } });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(findText(await response.text(), "screen")).toBe(
      `Offline for maintenance${MAINTENANCE}Try Again`,
    );
  }
  const plain = await post(closed.url + positionPath("plain"), buildForm());
  expect(plain.status).toBe(503);
  const response = await postByScript(closed.url, buildForm());
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    outcome: "failed",
    message: MAINTENANCE,
  });
  expect(platform.requests).toEqual([]);
});

test("PAGE_TITLES=named adds the position and the company to page titles", async () => {
  const getTitle = async (answer: Promise<Response>) =>
    findElements(await (await answer).text(), "title")[0]?.text;
  const position = named.url + positionPath("plain");
  const title = "Mecánica de bicicletas – Taller Norte – Job application";
  expect(await getTitle(fetch(named.url + careerSite))).toBe("Taller Norte – Job offers");
  expect(await getTitle(fetch(position))).toBe(title);
  expect(await getTitle(post(position, buildForm({ first_name: "" })))).toBe(`Error: ${title}`);
});

test("SEARCH_INDEXING and COMPANY_SCRIPTS affect career sites and positions", async () => {
  platform.client({ apply_page_js: "ours()" });
  platform.client({ code: other, name: "Other", apply_page_js: "theirs()" }, other);
  platform.position("position-of-another", { name: "Job", client: other });
  for (const [path, script, runs] of [
    [careerSite, "ours()", false],
    [positionPath("plain"), "ours()", false],
    [`/x/${other}`, "theirs()", true],
    ["/x/y/position-of-another", "theirs()", true],
  ] as const) {
    const response = await fetch(switched.url + path);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    expect([path, (await response.text()).includes(script)]).toEqual([path, runs]);
  }
});
