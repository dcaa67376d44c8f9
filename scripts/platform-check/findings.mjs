// What a platform's answers are, held against the site's own schemas. Nothing is asked here.

import { policyBlanks } from "../../app/platform/policy-blanks.mjs";

/** @typedef {import("../site-schemas.mjs").Schemas} Schemas */
/** @typedef {Record<string, unknown>} Answer */

/**
 * One thing that was found. `wrong` hurts a candidate, `dropped` is left out of the page, `missing` may
 * be missing.
 *
 * @typedef {object} Finding
 * @property {"wrong" | "dropped" | "missing"} level
 * @property {string} what where it is, and what is the matter: no texts of the platform's
 * @property {string} means what it means for the page
 * @property {string} mend
 */

/**
 * A field of the contract that may be missing: its name there, its name once it is read, what the page
 * is without it, and what it must be.
 *
 * @typedef {[name: string, read: string, without: string, mustBe: string]} Optional
 */

/** @type {Optional[]} */
const OF_POSITION = [
  ["description", "description", "the page has no description", "HTML, as a string"],
  ["location", "location", "no place is shown", "a text that is not blank"],
  ["contract_type", "contractType", "no contract type is shown", "a text that is not blank"],
  ["join_date", "joinDate", "no first day is shown", "an ISO date, or a text"],
  [
    "country",
    "country",
    "phone numbers are read as the client's country has them",
    "two letters, such as es",
  ],
  ["status", "status", "the position counts as open", '"open" or "closed"'],
  [
    "csrf_token",
    "csrfToken",
    "applications carry no token",
    "at most 1,024 visible ASCII characters",
  ],
];

/** @type {Optional[]} */
const OF_CLIENT = [
  ["name", "name", "the career site is not found: it has no name", "a text that is not blank"],
  [
    "privacy_policy",
    "privacyPolicy",
    "candidates accept a policy that is not there",
    "markdown, as a string",
  ],
  ["description", "description", "the career site has no About", "a string"],
  [
    "language_default",
    "languageDefault",
    "the pages speak Spanish",
    'such as "es-es", "es-mx" or "en"',
  ],
  ["country", "country", "phone numbers are read as Spanish ones", "two letters, such as es"],
  ["code", "code", "the addresses are made of the name", 'a text for addresses, such as "acme"'],
  [
    "logo",
    "logo",
    "the company's name stands in place of its logo",
    "an http(s) address, or a path",
  ],
  ["main_image", "mainImage", "the career site has no banner", "an http(s) address, or a path"],
  ["favicon", "favicon", "the browser shows no icon", "an http(s) address, or a path"],
  ["apply_page_css", "css", "the pages have a neutral look", "CSS, as a string"],
  ["apply_page_js", "js", "no script of the company runs", "JavaScript, as a string"],
  ["next_steps", "nextSteps", "the receipt says in general what happens next", "a text"],
  ["sections", "sections", "the pages have no sections", "a list of {title, text, pictures}"],
];

/** Without these a page is poor; the others are at will. */
const WANTED = new Set(["name", "privacy_policy", "language_default"]);

const isNothing = (/** @type {unknown} */ value) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

/**
 * @param {Answer} given @param {Record<string, unknown>} read @param {Optional[]} optional
 * @returns {Finding[]}
 */
function optionalFindings(given, read, optional) {
  /** @type {Finding[]} */
  const found = [];
  for (const [what, as, means, mustBe] of optional) {
    if (isNothing(given[what])) {
      if (WANTED.has(what)) found.push({ level: "missing", what, means, mend: `send ${mustBe}` });
    } else if (isNothing(read[as])) {
      const mend = `it must be ${mustBe}`;
      found.push({ level: "dropped", what: `${what} is malformed`, means, mend });
    }
  }
  return found;
}

/**
 * What a schema refuses.
 *
 * @param {{ issues: { path: PropertyKey[], message: string }[] }} error @param {string} means
 * @returns {Finding[]}
 */
const refused = ({ issues }, means) =>
  issues.slice(0, 20).map(({ path, message }) => ({
    level: "wrong",
    what: path.length > 0 ? path.map(String).join(".") : "the answer",
    means,
    mend: `${message}: docs/contract.md has the field`,
  }));

/**
 * Call 1.
 *
 * @param {unknown} answer @param {string} id that was asked for @param {Schemas} schemas
 * @returns {Finding[]}
 */
export function positionFindings(answer, id, { positionSchema, positionFields, readFacts }) {
  const read = positionSchema(id).safeParse(answer);
  if (!read.success) return refused(read.error, "the page cannot be shown: a 502 screen");
  const given = /** @type {Answer} */ (answer);
  const { asks, leftOut } = positionFields(given);
  /** @type {Finding[]} */
  const found = optionalFindings(given, read.data, OF_POSITION);
  if (read.data.uuid !== id) {
    found.push({
      level: "wrong",
      what: `uuid is ${read.data.uuid}, not the one that was asked for`,
      means: "applications go to another position than the page shows",
      mend: "answer with the position of the address",
    });
  }
  if (asks.elsewhere) {
    const { href } = asks.elsewhere;
    found.push({
      level: href === undefined ? "wrong" : "dropped",
      what: `the form: ${leftOut.join("; ")}`,
      means:
        href === undefined
          ? "nobody can apply: a required answer cannot be asked, and there is no apply_url"
          : "candidates are sent to apply_url: a required answer cannot be asked",
      mend: "use a kind of docs/contract.md, or make the field optional",
    });
  } else {
    for (const what of leftOut) {
      found.push({
        level: "dropped",
        what,
        means: "it is not asked",
        mend: "docs/contract.md says what a field has",
      });
    }
  }
  for (const what of readFacts(given).leftOut) {
    found.push({
      level: "dropped",
      what,
      means: "it is not shown, and search engines are not told",
      mend: "docs/contract.md says what a fact is",
    });
  }
  if (read.data.publishedAt === undefined) {
    found.push({
      level: "missing",
      what: "published_at",
      means: "search engines get no structured data: it may not be made up",
      mend: "send the ISO date on which the position was published",
    });
  }
  return found;
}

/**
 * Call 2.
 *
 * @param {unknown} answer @param {string} ref @param {Schemas} schemas
 * @returns {Finding[]}
 */
export function clientFindings(answer, ref, { clientSchema }) {
  const read = clientSchema(ref).safeParse(answer);
  if (!read.success) return refused(read.error, "no page of the company can be shown");
  const open = policyBlanks(read.data.privacyPolicy);
  return [
    ...optionalFindings(/** @type {Answer} */ (answer), read.data, OF_CLIENT),
    ...open.slice(0, 20).map(({ line }) => ({
      level: /** @type {const} */ ("missing"),
      what: `privacy_policy has {{…}} in line ${line}`,
      means: "the policy is not published, and nobody can apply",
      mend: "fill in what the braces ask for",
    })),
  ];
}

/**
 * Call 3, one page of it.
 *
 * @param {unknown} answer @param {Schemas} schemas
 * @returns {{ findings: Finding[], ids: string[], next: string | undefined }}
 */
export function listFindings(answer, { listedPositionsSchema, readFacts }) {
  const read = listedPositionsSchema.safeParse(answer);
  if (!read.success) {
    const findings = refused(read.error, "the career site cannot be shown: a 502 screen");
    return { findings, ids: [], next: undefined };
  }
  const { results, next } = read.data;
  /** @type {Finding[]} */
  const findings = [];
  const ids = results.map(({ uuid }) => uuid);
  const given = /** @type {{ results?: Answer[] }} */ (
    Array.isArray(answer) ? { results: answer } : answer
  );
  // The site itself reads a position that is there twice once.
  const named = (given.results ?? []).map(({ uuid }) => String(uuid));
  const readAs = new Map(results.map((position) => [position.uuid, position]));
  const twice = new Set(named.filter((id, index) => named.indexOf(id) !== index));
  for (const id of twice) {
    findings.push({
      level: "wrong",
      what: `results: ${id} is there twice`,
      means: "the list shows the job twice",
      mend: "list each position once",
    });
  }
  for (const [index, item] of (given.results ?? []).entries()) {
    const { leftOut } = readFacts(item);
    const isLost =
      !isNothing(item.apply_url) && readAs.get(named[index] ?? "")?.applyUrl === undefined;
    const dropped = [...leftOut, ...(isLost ? ["apply_url is no address"] : [])];
    if (dropped.length === 0) continue;
    findings.push({
      level: "dropped",
      what: `results.${index} (${results[index]?.uuid}): ${dropped.join("; ")}`,
      means: "the row does without it",
      mend: "docs/contract.md says what an item of the list has",
    });
  }
  return { findings, ids, next };
}
