import * as z from "zod";
import { readClient, type ClientResponse } from "~/app/platform/client.server";
import { readListPage } from "~/app/platform/listed-positions.server";
import { findBlanks } from "~/contract/policy-blanks";
import type { DroppedField } from "~/app/platform/position-fields.server";
import { readPosition, type Position } from "~/app/platform/position.server";
import { matchLanguage, type Language } from "~/contract/languages";
import { MAX_LONG_TEXT } from "~/contract/limits";
import type { ListedPositions } from "~/contract/position";
import type { DroppedValue } from "~/contract/tolerant";
import { TURN_ON } from "../lib/languages";
import { positionWarnings } from "./doubts";
import { finding, type Finding } from "./finding";

/** `value` is undefined if the response is unusable. */
export interface Checked<T> {
  value?: T;
  findings: Finding[];
}

/** Effects on pages, by the path of a missing or dropped value, or by the treatment of a dropped field. */
const EFFECTS: Record<string, string> = {
  asked: "the field is shown without it",
  "asked once": "it is asked once",
  "left out": "it is not asked",
  missed: "candidates are sent to apply_url, because the field is required",
  country: "phone numbers are parsed for the company's country, or else for Spain",
  csrf_token: "applications have no token",
  language_default: "the pages are in Spanish",
  name: "the pages name no company, and a career site without jobs is not found",
  next: "further pages are not read",
  privacy_policy: "candidates must accept a policy that they cannot read: send it, in Markdown",
  published_at: "search engines get no structured data: send the ISO date",
  status: "the position counts as open",
};

const describeEffect = (place: string) => EFFECTS[place] ?? "the page omits it";

const missing = (name: string) => finding("MISSING", name, describeEffect(name));

interface Called {
  status: number;
  body: unknown;
}

/** Parses a response as the site does. @param needed optional keys whose absence is reported */
function check<T extends object>(
  { status, body }: Called,
  read: (body: unknown) => { value: T; dropped: (DroppedValue & Partial<DroppedField>)[] },
  needed: readonly string[] = [],
): Checked<T> {
  const wrong = (what: string) => finding("WRONG", what, "the page is an error");
  if (status < 200 || status > 299) return { findings: [wrong(`it answers ${status}`)] };
  if (body === undefined) return { findings: [wrong("it is not JSON, or more than 16 MB")] };
  try {
    const { value, dropped } = read(body);
    const findings = dropped.map(({ place, why, field }) =>
      finding("DROPPED", `${place}: ${why}`, describeEffect(field ?? place)),
    );
    for (const name of needed) {
      if (!(name in value)) findings.push(missing(name));
    }
    return { value, findings };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const breaches = error.issues.map(
      ({ path, message }) => `${path.map(String).join(".") || "the answer"}: ${message}`,
    );
    return { findings: breaches.slice(0, 20).map(wrong) };
  }
}

/** Reports texts that pages truncate. */
const cutFindings = (texts: Readonly<Record<string, string | undefined>>): Finding[] =>
  Object.entries(texts).flatMap(([name, { length } = ""]) =>
    length > MAX_LONG_TEXT
      ? finding(
          "DROPPED",
          `${name}: ${length} characters`,
          `the page shows the first ${MAX_LONG_TEXT}`,
        )
      : [],
  );

const Described = z.object({ description: z.string() });

/** @param language tag of the texts' expected language, if known */
export function positionFindings(answer: Called, id: string, language?: string): Checked<Position> {
  const { value, findings } = check(answer, (body) => readPosition(body, id));
  if (!value) return { findings };
  if (value.publishedAt === undefined) findings.push(missing("published_at"));
  // A parsed position contains only the shown part of its description.
  findings.push(...cutFindings(Described.safeParse(answer.body).data ?? {}));
  findings.push(...positionWarnings(value, language));
  if (value.elsewhere && value.elsewhere.href === undefined) {
    const means =
      "candidates cannot apply: a required field has a kind that Puerta does not support";
    findings.push(finding("WRONG", "apply_url", means));
  }
  return { value, findings };
}

const CLIENT_NEEDS = ["name", "privacy_policy", "language_default"];

/** @param languages the site's enabled languages */
export function clientFindings(
  answer: Called,
  id: string,
  languages: readonly Language[],
): Checked<ClientResponse> {
  const { value, findings } = check(answer, (body) => readClient(body, id), CLIENT_NEEDS);
  if (!value) return { findings };
  const { language_default, languages: offered = [], privacy_policy = "" } = value;
  findings.push(...cutFindings({ description: value.description, privacy_policy }));
  const lines = findBlanks(privacy_policy).map(({ line }) => line);
  if (lines.length > 0) {
    const means = "the policy is not published, and candidates cannot apply: fill it in";
    findings.push(finding("MISSING", `privacy_policy: {{…}} in line ${lines.join(", ")}`, means));
  }
  for (const tag of [language_default ?? "es", ...offered]) {
    if (matchLanguage(tag, languages)) continue;
    const what = `no texts in ${tag.replaceAll(/[^\w-]/g, "?")}`;
    const send = `send one of ${languages.join(", ")}`;
    const isPack = matchLanguage(tag) !== undefined;
    findings.push(finding("DROPPED", what, isPack ? `${send}, or turn it on: ${TURN_ON}` : send));
  }
  return { value, findings };
}

export const listFindings = (answer: Called): Checked<ListedPositions> =>
  check(answer, readListPage);
