import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Position } from "~/app/platform/position.server";
import type { ListedPositions } from "~/contract/position";
import { HEADER_VALUE, parsePart } from "~/contract/application";
import { carriesError } from "~/contract/http";
import { STANDARD_LANGUAGES, type Language } from "~/contract/languages";
import { LIST_LIMITS, RESPONSE_LIMITS } from "~/contract/limits";
import { HEADERS } from "~/contract/lists";
import { receiptNumber } from "~/contract/receipt-number";
import { Stop } from "~/scripts/stop";
import { referenceWarnings } from "./doubts";
import { finding, type Finding } from "./finding";
import { clientFindings, listFindings, positionFindings, type Checked } from "./findings";
import { postSlowly } from "./post-slowly";
import { testForm } from "./test-application";

const NO_JOBS = "the career site shows no jobs";

export const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export interface PlatformOptions {
  base: string;
  header: string;
  key: string | undefined;
  client?: string | undefined;
  position?: string | undefined;
  /** Id of the position that gets the test application twice. */
  apply?: string | undefined;
  most: number;
  /** The site's enabled languages. Default: the standard languages, without packs. */
  languages?: readonly Language[] | undefined;
  /** Tag of the texts' expected language. */
  language?: string | undefined;
}

type Print = (line: string) => void;

/**
 * Checks a platform, and prints the findings. Sends an application only with `apply`.
 *
 * @returns whether no finding is `WRONG`
 * @throws {Stop} if the check cannot be completed
 */
export async function checkPlatform(options: PlatformOptions, print: Print): Promise<boolean> {
  return printVerdict(await findFaults(options, print), print);
}

/** @returns whether no finding is `WRONG` */
export function printVerdict(all: readonly Finding[], print: Print): boolean {
  const wrong = all.filter(({ level }) => level === "WRONG").length;
  print(`\n${all.length === 0 ? "Everything is right." : `${wrong} of ${all.length} are WRONG.`}`);
  return wrong === 0;
}

export function printFindings(findings: readonly Finding[], print: Print): void {
  for (const { level, text } of findings) print(`  ${level}  ${text}`);
}

/**
 * Reads a company, its list and its positions, and prints a line for each with its findings.
 *
 * @throws {Stop} if the check cannot be completed
 */
export async function findFaults(options: PlatformOptions, print: Print): Promise<Finding[]> {
  const { client, position, apply, most, language, languages = STANDARD_LANGUAGES } = options;
  const all: Finding[] = [];
  const report = (line: string, findings: Finding[]) => {
    print(`${line}${findings.length === 0 ? ": right" : ""}`);
    printFindings(findings, print);
    all.push(...findings);
  };
  async function read<T>(path: string, check: (called: Called) => Checked<T>) {
    const called = await call(options, path);
    const { value, findings } = check(called);
    const shown = path.replace(`${options.base}/`, "");
    report(`GET /${shown}: ${called.status}, ${called.ms} ms`, findings);
    return value;
  }
  const positions = new Map<string, Position | undefined>();
  async function readPosition(id: string) {
    if (positions.has(id)) return;
    const check = (answer: Called) => positionFindings(answer, id, language);
    positions.set(id, await read(`hiring/positions/${id}`, check));
  }

  const named = [position, apply].filter((id) => id !== undefined);
  for (const id of named) await readPosition(id);
  const ref = client ?? positions.get(named[0] ?? "")?.clientUuid;
  if (ref === undefined) throw new Stop("The position names no client. Add --client.");
  const clientPath = `account/clients/${ref}/public`;
  const company = await read(clientPath, (answer) => clientFindings(answer, ref, languages));
  const clientUuid = company?.uuid ?? ref;
  const first = `${options.base}/hiring/${clientUuid}/positions-public`;
  const listed = await readList(first, (address) => read(address, listFindings), report);
  for (const { uuid } of listed.slice(0, most)) await readPosition(uuid);
  if (listed.length > most) print(`\n${listed.length - most} positions were not read (--most).`);
  const shared = referenceWarnings([...positions.values()].filter((item) => item !== undefined));
  if (shared.length > 0) report("All positions", shared);
  const unknown = await call(options, `hiring/positions/${UNKNOWN}`);
  const notGone = finding("WRONG", "an unknown id is not a 404", "closed jobs stay in caches");
  const gone = unknown.status === 404 ? [] : [notGone];
  report(`GET /hiring/positions/${UNKNOWN}: ${unknown.status}`, gone);
  if (apply === undefined) return all;

  const tried = positions.get(apply);
  if (!tried || tried.elsewhere) throw new Stop(`${apply} has no form, so nothing was sent.`);
  const path = `hiring/${clientUuid}/positions/${apply}/apply`;
  const { statuses, findings } = await tryApplying(options, path, tried, print);
  report(`POST /${path}: ${statuses}`, findings);
  return all;
}

type Report = (line: string, findings: Finding[]) => void;

/** Reads a list's pages as the site does. */
async function readList(
  first: string,
  read: (address: string) => Promise<ListedPositions | undefined>,
  report: Report,
) {
  const results: ListedPositions["results"] = [];
  const visited = new Set<string>();
  let address: string | undefined = first;
  while (address !== undefined) {
    visited.add(address);
    const page: ListedPositions | undefined = await read(address);
    if (!page) return results;
    results.push(...page.results);
    if (page.next === undefined) break;
    const next = nextPageUrl(page.next, address);
    const isNew = next !== undefined && !visited.has(next) && visited.size < LIST_LIMITS.pages;
    address = isNew ? next : undefined;
    if (!isNew) report("next", [finding("DROPPED", "next", "further pages are not read")]);
  }
  if (results.length === 0) report("All pages", [finding("MISSING", "positions", NO_JOBS)]);
  return results;
}

/** Sends an application and, if it is accepted, repeats it with the same key. */
async function tryApplying(
  options: PlatformOptions,
  path: string,
  position: Position,
  print: Print,
): Promise<{ statuses: string; findings: Finding[] }> {
  const key = randomUUID();
  const receipt = await receiptNumber(key);
  print(`\nDelete the application of Puerta Check, receipt ${receipt}, afterwards.`);
  const { csrfToken = "", honoursKeys = false } = position;
  const token = HEADER_VALUE.test(csrfToken) ? { [HEADERS.csrfToken]: csrfToken } : {};
  const headers = { ...token, [HEADERS.idempotencyKey]: key };
  const post = { body: testForm(position), headers };
  const first = await call(options, path, { ...post, isSlow: true });
  if (!isSuccess(first)) return { statuses: `${first.status}`, findings: [refusal(first)] };
  const again = await call(options, path, post);
  const repeated = repeatFindings(first, again, honoursKeys);
  return {
    statuses: `${first.status}, and again ${again.status}`,
    findings: [...earlyFindings(first), ...errorFindings(first), ...repeated],
  };
}

/** Returns the URL of a list's next page, or undefined for a different origin, which must not get the key. */
function nextPageUrl(next: string, current: string): string | undefined {
  if (!URL.canParse(next, current)) return undefined;
  const { origin, href } = new URL(next, current);
  return origin === new URL(current).origin ? href : undefined;
}

type Called = Awaited<ReturnType<typeof call>>;

const isSuccess = ({ status }: Called) => status >= 200 && status < 300;

/**
 * Calls the platform at a path or a list page's URL. `body` is undefined if it is too large or not JSON. `ms` includes
 * receiving the body.
 *
 * @throws {Stop} if the platform cannot be reached, rejects the key, or redirects
 */
async function call(
  { base, header, key }: Pick<PlatformOptions, "base" | "header" | "key">,
  path: string,
  post?: { body: FormData; headers: Record<string, string>; isSlow?: boolean },
) {
  const began = performance.now();
  const most = post ? RESPONSE_LIMITS.applyMs : RESPONSE_LIMITS.readMs;
  const authorization = key === undefined ? {} : { [header]: key };
  try {
    const url = path.startsWith("http") ? path : `${base}/${path}`;
    const headers = { Accept: "application/json", ...post?.headers, ...authorization };
    const signal = AbortSignal.timeout(most);
    const { status, text, isEarly } = post?.isSlow
      ? await postSlowly(url, { body: post.body, headers, signal })
      : await fetchText(url, {
          ...(post && { method: "POST", body: post.body }),
          ...{ headers, redirect: "manual", signal },
        });
    const rejects = `${base} answers ${status}`;
    if ([401, 403].includes(status)) throw new Stop(`${rejects}: is the key right (--header)?`);
    if (status >= 300 && status < 400) throw new Stop(`${rejects}: use the redirect's address`);
    const body = text.length > RESPONSE_LIMITS.bytes ? undefined : parsePart(text);
    return { status, body, isEarly, ms: Math.round(performance.now() - began) };
  } catch (error) {
    if (error instanceof Stop || !(error instanceof Error)) throw error;
    const { message, cause } = error;
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : message;
    throw new Stop(`${base} cannot be reached: ${reason}`);
  }
}

async function fetchText(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text(), isEarly: false };
}

const Body = z.record(z.string(), z.unknown()).catch({});

function refusal({ status, body }: Called): Finding {
  const { detail = "" } = Body.parse(body);
  // Control characters could change what a terminal displays.
  const text = JSON.stringify(detail).replaceAll(/\p{C}/gu, " ").slice(0, 200);
  const means = "candidates may not be able to apply. Delete any earlier test application";
  return finding("WRONG", `a test application is answered with ${status} ${text}`, means);
}

/** Checks that the platform reads the whole request before it responds. */
const earlyFindings = ({ isEarly }: Called): Finding[] =>
  isEarly
    ? [
        finding(
          "WRONG",
          "an application is accepted before all of it has arrived",
          "one that is cut off would be lost. Read the whole request before you answer",
        ),
      ]
    : [];

/** Checks that a success contains no error. The site ignores its body, so a candidate would get a receipt. */
const errorFindings = ({ body }: Called): Finding[] =>
  carriesError(body)
    ? [
        finding(
          "WRONG",
          "a success contains an error",
          "candidates get a receipt, because only the status counts. Answer with a 422 and `detail`",
        ),
      ]
    : [];

const HONOUR = 'Answer an accepted key as before, and declare "honours": ["idempotency-key"]';

/** Checks that a repeat with the same key does not create a second application. */
function repeatFindings(first: Called, again: Called, isDeclared: boolean): Finding[] {
  const lost = "an application whose answer was lost";
  if (!isSuccess(again)) {
    const isOpen = again.status === 409 && !isDeclared;
    const means = isOpen ? "is left to an operator" : "is reported as refused, though it was taken";
    const what = `a repeat is answered with ${again.status}`;
    return [finding(isOpen ? "MISSING" : "WRONG", what, `${lost} ${means}. ${HONOUR}`)];
  }
  const [a, b] = [Body.parse(first.body), Body.parse(again.body)];
  const ids = Object.keys({ ...a, ...b }).filter((key) => /(^|_)(u?u?id|number)$/i.test(key));
  if (ids.some((key) => a[key] !== b[key])) {
    const means = "look up the Idempotency-Key before you store an application. Delete both";
    return [finding("WRONG", "a repeat has another id, so it is a second application", means)];
  }
  const means = `a 409 after a lost answer is left to an operator. ${HONOUR}`;
  return isDeclared ? [] : [finding("MISSING", "honours", means)];
}
