// A job as a file to edit: its facts in YAML on top, its description in Markdown below.
import { stringify } from "yaml";
import { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "../../contract/lists";
import { isMissing } from "../../contract/tolerant";
import { toText } from "./description";

/** All facts but `id`, in the order of a file and of a table's columns, each with an example. */
export const TEMPLATE = `title: # Required.
location: # Required: as candidates read it.
# status: open # Or closed.
# reference: 2026-14 # Your own name for the job. An import finds the job by it, too.
# country: gb # Default: the company's. Phone numbers are read by it.
# department: Workshop
# contract_type: Permanent, full time # In your words.
# join_date: As soon as possible # A date, or words.
# employment_type: [FULL_TIME] # Some of ${EMPLOYMENT_TYPES.join(", ")}.
# workplace: onsite # One of ${WORKPLACES.join(", ")}.
# remote_countries: [gb, ie] # Where a remote job may be done from.
# pay: { min: 24000, max: 27000, currency: GBP, unit: year } # Or a text. Units: ${PAY_UNITS.join(", ")}.
# collective_agreement: Engineering construction (NAECI)
# requirements: [Two years in a workshop] # What a candidate must have.
# nice_to_have: [Wheel building]
# questions: # With two or more answers to choose from, or without: then candidates write.
#   [{ question: May you work in the UK?, answers: [Yes, No] }, { question: Why with us? }]
# published_at: 2026-11-20 # Default: today. The newest job comes first.
# closes_at: 2026-12-31 # The last day.
# places: [{ street: 1 Mill Lane, city: Leeds, postal_code: LS1 1AA, country: gb }] # For search engines.
# language: en # Of the job's texts, if it is not the company's.
# notices: [{ text: We welcome everybody. }] # More for candidates to know, perhaps with a url and a kind.
# talks_back: yes # You write to candidates yourself, and the receipt says so.
# fields: # More to fill in. docs/contract.md lists the kinds.
#   [{ id: email, kind: email, required: yes }, { id: start, kind: date, label: From when? }]
# sections: { voluntary: { title: If you like } } # The heading of voluntary fields.
# standard: { phone: optional, cv: required } # Each required, optional or off.
# cv_accept: [pdf, docx] # Endings of CVs.
# cv_max_bytes: 2000000
# apply_url: https://jobs.example/1 # For forms that cannot ask everything required.
# takes: [source] # Asks the site where candidates came from.
# slug: bicycle-mechanic # Part of the address. Default: made of the title.
`;

const HELP = `# To use an example, remove the # before it. docs/companies.md#a-job describes each fact.
# Below the second ---, write what the job is about, in Markdown.
`;

const BLOCKS = TEMPLATE.split(/^(?=(?:# )?[a-z_]+:)/m).map((block) => ({
  name: block.replace(/^# /, "").split(":")[0] ?? "",
  block,
}));

/** The names of all facts but `id` and `description`. */
export const FACTS = BLOCKS.map(({ name }) => name);

/** A job's file, with a comment at the top and an example of each fact that the job does not have. */
export function jobText(above: string, { description, ...facts }: Record<string, unknown>): string {
  const blocks = BLOCKS.map(({ name, block }) => {
    const { [name]: value } = facts;
    return isMissing(value) ? block : stringify({ [name]: value }, { lineWidth: 0 });
  });
  const body = typeof description === "string" ? toText(description) : "";
  return ["---\n", `# ${above}\n${HELP}`, ...blocks, `---\n\n${body}\n`].join("");
}
