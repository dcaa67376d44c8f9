/** @jsxImportSource hono/jsx */
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { jsxRenderer } from "hono/jsx-renderer";
import { describeError } from "~/contract/http";
import { sameSecret } from "~/contract/secret";
import { hex } from "../secrets";
import { AccessMisconfigured, AccessUnreachable } from "./access";
import {
  getText,
  logRefusal,
  refuseCode,
  showError,
  showForbidden,
  type DeskContext,
  type DeskEnv,
} from "./context";
import { isKeptPath, parseKept, toKept } from "./kept";
import { isAllowedRequest } from "./origin";
import { KeptPage, SignInPage } from "./pages/signed-out";
import { getTimeZone } from "~/contract/time-zone";
import { allowsRequest } from "../rate-limits";
import { createRecords, selectPositionNames } from "./records";
import { applications } from "./routes/applications";
import { chosen } from "./routes/chosen";
import { colleagues } from "./routes/colleagues";
import { companies } from "./routes/companies";
import { companyEditor } from "./routes/company-editor";
import { emails } from "./routes/emails";
import { jobEditor } from "./routes/job-editor";
import { log } from "./routes/log";
import { list } from "./routes/list";
import { numbers } from "./routes/numbers";
import { positions } from "./routes/positions";
import { replies } from "./routes/replies";
import { expiredCookie } from "./session-rules";
import { textsFor } from "./texts";
import { identifyVisitor, signIn, signOut } from "./visitor";

const MAX_FORM_BYTES = 256 * 1024;

/** Editors' forms have long texts. A company's form also has pictures. */
const MAX_EDITOR_BYTES = 2 * 1024 * 1024;
const MAX_PICTURES_BYTES = 20 * 1024 * 1024;

const limitForm = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (context: DeskContext) => {
      const { texts } = context.var;
      logRefusal("a form that is too large");
      const why = maxSize === MAX_FORM_BYTES ? texts.tooLarge : texts.editor.tooLong;
      return showError(context, 413, texts.internalError, why);
    },
  });

const FORM_LIMITS = [
  { path: /^\/companies\/[^/]+\/edit$/, limit: limitForm(MAX_PICTURES_BYTES) },
  // The sign-in page carries an editor's entries.
  { path: /^\/(?:in|positions\/[^/]+\/edit)$/, limit: limitForm(MAX_EDITOR_BYTES) },
  { path: /^/, limit: limitForm(MAX_FORM_BYTES) },
];

/** The web interface for a company's people, on a separate origin. */
export const desk = new Hono<DeskEnv>();

desk.use(setHeaders());
desk.use(jsxRenderer());
desk.use(limitRequests());
desk.use(async (context, next) => {
  if (isAllowedRequest(context.req.raw)) return next();
  return showForbidden(context, "a request from another origin");
});
desk.use(async (context, next) => {
  const { limit } = FORM_LIMITS.find(({ path }) => path.test(context.req.path)) ?? {};
  return limit?.(context, next);
});

desk.get("/robots.txt", (context) => context.text("User-agent: *\nDisallow: /\n"));

desk.post("/in", async (context) => {
  const { env, var: vars, req } = context;
  const form = await readForm(context);
  const next = safeNext(getText(form, "next"));
  const kept = parseKept(getText(form, "kept"));
  const entered = await signIn(req.raw, env, env.API_KEY, getText(form, "code"), Date.now());
  if ("error" in entered) {
    refuseCode(context, entered.error, 403);
    return context.render(<SignInPage next={next} kept={kept} />);
  }
  context.header("Set-Cookie", entered.cookie);
  if (!kept) return context.redirect(next, 303);
  const why = vars.texts.editor.keptContinue;
  return context.render(<KeptPage {...{ kept, why, token: entered.formToken }} />);
});

desk.use(requireSignIn());
desk.use(async (context, next) => {
  if (context.req.method !== "POST") return next();
  const form = await readForm(context);
  const { texts, person } = context.var;
  if (await sameSecret(getText(form, "token"), person.formToken)) {
    context.set("form", form);
    return next();
  }
  const refused = "a form without the session's token";
  if (!isKeptPath(context.req.path)) return showForbidden(context, refused);
  logRefusal(refused);
  context.status(403);
  const [kept, why] = [toKept(context.req.path, form), texts.editor.keptExpired];
  return context.render(<KeptPage {...{ kept, why, token: person.formToken }} />);
});

desk.get("/in", (context) => context.redirect(safeNext(context.req.query("next") ?? ""), 303));

desk.post("/out", async (context) => {
  const { person } = context.var;
  await signOut(context.env, person);
  context.header("Set-Cookie", expiredCookie);
  return context.redirect(person.by === "access" ? "/cdn-cgi/access/logout" : "/in", 303);
});

// The editor comes first, because `/positions/:id` would match its `/positions/new`.
const PARTS = [jobEditor, positions, list, chosen, applications, replies, companyEditor];
for (const part of [...PARTS, companies, numbers, emails, colleagues, log]) desk.route("/", part);

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

/** Sets the pages' variables for the routes that follow, and the security headers of every response. */
function setHeaders(): MiddlewareHandler<DeskEnv> {
  return async (context, next) => {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
    context.set("texts", textsFor(context.req.header("Accept-Language") ?? null));
    context.set("nonce", nonce);
    context.set("timeZone", getTimeZone(context.req.raw) ?? "UTC");
    await next();
    const policy =
      context.get("policy") ??
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
    const all = {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
      // With `no-referrer`, browsers would hide the origin of the desk's forms.
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
    if (visitor.state === "out") return askToSignIn(context);
    if (visitor.state === "off") return showError(context, 503, texts.notSetUp, texts.notSetUpWhy);
    if (visitor.state !== "in") {
      const [refused, why] = REFUSED_VISITORS[visitor.state];
      logRefusal(refused);
      return showError(context, 403, texts.signIn, texts[why]);
    }
    const { person, cookie, rows } = visitor;
    context.set("person", person);
    context.set("positionNames", rows);
    const companies = person.companies.map(({ uuid }) => uuid);
    context.set("records", createRecords(env, companies));
    if (cookie !== undefined) context.header("Set-Cookie", cookie, { append: true });
    return next();
  };
}

const REFUSED_VISITORS = {
  "access only": ["a visitor without an Access token", "accessOnly"],
  "bad token": ["an invalid Access token", "badToken"],
  unlisted: ["an Access address that is not listed", "unlisted"],
} as const;

async function askToSignIn(context: DeskContext) {
  const { pathname, search } = new URL(context.req.url);
  if (pathname === "/in")
    return context.render(<SignInPage next={safeNext(context.req.query("next") ?? "")} />);
  if (context.req.method === "POST") {
    if (!isKeptPath(pathname)) return context.redirect("/in", 303);
    const kept = toKept(pathname, await readForm(context));
    context.status(403);
    return context.render(<SignInPage next={safeNext(pathname)} kept={kept} />);
  }
  const next = safeNext(pathname + search);
  return context.redirect(next === "/" ? "/in" : `/in?next=${encodeURIComponent(next)}`, 303);
}

const readForm = ({ req }: DeskContext) => req.formData().catch(() => new FormData());

/** Returns the path to open after signing in. Paths other than those of the main pages become `/`. */
function safeNext(path: string): string {
  const isDeskPage =
    /^\/(?:applications|emails|log|sessions|colleagues|companies|(?:positions|applications|companies)\/[A-Za-z0-9_-]{1,64}(?:\/(?:edit|check|versions|reply|replies))?)$/.test(
      path,
    );
  return isDeskPage ? path : "/";
}
