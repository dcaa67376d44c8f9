import type { D1PreparedStatement } from "@cloudflare/workers-types";
import * as z from "zod";
import type { Env } from "../env";
import { getAccessSettings, verifyAccessToken } from "./access";
import {
  countTry,
  decrementAttempts,
  hashAddress,
  isKnownNetwork,
  rememberNetwork,
  type Counter,
} from "../rate-limits";
import {
  CODE_NAME,
  countRefusedSignIn,
  logStatement,
  deleteOldRowsStatements,
  writeLog,
} from "../desk-log";
import { verifySecret, parseCode } from "../companies/sign-in-code";
import {
  createSecret,
  formToken,
  hasEnded,
  hashSessionSecret,
  IDLE_MS,
  readSecret,
  SEEN_INTERVAL_MS,
  SESSION_MS,
  sessionCookie,
} from "./session-rules";

const Company = z.object({
  uuid: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  /** Months after which an application is deleted. Null means never. */
  retention_months: z.number().nullable(),
  code: z.string(),
  language_default: z.string(),
  /** Whether it has a description. */
  is_described: z.number().transform(Boolean),
  /** The number of blanks in its privacy policy. While there are any, candidates cannot apply. */
  policy_blanks: z.number(),
});

const selectCompanies = (condition: string) => `SELECT uuid, name, country, retention_months, code,
    language_default, description <> '' AS is_described,
    (length(privacy_policy) - length(replace(privacy_policy, '{{', ''))) / 2 AS policy_blanks
  FROM clients WHERE ${condition} ORDER BY name, uuid`;

export type Company = z.infer<typeof Company>;

/** A signed-in person, and the companies that they have access to. */
export interface Person {
  /** The person's name or email address for the log, or the day on which their code was created. */
  who: string;
  by: "code" | "access";
  /** The id of the sign-in code, or the email address. */
  id: string;
  companies: Company[];
  /** Whether the person has access to all companies, including new ones, and may create companies. */
  isForAll: boolean;
  secret: string;
  formToken: string;
}

/** SQL for the uuids of the companies that a visitor has access to. `?1` in the SQL is `visitor`. */
export interface CompanyScope {
  companies: string;
  /** SQL that finds a row if the visitor has access to all companies. */
  forAll: string;
  visitor: string;
}

/** @param hash of the session, which must be active */
const scopeOfSession = (hash: string): CompanyScope => ({
  companies: `SELECT c.uuid FROM desk_sessions s JOIN desk_codes d ON d.id = s.code_id
    JOIN clients c ON d.client_uuid IS NULL OR c.uuid = d.client_uuid WHERE s.hash = ?1`,
  forAll: `SELECT 1 FROM desk_sessions s JOIN desk_codes d ON d.id = s.code_id
    WHERE s.hash = ?1 AND d.client_uuid IS NULL`,
  visitor: hash,
});

const scopeOfEmail = (email: string): CompanyScope => ({
  companies: `SELECT c.uuid FROM desk_people e
    JOIN clients c ON e.client_uuid IS NULL OR c.uuid = e.client_uuid WHERE e.email = ?1`,
  forAll: "SELECT 1 FROM desk_people WHERE email = ?1 AND client_uuid IS NULL",
  visitor: email,
});

export type Visitor =
  | { state: "in"; person: Person; cookie?: string; rows: unknown[] }
  /** Not signed in. Can sign in with a code. */
  | { state: "out" }
  /** Not signed in. Can sign in only with Access. */
  | { state: "access only" }
  /** No one can sign in, because the desk is not set up. */
  | { state: "off" }
  | { state: "bad token" }
  /** The Access token is valid, but its email address has no access to any company. */
  | { state: "unlisted" };

type AlsoSelect = (env: Env, scope: CompanyScope) => D1PreparedStatement;

/**
 * Identifies the sender of a request, in one round trip to the database unless a session starts.
 *
 * @param alsoSelect returns a statement about the visitor's companies, which runs in the same round trip. Its rows
 *   are returned with a signed-in person.
 * @throws AccessMisconfigured, AccessUnreachable
 */
export async function identifyVisitor(
  request: Request,
  env: Env,
  now: number,
  alsoSelect?: AlsoSelect,
): Promise<Visitor> {
  const settings = getAccessSettings(env);
  const token = request.headers.get("Cf-Access-Jwt-Assertion");
  let email: string | undefined;
  if (settings && token !== null) {
    email = await verifyAccessToken(token, settings);
    if (email === undefined) return { state: "bad token" };
  }
  const secret = readSecret(request.headers);
  const hash = secret === undefined ? "" : await hashSessionSecret(secret);
  const scope = email === undefined ? scopeOfSession(hash) : scopeOfEmail(email);
  const also = alsoSelect ? [alsoSelect(env, scope)] : [];
  const found = await readAccess(env, hash, scope, now, also);
  const { session, companies, hasCodes, isForAll, rows } = found;
  const enter = async (sessionSecret: string, who: Pick<Person, "who" | "by" | "id">) => {
    const person = {
      ...who,
      companies,
      isForAll,
      secret: sessionSecret,
      formToken: await formToken(sessionSecret),
    };
    return { state: "in", person, rows } as const;
  };
  if (email !== undefined) {
    if (companies.length === 0) return { state: "unlisted" };
    const person = { who: email, by: "access", id: email } as const;
    if (secret !== undefined && session?.email === email) return enter(secret, person);
    const started = await startSession(request, env, { email }, { who: email, companies }, now);
    return { ...(await enter(started, person)), cookie: sessionCookie(started) };
  }
  const { code_id: id, who } = session ?? {};
  if (secret !== undefined && typeof id === "string" && typeof who === "string")
    return enter(secret, { who, by: "code", id });
  if (hasCodes) return { state: "out" };
  return { state: settings ? "access only" : "off" };
}

/** Reads the active session with a hash and a visitor's companies. Updates the session's `seen_at`. */
async function readAccess(
  env: Env,
  hash: string,
  scope: CompanyScope,
  now: number,
  more: readonly D1PreparedStatement[],
) {
  const { DB } = env;
  const { companies, forAll, visitor } = scope;
  const [sessions, , found, flags, also] = await DB.batch([
    DB.prepare(SESSION).bind(hash),
    // A session that was idle for too long must stay ended.
    DB.prepare(
      "UPDATE desk_sessions SET seen_at = ?2 WHERE hash = ?1 AND seen_at > ?3 AND seen_at <= ?4",
    ).bind(hash, now, now - IDLE_MS, now - SEEN_INTERVAL_MS),
    DB.prepare(selectCompanies(`uuid IN (${companies})`)).bind(visitor),
    DB.prepare(
      `SELECT EXISTS (SELECT 1 FROM desk_codes) AS hasCodes, EXISTS (${forAll}) AS isForAll`,
    ).bind(visitor),
    ...more,
  ]);
  const session = z
    .array(Session)
    .parse(sessions?.results)
    .find(({ created_at, seen_at }) => !hasEnded({ createdAt: created_at, seenAt: seen_at }, now));
  return {
    session,
    companies: z.array(Company).parse(found?.results),
    ...Flags.parse(flags?.results[0]),
    rows: also?.results ?? [],
  };
}

const flag = z.number().transform(Boolean);
const Flags = z.object({ hasCodes: flag, isForAll: flag });

export const companySubjects = (companies: readonly Pick<Company, "uuid">[]) =>
  companies.map(({ uuid }) => ({ client: uuid }));

/** Finds a company by uuid. Returns all companies if the uuid is null. */
async function findCompanies({ DB }: Env, uuid: string | null): Promise<Company[]> {
  const found = DB.prepare(selectCompanies("?1 IS NULL OR uuid = ?1")).bind(uuid);
  return z.array(Company).parse((await found.all()).results);
}

/** Condition for a code `d`. Codes of deleted companies are ignored. */
const IS_IN_USE = "(d.client_uuid IS NULL OR d.client_uuid IN (SELECT uuid FROM clients))";

/** Selects the session with a hash and its code, if the code is in use. */
const SESSION = `SELECT s.email, s.created_at, s.seen_at, d.id AS code_id, ${CODE_NAME} AS who
  FROM desk_sessions s LEFT JOIN desk_codes d ON d.id = s.code_id AND ${IS_IN_USE} WHERE s.hash = ?`;

const Session = z.object({
  email: z.string().nullable(),
  created_at: z.number(),
  seen_at: z.number(),
  code_id: z.string().nullable(),
  who: z.string().nullable(),
});

export async function cleanUpDesk(env: Env, now: number): Promise<void> {
  await env.DB.batch(deleteOldRowsStatements(env, now - SESSION_MS, now));
}

/**
 * Starts and logs a session, and ends the browser's earlier session. Also deletes old rows of the desk's tables.
 *
 * @returns the new session's secret
 */
async function startSession(
  request: Request,
  env: Env,
  { codeId, email }: { codeId?: string; email?: string },
  { who, companies }: Pick<Person, "who" | "companies">,
  now: number,
): Promise<string> {
  const earlier = await hashSessionSecret(readSecret(request.headers) ?? "");
  const secret = createSecret();
  await env.DB.batch([
    ...deleteOldRowsStatements(env, now - SESSION_MS, now),
    env.DB.prepare("DELETE FROM desk_sessions WHERE hash = ?").bind(earlier),
    env.DB.prepare(
      `INSERT INTO desk_sessions (hash, code_id, email, created_at, seen_at) VALUES (?, ?, ?, ?, ?)`,
    ).bind(await hashSessionSecret(secret), codeId ?? null, email ?? null, now, now),
    logStatement(env, who, "in", companySubjects(companies)),
  ]);
  return secret;
}

export async function signOut(env: Env, { secret, who, companies }: Person): Promise<void> {
  const hash = await hashSessionSecret(secret);
  await env.DB.prepare("DELETE FROM desk_sessions WHERE hash = ?").bind(hash).run();
  await writeLog(env, who, "out", companySubjects(companies));
}

const StoredCode = z.object({
  id: z.string(),
  client_uuid: z.string().nullable(),
  who: z.string(),
  salt: z.string(),
  hash: z.string(),
  iterations: z.number(),
});

type StoredCode = z.infer<typeof StoredCode>;

async function findCode({ DB }: Env, id: string): Promise<StoredCode | undefined> {
  const sql = `SELECT *, ${CODE_NAME} AS who FROM desk_codes d WHERE id = ? AND ${IS_IN_USE}`;
  const row = await DB.prepare(sql).bind(id).first();
  return row ? StoredCode.parse(row) : undefined;
}

export type CodeError = "wrong" | "too often" | "too often elsewhere";

/**
 * Checks a sign-in code. Attempts are counted before they are checked, so that concurrent attempts cannot
 * exceed the limit. The counts are decremented again if the code is right, or if one of the other counters is at
 * its limit. These counters do not limit networks that were used to sign in recently, so that wrong codes from
 * other networks do not lock them out. A malformed code counts only for its network.
 *
 * A refused code has the same result and leads to the same work whether its id exists or not, so that neither
 * reveals ids.
 */
async function checkCode(
  request: Request,
  env: Env,
  apiKey: string,
  typed: string,
  now: number,
): Promise<StoredCode | CodeError> {
  const { network, block } = await hashAddress(request.headers.get("CF-Connecting-IP"), apiKey);
  const networkCounter: Counter = { kind: "network", id: network };
  if (!(await countTry(env, [networkCounter], now))) return "too often";
  const code = parseCode(typed);
  if (!code) return "wrong";
  const others: Counter[] = (await isKnownNetwork(env, network, now))
    ? []
    : [
        { kind: "block", id: block },
        { kind: "code", id: code.id },
        { kind: "desk", id: "" },
      ];
  if (!(await countTry(env, others, now))) {
    await decrementAttempts(env, [networkCounter]);
    await countRefusedSignIn(env, code.id, now);
    return "too often elsewhere";
  }

  const stored = await findCode(env, code.id);
  const isRight = await verifySecret(code.secret, stored);
  if (!stored || !isRight) {
    await countRefusedSignIn(env, code.id, now);
    return "wrong";
  }
  await decrementAttempts(env, [networkCounter, ...others]);
  await rememberNetwork(env, network, now);
  return stored;
}

/**
 * Signs a visitor in with a sign-in code.
 *
 * @returns the new session's cookie and the token of its forms, or the error
 */
export async function signIn(
  request: Request,
  env: Env,
  apiKey: string,
  typed: string,
  now: number,
): Promise<{ cookie: string; formToken: string } | { error: CodeError }> {
  const stored = await checkCode(request, env, apiKey, typed, now);
  if (typeof stored === "string") return { error: stored };
  const { id: codeId, who, client_uuid } = stored;
  const companies = await findCompanies(env, client_uuid);
  const secret = await startSession(request, env, { codeId }, { who, companies }, now);
  return { cookie: sessionCookie(secret), formToken: await formToken(secret) };
}

/**
 * Checks the sign-in code that a person enters again to confirm an action. Returns undefined if it is right.
 * Attempts count only for the session, so that wrong codes from elsewhere do not prevent a confirmation.
 */
export async function confirmCode(
  env: Env,
  { id, secret }: Person,
  typed: string,
  now: number,
): Promise<CodeError | undefined> {
  const session: Counter = { kind: "session", id: await hashSessionSecret(secret) };
  if (!(await countTry(env, [session], now))) return "too often";
  const code = parseCode(typed);
  if (!code) return "wrong";
  // Check other people's codes too, so that a wrong code takes as long with any id.
  const isRight = await verifySecret(code.secret, await findCode(env, code.id));
  if (!isRight || code.id !== id) return "wrong";
  await decrementAttempts(env, [session]);
  return undefined;
}
