import { z } from "zod";
import type { Env } from "../env";
import { getAccessSettings, verifyAccessToken } from "./access";
import {
  isKnownNetwork,
  countTry,
  hashAddress,
  rememberNetwork,
  decrementTries,
  type Counter,
} from "./rate-limits";
import { CODE_NAME, countRefusedSignIn, deleteOldRows, writeLog } from "./log";
import { verifySecret, parseCode } from "./sign-in-code";
import {
  sessionCookie,
  formToken,
  hasEnded,
  createSecret,
  readSecret,
  SEEN_INTERVAL_MS,
  SESSION_MS,
  hashSessionSecret,
} from "./session-rules";

const Company = z.object({
  uuid: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  /** Months after which an application is deleted. Null means never. */
  retention_months: z.number().nullable(),
});

export type Company = z.infer<typeof Company>;

/** A signed-in person, and the companies that they have access to. */
export interface Person {
  /** The person's name or email address for the log, or the day on which their code was created. */
  who: string;
  by: "code" | "access";
  /** The id of the sign-in code, or the email address. */
  id: string;
  companies: Company[];
  /** The secret of the session's cookie. */
  secret: string;
  formToken: string;
}

export type Visitor =
  | { state: "in"; person: Person; cookie?: string }
  /** Not signed in. Can sign in with a code. */
  | { state: "out" }
  /** Not signed in. Can sign in only with Access. */
  | { state: "access only" }
  /** No one can sign in, because the desk is not set up. */
  | { state: "off" }
  | { state: "bad token" }
  /** The Access token is valid, but its email address has no access to any company. */
  | { state: "unlisted" };

/** Identifies the sender of a request. @throws AccessMisconfigured, AccessUnreachable */
export async function identifyVisitor(request: Request, env: Env, now: number): Promise<Visitor> {
  const access = getAccessSettings(env);
  const token = request.headers.get("Cf-Access-Jwt-Assertion");
  if (access && token !== null) {
    const email = await verifyAccessToken(token, access);
    return email === undefined ? { state: "bad token" } : identifyByEmail(request, env, email, now);
  }
  const found = await findSession(request, env, now);
  const stored = found?.code_id ? await findCode(env, found.code_id) : undefined;
  if (found && stored) {
    const { id, who, client_uuid } = stored;
    const companies = await findCompanies(env, [client_uuid]);
    const person = { who, by: "code", id, companies } as const;
    return { state: "in", person: await addFormToken(found.secret, person) };
  }
  const code = await env.DB.prepare("SELECT 1 AS found FROM desk_codes LIMIT 1").first();
  if (code) return { state: "out" };
  return { state: access ? "access only" : "off" };
}

async function identifyByEmail(
  request: Request,
  env: Env,
  email: string,
  now: number,
): Promise<Visitor> {
  const { results } = await env.DB.prepare("SELECT client_uuid FROM desk_people WHERE email = ?")
    .bind(email)
    .all<{ client_uuid: string | null }>();
  const companies = await findCompanies(
    env,
    results.map(({ client_uuid }) => client_uuid),
  );
  if (companies.length === 0) return { state: "unlisted" };
  const found = await findSession(request, env, now);
  const person = (secret: string) =>
    addFormToken(secret, { who: email, by: "access", id: email, companies });
  if (found?.email === email) return { state: "in", person: await person(found.secret) };
  const secret = await startSession(request, env, { email }, now);
  await writeLog(env, email, "in", companySubjects(companies));
  return { state: "in", person: await person(secret), cookie: sessionCookie(secret) };
}

async function addFormToken(secret: string, person: Omit<Person, "secret" | "formToken">) {
  return { ...person, secret, formToken: await formToken(secret) };
}

export const companySubjects = (companies: readonly Pick<Company, "uuid">[]) =>
  companies.map(({ uuid }) => ({ client: uuid }));

/** Finds companies by uuid. Returns all companies if a uuid is null. */
async function findCompanies({ DB }: Env, uuids: readonly (string | null)[]): Promise<Company[]> {
  const { results } = await DB.prepare(
    `SELECT uuid, name, country, retention_months FROM clients WHERE ?1 OR uuid IN (SELECT value FROM json_each(?2)) ORDER BY name, uuid`,
  )
    .bind(uuids.includes(null) ? 1 : 0, JSON.stringify(uuids))
    .all();
  return z.array(Company).parse(results);
}

const Session = z.object({
  code_id: z.string().nullable(),
  email: z.string().nullable(),
  created_at: z.number(),
  seen_at: z.number(),
});

/** Finds the active session of a request's cookie, and updates its `seen_at`. */
async function findSession({ headers }: Request, { DB }: Env, now: number) {
  const secret = readSecret(headers);
  if (secret === undefined) return undefined;
  const hash = await hashSessionSecret(secret);
  const row = await DB.prepare("SELECT * FROM desk_sessions WHERE hash = ?").bind(hash).first();
  if (!row) return undefined;
  const session = Session.parse(row);
  if (hasEnded({ createdAt: session.created_at, seenAt: session.seen_at }, now)) return undefined;
  if (now - session.seen_at >= SEEN_INTERVAL_MS) {
    await DB.prepare("UPDATE desk_sessions SET seen_at = ? WHERE hash = ?").bind(now, hash).run();
  }
  return { ...session, secret };
}

/** Deletes old rows of the desk's tables. */
export const cleanUpDesk = (env: Env, now: number): Promise<void> =>
  deleteOldRows(env, now - SESSION_MS, now);

/**
 * Starts a session and ends the browser's earlier session. Also deletes old rows of the desk's tables.
 *
 * @returns the new session's secret
 */
async function startSession(
  request: Request,
  env: Env,
  { codeId, email }: { codeId?: string; email?: string },
  now: number,
): Promise<string> {
  await cleanUpDesk(env, now);
  const earlier = await hashSessionSecret(readSecret(request.headers) ?? "");
  const secret = createSecret();
  await env.DB.batch([
    env.DB.prepare("DELETE FROM desk_sessions WHERE hash = ?").bind(earlier),
    env.DB.prepare(
      `INSERT INTO desk_sessions (hash, code_id, email, created_at, seen_at) VALUES (?, ?, ?, ?, ?)`,
    ).bind(await hashSessionSecret(secret), codeId ?? null, email ?? null, now, now),
  ]);
  return secret;
}

export async function signOut(env: Env, { secret, who, companies }: Person): Promise<void> {
  await env.DB.prepare("DELETE FROM desk_sessions WHERE hash = ?")
    .bind(await hashSessionSecret(secret))
    .run();
  await writeLog(env, who, "out", companySubjects(companies));
}

const StoredCode = z.object({
  id: z.string(),
  client_uuid: z.string().nullable(),
  /** The name for the log. */
  who: z.string(),
  salt: z.string(),
  hash: z.string(),
  iterations: z.number(),
});

type StoredCode = z.infer<typeof StoredCode>;

/** Finds a sign-in code by its id. Ignores codes of deleted companies. */
async function findCode({ DB }: Env, id: string): Promise<StoredCode | undefined> {
  const row = await DB.prepare(
    `SELECT *, ${CODE_NAME} AS who FROM desk_codes d
     WHERE id = ? AND (client_uuid IS NULL OR client_uuid IN (SELECT uuid FROM clients))`,
  )
    .bind(id)
    .first();
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
  const own: Counter = { kind: "network", id: network };
  if (!(await countTry(env, [own], now))) return "too often";
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
    await decrementTries(env, [own]);
    await countRefusedSignIn(env, code.id, now);
    return "too often elsewhere";
  }

  const stored = await findCode(env, code.id);
  const isRight = await verifySecret(code.secret, stored);
  if (!stored || !isRight) {
    await countRefusedSignIn(env, code.id, now);
    return "wrong";
  }
  await decrementTries(env, [own, ...others]);
  await rememberNetwork(env, network, now);
  return stored;
}

/**
 * Signs a visitor in with a sign-in code.
 *
 * @returns the new session's cookie, or the error
 */
export async function signIn(
  request: Request,
  env: Env,
  apiKey: string,
  typed: string,
  now: number,
): Promise<{ cookie: string } | { error: CodeError }> {
  const stored = await checkCode(request, env, apiKey, typed, now);
  if (typeof stored === "string") return { error: stored };
  const secret = await startSession(request, env, { codeId: stored.id }, now);
  const companies = await findCompanies(env, [stored.client_uuid]);
  await writeLog(env, stored.who, "in", companySubjects(companies));
  return { cookie: sessionCookie(secret) };
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
  await decrementTries(env, [session]);
  return undefined;
}
