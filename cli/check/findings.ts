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
type Level = "wrong" | "dropped" | "missing";

export interface Finding {
  level: Level;
  /** Where it is, and what is the matter. Quotes no text of the platform's. */
  what: string;
  /** What it means for the page, and how to mend it where the contract's shapes do not say it. */
  means: string;
}

export const finding = (level: Level, what: string, means: string): Finding => ({
  level,
  what,
  means,
});

/** An answer that was read. Without a value it breaks the contract. */
export interface Checked<T> {
  value?: T;
  findings: Finding[];
}

/**
 * Reads an answer as the site does, with a finding for each value that was dropped.
 *
 * @param broken what an answer means that breaks the contract
 * @param dropped what the page does without a value
 */
function check<T, D extends Dropped>(
  read: () => { value: T; dropped: D[] },
  broken: string,
  dropped: (one: D, value: T) => string | Omit<Finding, "what">,
): Checked<T> {
  try {
    const { value, dropped: all } = read();
    const findings = all.map((one) => {
      const means = dropped(one, value);
      const what = `${one.place}: ${one.why}`;
      return typeof means === "string" ? finding("dropped", what, means) : { what, ...means };
    });
    return { value, findings };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const findings = error.issues
      .slice(0, 20)
      .map(({ path, message }) =>
        finding("wrong", `${path.map(String).join(".") || "the answer"}: ${message}`, broken),
      );
    return { findings };
  }
}

/** Pages without a key of a position, where it is more than that it is not shown. */
const POSITION_WITHOUT: Record<string, string> = {
  country: "phone numbers are read as the client's country has them",
  status: "the position counts as open",
  csrf_token: "applications carry no token",
};

const FIELD_MEANS = {
  asked: "the field is asked without it",
  "asked once": "it is asked once",
  "left out": "it is not asked",
};

/** A required field cannot be asked. */
const fieldMissed = (isElsewhere: boolean): Omit<Finding, "what"> =>
  isElsewhere
    ? { level: "dropped", means: "candidates are sent to apply_url: the field is required" }
    : {
        level: "wrong",
        means: "nobody can apply: the field is required, and there is no apply_url",
      };

/** Call 1. `id` is the one that was asked for. */
export function positionFindings(answer: unknown, id: string): Checked<Position> {
  const { value: read, findings } = check(
    () => readPosition(answer, id),
    "the page cannot be shown: a 502 screen",
    ({ place, field }, { apply_url: href }) => {
      if (field === "missed") return fieldMissed(href !== undefined);
      if (field) return FIELD_MEANS[field];
      return POSITION_WITHOUT[place] ?? "it is not shown, and search engines do not get it";
    },
  );
  if (!read) return { findings };
  const value = toPosition(read);
  if (value.uuid !== id) {
    const means = "applications go to another position: answer with the position of the address";
    findings.push(finding("wrong", "uuid is not the one that was asked for", means));
  }
  if (value.publishedAt === undefined) {
    const means = "search engines get no structured data: send the ISO date of its publication";
    findings.push(finding("missing", "published_at", means));
  }
  return { value, findings };
}

const CLIENT_WITHOUT: Record<string, string> = {
  name: "the pages name no company, and a career site without jobs is not found",
  privacy_policy: "candidates accept a policy that is not there: send it, in Markdown",
  language_default: "the pages speak Spanish",
  country: "phone numbers are read as Spanish ones",
  code: "the addresses are made of the name",
  logo: "the company's name stands in place of its logo",
  is_cv_required: "a CV is optional",
  next_steps: "the receipt says in general what happens next",
};

/** Without these a page is poor; other keys are at will. */
const CLIENT_NEEDS = ["name", "privacy_policy", "language_default"] as const;

/** Call 2. `id` is the one that was asked for. */
export function clientFindings(answer: unknown, id: string): Checked<ClientAnswer> {
  const { value, findings } = check(
    () => readClient(answer, id),
    "no page of the company can be shown",
    ({ place }) => CLIENT_WITHOUT[place] ?? "the pages do without it",
  );
  if (!value) return { findings };
  for (const name of CLIENT_NEEDS) {
    const isKnown = value[name] !== undefined || findings.some(({ what }) => what.startsWith(name));
    if (!isKnown) findings.push(finding("missing", name, CLIENT_WITHOUT[name] ?? ""));
  }
  for (const { line } of policyBlanks(value.privacy_policy ?? "").slice(0, 20)) {
    const means = "the policy is not published, and nobody can apply: fill it in";
    findings.push(finding("missing", `privacy_policy: {{…}} in line ${line}`, means));
  }
  const { language_default, languages = [] } = value;
  for (const [index, tag] of [language_default, ...languages].entries()) {
    if (tag === undefined || knownLanguage(tag)) continue;
    const path = index === 0 ? "language_default" : `languages.${index - 1}`;
    const what = `Puerta has no texts in this language (${languageTag.safeParse(tag).data ?? "no tag"})`;
    const does = index === 0 ? "the pages speak English" : "no page links to it";
    const means = `${does}: send one of ${LANGUAGES.join(", ")}`;
    findings.push(finding("dropped", `${path}: ${what}`, means));
  }
  return { value, findings };
}

/** Call 3, one page of it. */
export function listFindings(answer: unknown): Checked<ListedPositions> {
  const { value, findings } = check(
    () => readListPage(answer),
    "the career site cannot be shown: a 502 screen",
    ({ place }) => (place === "next" ? "further pages are not read" : "the row does without it"),
  );
  const ids = value?.results.map(({ uuid }) => uuid) ?? [];
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) {
    findings.push(finding("wrong", `results: ${id} is there twice`, "the list shows the job once"));
  }
  return value ? { value, findings } : { findings };
}
