// @ts-check
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageOf } from "../../app/platform/position-page.server";
import { jobPosting } from "../../app/position/job-posting.server";
import { LANGUAGES } from "../../contract/languages";
import { clientFrom, positionFrom } from "../../tests/support/site-answers";
import { readCompany } from "./files.mjs";
import { writeCompany } from "./new.mjs";

const publishing = {
  originOf: () => "https://jobs.example",
  careerSiteAt: (/** @type {string} */ _, /** @type {string} */ path) => path,
};

/** What search engines read of the jobs of a new company. @param {import("../../contract/languages").Language} language */
async function postings(language) {
  const folder = await mkdtemp(join(tmpdir(), "company-"));
  const asked = { name: "Acme", country: "mx", language, colour: "#0f5c4a" };
  await writeCompany(asked, "acme", folder, "2026-11-20");
  /** @type {string[]} */
  const problems = [];
  const { positions = [], ...company } = (await readCompany(folder, "acme", problems)) ?? {};
  await rm(folder, { recursive: true });
  expect(problems).toEqual([]);
  return positions.map(({ slug: _, file: __, ...position }) => {
    const page = pageOf(
      positionFrom({ ...position, client: "c1" }),
      // The jobs' countries are their own.
      clientFrom({ ...company, country: null }),
    );
    const now = Date.parse("2026-11-20T12:00:00Z");
    return jobPosting(page, { description: page.description, publishing, now });
  });
}

test.each(LANGUAGES)(
  "a new company's example jobs are found by search engines, in %s",
  async (language) => {
    const required = {
      title: expect.stringMatching(/\((example|ejemplo)\)/),
      description: expect.stringContaining("<p>"),
      datePosted: "2026-11-20",
      hiringOrganization: expect.objectContaining({ name: "Acme" }),
    };
    const address = { "@type": "PostalAddress", addressCountry: "MX" };
    const found = await postings(language);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...required,
          jobLocation: [{ "@type": "Place", address }],
        }),
        expect.objectContaining({
          ...required,
          jobLocationType: "TELECOMMUTE",
          applicantLocationRequirements: [{ "@type": "Country", name: "MX" }],
        }),
      ]),
    );
  },
);
