import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../app/i18n/language";
import { messagesFor } from "../../app/i18n/messages";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  type Call,
  type FakePlatform,
} from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";

const hurried = { READ_TIMEOUT_MS: "300", APPLY_TIMEOUT_MS: "300" };
const { platform, site, hasty } = await sitesForFile({ site: {}, hasty: { vars: hurried } });

type Trouble = (platform: FakePlatform, call: Call) => void;

const down: Trouble = (platform, call) => platform.on(call).drop();
const stalled: Trouble = (platform, call) => platform.on(call).stall();
const slowBody: Trouble = (platform, call) => platform.on(call).stallBody();
/** The site for a trouble: where one waits for a time-out, one with short time-outs. */
const askedOf = (trouble: Trouble) => ([stalled, slowBody].includes(trouble) ? hasty : site);
const html: Trouble = (platform, call) => platform.on(call).html();
const answers =
  (status: number, body: unknown = {}): Trouble =>
  (platform, call) =>
    platform.on(call).answer({ status, body });
const brokenContract: Trouble = answers(200, { name: 7 });

/** A refusal of 64 MB, of which 64 KB travel. */
const tooLong: Trouble = (platform, call) =>
  platform.on(call).answer({
    status: 400,
    body: gzipSync(JSON.stringify({ detail: "Sin sitio." }).padEnd(64 * 1024 * 1024, " ")),
    headers: { "Content-Encoding": "gzip" },
  });

const BROKEN = /Unexpected Server Error|\bat [\w.]+ \(|TypeError|undefined/;

const troubles: [string, Trouble, number, string][] = [
  ["is down", down, 502, "couldn't load"],
  ["stalls past its time-out", stalled, 504, "too long"],
  ["stalls in the middle of its answer", slowBody, 504, "too long"],
  ["answers with a web page", html, 502, "couldn't load"],
  ["breaks its contract", brokenContract, 502, "couldn't load"],
  ["answers 500", answers(500), 502, "couldn't load"],
  ["answers 401", answers(401, { detail: "Bad key" }), 502, "couldn't load"],
  ["answers 404", answers(404), 404, "could not be found"],
  ["answers 503", answers(503), 503, "undergoing maintenance"],
];

describe.each([
  ["position", "Position Not Found", pageOf("plain")],
  ["client", "Position Not Found", pageOf("plain")],
  ["client", "Career Site Not Found", `/${fakeClientCode}/${fakeClientUuid}`],
  ["positions", "Career Site Not Found", `/${fakeClientCode}/${fakeClientUuid}`],
] as const)("when the call for the %s of a page (%s)", (call, title, path) => {
  test.each(troubles)("%s", async (_, trouble, status, text) => {
    trouble(platform, call);
    const response = await fetch(`${askedOf(trouble).url}${path}?lang=en`);
    const page = await response.text();
    expect(response.status).toBe(status);
    const heading = elementsOf(page, "h1")[0]?.text;
    expect(heading).toBe(status === 503 ? "Offline for maintenance" : title);
    expect(textOf(page, "screen")).toContain(text);
    expect(textOf(page, "screen")).not.toMatch(BROKEN);
    if (status !== 404)
      expect(elementsOf(page, "a").map(({ text }) => text)).toContain("Try Again");
  });
});

test("a closed position leads to its company where the platform says whose it was", async () => {
  const buttons = async () =>
    elementsOf(await (await fetch(site.url + pageOf("plain"))).text(), "a")
      .filter(({ attributes }) => attributes.class === "button")
      .map(({ attributes }) => attributes.href);
  const body = { detail: "Cerrado", client: fakeClientUuid };
  platform.on("position").once.answer({ status: 410, body });
  expect(await buttons()).toEqual([`/${fakeClientCode}/${fakeClientUuid}`]);
  // The address names it too.
  platform.on("position").once.answer({ status: 410, body: { client: "../admin" } });
  expect(await buttons()).toEqual([`/${fakeClientCode}/${fakeClientUuid}`]);
});

test("a closed position that the platform does not name any more is named by its copy", async () => {
  await fetch(site.url + pageOf("questions"));
  platform.on("position").answer({ status: 410 });
  const response = await post(site.url + pageOf("questions"), formOf());
  expect(response.status).toBe(410);
  const html = await response.text();
  expect(html).toContain("Jefe de taller");
  expect(html).toContain("Otras ofertas de Taller Norte");
});

describe("when the platform refuses an application", () => {
  const NETWORK = "Error de red. Intenta de nuevo.";
  const refusals: [string, Trouble, number, string][] = [
    [
      "says why",
      answers(400, { detail: "Ese teléfono ya no existe." }),
      422,
      "Ese teléfono ya no existe.",
    ],
    [
      "says why in a list",
      answers(422, { detail: [{ loc: ["phone"], msg: "no" }] }),
      422,
      '[{"loc":["phone"],"msg":"no"}]',
    ],
    [
      "says why in a message",
      answers(400, { message: "Prueba otra vez." }),
      422,
      "Prueba otra vez.",
    ],
    ["says why with a 500", answers(500, { detail: "Sin sitio." }), 422, "Sin sitio."],
    ["says nothing", answers(400), 422, NETWORK],
    ["says more than is read", tooLong, 422, NETWORK],
    ["says it as a web page", (platform, call) => platform.on(call).html(400), 422, NETWORK],
  ];

  test.each(refusals)(
    "because it %s, the form is back with it",
    async (_, trouble, status, message) => {
      trouble(platform, "apply");
      const form = formOf(ANSWERS, { bytes: pdfOf(200_000), name: "cv.pdf" });
      const response = await post(site.url + pageOf("questions"), form);
      const page = await response.text();
      expect(response.status).toBe(status);
      expect(textOf(page, "error-summary")).toContain(message);
      expect(
        elementsOf(page, "input").find((input) => input.attributes.name === "last_name")?.attributes
          .value,
      ).toBe("O'Neill Núñez");
      expect(elementsOf(page, "textarea")[0]?.text).toBe(ANSWERS["open_question-0"]);
    },
  );

  test.each(refusals)(
    "because it %s, scripts are told the same",
    async (_, trouble, status, message) => {
      trouble(platform, "apply");
      const form = formOf(ANSWERS);
      const id = idOf(form);
      const address = `${site.url}/-/applications/${id}?position=${fakePositions.questions}`;
      const response = await post(address, form);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ outcome: "failed", message, status });
    },
  );

  test.each(LANGUAGES)(
    "because the candidate has already applied, the page says so, and that nothing was sent, in %s",
    async (language) => {
      const t = messagesFor(language);
      platform.on("apply").answer({ status: 409, body: { detail: "Again?" } });
      const address = `${site.url}${pageOf("plain")}?lang=${language}`;
      const response = await post(address, formOf());
      expect(response.status).toBe(409);
      const html = await response.text();
      const said = textOf(html, "applied");
      expect(said).toContain(t["receipt.already_applied_title"]);
      expect(said).toContain("Taller Norte");
      expect(said).toContain("Mecánica de bicicletas");
      expect(said).not.toContain(t["form.sent_title"]);
      const closed = elementsOf(html, "button").filter(({ attributes }) => attributes.disabled);
      expect(closed.map(({ text }) => text)).toEqual([t["apply.already_applied"]]);
    },
  );
});

describe("when a position that was never read cannot be read for a form that is sent", () => {
  test("the plain way is told by a screen", async () => {
    platform.on("position").drop();
    const response = await post(`${site.url}${pageOf("csrf")}?lang=en`, formOf());
    expect(response.status).toBe(502);
    expect(textOf(await response.text(), "screen")).toContain("Position Not Found");
  });

  const address = (position: keyof typeof fakePositions, { url } = site) =>
    `${url}/-/applications/${"a".repeat(20)}?position=${fakePositions[position]}&lang=es-ES`;

  test.each([
    ["is down", down, 502],
    ["stalls", stalled, 504],
    ["is under maintenance", answers(503), 503],
  ])("scripts are told that it failed: the platform %s", async (_, trouble, status) => {
    trouble(platform, "position");
    const response = await post(address("csrf", askedOf(trouble)), formOf());
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ outcome: "failed" });
  });

  test("scripts are told that it is closed, or that there is none", async () => {
    const closed = await post(address("closed"), formOf());
    expect(closed.status).toBe(410);
    expect(await closed.json()).toEqual({
      outcome: "failed",
      message: "La empresa ya no admite candidaturas para este puesto.",
    });
    platform.on("position").answer({ status: 404 });
    const missing = await post(address("csrf"), formOf());
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({
      message: "No hemos encontrado la oferta que buscas.",
    });
  });
});
