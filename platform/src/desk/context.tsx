/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PLATFORM_ID } from "~/contract/ids";
import type { AccessRow } from "../companies/desk-access";
import type { Env, WorkerContext } from "../env";
import { contentDisposition } from "../file-names";
import { writeLog, type Action } from "../desk-log";
import { ROWS_PER_PAGE } from "./inbox";
import type { View } from "./pages/view";
import { ErrorPage } from "./pages/signed-out";
import type { ApplicationRow, PositionRow, Records } from "./records";
import type { Texts } from "./texts";
import { confirmCode, type CodeError, type Company, type Person } from "./visitor";

export interface DeskEnv {
  Bindings: Env & { API_KEY: string; later: WorkerContext };
  Variables: View & {
    /** The signed-in person, set only on routes after `requireSignIn`. */
    person: Person;
    records: Records;
    /** Rows of `selectPositionNames`. Empty except on the list of positions. */
    positionNames: unknown[];
    form: FormData;
    /** Records named in the path or form, set by the middleware of some routes. */
    application: ApplicationRow;
    position: PositionRow;
    company: Company;
    chosen: { rows: ApplicationRow[]; back: string };
    colleague: AccessRow & { client: string };
    /** The content security policy of a response that is not a page of the desk. */
    policy?: string;
  };
}

export type DeskContext = Context<DeskEnv>;

/** Response header that makes the site purge a client's pages. The site removes the header. */
export const CHANGED = "Puerta-Changed";

/** The pattern has no anchors, because Hono adds its own. */
export const ID = `:id{${PLATFORM_ID.source.slice(1, -1)}}` as const;

type Subjects = Parameters<typeof writeLog>[3];

/** Middleware of paths that begin with an application's id. */
export const withApplication = createMiddleware<DeskEnv>(async (context, next) => {
  const application = await context.var.records.application(context.req.param("id") ?? "");
  if (!application) return context.notFound();
  context.set("application", application);
  return next();
});

export const withPosition = createMiddleware<DeskEnv>(async (context, next) => {
  const position = await context.var.records.position(context.req.param("id") ?? "");
  if (!position) return context.notFound();
  context.set("position", position);
  return next();
});

/** Sets the status and the error that the next page shows. */
export function refuse(context: DeskContext, error: string, status: 403 | 422 | 429 = 422) {
  context.status(status);
  context.set("error", error);
}

const REFUSED = {
  wrong: ["a wrong sign-in code", "wrongCode"],
  "too often": ["a sign-in code, after too many tries", "tooManyTries"],
  "too often elsewhere": [
    "a sign-in code, after too many tries elsewhere",
    "tooManyTriesElsewhere",
  ],
} as const;

export function refuseCode(context: DeskContext, error: CodeError, status: 403 | 422) {
  const [what, text] = REFUSED[error];
  logRefusal(what);
  if (error !== "wrong") context.header("Retry-After", "900");
  refuse(context, context.var.texts[text], error === "wrong" ? status : 429);
}

/**
 * Checks the confirmation of a deletion or export: the person's sign-in code, or a ticked box if they signed
 * in with Access. If it is missing or wrong, the next page shows an error.
 */
export async function isConfirmed(context: DeskContext, ...subjects: Subjects): Promise<boolean> {
  const { form, person, texts } = context.var;
  if (person.by === "access") {
    const isTicked = form.get("sure") === "yes";
    if (!isTicked) refuse(context, texts.notConfirmed);
    return isTicked;
  }
  const error = await confirmCode(context.env, person, getText(form, "code"), Date.now());
  if (!error) return true;
  refuseCode(context, error, 422);
  if (error === "wrong") await logAction(context, "refused", ...subjects);
  return false;
}

/** Logs a refusal, without data about the visitor or the request. */
export const logRefusal = (what: string) => console.warn(`The desk refused ${what}.`);

/** The site's origin: `SITE_URL`, or, locally, the desk's origin without `desk.`. Undefined if it is unknown. */
export function siteOrigin({ env, req }: DeskContext): string | undefined {
  if (env.SITE_URL) return env.SITE_URL.replace(/\/+$/, "");
  const { hostname, origin } = new URL(req.url);
  return hostname === "desk.localhost" ? origin.replace("//desk.", "//") : undefined;
}

/** Lists the problems that keep candidates from applying to a company. */
export function companyWarnings(uuid: string, blanks: number, { editor }: Texts) {
  const href = `/companies/${uuid}/edit#privacy_policy`;
  return blanks === 0 ? [] : [{ text: editor.policyBlanks(blanks), href }];
}

export const findCompany = ({ var: { person } }: DeskContext, uuid = ""): Company | undefined =>
  person.companies.find((company) => company.uuid === uuid);

export function showError(
  context: DeskContext,
  status: ContentfulStatusCode,
  title: string,
  why: string,
  hasBackLink = false,
) {
  context.status(status);
  return context.render(<ErrorPage {...{ title, why, hasBackLink }} />);
}

export function showForbidden(context: DeskContext, refused: string) {
  const { texts } = context.var;
  logRefusal(refused);
  return showError(context, 403, texts.forbidden, texts.forbiddenWhy);
}

/** The policy for content that others wrote: no scripts, no requests, and no origin. */
export const SANDBOX =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export function download(context: DeskContext, body: ReadableStream, name: string, type: string) {
  context.set("policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  const disposition = contentDisposition(name);
  return context.body(body, 200, { "Content-Type": type, "Content-Disposition": disposition });
}

/** Sends a file that a browser shows in a tab. Chromium shows no PDF in a sandbox. */
export function show(
  context: DeskContext,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  type: string,
) {
  const isPdf = type === "application/pdf";
  context.set("policy", isPdf ? "default-src 'none'; frame-ancestors 'none'" : SANDBOX);
  return context.body(bytes, 200, {
    "Content-Type": type,
    "Content-Disposition": contentDisposition(name, "inline"),
    "X-Content-Type-Options": "nosniff",
  });
}

export function getText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Returns the number of the requested page of a list. The first page is 1. */
export function pageNumber(context: DeskContext): number {
  const text = context.req.query("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export const countPages = (total: number) => Math.max(1, Math.ceil(total / ROWS_PER_PAGE));

export const getSubject = ({ id, client_uuid, position_uuid }: ApplicationRow) => ({
  ...{ client: client_uuid, position: position_uuid, application: id },
});

export const logAction = (
  { env, var: { person } }: DeskContext,
  action: Action,
  ...subjects: Subjects
) => writeLog(env, person.who, action, subjects);
