// Findings about a platform's answers: what the site's own readers make of them. Nothing is asked here.
import { z } from "zod";
import { knownLanguage } from "../../app/i18n/language";
import { readClient, type ClientAnswer } from "../../app/platform/client.server";
import { readListPage } from "../../app/platform/listed-positions.server";
import { policyBlanks } from "../../app/platform/policy-blanks.mjs";
import { readPosition, toPosition, type Position } from "../../app/platform/position.server";
import { LANGUAGES } from "../../contract/languages";
import type { ListedPositions } from "../../contract/position";
import type { Dropped } from "../../contract/read";
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

/**
 * Reads an answer as the site does, with a finding for each value that was dropped.
 *
 * @param means what an answer means that breaks the contract
 */
function check<T, D extends Dropped>(
  read: () => { value: T; dropped: D[] },
  means: string,
  finding: (what: D, value: T) => Omit<Finding, "what">,
): Checked<T> {
  try {
    const { value, dropped: all } = read();
    const findings = all.map((one) => ({
      what: `${one.place}: ${one.why}`,
      ...finding(one, value),
    }));
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
  const { value: read, findings } = check(
    () => readPosition(answer, id),
    "the page cannot be shown: a 502 screen",
    ({ place, field }, { apply_url: href }) => {
      if (field === "missed") return href === undefined ? NO_FORM : ELSEWHERE;
      const otherwise = "it is not shown, and search engines do not get it";
      return dropped(field ? FIELD_MEANS[field] : (POSITION_WITHOUT[place] ?? otherwise));
    },
  );
  if (!read) return { findings };
  const value = toPosition(read);
  if (value.uuid !== id) {
    findings.push({
      level: "wrong",
      what: "uuid is not the one that was asked for",
      means: "applications go to another position than the page shows",
      mend: "answer with the position of the address",
    });
  }
  if (value.publishedAt === undefined) {
    findings.push({
      level: "missing",
      what: "published_at",
      means: "search engines get no structured data: it may not be made up",
      mend: "send the ISO date on which the position was published",
    });
  }
  return { value, findings };
}

const FIELD_MEANS = {
  asked: "the field is asked without it",
  "asked once": "it is asked once",
  "left out": "it is not asked",
};

/** A required field cannot be asked. */
const NO_FORM: Omit<Finding, "what"> = {
  level: "wrong",
  means: "nobody can apply: the field is required, and there is no apply_url",
  mend: "send it as docs/openapi.yaml has it, or make it optional",
};
const ELSEWHERE: typeof NO_FORM = {
  ...NO_FORM,
  level: "dropped",
  means: "candidates are sent to apply_url: the field is required",
};

const twice = (ids: readonly string[]) => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

const CLIENT_WITHOUT: Record<string, string> = {
  name: "the pages name no company, and a career site without jobs is not found",
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
  ["language_default", `send a tag, such as ${LANGUAGES.join(", ")}`],
] as const;

/** Call 2. `id` is the one that was asked for. */
export function clientFindings(answer: unknown, id: string): Checked<ClientAnswer> {
  const { value, findings } = check(
    () => readClient(answer, id),
    "no page of the company can be shown",
    ({ place }) => dropped(CLIENT_WITHOUT[place] ?? "the pages do without it"),
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
      mend: `send one of ${LANGUAGES.join(", ")}`,
    });
  }
  return { value, findings };
}

/** Call 3, one page of it. */
export function listFindings(answer: unknown): Checked<ListedPositions> {
  const { value, findings } = check(
    () => readListPage(answer),
    "the career site cannot be shown: a 502 screen",
    ({ place }) =>
      dropped(place === "next" ? "further pages are not read" : "the row does without it"),
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
