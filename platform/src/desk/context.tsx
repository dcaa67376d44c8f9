/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PLATFORM_ID } from "~/contract/ids";
import { getTimeZone } from "~/contract/time-zone";
import type { Env, WorkerContext } from "../env";
import { contentDisposition } from "../file-names";
import { writeLog, type Action } from "../desk-log";
import type { View } from "./pages/layout";
import { ErrorPage } from "./pages/signed-out";
import { ROWS_PER_PAGE } from "./inbox";
import type { ApplicationRow, Records } from "./records";
import type { Texts } from "./texts";
import { confirmCode, type CodeError, type Company, type Person } from "./visitor";

export interface DeskEnv {
  Bindings: Env & { API_KEY: string; later: WorkerContext };
  Variables: {
    texts: Texts;
    nonce: string;
    /** The signed-in person, set only on routes after `requireSignIn`. */
    person: Person;
    records: Records;
    /** Rows of `selectPositionNames`. Empty on other pages than the list of positions. */
    positionNames: unknown[];
    form: FormData;
    /** The content security policy of a response that is no page of the desk. */
    policy?: string;
  };
}

export type DeskContext = Context<DeskEnv>;

/** Response header that makes the site purge a client's pages. The site removes the header. */
export const CHANGED = "Puerta-Changed";

/** The pattern has no anchors, because Hono adds its own. */
export const ID = `:id{${PLATFORM_ID.source.slice(1, -1)}}` as const;
export interface FormError {
  text: string;
  status: 422 | 429;
}

/**
 * Checks the confirmation of a deletion or export: the person's sign-in code, or a ticked box if they signed
 * in with Access. Returns undefined if the action is confirmed.
 */
export async function checkConfirmation(
  context: DeskContext,
  ...subjects: Parameters<typeof writeLog>[3]
): Promise<FormError | undefined> {
  const { form, person, texts } = context.var;
  if (person.by === "access") {
    return form.get("sure") === "yes" ? undefined : { text: texts.notConfirmed, status: 422 };
  }
  const error = await confirmCode(context.env, person, getText(form, "code"), Date.now());
  if (!error) return undefined;
  logRefusal(REFUSALS[error]);
  const text = codeErrorText(error, texts);
  if (error !== "wrong") {
    context.header("Retry-After", "900");
    return { text, status: 429 };
  }
  await logAction(context, "refused", ...subjects);
  return { text, status: 422 };
}

export const codeErrorText = (
  error: CodeError,
  { wrongCode, tooManyTries, tooManyTriesElsewhere }: Texts,
) =>
  ({ wrong: wrongCode, "too often": tooManyTries, "too often elsewhere": tooManyTriesElsewhere })[
    error
  ];

export const REFUSALS: Record<CodeError, string> = {
  wrong: "a wrong sign-in code",
  "too often": "a sign-in code, after too many tries",
  "too often elsewhere": "a sign-in code, after too many tries elsewhere",
};

/** Logs a refusal, without data about the visitor or the request. */
export const logRefusal = (what: string) => console.warn(`The desk refused ${what}.`);

export function getView(context: DeskContext): View {
  const { texts, nonce } = context.var;
  // Pages without a session have no person, although the type of `person` excludes undefined.
  const person = context.get("person") as Person | undefined;
  return { texts, nonce, person, timeZone: getTimeZone(context.req.raw) ?? "UTC" };
}

/**
 * Returns the origin of the site, for links to it: `SITE_URL`, or locally the desk's own without `desk.`. Undefined if
 * it is unknown.
 */
export function siteOrigin({ env, req }: DeskContext): string | undefined {
  if (env.SITE_URL) return env.SITE_URL.replace(/\/+$/, "");
  const { hostname, origin } = new URL(req.url);
  return hostname === "desk.localhost" ? origin.replace("//desk.", "//") : undefined;
}

/** What keeps candidates from applying at a company. */
export const companyWarnings = ({ uuid, policy_blanks }: Company, { editor }: Texts) =>
  policy_blanks === 0
    ? []
    : [
        {
          text: editor.policyBlanks(policy_blanks),
          href: `/companies/${uuid}/edit#privacy_policy`,
        },
      ];

export async function sendPage(
  context: DeskContext,
  node: unknown,
  status: ContentfulStatusCode = 200,
) {
  return context.html(`<!DOCTYPE html>${String(await node)}`, status);
}

export function showError(
  context: DeskContext,
  status: ContentfulStatusCode,
  title: string,
  why: string,
  hasBackLink = false,
) {
  const view = getView(context);
  return sendPage(
    context,
    <ErrorPage view={view} title={title} why={why} hasBackLink={hasBackLink} />,
    status,
  );
}

/** The policy of what others wrote: no scripts, no requests, and no origin. */
export const SANDBOX =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export function download(context: DeskContext, body: ReadableStream, name: string, type: string) {
  context.set("policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  return context.body(body, 200, {
    "Content-Type": type,
    "Content-Disposition": contentDisposition(name),
  });
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

/** Returns the message about the action that redirected to this page. */
export function getDoneMessage(context: DeskContext): string | undefined {
  const { done } = context.var.texts;
  const key = context.req.query("done") ?? "";
  return Object.hasOwn(done, key) ? done[key as keyof typeof done] : undefined;
}

export const getSubject = ({ id, client_uuid, position_uuid }: ApplicationRow) => ({
  client: client_uuid,
  position: position_uuid,
  application: id,
});

export const logAction = (
  { env, var: { person } }: DeskContext,
  action: Action,
  ...subjects: Parameters<typeof writeLog>[3]
) => writeLog(env, person.who, action, subjects);
