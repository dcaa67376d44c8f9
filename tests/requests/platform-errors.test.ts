import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { messagesFor } from "~/app/i18n/messages";
import {
  ANSWERS,
  submitPath,
  buildForm,
  positionPath,
  createPdf,
  post,
  postByScript,
} from "../support/application-form";
import { fakeClientUuid, type Call, type FakePlatform } from "../support/fake-platform";
import { findAttribute, findElements, linkHref, findText, inputValue } from "../support/html";
import { careerSite } from "../support/cached-pages";
import { startSites } from "../support/sites-for-file";

const shortTimeouts = { READ_TIMEOUT_MS: "300", APPLY_TIMEOUT_MS: "300" };
const { platform, site, hasty } = await startSites({ site: {}, hasty: { vars: shortTimeouts } });

type Failure = (platform: FakePlatform, call: Call) => void;

const down: Failure = (platform, call) => platform.on(call).drop();
const stalled: Failure = (platform, call) => platform.on(call).stall();
const slowBody: Failure = (platform, call) => platform.on(call).stallBody();
/** Returns the site with short timeouts for failures that stall. */
const siteFor = (failure: Failure) => ([stalled, slowBody].includes(failure) ? hasty : site);
const html: Failure = (platform, call) => platform.on(call).html();
const answers =
  (status: number, body: unknown = {}): Failure =>
  (platform, call) =>
    platform.on(call).answer({ status, body });
const companyGone: Failure = (platform) => platform.on("client").answer({ status: 410 });
const brokenContract: Failure = answers(200, { name: 7 });

/** A refusal of 64 MB that is compressed to 64 KB. */
const tooLong: Failure = (platform, call) =>
  platform.on(call).answer({
    status: 400,
    body: gzipSync(JSON.stringify({ detail: "Sin sitio." }).padEnd(64 * 1024 * 1024, " ")),
    headers: { "Content-Encoding": "gzip" },
  });

const BROKEN = /Unexpected Server Error|\bat [\w.]+ \(|TypeError|undefined/;

// Read the company first, because error screens link to it.
beforeAll(async () => {
  for (const { url } of [site, hasty]) await fetch(url + careerSite);
});

test("the admin interface, which commands request first, is a 404 while the platform is down", async () => {
  for (const call of ["client", "position", "positions"] as const) down(platform, call);
  const response = await fetch(`${site.url}/-/admin/applications?which=A7EB`);
  expect([response.status, await response.text()]).toEqual([404, "Not Found"]);
});

const position = ["position", "Position Not Found", positionPath("plain")] as const;
const career = "Career Site Not Found";

describe.each<[Call, string, string, string, Failure, number, string]>([
  [...position, "is down", down, 502, "couldn't load"],
  [...position, "stalls past its timeout", stalled, 504, "too long"],
  [...position, "stalls in its response body", slowBody, 504, "too long"],
  [...position, "returns HTML", html, 502, "couldn't load"],
  [...position, "breaks its contract", brokenContract, 502, "couldn't load"],
  [...position, "returns 500", answers(500), 502, "couldn't load"],
  [...position, "returns 401", answers(401, { detail: "Bad key" }), 502, "couldn't load"],
  [...position, "returns 404", answers(404), 404, "could not be found"],
  [...position, "returns 503", answers(503), 503, "undergoing maintenance"],
  ["client", position[1], position[2], "returns 500", answers(500), 502, "couldn't load"],
  ["client", career, careerSite, "stalls past its timeout", stalled, 504, "too long"],
  ["positions", career, careerSite, "returns 500", answers(500), 502, "couldn't load"],
  ["positions", career, careerSite, "returns 404", answers(404), 404, "could not be found"],
  ["client", career, careerSite, "returns 410", answers(410), 410, "could not be found"],
  ["client", career, `${careerSite}/privacy`, "returns 410", answers(410), 410, "not be found"],
  ["positions", career, careerSite, "returns 410", answers(410), 410, "could not be found"],
  ["client", position[1], position[2], "returns 410", answers(410), 410, "could not be found"],
])(
  "the error screen for a failed %s call (%s) [1.10, 2.17, 2.37, 4.13, 8.03, 8.04, 8.15, 8.18]",
  (call, title, path, ...row) => {
    const [name, fail, status, text] = row;
    test(`appears if the platform ${name}`, async () => {
      fail(platform, call);
      const response = await fetch(`${siteFor(fail).url}${path}?lang=en`);
      const page = await response.text();
      expect(response.status).toBe(status);
      const heading = findElements(page, "h1")[0]?.text;
      expect(heading).toBe(status === 503 ? "Offline for maintenance" : title);
      const screen = findText(page, "screen");
      expect(screen).toContain(text);
      expect(screen).not.toMatch(BROKEN);
      expect(linkHref(page, "Try Again")).toBe([404, 410].includes(status) ? undefined : "");
      if (title === career) {
        expect(screen).toContain("The career site you're looking for could not be found.");
      } else {
        const jobs = status === 410 ? undefined : `${careerSite}?lang=en`;
        expect(linkHref(page, "See the company's jobs")).toBe(jobs);
      }
    });
  },
);

test("the screen for a closed position links to the position's company", async () => {
  for (const client of [fakeClientUuid, "../admin"]) {
    // If the platform's `client` is invalid, the URL determines the company.
    platform.on("position").once.answer({ status: 410, body: { detail: "Cerrado", client } });
    const page = await (await fetch(site.url + positionPath("plain"))).text();
    expect(findAttribute(page, "a", "href", { class: "button" })).toBe(careerSite);
  }
});

test("the screen for a closed position shows the name from the durable copy", async () => {
  await fetch(site.url + positionPath("questions"));
  platform.on("position").answer({ status: 410 });
  const response = await post(site.url + positionPath("questions"), buildForm());
  expect(response.status).toBe(410);
  const html = await response.text();
  expect(html).toContain("Jefe de taller");
  expect(html).toContain("Otras ofertas de Taller Norte");
});

describe("a refused application", () => {
  const NETWORK = "Error de red. Intenta de nuevo.";
  const refusals: [string, Failure, string][] = [
    ["a reason", answers(400, { detail: "Ya no existe." }), "Ya no existe."],
    ["a list of reasons", answers(422, { detail: [{ msg: "no" }] }), '[{"msg":"no"}]'],
    ["a reason under another key", answers(400, { message: "Otra vez." }), "Otra vez."],
    ["a reason and a 500", answers(500, { detail: "Sin sitio." }), "Sin sitio."],
    ["no reason", answers(400), NETWORK],
    ["a reason over the size limit", tooLong, NETWORK],
    ["HTML", (platform, call) => platform.on(call).html(400), NETWORK],
  ];

  test.each(refusals)(
    "shows the same message with and without scripts (response: %s) [4.11, 8.06, 8.07, 8.08, 8.09]",
    async (_, fail, message) => {
      fail(platform, "apply");
      const form = buildForm(ANSWERS, { bytes: createPdf(200_000), name: "cv.pdf" });
      const response = await post(site.url + positionPath("questions"), form);
      const page = await response.text();
      expect(response.status).toBe(422);
      expect(findText(page, "error-summary")).toContain(message);
      expect(inputValue(page, "last_name")).toBe("O'Neill Núñez");
      expect(findElements(page, "textarea")[0]?.text).toBe(ANSWERS["open_question-0"]);
      const scripted = await postByScript(site.url, buildForm(ANSWERS));
      expect(await scripted.json()).toEqual({ outcome: "failed", message, status: 422 });
    },
  );

  test.each(STANDARD_LANGUAGES)(
    "shows that the candidate has already applied after a 409 (language: %s) [8.01, 8.16, 8.17]",
    async (language) => {
      const t = messagesFor(language);
      platform.on("apply").answer({ status: 409, body: { detail: "Again?" } });
      const address = `${site.url}${positionPath("plain")}?lang=${language}`;
      const response = await post(address, buildForm());
      expect(response.status).toBe(409);
      const html = await response.text();
      const message = findText(html, "applied");
      expect(message).toContain(t["apply.already_applied"] + t["form.duplicate"]);
      expect(message).not.toContain(t["form.sent_title"]);
      const disabled = findElements(html, "button").filter(({ attributes }) => attributes.disabled);
      expect(disabled.map(({ text }) => text)).toEqual([t["apply.already_applied"]]);
    },
  );
});

describe("a form whose position cannot be read and has no copy", () => {
  test("leads to an error screen if it is sent without scripts", async () => {
    platform.on("position").drop();
    const response = await post(`${site.url}${positionPath("csrf")}?lang=en`, buildForm());
    expect(response.status).toBe(502);
    expect(findText(await response.text(), "screen")).toContain("Position Not Found");
  });

  test.each<[string, Failure, number, string | undefined]>([
    ["is down", down, 502, undefined],
    ["stalls", stalled, 504, undefined],
    ["is under maintenance", answers(503), 503, undefined],
    ["has closed the position", answers(410), 410, "Esta oferta ya no admite candidaturas."],
    ["does not have the position", answers(404), 404, "No hemos encontrado la oferta que buscas."],
    ["no longer has the company", companyGone, 410, "No hemos encontrado la oferta que buscas."],
  ])("leads to a JSON error for scripts if the platform %s", async (_, fail, status, message) => {
    fail(platform, "position");
    const address = siteFor(fail).url + submitPath("a".repeat(20), "csrf");
    const response = await post(`${address}&lang=es-ES`, buildForm());
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ outcome: "failed", message });
  });
});
