// A job as a file to edit: its facts in YAML on top, its description in Markdown below.
import { stringify } from "yaml";
import { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "../../contract/lists";
import { isNothing } from "../../contract/read";
import { textOf } from "./description.mjs";

/**
 * The facts that a job may have besides `id`, in the order of the file: what each takes, and an example.
 *
 * @type {[name: string, says: string, example: unknown][]}
 */
export const FACTS = [
  ["title", "Required.", "Bicycle mechanic"],
  ["location", "Required: as candidates read it.", "Leeds"],
  ["status", "open or closed.", "open"],
  ["reference", "What you call the job by. An import finds it by this, too.", "2026-14"],
  ["country", "Two letters; without it, the company's. Phone numbers are read by it.", "gb"],
  ["department", "", "Workshop"],
  ["contract_type", "In your words.", "Permanent, full time"],
  ["join_date", "A date, or words.", "As soon as possible"],
  ["employment_type", `Some of ${EMPLOYMENT_TYPES.join(", ")}.`, ["FULL_TIME"]],
  ["workplace", `One of ${WORKPLACES.join(", ")}.`, "onsite"],
  ["remote_countries", "Where a remote job may be done from.", ["gb", "ie"]],
  [
    "pay",
    `min and max (or one of them), with a currency and perhaps a unit (${PAY_UNITS.join(", ")}); or a text; or both.`,
    { min: 24000, max: 27000, currency: "GBP", unit: "year", text: "and a bicycle" },
  ],
  ["collective_agreement", "The one that applies to the job.", "Engineering construction (NAECI)"],
  ["requirements", "What a candidate must have.", ["Two years in a workshop"]],
  ["nice_to_have", "What is welcome besides.", ["Wheel building"]],
  [
    "questions",
    "A question with answers to choose from (two or more), or without: then candidates write.",
    [
      { question: "May you work in the UK?", answers: ["Yes", "No"] },
      { question: "Which repair are you proud of?" },
    ],
  ],
  ["published_at", "A date; without it, today. The newest job comes first.", "2026-11-20"],
  ["closes_at", "The last day. It is shown; close the job yourself.", "2026-12-31"],
  [
    "places",
    "Addresses, for search engines: street, city, region, postal_code, country.",
    [{ street: "1 Mill Lane", city: "Leeds", postal_code: "LS1 1AA", country: "gb" }],
  ],
  ["language", "Of the job's texts, if it is not the company's.", "en"],
  [
    "notices",
    "What candidates are told besides: a text, perhaps with a url and a kind.",
    [{ kind: "equal_opportunity", text: "We welcome everybody." }],
  ],
  ["talks_back", "yes, if you write to candidates yourself: the receipt says so.", true],
  [
    "fields",
    "More to fill in: email, text, long_text, url, number, date, yes_no, one_of, some_of, file, consent, note (docs/contract.md).",
    [
      { id: "email", kind: "email", required: true },
      { id: "start", kind: "date", label: "When could you start?" },
    ],
  ],
  [
    "sections",
    "A title and note of the fields that are voluntary.",
    { voluntary: { title: "If you like" } },
  ],
  [
    "standard",
    "Whether phone and cv are required, optional or off.",
    { phone: "optional", cv: "required" },
  ],
  ["cv_accept", "Endings of CVs that are taken.", ["pdf", "docx"]],
  ["cv_max_bytes", "The largest CV.", 2000000],
  [
    "apply_url",
    "Where candidates are sent if the form cannot ask what it must.",
    "https://jobs.example/1",
  ],
  ["takes", "source, to know where candidates came from.", ["source"]],
  ["slug", "The job's part of its address; without it, made of the title.", "bicycle-mechanic"],
];

const BODY = "Write here what the job is about, in Markdown. Two or three short parts are enough.";

/**
 * A job's file.
 *
 * @param {string[]} above said at the top, as comments
 * @param {Record<string, unknown>} facts by their names; `description` is HTML
 * @param {{ isBare?: boolean }} [options] bare: without the facts that the job has not
 */
export function jobText(above, facts, { isBare = false } = {}) {
  const lines = FACTS.flatMap(([name, says, example]) => {
    const value = facts[name];
    const isThere = !isNothing(value) || name === "title" || name === "location";
    if (isBare) return isThere ? [fact(name, value)] : [];
    const comment = says === "" ? [] : [`# ${name}: ${says}`];
    return [...comment, isThere ? fact(name, value) : commented(fact(name, example)), ""];
  });
  const { id, description } = facts;
  const body = typeof description === "string" ? textOf(description) : BODY;
  const ids = isBare && typeof id === "string" ? [`id: ${id}`] : [];
  const comments = above.map((line) => `# ${line}`);
  const gap = isBare || comments.length === 0 ? [] : [""];
  return ["---", ...comments, ...gap, ...ids, ...lines, "---", "", body, ""].join("\n");
}

/** What stands in a new job's file below its facts. @param {string} description */
export const isUnwritten = (description) => description.includes(BODY);

/** @param {string} name @param {unknown} value */
const fact = (name, value) =>
  isNothing(value) ? `${name}:` : stringify({ [name]: value }, { lineWidth: 0 }).trimEnd();

/** @param {string} yaml */
const commented = (yaml) => yaml.replace(/^/gm, "# ");
