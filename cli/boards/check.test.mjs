import { expect, test } from "vitest";
import { Company } from "../../adapters/src/company-format";
import { report } from "./check.mjs";

const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";

/** @param {object} board */
const companyAt = (board) =>
  Company.parse({
    ...{ uuid, code: "acme", name: "Acme", language_default: "en", country: "gb", board },
    ...{ apply_page_css: "", apply_page_js: "", privacy_policy: "# Privacy" },
  });

const field = { id: "film", kind: "a_film", label: "film" };

/** @type {Record<string, object>} */
const JOBS = {
  acme_right: { published_at: "2026-10-01", fields: [{ id: "email", kind: "email" }] },
  acme_undated: {},
  acme_optional: { published_at: "2026-10-01", fields: [field] },
  acme_required: {
    ...{ published_at: "2026-10-01", fields: [{ ...field, required: true }] },
    apply_url: "https://jobs.example/acme",
  },
  acme_broken: { name: "" },
  acme_away: {},
};

/** @param {string} path */
function call(path) {
  const id = path.split("/").at(-1) ?? "";
  const results = Object.keys(JOBS).map((one) => ({ uuid: one, name: "A job" }));
  const right = (/** @type {object} */ body) => Promise.resolve({ status: 200, body });
  if (path.endsWith("/positions-public")) return right({ results });
  if (id === "acme_away") return Promise.resolve({ status: 502, body: {} });
  return right({ uuid: id, client: uuid, name: "A job", ...JOBS[id] });
}

test("a board's check says what maps, what does not, and what no call can know", async () => {
  const lever = companyAt({ system: "lever", board: "acme" });
  const { text, isRight } = await report(lever, 50, call);
  expect(isRight).toBe(false);
  expect(text.split("\n")).toEqual([
    "Acme: 6 jobs at lever:acme; applying is off.",
    expect.stringMatching(/^ {2}MISSING {2}acme_undated A job: published_at: /),
    expect.stringMatching(
      /^ {2}DROPPED {2}acme_optional A job: fields\.0\.kind \(film\): .*is not asked$/,
    ),
    expect.stringMatching(
      /^ {2}DROPPED {2}acme_required A job: fields\.0\.kind \(film\): .*to apply_url/,
    ),
    expect.stringMatching(/^ {2}WRONG {2}acme_broken A job: name: /),
    "  WRONG  acme_away A job: 502",
    "4 of 6 positions that were read are right.",
    "Fields besides name, phone and CV: email 1.",
    expect.stringMatching(/^NOT KNOWN: which of its own fields/),
    expect.stringMatching(/^NOT KNOWN: which postings have/),
  ]);
  const recruitee = companyAt({ system: "recruitee", board: "acme" });
  const warned = await report(recruitee, 1, call);
  expect(warned.text).toMatch(/^WARNING: (from|since) 10 February 2027 Recruitee answers only/m);
  const greenhouse = companyAt({ system: "greenhouse", board: "acme" });
  const two = await report(greenhouse, 2, call);
  expect(two).toMatchObject({ isRight: true });
  expect(two.text).not.toContain("NOT KNOWN");
  expect(two.text).toContain("4 more were not read (--most).");
});
