// Checks a platform against the contract, as `npm run check` does.
import type { Position } from "../../app/platform/position.server";
import { Position as PositionSchema } from "../../contract/position";
import { Stop } from "../../scripts/local.mjs";
import { tryApplying } from "./apply";
import { call, isSuccess, type Called, type Platform } from "./calls";
import {
  clientFindings,
  listFindings,
  positionFindings,
  type Checked,
  type Finding,
} from "./findings";

/** An id that no platform has. */
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export interface Asked extends Platform {
  /** A company's id, as its positions name it. */
  client?: string | undefined;
  position?: string | undefined;
  /** A position that gets a test application, twice. */
  apply?: string | undefined;
  /** Positions that are read. */
  most: number;
}

/**
 * Holds a platform's position, client and list against the contract. Sends nothing but what `apply` asks for.
 *
 * @returns whether nothing that was found hurts a candidate
 * @throws {Stop} if the platform cannot be asked at all
 */
export async function checkPlatform(
  { client, position, apply, most, ...platform }: Asked,
  print: (line: string) => void,
): Promise<boolean> {
  const ask = (path: string) => call(platform, path);
  const all: Finding[] = [];
  const report = (line: string, findings: readonly Finding[]) => {
    print(`\n${line}`);
    if (findings.length === 0) print("  right");
    for (const { level, what, means, mend } of findings) {
      print(`  ${level.toUpperCase()}  ${what}\n      means: ${means}\n      mend: ${mend}`);
    }
    all.push(...findings);
  };
  const reportRead = (path: string, called: Called, findings: readonly Finding[]) =>
    report(`GET /${path}: ${called.status}, ${called.bytes} bytes, ${called.ms} ms`, findings);

  const positions = new Map<string, Called>();
  for (const id of new Set([position, apply])) {
    if (id !== undefined) positions.set(id, await ask(`hiring/positions/${id}`));
  }
  const [first] = positions.values();
  if (first?.fault !== undefined) throw unanswered(platform, first);
  const ref = client ?? clientOf(first?.body);
  if (ref === undefined) throw new Stop("The position names no client: say which, by --client.");

  const clientPath = `account/clients/${ref}/public`;
  const company = await ask(clientPath);
  if (company.fault !== undefined) throw unanswered(platform, company);
  const { value: read, findings: ofClient } = checkAnswer(company, (body) =>
    clientFindings(body, ref),
  );
  reportRead(clientPath, company, ofClient);

  const listPath = `hiring/${ref}/positions-public`;
  const list = await ask(listPath);
  const { value: listed, findings } = checkAnswer(list, listFindings);
  reportRead(listPath, list, findings);
  if (listed?.next !== undefined) print("  (its further pages were not read)");

  const ids = [...new Set(listed?.results.map(({ uuid }) => uuid))];
  for (const id of ids.slice(0, most)) {
    if (!positions.has(id)) positions.set(id, await ask(`hiring/positions/${id}`));
  }
  const right = new Map<string, Position>();
  for (const [id, called] of positions) {
    const checked = checkAnswer(called, (body) => positionFindings(body, id));
    reportRead(`hiring/positions/${id}`, called, checked.findings);
    if (checked.value) right.set(id, checked.value);
  }
  const unknown = await ask(`hiring/positions/${UNKNOWN}`);
  reportRead(`hiring/positions/${UNKNOWN}`, unknown, unknownFindings(unknown));

  if (apply !== undefined) {
    const tried = right.get(apply);
    if (!tried) throw new Stop(`No application was sent: ${apply} is not a right position.`);
    if (tried.elsewhere) throw new Stop(`No application was sent: ${apply} has no form.`);
    const { line, findings: ofApply } = await tryApplying(
      platform,
      `hiring/${read?.uuid ?? ref}/positions/${apply}/apply`,
      tried,
    );
    report(line, ofApply);
  }

  print(`\n${summary(all)}`);
  print(timing([...positions.values()], company, list));
  print(honouring([...right.values()]));
  const unread = ids.filter((id) => !positions.has(id)).length;
  if (unread > 0) print(`${unread} more positions were not read (--most).`);
  return all.every(({ level }) => level !== "wrong");
}

const unanswered = ({ base }: Platform, { fault, mend }: Called) =>
  new Stop(`${base} ${fault}: ${mend}`);

const clientOf = (body: unknown) =>
  PositionSchema.pick({ client: true }).safeParse(body).data?.client;

/** Findings about an answer, or about its status where it is none. */
function checkAnswer<T>(called: Called, check: (body: unknown) => Checked<T>): Checked<T> {
  const { status, fault, mend, body } = called;
  if (isSuccess(called) && fault === undefined) return check(body);
  const finding: Finding = {
    level: "wrong",
    what: fault ?? `it answers ${status}`,
    means: status === 404 ? "the page is not found" : "the page cannot be shown",
    mend: mend ?? "answer 200, with JSON",
  };
  return { findings: [finding] };
}

/** An unknown id must be a 404 in JSON. */
function unknownFindings({ status, fault, body }: Called): Finding[] {
  if (status === 404 && fault === undefined) return [];
  const what = `an unknown id is answered ${status}${body === undefined ? ", not in JSON" : ""}`;
  const mend = 'answer 404 with {"detail": "…"}';
  const stays = "a page that is gone shows an error, and its stored copies stay";
  return status === 404
    ? [{ level: "dropped", what, means: "nothing: only the status is read", mend }]
    : [{ level: "wrong", what, means: stays, mend }];
}

function summary(all: readonly Finding[]): string {
  if (all.length === 0) return "Everything is right.";
  return (["wrong", "dropped", "missing"] as const)
    .map((level) => `${all.filter((one) => one.level === level).length} ${level}`)
    .join(", ")
    .concat(".");
}

const honouring = (positions: readonly Position[]) =>
  `${positions.filter(({ honoursKeys }) => honoursKeys).length} of ${positions.length} positions declare ` +
  '"honours": ["idempotency-key"]. Where one does, a 409 is final. Elsewhere an application whose ' +
  "answer was lost, and then a 409, is left to an operator. --apply POSITION tries it.";

function timing(positions: readonly Called[], client: Called, list: Called): string {
  const slowest = Math.max(0, ...positions.map(({ ms }) => ms));
  return (
    `A position's page that is not cached waits ${slowest + client.ms} ms for the platform ` +
    `(call 1, then call 2), a career site ${Math.max(client.ms, list.ms)} ms (calls 2 and 3 at once). ` +
    "A cached page waits for neither."
  );
}
