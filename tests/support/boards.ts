import {
  ASHBY_KEY,
  EMAIL,
  field as ashbyField,
  form,
  isCall,
  NAME,
  own,
  section,
  startAshby,
} from "./ashby";
import { ask, field, GREENHOUSE_KEY, NAMES, office, startGreenhouse } from "./greenhouse";
import { LEVER_KEY, startLever } from "./lever";
import { isApplication, PERSONIO_KEY, startPersonio } from "./personio";
import { location, question, RECRUITEE_KEY, startRecruitee } from "./recruitee";
import { isPost, type Asked, type StandIn } from "./stand-in";

/** A stand-in, as far as all systems are alike. */
export interface RunningSystem extends StandIn {
  /** For `address` in the company's folder. */
  address: string;
  /** By their ids. */
  jobs: Map<string, unknown>;
  /** The id of a kind of job. Each system has `plain` and `everything required`. */
  idOf: (kind: string) => string;
  /** Accepted applications, in order. */
  applications: unknown[];
}

/** A system that a company may have. */
export interface BoardSystem {
  name: string;
  /** The code of its company. */
  code: string;
  start: (more?: Record<string, Record<string, never>>) => Promise<RunningSystem>;
  /** What the folder says besides the address. */
  board: object;
  /** The secret to post with, by its name; undefined if the system needs none. */
  secrets: Record<string, string> | undefined;
  /** The number of calls that read the list and one position. */
  reads: number;
  /** Whether a request posts an application. */
  isPost: (asked: Asked) => boolean;
  /** Of what it says of pay, which its kind `pay` has: 15.75 to 18 euros an hour. */
  pay: "whole" | "no interval" | "none";
  /** The kind of the field that a kind `link` has, with a link to a policy; undefined if it says none. */
  link?: "consent" | "text" | "note";
  /** What it does with a second application of one candidate. */
  second: "takes" | "refuses" | "merges";
}

/** Where the policy of these companies is, and a question that links to it. */
export const POLICY = "https://taller.example/policy?a=1&b=2";
const LINKED = `I have read the <a href="${POLICY.replace("&", "&amp;")}">policy</a>.`;
const PICTURE = '<p>Our kiln:</p><img src="https://taller.example/kiln.jpg" alt="A kiln">';

/*
 * Each system has these kinds of jobs: `remote` in Spain; `several places`, Valencia and Gdańsk; a `bare
 * place`, Berlin, whose country is said nowhere; `pay`, `link` and `picture`.
 */

const GREENHOUSE_KINDS = {
  remote: { location: { name: "Remote - Spain" } },
  "several places": {
    location: { name: "Valencia or Gdańsk" },
    offices: [
      office("Spain", "Valencia, Valencian Community, Spain"),
      office("Gdańsk", "Gdańsk, Poland"),
    ],
  },
  "bare place": { location: { name: "Berlin" }, offices: [office("Berlin", null)] },
  pay: {
    pay_input_ranges: [
      {
        min_cents: 1575,
        max_cents: 1800,
        currency_type: "EUR",
        title: null,
        blurb: "<p>Or 20.</p>",
      },
    ],
  },
  link: {
    questions: [
      ...NAMES,
      { ...ask("Policy", true, field("question_70", "input_text")), description: LINKED },
    ],
  },
  picture: { content: PICTURE.replaceAll("<", "&lt;").replaceAll(">", "&gt;") },
};

export const GREENHOUSE = {
  name: "Greenhouse",
  code: "gh",
  start: (more = {}) => startGreenhouse({ ...GREENHOUSE_KINDS, ...more }),
  board: { system: "greenhouse", board: "taller", key: "GREENHOUSE_KEY" },
  secrets: { GREENHOUSE_KEY },
  reads: 2,
  isPost,
  pay: "no interval",
  link: "text",
  second: "takes",
} as const satisfies BoardSystem;

const RECRUITEE_KINDS = {
  remote: { remote: true, on_site: false, location: "Remote job" },
  "several places": {
    locations: [
      location("Valencia", "Valencian Community", "Spain", "ES"),
      location("Gdańsk", "Pomerania", "Poland", "PL"),
    ],
  },
  "bare place": { locations: [], city: "Berlin", country: null, country_code: null },
  pay: { salary: { min: "15.75", max: "18", period: "hour", currency: "EUR" } },
  link: { open_questions: [question(70, "legal", LINKED, true)] },
  picture: { description: PICTURE },
};

export const RECRUITEE = {
  name: "Recruitee",
  code: "rc",
  start: (more = {}) => startRecruitee({ ...RECRUITEE_KINDS, ...more }),
  board: { system: "recruitee", board: "example", key: "RECRUITEE_KEY" },
  secrets: { RECRUITEE_KEY },
  reads: 2,
  isPost,
  pay: "whole",
  link: "consent",
  second: "takes",
} as const satisfies BoardSystem;

const address = (addressLocality: string, addressCountry: string | null) => ({
  postalAddress: { addressLocality, addressRegion: null, addressCountry },
});

const ASHBY_KINDS = {
  remote: { posting: { isRemote: true, workplaceType: "Remote" } },
  "several places": {
    posting: {
      secondaryLocations: [{ location: "Gdańsk", address: address("Gdańsk", "Poland") }],
    },
  },
  "bare place": { posting: { location: "Berlin", address: address("Berlin", null) } },
  pay: {
    posting: {
      shouldDisplayCompensationOnJobPostings: true,
      compensation: {
        compensationTierSummary: "€15.75 – €18 per hour",
        summaryComponents: [
          {
            ...{ compensationType: "Salary", interval: "1 HOUR", currencyCode: "EUR" },
            ...{ minValue: 15.75, maxValue: 18 },
          },
        ],
      },
    },
  },
  link: {
    info: form(
      section([
        NAME,
        EMAIL,
        { ...ashbyField("String", own(70), "Policy"), descriptionHtml: LINKED },
      ]),
    ),
  },
  picture: { posting: { descriptionHtml: PICTURE } },
};

export const ASHBY = {
  name: "Ashby",
  code: "as",
  start: (more = {}) => startAshby({ ...ASHBY_KINDS, ...more }),
  board: { system: "ashby", board: "taller", key: "ASHBY_KEY" },
  secrets: { ASHBY_KEY },
  reads: 2,
  isPost: isCall("applicationForm.submit"),
  pay: "whole",
  link: "text",
  second: "takes",
} as const satisfies BoardSystem;

const PERSONIO_KINDS = {
  remote: { office: "Remote - Spain" },
  "several places": {
    additionalOffices: "<additionalOffices><office>Gdańsk</office></additionalOffices>",
  },
  "bare place": { office: "Berlin" },
  pay: {},
  picture: {
    jobDescriptions: `<jobDescriptions><jobDescription><value><![CDATA[${PICTURE}]]></value></jobDescription></jobDescriptions>`,
  },
};

export const PERSONIO = {
  name: "Personio",
  code: "pe",
  start: (more = {}) => startPersonio({ ...PERSONIO_KINDS, ...more }),
  board: {
    ...{ system: "personio", board: "taller", key: "PERSONIO_KEY" },
    countries: { Valencia: "es", Gdańsk: "pl" },
  },
  secrets: { PERSONIO_KEY },
  reads: 1,
  isPost: isApplication,
  pay: "none",
  second: "refuses",
} as const satisfies BoardSystem;

const LEVER_KINDS = {
  remote: {
    categories: { location: "Remote" },
    workplaceType: "remote",
  },
  "several places": {
    categories: { location: "Valencia", allLocations: ["Valencia", "Gdańsk, Poland"] },
    workplaceType: "onsite",
  },
  "bare place": { categories: { location: "Berlin" }, country: null },
  pay: {
    salaryRange: { currency: "EUR", interval: "per-hour-wage", min: 15.75, max: 18 },
    salaryDescriptionPlain: "€15.75 to €18.",
  },
  picture: { description: PICTURE, lists: [], additional: "" },
};

export const LEVER = {
  name: "Lever",
  code: "lv",
  start: (more = {}) => startLever({ ...LEVER_KINDS, ...more }),
  board: { system: "lever", board: "taller", key: "LEVER_KEY", required_questions: "none" },
  secrets: { LEVER_KEY },
  reads: 2,
  isPost,
  pay: "whole",
  second: "merges",
} as const satisfies BoardSystem;

export const BOARD_SYSTEMS: readonly BoardSystem[] = [
  GREENHOUSE,
  RECRUITEE,
  ASHBY,
  PERSONIO,
  LEVER,
];
