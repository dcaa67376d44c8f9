// Checks a platform against the contract.
import type { Position } from "../../app/platform/position.server";
import { Position as PositionSchema } from "../../contract/position";
import { Stop } from "../../scripts/local";
import { tryApplying } from "./apply";
import { call, isSuccess, type Called, type Platform } from "./calls";
import { clientFindings, finding, listFindings, positionFindings } from "./findings";
import type { Checked, Finding } from "./findings";

/** An id that no platform has. */
export const UNKNOWN = "00000000-0000-4000-8000-000000000000";

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
  const all: Finding[] = [];
  const report = (line: string, findings: readonly Finding[]) => {
    print(`\n${line}`);
    if (findings.length === 0) print("  right");
    for (const { level, what, means } of findings) {
      print(`  ${level.toUpperCase()}  ${what}\n      ${means}`);
    }
    all.push(...findings);
  };
  /** Asks, and reports what is found; `called` is an answer that has come already. */
  async function read<T>(path: string, check: (body: unknown) => Checked<T>, called?: Called) {
    const answer = called ?? (await call(platform, path));
    const { status, bytes, ms } = answer;
    const { value, findings } = checkAnswer(answer, check);
    report(`GET /${path}: ${status}, ${bytes} bytes, ${ms} ms`, findings);
    return { value, ms };
  }
  const stopIfUnanswered = ({ fault }: Called) => {
    if (fault !== undefined) throw new Stop(`${platform.base} ${fault}`);
  };

  const named = position ?? apply;
  const first = named === undefined ? undefined : await call(platform, `hiring/positions/${named}`);
  if (first) stopIfUnanswered(first);
  const ref = client ?? PositionSchema.pick({ client: true }).safeParse(first?.body).data?.client;
  if (ref === undefined) throw new Stop("The position names no client: name it by --client.");
  const clientPath = `account/clients/${ref}/public`;
  const company = await call(platform, clientPath);
  stopIfUnanswered(company);
  const { value: companyRead } = await read(
    clientPath,
    (body) => clientFindings(body, ref),
    company,
  );
  const list = await read(`hiring/${ref}/positions-public`, listFindings);
  if (list.value?.next !== undefined) print("  (its further pages were not read)");

  const ids = new Set(list.value?.results.map(({ uuid }) => uuid));
  const right = new Map<string, Position>();
  const wanted = new Set([position, apply, ...[...ids].slice(0, most)]);
  let slowest = 0;
  for (const id of wanted) {
    if (id === undefined) continue;
    const called = id === named ? first : undefined;
    const check = (body: unknown) => positionFindings(body, id);
    const { value, ms } = await read(`hiring/positions/${id}`, check, called);
    slowest = Math.max(slowest, ms);
    if (value) right.set(id, value);
    ids.delete(id);
  }
  const unknown = await call(platform, `hiring/positions/${UNKNOWN}`);
  report(`GET /hiring/positions/${UNKNOWN}: ${unknown.status}`, unknownFindings(unknown));

  if (apply !== undefined) {
    const tried = right.get(apply);
    if (!tried) throw new Stop(`No application was sent: ${apply} is not a right position.`);
    if (tried.elsewhere) throw new Stop(`No application was sent: ${apply} has no form.`);
    const path = `hiring/${companyRead?.uuid ?? ref}/positions/${apply}/apply`;
    const { line, findings } = await tryApplying(platform, path, tried);
    report(line, findings);
  }

  print(`\n${summary(all)}`);
  print(`A position's page that is not cached waits ${slowest + company.ms} ms for the platform.`);
  const honouring = [...right.values()].filter(({ honoursKeys }) => honoursKeys).length;
  print(
    `${honouring} of ${right.size} positions honour Idempotency-Key. --apply POSITION tries it.`,
  );
  if (ids.size > 0) print(`${ids.size} more positions were not read (--most).`);
  return all.every(({ level }) => level !== "wrong");
}

/** Findings about an answer, or about its status where it is none. */
function checkAnswer<T>(called: Called, check: (body: unknown) => Checked<T>): Checked<T> {
  const { status, fault, body } = called;
  if (isSuccess(called) && fault === undefined) return check(body);
  const means = status === 404 ? "the page is not found" : "the page cannot be shown";
  return { findings: [finding("wrong", fault ?? `it answers ${status}`, means)] };
}

/** An unknown id must be a 404 in JSON. */
function unknownFindings({ status, fault, body }: Called): Finding[] {
  if (status === 404 && fault === undefined) return [];
  const what = `an unknown id is answered ${status}${body === undefined ? ", not in JSON" : ""}`;
  return [
    status === 404
      ? finding("dropped", what, 'nothing: only the status is read; {"detail": "…"} is meant')
      : finding(
          "wrong",
          what,
          "a page that is gone shows an error, and its copies stay: answer 404",
        ),
  ];
}

function summary(all: readonly Finding[]): string {
  if (all.length === 0) return "Everything is right.";
  const counts = (["wrong", "dropped", "missing"] as const).map(
    (level) => `${all.filter((one) => one.level === level).length} ${level}`,
  );
  return `${counts.join(", ")}. docs/openapi.yaml has each shape.`;
}
