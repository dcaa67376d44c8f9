import { describe, expect, test } from "vitest";

import { contractExample } from "../../tests/support/contract-example";
import { clientFrom, positionFrom } from "../../tests/support/site-answers";
import { COPY_VERSION, readCopy, writeCopy } from "./position-copy-format.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";

const loadPage = (position: object = {}, client: object = {}): Promise<PositionPage> =>
  loadPositionPage(
    {
      position: async (id) =>
        positionFrom({ name: "Jefa de taller", client: "c1", ...position }, id),
      client: async (id) =>
        clientFrom({ name: "Taller", ...client }, id, "https://platform.example"),
    },
    "p1",
  );

const { position, facts } = contractExample();
const STATED = {
  ...{ location: "Bilbao", join_date: "2026-09-01", country: "es", contract_type: "Indefinido" },
  ...{ csrf_token: "token", status: "open", apply_url: "https://a.example/" },
  candidate_criteria_structured: {
    essential_requirements: ["Paciencia"],
    complimentary_requirements: ["Inglés"],
  },
  apply_site_questions: [{ question: "¿Permiso?", answers: ["Sí", "No"] }, { question: "B" }],
};
const COMPANY = {
  ...{ code: "taller", description: "Bicis.", logo: "/ñ.svg", main_image: "/main.jpg" },
  ...{ favicon: "/favicon.svg", privacy_policy: "# Privacidad", apply_page_css: "a {}" },
  ...{ apply_page_js: "1", language_default: "es-es", is_cv_required: true },
};
const loadFullPage = () =>
  loadPage({ ...facts, ...position, ...STATED, client: "c1", name: "Jefa de taller" }, COMPANY);

/** A page's copy as it is stored, with changes to its position. */
async function stored(changes: object = {}) {
  const { position: read, client } = JSON.parse(writeCopy(await loadFullPage())) as {
    position: object;
    client: object;
  };
  const page = JSON.stringify({ position: { ...read, ...changes }, client });
  return { page, version: COPY_VERSION, madeAt: 5 };
}

describe("a copy that was stored", () => {
  test.each([
    ["everything", loadFullPage],
    ["only what it must have", () => loadPage()],
  ])("of a page with %s is that page, without its CSRF token [10.15]", async (_, load) => {
    const page = await load();
    const json = writeCopy(page);
    expect(json).not.toContain("token");
    const { csrf_token: _secret, ...position } = page.answers.position;
    const { csrfToken: _token, ...copied } = page;
    expect(readCopy({ page: json, version: COPY_VERSION, madeAt: 5 })).toEqual({
      page: { ...copied, answers: { ...page.answers, position } },
      madeAt: 5,
    });
  });

  test("with a field that this build does not know is read without it", async () => {
    expect(readCopy(await stored({ invented: "later" }))).toEqual(readCopy(await stored()));
  });

  test.each<[path: string, changes: object]>([
    ["name", { name: undefined }],
    ["status", { status: "María José" }],
    ["fields.0.kind", { fields: [{ id: "a", kind: "María José" }] }],
  ])("with a wrong %s is not read, and says no more than that", async (path, changes) => {
    expect(readCopy(await stored(changes))).toEqual({ wrong: [`page.position.${path}`] });
  });

  test.each<[path: string, changes: object]>([
    ["version", { version: COPY_VERSION + 1 }],
    ["version", { version: undefined }],
    ["madeAt", { madeAt: "yesterday" }],
    ["page", { page: "{" }],
    ["page", { page: "null" }],
  ])("with a wrong %s (%j) is not read", async (path, changes) => {
    expect(readCopy({ ...(await stored()), ...changes })).toEqual({ wrong: [path] });
  });

  test.each([undefined, null, true, "a page"])("as %j is not read", (value) => {
    expect(readCopy(value)).toEqual({ wrong: ["(the copy)"] });
  });
});
