/** @jsxImportSource hono/jsx */
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PLATFORM_ID } from "../../../contract/ids";
import { describeError } from "../../../contract/http";
import { receiptNumber } from "../../../contract/receipt-number";
import { sameSecret } from "../../../contract/secret";
import { cvKey, fileKey } from "../applications";
import { deleteApplications } from "../deletion";
import type { Env } from "../env";
import { hex } from "../secrets";
import { AccessMisconfigured, AccessUnreachable } from "./access";
import { shownAnswers } from "./answers";
import { asksVoluntary, csvOf, EXPORTS, zipOf } from "./exports";
import { attachment, safeName, safeStem } from "./file-names";
import { allowsRequest } from "./guesses";
import { writeLog, type Action } from "./log";
import { isOwnRequest } from "./origin";
import { ApplicationPage, DeletePage } from "./pages/application";
import { ApplicationsPage, ExportPage } from "./pages/applications";
import type { Setting } from "./pages/layout";
import { LogPage } from "./pages/log";
import { SignInPage, SorryPage } from "./pages/outside";
import { DeleteFoundPage, PeoplePage } from "./pages/people";
import { PositionsPage } from "./pages/positions";
import { SessionsPage } from "./pages/sessions";
import {
  FOUND_MOST,
  MARKS,
  recordsOf,
  ROWS,
  type ApplicationRow,
  type PositionRow,
  type Records,
} from "./records";
import { noCookie } from "./session";
import { endSessions, sessionsOf } from "./sessions";
import { textsFor, type Texts } from "./texts";
import {
  enter,
  checkCode,
  leave,
  subjectsOf,
  visitorOf,
  type Person,
  type CodeError,
} from "./visitor";
import { wantedIn } from "./wanted";

interface DeskEnv {
  Bindings: Env & { API_KEY: string };
  Variables: {
    texts: Texts;
    nonce: string;
    /** Who is in; the pages behind `onlyPeople` have one. */
    person: Person;
    records: Records;
    form: FormData;
  };
}

type DeskContext = Context<DeskEnv>;

/** Characters of a note at most, and bytes of a form: a note in three-byte characters, thrice as long encoded. */
const NOTE_MOST = 4000;
const FORM_BYTES = 256 * 1024;

/** Tells the site that a client's pages are old; the site takes it off the answer. */
const CHANGED = "Puerta-Changed";

/** Hono anchors the pattern itself. */
const ID = `:id{${PLATFORM_ID.source.slice(1, -1)}}` as const;

/** The desk: pages for the people of a company, on an origin of its own. */
export const desk = new Hono<DeskEnv>();

desk.use(withHeaders());
desk.use(limitRequests());
desk.use(async (context, next) => {
  if (isOwnRequest(context.req.raw)) return next();
  const { texts } = context.var;
  logRefusal("a request from elsewhere");
  return sorry(context, 403, texts.forbidden, texts.forbiddenWhy);
});
desk.use(
  bodyLimit({
    maxSize: FORM_BYTES,
    onError: (context: DeskContext) => {
      const { texts } = context.var;
      logRefusal("a form that is too large");
      return sorry(context, 413, texts.fault, texts.tooLarge);
    },
  }),
);

desk.get("/robots.txt", (context) => context.text("User-agent: *\nDisallow: /\n"));

desk.post("/in", async (context) => {
  const { env, var: vars, req } = context;
  const form = await req.formData().catch(() => new FormData());
  const next = safeNext(textIn(form, "next"));
  const entered = await enter(req.raw, env, env.API_KEY, textIn(form, "code"), Date.now());
  if ("cookie" in entered) {
    context.header("Set-Cookie", entered.cookie);
    return context.redirect(next, 303);
  }
  const isWrong = entered.fault === "wrong";
  logRefusal(REFUSED[entered.fault]);
  if (!isWrong) context.header("Retry-After", "900");
  return page(
    context,
    <SignInPage
      setting={settingOf(context)}
      next={next}
      fault={inWords(entered.fault, vars.texts)}
    />,
    isWrong ? 403 : 429,
  );
});

desk.use(onlyPeople());
desk.use(async (context, next) => {
  if (context.req.method !== "POST") return next();
  const form = await context.req.formData().catch(() => new FormData());
  const { texts, person } = context.var;
  if (!(await sameSecret(textIn(form, "token"), person.formToken))) {
    logRefusal("a form without the session's token");
    return sorry(context, 403, texts.forbidden, texts.forbiddenWhy);
  }
  context.set("form", form);
  return next();
});

desk.get("/in", (context) => context.redirect(safeNext(context.req.query("next") ?? ""), 303));

desk.post("/out", async (context) => {
  const { person } = context.var;
  await leave(context.env, person);
  context.header("Set-Cookie", noCookie);
  return context.redirect(person.by === "access" ? "/cdn-cgi/access/logout" : "/in", 303);
});

desk.get("/", async (context) => {
  const at = pageNumber(context);
  const { rows, total } = await context.var.records.positions(at);
  const setting = settingOf(context);
  const props = { rows, page: at, pages: pagesOf(total), told: toldIn(context) };
  return page(context, <PositionsPage setting={setting} {...props} />);
});

desk.get(`/positions/${ID}`, async (context) => {
  const { records } = context.var;
  const position = await records.position(context.req.param("id"));
  if (!position) return context.notFound();
  const mark = MARKS.find((one) => one === context.req.query("mark"));
  const at = pageNumber(context);
  const { rows, total } = await records.applications(position.uuid, mark, at);
  const props = { position, rows, mark, page: at, pages: pagesOf(total), told: toldIn(context) };
  return page(context, <ApplicationsPage setting={settingOf(context)} {...props} />);
});

desk.post(`/positions/${ID}/status`, async (context) => {
  const { records, form } = context.var;
  const position = await records.position(context.req.param("id"));
  const status = textIn(form, "status");
  if (!position || (status !== "open" && status !== "closed")) return context.notFound();
  await records.setStatus(position.uuid, status);
  await noteDone(context, status === "open" ? "opened" : "closed", {
    client: position.client_uuid,
    position: position.uuid,
  });
  context.header(CHANGED, position.client_uuid);
  const done = status === "open" ? "opened" : "closed";
  return context.redirect(`/positions/${position.uuid}?done=${done}`, 303);
});

desk.get(`/positions/${ID}/export`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? exportPage(context, position) : context.notFound();
});

async function exportPage(context: DeskContext, position: PositionRow, fault?: Fault) {
  const hasVoluntary = await asksVoluntary(context.var.records, position);
  const props = { position, hasVoluntary, fault: fault?.text };
  return page(context, <ExportPage setting={settingOf(context)} {...props} />, fault?.status);
}

desk.post(`/positions/${ID}/export`, async (context) => {
  const { records, form, texts } = context.var;
  const position = await records.position(context.req.param("id"));
  const kind = EXPORTS.find((one) => one === form.get("kind"));
  if (!position || !kind) return context.notFound();
  const { uuid, client_uuid, name, held } = position;
  const subject = { client: client_uuid, position: uuid, count: held };
  const fault = await faultOfConfirmation(context, subject);
  if (fault) return exportPage(context, position, fault);
  await noteDone(context, "exported", subject);
  const stem = safeStem(name, "applications");
  if (kind === "zip") {
    const zip = zipOf(context.env, records, position, texts);
    return download(context, zip, `${stem}.zip`, "application/zip");
  }
  const csv = encoded(csvOf(records, position, texts, kind === "voluntary"));
  const file = kind === "voluntary" ? `${stem} voluntary.csv` : `${stem}.csv`;
  return download(context, csv, file, "text/csv; charset=utf-8");
});

desk.get(`/applications/${ID}`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const told = toldIn(context);
  const isGet = context.req.raw.method === "GET";
  if (isGet && told === undefined && application.mark === "new") {
    await context.var.records.setMark(application.id, "seen");
    application.mark = "seen";
  }
  return applicationPage(context, application, { note: application.note, told });
});

interface Noted {
  note: string;
  told?: string | undefined;
  fault?: string;
}

/** Shows an application, and logs the view, also where a form was refused. HEAD shows nothing. */
async function applicationPage(context: DeskContext, application: ApplicationRow, noted: Noted) {
  const { records, texts } = context.var;
  if (context.req.raw.method !== "HEAD") {
    await noteDone(context, "read", subjectOf(application));
  }
  const position = await records.position(application.position_uuid);
  const asks = position?.asks ?? {};
  const { idempotency_key: key } = application;
  return page(
    context,
    <ApplicationPage
      setting={settingOf(context)}
      application={application}
      answers={shownAnswers(application, asks, texts)}
      asks={asks}
      receipt={key === null ? undefined : await receiptNumber(key)}
      {...noted}
    />,
    noted.fault === undefined ? 200 : 422,
  );
}

desk.post(`/applications/${ID}/mark`, async (context) => {
  const { records, form } = context.var;
  const application = await records.application(context.req.param("id"));
  const mark = MARKS.find((one) => one === form.get("mark"));
  if (!application || !mark) return context.notFound();
  await records.setMark(application.id, mark);
  await noteDone(context, "marked", subjectOf(application));
  // Whoever reads an application has seen it: one that is to be new again is left.
  const { id, position_uuid } = application;
  const back = mark === "new" ? `/positions/${position_uuid}` : `/applications/${id}`;
  return context.redirect(`${back}?done=marked`, 303);
});

desk.post(`/applications/${ID}/note`, async (context) => {
  const { records, form, texts } = context.var;
  const application = await records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const note = textIn(form, "note").replaceAll("\r\n", "\n").trim();
  if ([...note].length > NOTE_MOST) {
    return applicationPage(context, application, { note, fault: texts.noteTooLong });
  }
  await records.setNote(application.id, note);
  await noteDone(context, "noted", subjectOf(application));
  return context.redirect(`/applications/${application.id}?done=noted`, 303);
});

desk.get(`/applications/${ID}/cv`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  const name = application?.cv_name ?? undefined;
  if (!application || name === undefined) return context.notFound();
  return file(context, application, cvKey(application.id), name);
});

desk.get(`/applications/${ID}/files/:index{[0-9]{1,3}}`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  const index = Number(context.req.param("index"));
  const wanted = application?.files[index];
  if (!application || !wanted) return context.notFound();
  return file(context, application, fileKey(application.id, index), wanted.name);
});

async function file(context: DeskContext, application: ApplicationRow, key: string, name: string) {
  const { texts } = context.var;
  const object = await context.env.CVS.get(key);
  if (!object) return sorry(context, 404, texts.notFound, texts.missingFile);
  await noteDone(context, "downloaded", subjectOf(application));
  // Of no type that a browser would show, whatever it is.
  const body = object.body as unknown as ReadableStream;
  return download(context, body, safeName(name), "application/octet-stream");
}

desk.get(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  return page(context, <DeletePage setting={settingOf(context)} application={application} />);
});

desk.post(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const fault = await faultOfConfirmation(context, subjectOf(application));
  if (fault) {
    const props = { setting: settingOf(context), application, fault: fault.text };
    return page(context, <DeletePage {...props} />, fault.status);
  }
  await deleteApplications(context.env, [application.id]);
  await noteDone(context, "deleted", subjectOf(application));
  return context.redirect(`/positions/${application.position_uuid}?done=deleted`, 303);
});

desk.get("/people", (context) =>
  page(context, <PeoplePage setting={settingOf(context)} told={toldIn(context)} />),
);

desk.post("/people", async (context) => {
  const { records, form, texts, person } = context.var;
  const setting = settingOf(context);
  const who = textIn(form, "who").slice(0, 320);
  const wanted = wantedIn(who);
  if (!wanted) {
    return page(context, <PeoplePage setting={setting} who={who} fault={texts.notAPerson} />, 422);
  }
  const found = await records.find(wanted);
  await noteDone(context, "searched", ...subjectsOf(person.companies));
  return page(context, <PeoplePage setting={setting} who={who} found={found} />);
});

desk.post("/people/delete", async (context) => {
  const { records, form, texts } = context.var;
  const setting = settingOf(context);
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  const chosen = await records.among(ids.slice(0, FOUND_MOST));
  if (chosen.length === 0) {
    return page(context, <PeoplePage setting={setting} fault={texts.chooseOne} />, 422);
  }
  if (form.get("asked") !== "yes") {
    return page(context, <DeleteFoundPage setting={setting} rows={chosen} />);
  }
  const fault = await faultOfConfirmation(context, ...chosen.map(subjectOf));
  if (fault) {
    const props = { setting, rows: chosen, fault: fault.text };
    return page(context, <DeleteFoundPage {...props} />, fault.status);
  }
  await deleteApplications(
    context.env,
    chosen.map(({ id }) => id),
  );
  await noteDone(context, "deleted", ...chosen.map(subjectOf));
  return context.redirect("/people?done=deleted", 303);
});

desk.get("/log", async (context) => {
  const at = pageNumber(context);
  const { rows, total } = await context.var.records.log(at);
  const props = { rows, page: at, pages: pagesOf(total) };
  return page(context, <LogPage setting={settingOf(context)} {...props} />);
});

desk.get("/sessions", async (context) => {
  const sessions = await sessionsOf(context.env, context.var.person, Date.now());
  const props = { sessions, told: toldIn(context) };
  return page(context, <SessionsPage setting={settingOf(context)} {...props} />);
});

desk.post("/sessions/end", async (context) => {
  const { form, person } = context.var;
  await endSessions(context.env, person, textIn(form, "session"));
  return context.redirect("/sessions?done=ended", 303);
});

desk.notFound((context) => {
  const { texts } = context.var;
  return sorry(context, 404, texts.notFound, texts.notFoundWhy, true);
});

desk.onError((error, context) => {
  const { texts } = context.var;
  if (error instanceof AccessUnreachable) {
    console.error("The desk: the keys at ACCESS_CERTS_URL could not be fetched.");
    return sorry(context, 503, texts.fault, texts.unreachable);
  }
  const isSetting = error instanceof AccessMisconfigured;
  console.error("The desk:", isSetting ? error.message : describeError(error));
  return sorry(context, 500, texts.fault, texts.faultWhy);
});

interface Fault {
  text: string;
  status: 422 | 429;
}

/**
 * Why something that cannot be undone is not done: the sign-in code that was asked for once more is not
 * the person's. Whoever came in by Access has none, and ticks what it is; only Access could ask again.
 */
async function faultOfConfirmation(
  context: DeskContext,
  ...subjects: Parameters<typeof writeLog>[3]
): Promise<Fault | undefined> {
  const { form, person, texts } = context.var;
  if (person.by === "access") {
    return form.get("sure") === "yes" ? undefined : { text: texts.notSure, status: 422 };
  }
  const fault = await checkCode(context.env, person, textIn(form, "code"), Date.now());
  if (!fault) return undefined;
  logRefusal(REFUSED[fault]);
  const text = inWords(fault, texts);
  if (fault !== "wrong") {
    context.header("Retry-After", "900");
    return { text, status: 429 };
  }
  await noteDone(context, "refused", ...subjects);
  return { text, status: 422 };
}

const inWords = (fault: CodeError, { wrongCode, tooOften, tooOftenElsewhere }: Texts) =>
  ({ wrong: wrongCode, "too often": tooOften, "too often elsewhere": tooOftenElsewhere })[fault];

const REFUSED: Record<CodeError, string> = {
  wrong: "a wrong sign-in code",
  "too often": "a sign-in code, after too many tries",
  "too often elsewhere": "a sign-in code, after too many tries elsewhere",
};

/** One line of the Worker's log. Who was refused, and what they sent, is not in it. */
const logRefusal = (what: string) => console.warn(`The desk refused ${what}.`);

/** The desk's security headers and language, on every answer. */
function withHeaders(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
    context.set("texts", textsFor(context.req.header("Accept-Language") ?? null));
    context.set("nonce", nonce);
    await next();
    const { headers } = context.res;
    const isDownload = headers.has("Content-Disposition");
    const policy = isDownload
      ? "default-src 'none'; sandbox; frame-ancestors 'none'"
      : `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
    const all = {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
      // With `no-referrer` a browser hides the origin of the desk's own forms.
      "Referrer-Policy": "same-origin",
      "Strict-Transport-Security": "max-age=31536000",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    };
    for (const [name, value] of Object.entries(all)) context.header(name, value);
  };
}

/** Limits each network's requests, before anything is read or looked up. */
function limitRequests(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const { env, req } = context;
    if (await allowsRequest(env, req.header("CF-Connecting-IP"))) return next();
    const { texts } = context.var;
    context.header("Retry-After", "60");
    return sorry(context, 429, texts.tooManyRequests, texts.tooManyRequestsWhy);
  };
}

/** Lets nobody further who is not in, and gives everybody who is what their companies have. */
function onlyPeople(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const { env, req } = context;
    const { texts } = context.var;
    const visitor = await visitorOf(req.raw, env, Date.now());
    switch (visitor.state) {
      case "off":
        return sorry(context, 503, texts.offTitle, texts.offWhy);
      case "access only":
        logRefusal("a visitor without a token of Access");
        return sorry(context, 403, texts.signIn, texts.accessOnly);
      case "bad token":
        logRefusal("a bad token of Access");
        return sorry(context, 403, texts.signIn, texts.badToken);
      case "unlisted":
        logRefusal("an address of Access that is not listed");
        return sorry(context, 403, texts.signIn, texts.unlisted);
      case "out":
        return signIn(context);
      case "in": {
        const { person, cookie } = visitor;
        context.set("person", person);
        const companies = person.companies.map(({ uuid }) => uuid);
        context.set("records", recordsOf(env, companies));
        if (cookie !== undefined) context.header("Set-Cookie", cookie, { append: true });
        return next();
      }
    }
  };
}

async function signIn(context: DeskContext) {
  const { pathname, search } = new URL(context.req.url);
  if (pathname === "/in") {
    const next = safeNext(context.req.query("next") ?? "");
    return page(context, <SignInPage setting={settingOf(context)} next={next} />);
  }
  if (context.req.method === "POST") {
    const application = pathname.replace(/\/note$/, "");
    const isNote = application !== pathname;
    const form = isNote ? await context.req.formData().catch(() => undefined) : undefined;
    if (!form) return context.redirect("/in", 303);
    const unsaved = textIn(form, "note");
    const next = safeNext(application);
    return page(context, <SignInPage setting={settingOf(context)} {...{ next, unsaved }} />, 403);
  }
  const next = safeNext(pathname + search);
  return context.redirect(next === "/" ? "/in" : `/in?next=${encodeURIComponent(next)}`, 303);
}

/** A page of the desk that a link may lead to; any other address is the first page. */
function safeNext(path: string): string {
  const isOurs = /^\/(?:people|log|sessions|(?:positions|applications)\/[A-Za-z0-9_-]{1,64})$/.test(
    path,
  );
  return isOurs ? path : "/";
}

function settingOf(context: DeskContext): Setting {
  const { texts, nonce } = context.var;
  // Typed as always there; the pages outside have none.
  const person = context.get("person") as Person | undefined;
  return { texts, nonce, person, timeZone: timeZoneOf(context.req.raw) };
}

/** Where a request comes from; without Cloudflare (`CF-Ray`) the local runtime makes a zone up. */
function timeZoneOf(request: Request): string {
  if (!request.headers.has("CF-Ray")) return "UTC";
  // Workers add it to a request; the type is of the standard's.
  const timezone = (request as { cf?: { timezone?: unknown } }).cf?.timezone;
  if (typeof timezone !== "string") return "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return timezone;
  } catch {
    return "UTC";
  }
}

async function page(context: DeskContext, node: unknown, status: ContentfulStatusCode = 200) {
  return context.html(`<!DOCTYPE html>${String(await node)}`, status);
}

function sorry(
  context: DeskContext,
  status: ContentfulStatusCode,
  title: string,
  why: string,
  leadsBack = false,
) {
  const setting = settingOf(context);
  return page(
    context,
    <SorryPage setting={setting} title={title} why={why} leadsBack={leadsBack} />,
    status,
  );
}

function download(context: DeskContext, body: ReadableStream, name: string, type: string) {
  return context.body(body, 200, {
    "Content-Type": type,
    "Content-Disposition": attachment(name),
  });
}

/** A stream of texts in UTF-8. */
function encoded(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
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

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The page of a list that is asked for, from 1 on. */
function pageNumber(context: DeskContext): number {
  const text = context.req.query("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / ROWS));

/** What was just done, in words. */
function toldIn(context: DeskContext): string | undefined {
  const { done } = context.var.texts;
  const key = context.req.query("done") ?? "";
  return Object.hasOwn(done, key) ? done[key as keyof typeof done] : undefined;
}

const subjectOf = ({ id, client_uuid, position_uuid }: ApplicationRow) => ({
  client: client_uuid,
  position: position_uuid,
  application: id,
});

const noteDone = (
  { env, var: { person } }: DeskContext,
  action: Action,
  ...subjects: Parameters<typeof writeLog>[3]
) => writeLog(env, person.who, action, subjects);
