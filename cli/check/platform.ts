import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Position } from "../../app/platform/position.server";
import { HEADER_VALUE, parsePart } from "../../contract/application";
import { RESPONSE_LIMITS } from "../../contract/limits";
import { HEADERS } from "../../contract/lists";
import { receiptNumber } from "../../contract/receipt-number";
import { Stop } from "../../scripts/local";
import { clientFindings, finding, listFindings, positionFindings } from "./findings";
import type { Checked, Finding } from "./findings";
import { postSlowly } from "./post-slowly";
import { testForm } from "./test-application";

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
}

/**
 * Reads a company, its list and its positions. Sends an application only with `apply`.
 *
 * @returns whether no finding is `WRONG`
 * @throws {Stop} if the check cannot be completed
 */
export async function checkPlatform(
  { client, position, apply, most, ...platform }: PlatformOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const all: Finding[] = [];
  const report = (line: string, findings: Finding[]) => {
    print(`${line}${findings.length === 0 ? ": right" : ""}`);
    for (const { level, text } of findings) print(`  ${level}  ${text}`);
    all.push(...findings);
  };
  async function read<T>(path: string, check: (called: Called) => Checked<T>) {
    const called = await call(platform, path);
    const { value, findings } = check(called);
    report(`GET /${path}: ${called.status}, ${called.ms} ms`, findings);
    return value;
  }
  const positions = new Map<string, Position | undefined>();
  async function readPosition(id: string) {
    if (positions.has(id)) return;
    const check = (answer: Called) => positionFindings(answer, id);
    positions.set(id, await read(`hiring/positions/${id}`, check));
  }

  const named = [position, apply].filter((id) => id !== undefined);
  for (const id of named) await readPosition(id);
  const ref = client ?? positions.get(named[0] ?? "")?.clientUuid;
  if (ref === undefined) throw new Stop("The position names no client. Add --client.");
  const clientPath = `account/clients/${ref}/public`;
  const company = await read(clientPath, (answer) => clientFindings(answer, ref));
  const list = await read(`hiring/${ref}/positions-public`, listFindings);
  if (list?.next !== undefined) print("  (its further pages were not read)");
  const listed = list?.results ?? [];
  for (const { uuid } of listed.slice(0, most)) await readPosition(uuid);
  if (listed.length > most) print(`\n${listed.length - most} positions were not read (--most).`);
  const unknown = await call(platform, `hiring/positions/${UNKNOWN}`);
  const notGone = finding("WRONG", "an unknown id is not a 404", "closed jobs stay in caches");
  const gone = unknown.status === 404 ? [] : [notGone];
  report(`GET /hiring/positions/${UNKNOWN}: ${unknown.status}`, gone);

  if (apply !== undefined) {
    const tried = positions.get(apply);
    if (!tried || tried.elsewhere) throw new Stop(`${apply} has no form, so nothing was sent.`);
    const key = randomUUID();
    const receipt = await receiptNumber(key);
    print(`\nDelete the application of Puerta Check, receipt ${receipt}, afterwards.`);
    const { csrfToken = "", honoursKeys = false } = tried;
    const token = HEADER_VALUE.test(csrfToken) ? { [HEADERS.csrfToken]: csrfToken } : {};
    const headers = { ...token, [HEADERS.idempotencyKey]: key };
    const path = `hiring/${company?.uuid ?? ref}/positions/${apply}/apply`;
    const post = { body: testForm(tried), headers };
    const first = await call(platform, path, { ...post, isSlow: true });
    const again = isSuccess(first) ? await call(platform, path, post) : undefined;
    report(
      `POST /${path}: ${first.status}${again ? `, and again ${again.status}` : ""}`,
      again
        ? [...earlyFindings(first), ...repeatFindings(first, again, honoursKeys)]
        : [refusal(first)],
    );
  }

  const wrong = all.filter(({ level }) => level === "WRONG").length;
  print(`\n${all.length === 0 ? "Everything is right." : `${wrong} of ${all.length} are WRONG.`}`);
  return wrong === 0;
}

type Called = Awaited<ReturnType<typeof call>>;

const isSuccess = ({ status }: Called) => status >= 200 && status < 300;

/**
 * Calls the platform. `body` is undefined if it is too large or not JSON. `ms` includes receiving the body.
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
    const url = `${base}/${path}`;
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

/** Checks that the platform reads the whole request before it answers. */
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
