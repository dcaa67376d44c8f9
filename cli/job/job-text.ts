// Formats a job as a text file: facts in YAML, then the description in Markdown.
import { stringify } from "yaml";
import { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "~/contract/lists";
import { isMissing } from "~/contract/tolerant";
import { toText } from "~/platform/src/companies/description";

/** An example of each fact except `id` and `description`, in the order of files and table columns. */
export const TEMPLATE = `title: # Required.
location: # Required.
# status: open # Or closed.
# reference: 2026-14 # Your own id for the job. Imports match jobs by it.
# country: gb # Default: the company's country. Used for phone numbers without a country code.
# department: Workshop
# contract_type: Permanent, full time # In your words.
# join_date: As soon as possible # A date or a text.
# employment_type: [FULL_TIME] # One or more of ${EMPLOYMENT_TYPES.join(", ")}.
# workplace: onsite # One of ${WORKPLACES.join(", ")}.
# remote_countries: [gb, ie] # Countries for a remote job.
# pay: { min: 24000, max: 27000, currency: GBP, unit: year } # Or a text: { text: … }. Units: ${PAY_UNITS.join(", ")}.
# employer: Boiler Example Services Ltd
# collective_agreement: Engineering construction (NAECI)
# requirements: [Two years in a workshop] # What a candidate must have.
# nice_to_have: [Wheel building]
# questions: # Give two or more answers, or none for a text answer.
#   [{ question: May you work in the UK?, answers: [Yes, No] }, { question: Why with us? }]
# published_at: 2026-11-20 # Default: today. The newest job comes first.
# closes_at: 2026-12-31 # The last day to apply.
# places: [{ street: 1 Mill Lane, city: Leeds, postal_code: LS1 1AA, country: gb }] # For search engines.
# language: en # The language of the job, if not the company's.
# notices: [{ text: We welcome all applicants. }] # Optional: url, kind.
# talks_back: yes # If you email candidates yourself. The receipt says so.
# fields: # More form fields. docs/contract.md lists the kinds.
#   [{ id: email, kind: email, required: yes }, { id: start, kind: date, label: When can you start? }]
# sections: { voluntary: { title: If you like } } # Heading for voluntary fields.
# standard: { phone: optional, cv: required } # Each required, optional or off.
# cv_accept: [pdf, docx] # File extensions for CVs.
# cv_max_bytes: 2000000
# apply_url: https://jobs.example/1 # Where to apply, if the form cannot ask everything you require.
# takes: [source] # Send the source of each application.
# slug: bicycle-mechanic # Part of the address. Default: from the title.
`;

const HELP = `# Remove the # before a fact to use it. docs/companies.md#a-job describes all facts.
# Describe the job below the second ---, in Markdown.
`;

const BLOCKS = TEMPLATE.split(/^(?=(?:# )?[a-z_]+:)/m).map((block) => ({
  name: block.replace(/^# /, "").split(":")[0] ?? "",
  block,
}));

/** Names of all facts except `id` and `description`. */
export const FACTS = BLOCKS.map(({ name }) => name);

/** Formats a job's file. Shows an example for each missing fact. */
export function jobText(
  heading: string,
  { description, ...facts }: Record<string, unknown>,
): string {
  const blocks = BLOCKS.map(({ name, block }) => {
    const { [name]: value } = facts;
    return isMissing(value) ? block : stringify({ [name]: value }, { lineWidth: 0 });
  });
  const body = typeof description === "string" ? toText(description) : "";
  return ["---\n", `# ${heading}\n${HELP}`, ...blocks, `---\n\n${body}\n`].join("");
}
