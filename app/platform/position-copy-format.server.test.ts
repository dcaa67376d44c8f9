import { beforeEach, describe, expect, test, vi } from "vitest";

import { clientSchema } from "./client.server";
import { COPY_VERSION, readCopy, writeCopy } from "./position-copy-format.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";
import { positionSchema } from "./position.server";

// A position with a field that cannot be asked says so in the log.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const loadPage = (position: object = {}, client: object = {}): Promise<PositionPage> =>
  loadPositionPage(
    {
      position: async (id) =>
        positionSchema(id).parse({ name: "Jefa de taller", client: "c1", ...position }),
      client: async (id) => clientSchema(id).parse({ name: "Taller", ...client }),
    },
    "p1",
  );

const loadFullPage = () =>
  loadPage(
    {
      description: "<p>Hola</p>",
      location: "Bilbao",
      join_date: "2026-09-01",
      country: "es",
      contract_type: "Indefinido",
      csrf_token: "token",
      status: "open",
      published_at: "2026-07-01",
      closes_at: "2026-10-01",
      employment_type: ["FULL_TIME"],
      workplace: "remote",
      places: [
        { street: "Calle A, 1", city: "Bilbao", region: "B", postal_code: "48001", country: "es" },
      ],
      remote_countries: ["ES"],
      pay: { min: 30_000, max: 35_000, currency: "EUR", unit: "year", text: "30.000 €" },
      department: "Taller",
      language: "es",
      identifier: "2026-1",
      notices: [{ kind: "ai", text: "Nadie decide por ti.", url: "https://a.example/" }],
      talks_back: true,
      takes: ["source"],
      honours: ["idempotency-key"],
      candidate_criteria_structured: {
        essential_requirements: ["Paciencia"],
        complimentary_requirements: ["Inglés"],
      },
      apply_site_questions: [{ question: "¿Permiso?", answers: ["Sí", "No"] }, { question: "B" }],
      fields: [
        { id: "email", kind: "email", required: true },
        { id: "a", kind: "text", label: "A", hint: "H", max: 80 },
        { id: "b", kind: "number", label: "B", min: 0, max: 9 },
        { id: "c", kind: "some_of", label: "C", options: ["1"], section: "voluntary" },
        { id: "d", kind: "file", label: "D", accept: ["pdf"], max: 1000 },
        { id: "e", kind: "consent", label: "E" },
        { id: "f", kind: "video", required: true },
      ],
      sections: { voluntary: { title: "T", note: "N" } },
      standard: { phone: "optional", cv: "off" },
      cv_accept: ["pdf"],
      cv_max_bytes: 1000,
      apply_url: "https://a.example/",
    },
    {
      code: "taller",
      description: "Bicis.",
      logo: "/logo.svg",
      main_image: "/main.jpg",
      favicon: "/favicon.svg",
      privacy_policy: "# Privacidad",
      apply_page_css: "a {}",
      apply_page_js: "1",
      language_default: "es-es",
      is_cv_required: true,
    },
  );

/** A page's copy as it is stored, with changes to its fields. */
async function stored(changes: object = {}) {
  const page = JSON.parse(writeCopy(await loadFullPage())) as object;
  return { page: JSON.stringify({ ...page, ...changes }), version: COPY_VERSION, madeAt: 5 };
}

describe("a copy that was stored", () => {
  test.each([
    ["everything", loadFullPage],
    ["only what it must have", () => loadPage()],
  ])("of a page with %s is that page, without its CSRF token", async (_, load) => {
    const { csrfToken: _token, ...page } = await load();
    const json = writeCopy({ ...page, csrfToken: "token" });
    expect(json).not.toContain("csrfToken");
    const copy = { page: json, version: COPY_VERSION, madeAt: 5 };
    expect(readCopy(copy)).toEqual({ page, madeAt: 5 });
  });

  test("with a field that this build does not know is read without it", async () => {
    expect(readCopy(await stored({ invented: "later" }))).toEqual(readCopy(await stored()));
  });

  test.each<[path: string, changes: object]>([
    ["page.title", { title: undefined }],
    ["page.title", { title: 5 }],
    ["page.location", { location: null }],
    ["page.status", { status: "María José" }],
    ["page.workplace", { workplace: "María José" }],
    ["page.honoursKeys", { honoursKeys: "María José" }],
    ["page.pay.min", { pay: { min: "María José" } }],
    ["page.notices.0.text", { notices: [{ url: "María José" }] }],
    ["page.clientUuid", { clientUuid: undefined }],
    ["page.isCvRequired", { isCvRequired: "María José" }],
    ["page.essentialRequirements", { essentialRequirements: "María José" }],
    ["page.fields", { fields: undefined }],
    ["page.fields.0.kind", { fields: [{ id: "María José", kind: "María José" }] }],
    ["page.standard.cv", { standard: { phone: "off", cv: "María José" } }],
    ["page.openQuestions.1", { openQuestions: ["A", { question: "María José" }] }],
    ["page.killerQuestions.0.answers", { killerQuestions: [{ text: "A", answers: "María José" }] }],
    ["page.killerQuestions", { killerQuestions: { "María José": ["Sí"] } }],
  ])("with a wrong %s is not read, and says no more than that", async (path, changes) => {
    expect(readCopy(await stored(changes))).toEqual({ wrong: [path] });
  });

  test.each<[path: string, changes: object]>([
    ["version", { version: COPY_VERSION + 1 }],
    ["version", { version: "1" }],
    ["version", { version: undefined }],
    ["madeAt", { madeAt: "yesterday" }],
    ["madeAt", { madeAt: undefined }],
    ["page", { page: "{" }],
    ["page", { page: "null" }],
    ["page", { page: undefined }],
  ])("with a wrong %s (%j) is not read", async (path, changes) => {
    expect(readCopy({ ...(await stored()), ...changes })).toEqual({ wrong: [path] });
  });

  test.each([undefined, null, true, "a page"])("as %j is not read", (value) => {
    expect(readCopy(value)).toEqual({ wrong: ["(the copy)"] });
  });
});
