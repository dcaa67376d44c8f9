// Findings about a platform's answers, by the contract's schemas. Nothing is asked here.
import { z } from "zod";
import { knownLanguage } from "../../app/i18n/language";
import { policyBlanks } from "../../app/platform/policy-blanks.mjs";
import { Client } from "../../contract/client";
import { mayBeLeftOut, Necessity, type Field } from "../../contract/fields";
import { FIELDS_MOST } from "../../contract/limits";
import { ListedPositions, Position } from "../../contract/position";
import { readTolerantly, withoutNothing } from "../../contract/read";
import { languageTag } from "../../contract/values";

/** `wrong` hurts a candidate, `dropped` is left out of the page, `missing` may be missing. */
export interface Finding {
  level: "wrong" | "dropped" | "missing";
  /** Where it is, and what is the matter. Quotes no text of the platform's. */
  what: string;
  /** What it means for the page. */
  means: string;
  mend: string;
}

/** An answer that was read. Without a value it breaks the contract. */
export interface Checked<T> {
  value?: T;
  findings: Finding[];
}

const SHAPE = "docs/openapi.yaml has its shape";

/** Reads an answer, with a finding for each value that was dropped. `means`: an answer that is wrong. */
function check<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  means: string,
  finding: (path: string) => Omit<Finding, "what">,
): Checked<z.output<S>> {
  const issues = (schema.safeParse(withoutNothing(answer)).error?.issues ?? []).map(
    ({ path, message }) => ({ at: `${path.map(String).join(".")}.`, message }),
  );
  try {
    const { value, dropped } = readTolerantly(schema, answer);
    const findings = dropped
      .filter((path) => !dropped.some((other) => path.startsWith(`${other}.`)))
      .map((path) => {
        const issue = issues.find(({ at }) => at.startsWith(`${path}.`));
        const rest = issue?.at.slice(path.length + 1, -1);
        const message = issue?.message ?? "malformed";
        return { what: `${path}: ${rest ? `${rest}: ` : ""}${message}`, ...finding(path) };
      });
    return { value, findings };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const findings = error.issues.slice(0, 20).map(({ path, message }): Finding => {
      const what = `${path.map(String).join(".") || "the answer"}: ${message}`;
      return { level: "wrong", what, means, mend: SHAPE };
    });
    return { findings };
  }
}

const dropped = (means: string): Omit<Finding, "what"> => ({
  level: "dropped",
  means,
  mend: SHAPE,
});

/** Pages without a key of a position, where it is more than that it is not shown. */
const POSITION_WITHOUT: Record<string, string> = {
  country: "phone numbers are read as the client's country has them",
  status: "the position counts as open",
  csrf_token: "applications carry no token",
};

/** Call 1. `id` is the one that was asked for. */
export function positionFindings(answer: unknown, id: string): Checked<Position> {
  const { value, findings } = check(
    Position,
    answer,
    "the page cannot be shown: a 502 screen",
    (path) => {
      if (path.startsWith("apply_site_questions")) {
        return { ...dropped("applications come without the answer"), level: "wrong" };
      }
      if (/^fields(\.\d+)?$/.test(path)) return lostField(answer, path);
      if (path.startsWith("fields.")) return dropped("the field is asked without it");
      return dropped(POSITION_WITHOUT[path] ?? "it is not shown, and search engines do not get it");
    },
  );
  if (!value) return { findings };
  if ((value.uuid ?? value.id ?? id) !== id) {
    findings.push({
      level: "wrong",
      what: "uuid is not the one that was asked for",
      means: "applications go to another position than the page shows",
      mend: "answer with the position of the address",
    });
  }
  findings.push(...formFindings(value.fields ?? []));
  if (value.published_at === undefined) {
    findings.push({
      level: "missing",
      what: "published_at",
      means: "search engines get no structured data: it may not be made up",
      mend: "send the ISO date on which the position was published",
    });
  }
  return { value, findings };
}

const Lost = z.object({
  fields: z
    .array(Necessity.extend({ section: Necessity.shape.section.catch(undefined) }).catch({}))
    .catch([]),
  apply_url: Position.shape.apply_url.catch(undefined),
});

/** A field that cannot be asked, or the whole list. */
function lostField(answer: unknown, path: string): Omit<Finding, "what"> {
  const { fields, apply_url } = Lost.parse(withoutNothing(answer));
  const field = fields[Number(path.split(".")[1])];
  if (field && mayBeLeftOut(field)) return dropped("it is not asked");
  const mend = "use a kind of docs/openapi.yaml, or make the field optional";
  const why = "a required answer cannot be asked";
  return apply_url === undefined
    ? { level: "wrong", means: `nobody can apply: ${why}, and there is no apply_url`, mend }
    : { level: "dropped", means: `candidates are sent to apply_url: ${why}`, mend };
}

/** The fields of a form together. */
function formFindings(fields: readonly Field[]): Finding[] {
  const found = twice(fields.map(({ id }) => id)).map((id) => ({
    what: `fields: ${id} is there twice`,
    ...dropped("it is asked once"),
  }));
  const most = FIELDS_MOST.characters;
  if (JSON.stringify(fields).length <= most) return found;
  return [
    ...found,
    { what: `fields: longer than ${most}`, ...dropped("the last ones are not asked") },
  ];
}

const twice = (ids: readonly string[]) => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

const CLIENT_WITHOUT: Record<string, string> = {
  name: "the career site is not found: it has no name",
  privacy_policy: "candidates accept a policy that is not there",
  language_default: "the pages speak Spanish",
  country: "phone numbers are read as Spanish ones",
  code: "the addresses are made of the name",
  logo: "the company's name stands in place of its logo",
  is_cv_required: "a CV is optional",
  next_steps: "the receipt says in general what happens next",
};

/** Without these a page is poor; other keys are at will. */
const CLIENT_NEEDS = [
  ["name", "send the company's name"],
  ["privacy_policy", "send it, in Markdown"],
  ["language_default", 'send a tag, such as "es-es", "es-mx" or "en"'],
] as const;

/** Call 2. */
export function clientFindings(answer: unknown): Checked<Client> {
  const { value, findings } = check(Client, answer, "no page of the company can be shown", (path) =>
    dropped(CLIENT_WITHOUT[path] ?? "the pages do without it"),
  );
  if (!value) return { findings };
  for (const [what, mend] of CLIENT_NEEDS) {
    if (value[what] !== undefined) continue;
    if (findings.some((one) => one.what.startsWith(`${what}:`))) continue;
    findings.push({ level: "missing", what, means: CLIENT_WITHOUT[what] ?? "", mend });
  }
  for (const { line } of policyBlanks(value.privacy_policy ?? "").slice(0, 20)) {
    findings.push({
      level: "missing",
      what: `privacy_policy: {{…}} in line ${line}`,
      means: "the policy is not published, and nobody can apply",
      mend: "fill in what the braces ask for",
    });
  }
  const { language_default, languages = [] } = value;
  const tags = languages.map((tag, index) => [`languages.${index}`, tag] as const);
  for (const [path, tag] of [["language_default", language_default] as const, ...tags]) {
    if (tag === undefined || knownLanguage(tag)) continue;
    const named = languageTag.safeParse(tag).data ?? "no tag";
    findings.push({
      level: "dropped",
      what: `${path}: Puerta has no texts in this language (${named})`,
      means: path === "language_default" ? "the pages speak English" : "no page links to it",
      mend: "send es-es, es-mx or en",
    });
  }
  return { value, findings };
}

/** Call 3, one page of it. */
export function listFindings(answer: unknown): Checked<ListedPositions> {
  const { value, findings } = check(
    ListedPositions,
    answer,
    "the career site cannot be shown: a 502 screen",
    (path) =>
      /^(results\.)?\d+$/.test(path)
        ? { ...dropped("the list does not show the job"), level: "wrong" }
        : dropped(path === "next" ? "further pages are not read" : "the row does without it"),
  );
  if (!value) return { findings };
  for (const id of twice(value.results.map(({ uuid }) => uuid))) {
    findings.push({
      level: "wrong",
      what: `results: ${id} is there twice`,
      means: "the list shows the job once",
      mend: "list each position once",
    });
  }
  return { value, findings };
}
