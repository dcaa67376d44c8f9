import { expect, test } from "vitest";
import { parseClient, parsePosition } from "~/tests/support/site-answers";

import { createPositionPage } from "./position-page.server";

const createPage = (position: object, client: object) =>
  createPositionPage(
    parsePosition({ name: "Jefa", client: "c1", ...position }, "p1"),
    parseClient({ name: "Taller", ...client }, "c1"),
  );

test("combines a position and its client [3.08, 3.10, 3.11, 3.12, 3.13, 7.03, 7.09]", () => {
  const page = createPage(
    {
      ...{ description: "<p>Hola</p>", location: "Bilbao", csrf_token: "token" },
      apply_site_questions: [{ question: "A", answers: ["1"] }, { question: "B" }],
    },
    {
      ...{ code: "taller", description: "Bicis.", logo: "/logo.svg", main_image: "/main.jpg" },
      ...{ favicon: "/favicon.svg", privacy_policy: "# Privacidad", apply_page_css: "a {}" },
      ...{ apply_page_js: "1", language_default: "es-es", is_cv_required: true },
    },
  );
  expect(page).toEqual({
    ...{ positionUuid: "p1", title: "Jefa", description: "<p>Hola</p>", location: "Bilbao" },
    ...{ csrfToken: "token", essentialRequirements: [], niceToHaveRequirements: [], fields: [] },
    ...{ killerQuestions: [{ text: "A", answers: ["1"] }], openQuestions: ["B"] },
    standard: { phone: "required", cv: "required" },
    ...{ clientUuid: "c1", clientCode: "taller", clientLogo: "/logo.svg", companyName: "Taller" },
    ...{ companyImage: "/main.jpg", companyDescription: "Bicis.", favicon: "/favicon.svg" },
    ...{ privacyPolicy: "# Privacidad", customCss: "a {}", customJs: "1" },
    ...{ languageDefault: "es-es", isCvRequired: true, actionUrl: "", externalJobBoardKey: "" },
  });
});

test("leaves the action URL and external job board key empty, whatever the platform sends [3.15]", () => {
  const sent = {
    ...{ action_url: "https://example.com/", external_job_board_key: "key" },
    ...{ actionUrl: "https://example.com/", externalJobBoardKey: "key" },
  };
  for (const [position, client] of [
    [{}, {}],
    [sent, sent],
  ] as const) {
    expect(createPage(position, client)).toMatchObject({ actionUrl: "", externalJobBoardKey: "" });
  }
});

test.each([
  ["the position's", { country: "mx" }, { country: "es" }, "MX"],
  ["the client's", {}, { country: "es" }, "ES"],
  ["no", {}, {}, undefined],
])("uses %s country [3.09]", (_, position, client, country) => {
  expect(createPage(position, client).country).toBe(country);
});
