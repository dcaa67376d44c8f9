/** @jsxImportSource hono/jsx */
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PLATFORM_ID } from "../../../contract/ids";
import { describeError } from "../../../contract/http";
import { receiptNumber } from "../../../contract/receipt-number";
import { sameSecret } from "../../../contract/secret";
import { cvKey, fileKey } from "../files";
import { deleteApplications } from "../deletion";
import { readEmailHealth } from "../email/report";
import type { Env } from "../env";
import { hex } from "../secrets";
import { AccessMisconfigured, AccessUnreachable } from "./access";
import { formatAnswers } from "./answers";
import { hasVoluntaryAnswers, createCsv, EXPORTS, createZip } from "./exports";
import { contentDisposition, safeName, safeStem } from "./file-names";
import { allowsRequest } from "./rate-limits";
import { logRead, writeLog, type Action } from "./log";
import { isAllowedRequest } from "./origin";
import { ApplicationPage, DeletePage } from "./pages/application";
import { ApplicationsPage, ExportPage } from "./pages/applications";
import { CaughtPage, EmailsPage } from "./pages/emails";
import type { View } from "./pages/layout";
import { LogPage } from "./pages/log";
import { SignInPage, ErrorPage } from "./pages/signed-out";
import { DeleteFoundPage, PeoplePage } from "./pages/people";
import { PositionsPage } from "./pages/positions";
import { SessionsPage } from "./pages/sessions";
import {
  MAX_FOUND,
  MARKS,
  createRecords,
  ROWS_PER_PAGE,
  selectPositionNames,
  type ApplicationRow,
  type PositionRow,
  type Records,
} from "./records";
import { expiredCookie } from "./session-rules";
import { endSessions, listSessions } from "./session-store";
import { textsFor, type Texts } from "./texts";
import {
  signIn,
  confirmCode,
  signOut,
  companySubjects,
  identifyVisitor,
  type Person,
  type CodeError,
} from "./visitor";
import { parsePersonQuery } from "./person-query";

interface DeskEnv {
  Bindings: Env & { API_KEY: string };
  Variables: {
    texts: Texts;
    nonce: string;
    /** The signed-in person, set only on routes after `requireSignIn`. */
    person: Person;
    records: Records;
    /** Rows of `selectPositionNames`. Empty on other pages than the list of positions. */
    positionNames: unknown[];
    form: FormData;
    /** Whether the response is an email with its own styles. */
    isEmail?: boolean;
  };
}

type DeskContext = Context<DeskEnv>;

/** A form of `MAX_FORM_BYTES` has room for any note: URL encoding needs up to 12 bytes per character. */
const MAX_NOTE_CHARACTERS = 4000;
const MAX_FORM_BYTES = 256 * 1024;

/** Response header that makes the site purge a client's pages. The site removes the header. */
const CHANGED = "Puerta-Changed";

/** The pattern has no anchors, because Hono adds its own. */
const ID = `:id{${PLATFORM_ID.source.slice(1, -1)}}` as const;

/** The web interface for a company's people, on a separate origin. */
export const desk = new Hono<DeskEnv>();

desk.use(setHeaders());
desk.use(limitRequests());
desk.use(async (context, next) => {
  if (isAllowedRequest(context.req.raw)) return next();
  const { texts } = context.var;
  logRefusal("a request from another origin");
  return showError(context, 403, texts.forbidden, texts.forbiddenWhy);
});
desk.use(
  bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: (context: DeskContext) => {
      const { texts } = context.var;
      logRefusal("a form that is too large");
      return showError(context, 413, texts.internalError, texts.tooLarge);
    },
  }),
);

desk.get("/robots.txt", (context) => context.text("User-agent: *\nDisallow: /\n"));

desk.post("/in", async (context) => {
  const { env, var: vars, req } = context;
  const form = await req.formData().catch(() => new FormData());
  const next = safeNext(getText(form, "next"));
  const entered = await signIn(req.raw, env, env.API_KEY, getText(form, "code"), Date.now());
  if ("cookie" in entered) {
    context.header("Set-Cookie", entered.cookie);
    return context.redirect(next, 303);
  }
  const isWrong = entered.error === "wrong";
  logRefusal(REFUSALS[entered.error]);
  if (!isWrong) context.header("Retry-After", "900");
  return sendPage(
    context,
    <SignInPage
      view={getView(context)}
      next={next}
      error={codeErrorText(entered.error, vars.texts)}
    />,
    isWrong ? 403 : 429,
  );
});

desk.use(requireSignIn());
desk.use(async (context, next) => {
  if (context.req.method !== "POST") return next();
  const form = await context.req.formData().catch(() => new FormData());
  const { texts, person } = context.var;
  if (!(await sameSecret(getText(form, "token"), person.formToken))) {
    logRefusal("a form without the session's token");
    return showError(context, 403, texts.forbidden, texts.forbiddenWhy);
  }
  context.set("form", form);
  return next();
});

desk.get("/in", (context) => context.redirect(safeNext(context.req.query("next") ?? ""), 303));

desk.post("/out", async (context) => {
  const { person } = context.var;
  await signOut(context.env, person);
  context.header("Set-Cookie", expiredCookie);
  return context.redirect(person.by === "access" ? "/cdn-cgi/access/logout" : "/in", 303);
});

desk.get("/", async (context) => {
  const at = pageNumber(context);
  const { records, positionNames, texts } = context.var;
  const [{ rows, total }, { problem }] = await Promise.all([
    records.positions(positionNames, at, texts.lang),
    readEmailHealth(context.env),
  ]);
  const view = getView(context);
  const message = getDoneMessage(context);
  const props = { rows, page: at, pages: countPages(total), message, problem };
  return sendPage(context, <PositionsPage view={view} {...props} />);
});

desk.get(`/positions/${ID}`, async (context) => {
  const { records } = context.var;
  const uuid = context.req.param("id");
  const mark = MARKS.find((one) => one === context.req.query("mark"));
  const at = pageNumber(context);
  const [position, { rows, total }] = await Promise.all([
    records.position(uuid),
    records.applications(uuid, mark, at),
  ]);
  if (!position) return context.notFound();
  const props = {
    position,
    rows,
    mark,
    page: at,
    pages: countPages(total),
    message: getDoneMessage(context),
  };
  return sendPage(context, <ApplicationsPage view={getView(context)} {...props} />);
});

desk.post(`/positions/${ID}/status`, async (context) => {
  const { records, form, person } = context.var;
  const uuid = context.req.param("id");
  const status = getText(form, "status");
  if (status !== "open" && status !== "closed") return context.notFound();
  const client = await records.setStatus(uuid, status, person.who);
  if (client === undefined) return context.notFound();
  context.header(CHANGED, client);
  const done = status === "open" ? "opened" : "closed";
  return context.redirect(`/positions/${uuid}?done=${done}`, 303);
});

desk.get(`/positions/${ID}/export`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? exportPage(context, position) : context.notFound();
});

async function exportPage(context: DeskContext, position: PositionRow, error?: FormError) {
  const hasVoluntary = await hasVoluntaryAnswers(context.var.records, position);
  const props = { position, hasVoluntary, error: error?.text };
  return sendPage(context, <ExportPage view={getView(context)} {...props} />, error?.status);
}

desk.post(`/positions/${ID}/export`, async (context) => {
  const { records, form, texts } = context.var;
  const position = await records.position(context.req.param("id"));
  const kind = EXPORTS.find((one) => one === form.get("kind"));
  if (!position || !kind) return context.notFound();
  const { uuid, client_uuid, name, application_count } = position;
  const subject = { client: client_uuid, position: uuid, count: application_count };
  const error = await checkConfirmation(context, subject);
  if (error) return exportPage(context, position, error);
  await logAction(context, "exported", subject);
  const stem = safeStem(name, "applications");
  if (kind === "zip") {
    const zip = createZip(context.env, records, position, texts);
    return download(context, zip, `${stem}.zip`, "application/zip");
  }
  const csv = toUtf8Stream(createCsv(records, position, texts, kind === "voluntary"));
  const fileName = kind === "voluntary" ? `${stem} voluntary.csv` : `${stem}.csv`;
  return download(context, csv, fileName, "text/csv; charset=utf-8");
});

desk.get(`/applications/${ID}`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const message = getDoneMessage(context);
  const isGet = context.req.raw.method === "GET";
  if (isGet && message === undefined && application.mark === "new") {
    await context.var.records.setMark(application.id, "seen");
    application.mark = "seen";
  }
  return applicationPage(context, application, { note: application.note, message });
});

interface NoteState {
  note: string;
  message?: string | undefined;
  error?: string;
}

/** Shows an application, and logs that it was read. HEAD requests are not logged. */
async function applicationPage(
  context: DeskContext,
  application: ApplicationRow,
  noted: NoteState,
) {
  const { records, texts } = context.var;
  const isRead = context.req.raw.method !== "HEAD";
  const [position, confirmation] = await Promise.all([
    records.position(application.position_uuid),
    records.confirmation(application.id),
    isRead && logRead(context.env, context.var.person, getSubject(application)),
  ]);
  const asks = position?.asks ?? {};
  const { idempotency_key: key } = application;
  return sendPage(
    context,
    <ApplicationPage
      view={getView(context)}
      application={application}
      answers={formatAnswers(application, asks, texts)}
      asks={asks}
      receipt={key === null ? undefined : await receiptNumber(key)}
      confirmation={confirmation}
      {...noted}
    />,
    noted.error === undefined ? 200 : 422,
  );
}

desk.post(`/applications/${ID}/mark`, async (context) => {
  const { records, form } = context.var;
  const application = await records.application(context.req.param("id"));
  const mark = MARKS.find((one) => one === form.get("mark"));
  if (!application || !mark) return context.notFound();
  await records.setMark(application.id, mark);
  await logAction(context, "marked", getSubject(application));
  // The application's page marks it as seen again, so redirect to the list after marking it as new.
  const { id, position_uuid } = application;
  const back = mark === "new" ? `/positions/${position_uuid}` : `/applications/${id}`;
  return context.redirect(`${back}?done=marked`, 303);
});

desk.post(`/applications/${ID}/note`, async (context) => {
  const { records, form, texts } = context.var;
  const application = await records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const note = getText(form, "note").replaceAll("\r\n", "\n").trim();
  if ([...note].length > MAX_NOTE_CHARACTERS) {
    return applicationPage(context, application, { note, error: texts.noteTooLong });
  }
  await records.setNote(application.id, note);
  await logAction(context, "noted", getSubject(application));
  return context.redirect(`/applications/${application.id}?done=noted`, 303);
});

desk.get(`/applications/${ID}/cv`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  const name = application?.cv_name ?? undefined;
  if (!application || name === undefined) return context.notFound();
  return sendFile(context, application, cvKey(application.id), name);
});

desk.get(`/applications/${ID}/files/:index{[0-9]{1,3}}`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  const index = Number(context.req.param("index"));
  const stored = application?.files[index];
  if (!application || !stored) return context.notFound();
  return sendFile(context, application, fileKey(application.id, index), stored.name);
});

async function sendFile(
  context: DeskContext,
  application: ApplicationRow,
  key: string,
  name: string,
) {
  const { texts } = context.var;
  const object = await context.env.CVS.get(key);
  if (!object) return showError(context, 404, texts.notFound, texts.missingFile);
  await logAction(context, "downloaded", getSubject(application));
  // Use a type that browsers download instead of displaying.
  const body = object.body as unknown as ReadableStream;
  return download(context, body, safeName(name), "application/octet-stream");
}

desk.get(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  return sendPage(context, <DeletePage view={getView(context)} application={application} />);
});

desk.post(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const error = await checkConfirmation(context, getSubject(application));
  if (error) {
    const props = { view: getView(context), application, error: error.text };
    return sendPage(context, <DeletePage {...props} />, error.status);
  }
  await deleteApplications(context.env, [application.id]);
  await logAction(context, "deleted", getSubject(application));
  return context.redirect(`/positions/${application.position_uuid}?done=deleted`, 303);
});

desk.get("/people", (context) =>
  sendPage(context, <PeoplePage view={getView(context)} message={getDoneMessage(context)} />),
);

desk.post("/people", async (context) => {
  const { records, form, texts, person } = context.var;
  const view = getView(context);
  const who = getText(form, "who").slice(0, 320);
  const query = parsePersonQuery(who);
  if (!query) {
    return sendPage(context, <PeoplePage view={view} who={who} error={texts.notAPerson} />, 422);
  }
  const found = await records.find(query);
  await logAction(context, "searched", ...companySubjects(person.companies));
  return sendPage(context, <PeoplePage view={view} who={who} found={found} />);
});

desk.post("/people/delete", async (context) => {
  const { records, form, texts } = context.var;
  const view = getView(context);
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  const chosen = await records.applicationsById(ids.slice(0, MAX_FOUND));
  if (chosen.length === 0) {
    return sendPage(context, <PeoplePage view={view} error={texts.chooseOne} />, 422);
  }
  if (form.get("asked") !== "yes") {
    return sendPage(context, <DeleteFoundPage view={view} rows={chosen} />);
  }
  const error = await checkConfirmation(context, ...chosen.map(getSubject));
  if (error) {
    const props = { view, rows: chosen, error: error.text };
    return sendPage(context, <DeleteFoundPage {...props} />, error.status);
  }
  await deleteApplications(
    context.env,
    chosen.map(({ id }) => id),
  );
  await logAction(context, "deleted", ...chosen.map(getSubject));
  return context.redirect("/people?done=deleted", 303);
});

desk.get("/emails", async (context) => {
  const { records } = context.var;
  const [health, confirmations, caught] = await Promise.all([
    readEmailHealth(context.env),
    records.confirmations(),
    records.caught(),
  ]);
  return sendPage(
    context,
    <EmailsPage view={getView(context)} {...{ health, confirmations, caught }} />,
  );
});

const CAUGHT_ID = ":id{[a-z0-9_]{1,64}}";

desk.get(`/emails/${CAUGHT_ID}`, async (context) => {
  const email = await context.var.records.caughtEmail(context.req.param("id"));
  if (!email) return context.notFound();
  return sendPage(context, <CaughtPage view={getView(context)} email={email} />);
});

/** A caught email as a mail program would show it. */
desk.get(`/emails/${CAUGHT_ID}/html`, async (context) => {
  const email = await context.var.records.caughtEmail(context.req.param("id"));
  if (!email?.html) return context.notFound();
  context.set("isEmail", true);
  return context.html(email.html);
});

desk.get("/log", async (context) => {
  const at = pageNumber(context);
  const { rows, total } = await context.var.records.log(at);
  const props = { rows, page: at, pages: countPages(total) };
  return sendPage(context, <LogPage view={getView(context)} {...props} />);
});

desk.get("/sessions", async (context) => {
  const sessions = await listSessions(context.env, context.var.person, Date.now());
  const props = { sessions, message: getDoneMessage(context) };
  return sendPage(context, <SessionsPage view={getView(context)} {...props} />);
});

desk.post("/sessions/end", async (context) => {
  const { form, person } = context.var;
  await endSessions(context.env, person, getText(form, "session"));
  return context.redirect("/sessions?done=ended", 303);
});

desk.notFound((context) => {
  const { texts } = context.var;
  return showError(context, 404, texts.notFound, texts.notFoundWhy, true);
});

desk.onError((error, context) => {
  const { texts } = context.var;
  if (error instanceof AccessUnreachable) {
    console.error("The desk: the keys at ACCESS_CERTS_URL could not be fetched.");
    return showError(context, 503, texts.internalError, texts.unreachable);
  }
  const isSetting = error instanceof AccessMisconfigured;
  console.error("The desk:", isSetting ? error.message : describeError(error));
  return showError(context, 500, texts.internalError, texts.internalErrorWhy);
});

interface FormError {
  text: string;
  status: 422 | 429;
}

/**
 * Checks the confirmation of a deletion or export: the person's sign-in code, or a ticked box if they signed
 * in with Access. Returns undefined if the action is confirmed.
 */
async function checkConfirmation(
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

const codeErrorText = (
  error: CodeError,
  { wrongCode, tooManyTries, tooManyTriesElsewhere }: Texts,
) =>
  ({ wrong: wrongCode, "too often": tooManyTries, "too often elsewhere": tooManyTriesElsewhere })[
    error
  ];

const REFUSALS: Record<CodeError, string> = {
  wrong: "a wrong sign-in code",
  "too often": "a sign-in code, after too many tries",
  "too often elsewhere": "a sign-in code, after too many tries elsewhere",
};

/** Logs a refusal, without data about the visitor or the request. */
const logRefusal = (what: string) => console.warn(`The desk refused ${what}.`);

/** Sets `texts` and `nonce` for the routes that follow, and the security headers of every response. */
function setHeaders(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
    context.set("texts", textsFor(context.req.header("Accept-Language") ?? null));
    context.set("nonce", nonce);
    await next();
    const { headers } = context.res;
    const isDownload = headers.has("Content-Disposition");
    const policy = context.get("isEmail")
      ? "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
      : isDownload
        ? "default-src 'none'; sandbox; frame-ancestors 'none'"
        : `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
    const all = {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
      // With `no-referrer`, browsers would hide the origin of the desk's own forms.
      "Referrer-Policy": "same-origin",
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    };
    for (const [name, value] of Object.entries(all)) context.header(name, value);
  };
}

/** Limits each network's requests before the body or the database is read. */
function limitRequests(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const { env, req } = context;
    if (await allowsRequest(env, req.header("CF-Connecting-IP"))) return next();
    const { texts } = context.var;
    context.header("Retry-After", "60");
    return showError(context, 429, texts.tooManyRequests, texts.tooManyRequestsWhy);
  };
}

/** Requires a signed-in person. Sets `person` and `records` for the routes that follow. */
function requireSignIn(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const { env, req } = context;
    const { texts } = context.var;
    const alsoSelect = req.path === "/" ? selectPositionNames : undefined;
    const visitor = await identifyVisitor(req.raw, env, Date.now(), alsoSelect);
    switch (visitor.state) {
      case "off":
        return showError(context, 503, texts.notSetUp, texts.notSetUpWhy);
      case "access only":
        logRefusal("a visitor without an Access token");
        return showError(context, 403, texts.signIn, texts.accessOnly);
      case "bad token":
        logRefusal("an invalid Access token");
        return showError(context, 403, texts.signIn, texts.badToken);
      case "unlisted":
        logRefusal("an Access address that is not listed");
        return showError(context, 403, texts.signIn, texts.unlisted);
      case "out":
        return askToSignIn(context);
      case "in": {
        const { person, cookie, rows } = visitor;
        context.set("person", person);
        context.set("positionNames", rows);
        const companies = person.companies.map(({ uuid }) => uuid);
        context.set("records", createRecords(env, companies));
        if (cookie !== undefined) context.header("Set-Cookie", cookie, { append: true });
        return next();
      }
    }
  };
}

async function askToSignIn(context: DeskContext) {
  const { pathname, search } = new URL(context.req.url);
  if (pathname === "/in") {
    const next = safeNext(context.req.query("next") ?? "");
    return sendPage(context, <SignInPage view={getView(context)} next={next} />);
  }
  if (context.req.method === "POST") {
    const application = pathname.replace(/\/note$/, "");
    const isNote = application !== pathname;
    const form = isNote ? await context.req.formData().catch(() => undefined) : undefined;
    if (!form) return context.redirect("/in", 303);
    const unsaved = getText(form, "note");
    const next = safeNext(application);
    return sendPage(context, <SignInPage view={getView(context)} {...{ next, unsaved }} />, 403);
  }
  const next = safeNext(pathname + search);
  return context.redirect(next === "/" ? "/in" : `/in?next=${encodeURIComponent(next)}`, 303);
}

/** Returns the path to open after signing in. Paths other than those of the main pages become `/`. */
function safeNext(path: string): string {
  const isDeskPage =
    /^\/(?:people|emails|log|sessions|(?:positions|applications)\/[A-Za-z0-9_-]{1,64})$/.test(path);
  return isDeskPage ? path : "/";
}

function getView(context: DeskContext): View {
  const { texts, nonce } = context.var;
  // Pages without a session have no person, although the type of `person` excludes undefined.
  const person = context.get("person") as Person | undefined;
  return { texts, nonce, person, timeZone: getTimeZone(context.req.raw) };
}

/** Returns the visitor's time zone. Without Cloudflare (no `CF-Ray`), `cf.timezone` is not the visitor's. */
function getTimeZone(request: Request): string {
  if (!request.headers.has("CF-Ray")) return "UTC";
  // Workers add `cf` to requests, but the standard type lacks it.
  const timezone = (request as { cf?: { timezone?: unknown } }).cf?.timezone;
  if (typeof timezone !== "string") return "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return timezone;
  } catch {
    return "UTC";
  }
}

async function sendPage(context: DeskContext, node: unknown, status: ContentfulStatusCode = 200) {
  return context.html(`<!DOCTYPE html>${String(await node)}`, status);
}

function showError(
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

function download(context: DeskContext, body: ReadableStream, name: string, type: string) {
  return context.body(body, 200, {
    "Content-Type": type,
    "Content-Disposition": contentDisposition(name),
  });
}

function toUtf8Stream(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

function getText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Returns the number of the requested page of a list. The first page is 1. */
function pageNumber(context: DeskContext): number {
  const text = context.req.query("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

const countPages = (total: number) => Math.max(1, Math.ceil(total / ROWS_PER_PAGE));

/** Returns the message about the action that redirected to this page. */
function getDoneMessage(context: DeskContext): string | undefined {
  const { done } = context.var.texts;
  const key = context.req.query("done") ?? "";
  return Object.hasOwn(done, key) ? done[key as keyof typeof done] : undefined;
}

const getSubject = ({ id, client_uuid, position_uuid }: ApplicationRow) => ({
  client: client_uuid,
  position: position_uuid,
  application: id,
});

const logAction = (
  { env, var: { person } }: DeskContext,
  action: Action,
  ...subjects: Parameters<typeof writeLog>[3]
) => writeLog(env, person.who, action, subjects);
