import {
  diversity,
  eeoc,
  email,
  field,
  form,
  name,
  own,
  phone,
  questionnaire,
  questions,
  resume,
  section,
} from "./ashby-forms";

/** A made-up board in the shape of Ashby's APIs; nothing is of a real company. */

/** What the public board has of a posting, and what `jobPosting.info` adds. */
export interface AshbyJob {
  posting: Record<string, unknown> & { id: string };
  info: Record<string, unknown>;
}

interface Kind {
  posting?: object;
  info?: object;
}

const pay = (...summaryComponents: object[]) => ({
  compensationTierSummary: "€28K – €32K • Offers Bonus",
  compensationTiers: [],
  summaryComponents,
});
const salary = (minValue: number | null, maxValue: number | null, interval = "1 YEAR") => ({
  compensationType: "Salary",
  interval,
  currencyCode: "EUR",
  minValue,
  maxValue,
});
const bonus = { compensationType: "Bonus", interval: "1 YEAR", minValue: null, maxValue: null };
const shown = { shouldDisplayCompensationOnJobPostings: true };
const address = (addressLocality: string | null, addressCountry: string) => ({
  postalAddress: { addressLocality, addressRegion: null, addressCountry },
});

/** What makes each kind of posting another one. */
const KINDS: Record<string, Kind> = {
  plain: {},
  "everything required": {
    info: form(
      section([name, email, phone(true), resume(true)], { title: "About you" }),
      section(questions(true), {
        title: "Your work",
        descriptionHtml: "<p>Take your <em>time</em>.</p>",
      }),
    ),
  },
  "everything optional": {
    info: form(section([name, email, phone(false), resume(false), ...questions(false)])),
  },
  "no phone, no CV": { info: form(section([name, email])) },
  "a form without sections": {
    // Ashby's reference: a field that does not say it is required.
    info: {
      applicationFormDefinition: {
        fields: [name, email, { ...field("String", own(26), "Motto"), isRequired: undefined }],
      },
    },
  },
  "voluntary surveys": { info: { surveyFormDefinitions: [eeoc, diversity] } },
  "a survey that is required": { info: { surveyFormDefinitions: [questionnaire] } },
  "schools that must be said": {
    info: form(section([name, email, field("EducationHistory", own(20), "Schools")])),
  },
  "schools that may be said": {
    info: form(section([name, email, field("EducationHistory", own(20), "Schools", false)])),
  },
  "an unknown type": { info: form(section([name, email, field("Hologram", own(21), "Wave")])) },
  "hidden fields": {
    info: form(
      section([name, email, { ...field("String", own(22), "For us"), isHidden: true }]),
      section([field("String", own(23), "For us too")], { isHidden: true }),
    ),
  },
  "a cover letter, and ids that are taken": {
    info: form(
      section([
        name,
        email,
        field("File", "_systemfield_cover_letter", "Cover letter", false),
        field("String", "cv", "Your motto", false),
        field("Phone", own(24), "Phone", true),
        field("Phone", own(25), "Phone at night", false),
      ]),
    ),
  },
  pay: { posting: { ...shown, compensation: pay(salary(28_000, 32_000), bonus) } },
  "pay that is hidden": { posting: { compensation: pay(salary(28_000, 32_000)) } },
  "pay in two salaries": {
    posting: { ...shown, compensation: pay(salary(28_000, 30_000), salary(31_000, 32_000)) },
  },
  "pay by the fortnight": {
    posting: { ...shown, compensation: pay(salary(1000, null, "2 WEEK")) },
  },
  "a deadline and a limit": {
    info: {
      applicationDeadline: "2027-01-31T22:00:00.000Z",
      applicationLimitCalloutHtml:
        "<div><p>You may apply <strong>once</strong> in 60 days.</p></div>",
    },
  },
  remote: {
    posting: {
      workplaceType: "Remote",
      isRemote: true,
      location: "Remote (Spain)",
      address: address(null, "Spain"),
      secondaryLocations: [{ location: "Remote (US)", address: address(null, "USA") }],
    },
  },
  "several places": {
    posting: {
      workplaceType: "Hybrid",
      isRemote: true,
      secondaryLocations: [{ location: "Leeds", address: address("Leeds", "United Kingdom") }],
    },
  },
  "next to nothing": {
    posting: {
      department: null,
      employmentType: null,
      location: null,
      address: null,
      workplaceType: null,
      publishedAt: null,
      descriptionHtml: null,
      compensation: null,
      secondaryLocations: null,
    },
    info: { surveyFormDefinitions: null },
  },
};

/** The kinds of postings that the board has, two of each, and the id of the first of a kind. */
export const KINDS_OF_JOBS = Object.keys(KINDS);
const idAt = (index: number) => `7e3f0b22-0000-4000-9000-${String(index + 1).padStart(12, "0")}`;
export const idOfKind = (kind: string) => idAt(KINDS_OF_JOBS.indexOf(kind));
export const UNLISTED = idAt(900);
export const INTERNAL = idAt(902);

const TITLES = ["Mechanic", " Potter", "Baker & cook", "Buyer", "Driver", "Night guard"];
const TYPES = ["FullTime", "PartTime", "Intern", "Contract", "Temporary"];

const jobAt = (index: number, { posting, info }: Kind = {}): AshbyJob => {
  const id = idAt(index);
  return {
    posting: {
      id,
      title: `${TITLES[index % TITLES.length]} ${index + 1}`,
      department: "Workshop",
      team: "Repairs",
      employmentType: TYPES[index % TYPES.length],
      location: index % 3 === 2 ? "São Paulo" : "Valencia",
      secondaryLocations: [],
      address: address("Valencia", "Spain"),
      isRemote: false,
      isListed: true,
      workplaceType: "OnSite",
      publishedAt: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}T09:00:00.000+00:00`,
      jobUrl: `https://jobs.example/taller/${id}`,
      applyUrl: `https://jobs.example/taller/${id}/application`,
      descriptionHtml:
        '<h1>What you do</h1><p style="min-height:1.5em">Research &amp; development.</p>',
      descriptionPlain: "WHAT YOU DO\n\nResearch & development.",
      shouldDisplayCompensationOnJobPostings: false,
      compensation: pay(),
      ...posting,
    },
    info: {
      id,
      applicationDeadline: null,
      ...form(section([name, email, phone(true), resume(true)])),
      surveyFormDefinitions: [],
      ...info,
    },
  };
};

/** 40 postings, one that is unlisted, one that is malformed, and one of the internal board. */
export function ashbyJobs(): { board: AshbyJob[]; internal: AshbyJob } {
  const all = [...KINDS_OF_JOBS, ...KINDS_OF_JOBS].map((kind, index) => jobAt(index, KINDS[kind]));
  return {
    board: [
      ...all,
      jobAt(900, { posting: { isListed: false, title: "A secret" } }),
      jobAt(901, { posting: { isListed: null } }),
    ],
    internal: jobAt(902),
  };
}
