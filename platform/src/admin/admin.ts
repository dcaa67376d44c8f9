import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BackupRows } from "~/contract/admin-backup";
import { ADMIN_BODY_BYTES, ADMIN_PATH, Company, JobWithDescription } from "~/contract/admin";
import { CHANNEL_KINDS, type EmailTestResult } from "~/contract/admin-access";
import type { AdminApplication } from "~/contract/admin-applications";
import { describeError, json, Refusal } from "~/contract/http";
import { PLATFORM_ID } from "~/contract/ids";
import { sameSecret } from "~/contract/secret";
import { strictSchema, type StrictResult } from "~/contract/strict";
import * as z from "zod";
import { cvKey, fileKey } from "../files";
import { deleteApplications } from "../deletion";
import { allowsRequest } from "../rate-limits";
import { logRefusedSignIns, writeLog, type Action } from "../desk-log";
import { formatFailure } from "../email/failure";
import { tryEmailSettings } from "../email/mailer";
import { readEmailReport } from "../email/report";
import { sendSample } from "../confirmations/sample";
import type { Env } from "../env";
import { EACH_HOUR, EACH_MINUTE, onSchedule } from "../scheduled";
import * as applications from "./applications";
import * as backup from "./backup";
import * as channels from "./channels";
import * as companies from "../companies/companies";
import * as deskAccess from "../companies/desk-access";

/** Length of 32 bytes in base64, without padding. */
const MIN_SECRET_LENGTH = 43;

/** Maximum length of a job's JSON. D1 stores rows of up to 2 MB. */
const MAX_JOB_CHARACTERS = 500_000;

/** Maximum size of a file in a backup. `MAX_CV_BYTES` has the same upper limit. */
const MAX_FILE_BYTES = 94_371_840;

/** Response header that makes the site purge a client's pages. The site removes the header. */
const CHANGED = "Puerta-Changed";

/** The author of changes through the admin interface. */
const ADMIN = { who: "admin" };

interface AdminEnv {
  Bindings: Env;
}

type AdminContext = Context<AdminEnv>;

const ID = `:id{${PLATFORM_ID.source.slice(1, -1)}}` as const;

/** The admin interface. Off until `ADMIN_SECRET` is set. */
export const admin = new Hono<AdminEnv>().basePath(ADMIN_PATH);

admin.use(async ({ env, req }, next) => {
  if (!(await allowsRequest(env, req.header("CF-Connecting-IP"), "admin "))) {
    throw new Refusal(429, "Too many requests. Wait a minute.", { "Retry-After": "60" });
  }
  const { ADMIN_SECRET: secret = "" } = env;
  if (secret.length < MIN_SECRET_LENGTH) throw notFound();
  const [, given = ""] = /^Bearer (.+)$/.exec(req.header("Authorization") ?? "") ?? [];
  if (!(await sameSecret(given, secret))) {
    throw new Refusal(401, "The admin secret is missing or wrong.");
  }
  return next();
});

/** Restores a file from a backup. The site accepts larger bodies for files than for other requests. */
admin.put("/backup/files/:key{.+}", bodyLimit({ maxSize: MAX_FILE_BYTES }), async (context) => {
  const { env, req } = context;
  const key = decodeURIComponent(req.param("key"));
  return json({ added: await backup.addFile(env, key, await req.arrayBuffer()) });
});

admin.use(
  bodyLimit({
    maxSize: ADMIN_BODY_BYTES,
    onError: () => {
      throw new Refusal(413, `The body is larger than ${ADMIN_BODY_BYTES} bytes.`);
    },
  }),
);

admin.get("/companies", async ({ env }) => json({ companies: await companies.list(env) }));

admin.get(`/companies/${ID}`, async (context) => json(await findCompany(context)));

admin.put(`/companies/${ID}`, async (context) => {
  const company = parse(strictSchema(Company), await readBody(context));
  if (company.uuid !== context.req.param("id"))
    throw new Refusal(400, "The uuids in the URL and the body differ.");
  await companies.save(context.env, company, ADMIN);
  await log(context, "changed company", { client: company.uuid });
  return changedResponse(company.uuid);
});

admin.delete(`/companies/${ID}`, async (context) => {
  const { uuid: client } = await findCompany(context);
  await companies.remove(context.env, client);
  await log(context, "deleted company", { client });
  return changedResponse(client);
});

admin.get(`/companies/${ID}/jobs`, async (context) => {
  const { uuid } = await findCompany(context);
  return json({
    jobs: await companies.listJobs(context.env, uuid),
    applications: await companies.countApplications(context.env, uuid),
  });
});

const Changes = z.strictObject({
  jobs: z.array(z.unknown()).default([]),
  open: z.array(z.string()).default([]),
  close: z.array(z.string()).default([]),
});

/** Adds, replaces, opens and closes jobs in one transaction. */
admin.post(`/companies/${ID}/jobs`, async (context) => {
  const { uuid: client } = await findCompany(context);
  const { jobs, open, close } = parse(Changes, await readBody(context));
  const schema = strictSchema(JobWithDescription);
  const parsed = jobs.map((job, index) => parse(schema, job, ["jobs", index]));
  for (const { name, ...job } of parsed) {
    if (JSON.stringify(job).length <= MAX_JOB_CHARACTERS) continue;
    throw new Refusal(422, `${name} has more than ${MAX_JOB_CHARACTERS} characters.`);
  }
  await companies.saveJobs(context.env, client, { jobs: parsed, open, close }, ADMIN);
  const count = jobs.length + open.length + close.length;
  await log(context, "changed jobs", { client, count });
  return changedResponse(client);
});

admin.delete("/companies/:id/jobs/:job", async (context) => {
  const { uuid: client } = await findCompany(context);
  const job = context.req.param("job");
  const deleted = await companies.removeJob(context.env, client, job);
  if (deleted === undefined) throw notFound();
  await log(context, "deleted job", { client, position: job, count: deleted });
  return changedResponse(client, { applications: deleted });
});

admin.get("/applications", async (context) => {
  const found = await applications.find(context.env, context.req.query());
  const clients = found.clients.map((client) => ({ client }));
  await log(context, "searched", ...(clients.length > 0 ? clients : [{}]));
  return json(found.page);
});

admin.get(`/applications/${ID}`, async (context) => {
  const application = await findApplication(context);
  await log(context, "read", getSubject(application));
  return json(application);
});

admin.delete(`/applications/${ID}`, async (context) => {
  const application = await findApplication(context);
  await deleteApplications(context.env, [application.id]);
  await log(context, "deleted", getSubject(application));
  return json({});
});

/** `:file` is `cv` or an index into the application's files. */
admin.get(`/applications/:id/files/:file{cv|[0-9]{1,3}}`, async (context) => {
  const application = await findApplication(context);
  const { id } = application;
  const file = context.req.param("file");
  const object = await context.env.CVS.get(file === "cv" ? cvKey(id) : fileKey(id, Number(file)));
  if (!object) throw notFound();
  await log(context, "downloaded", getSubject(application));
  return new Response(object.body, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Cache-Control": "no-store",
      "Content-Length": String(object.size),
    },
  });
});

admin.get("/backup/tables/:table", async ({ env, req }) =>
  json(await backup.readRows(env, req.param("table"), Number(req.query("after") ?? 0))),
);

admin.get("/backup/files", async ({ env, req }) =>
  json(await backup.listFiles(env, req.query("after") ?? "")),
);

admin.get("/backup/files/:key{.+}", async ({ env, req }) => {
  const { body, size } = await backup.readFile(env, decodeURIComponent(req.param("key")));
  return new Response(body, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Cache-Control": "no-store",
      "Content-Length": String(size),
    },
  });
});

/** Logs the start of a backup or a restore. */
admin.post("/backup/:action{save|restore}", async (context) => {
  await log(
    context,
    context.req.param("action") === "save" ? "saved backup" : "restored backup",
    {},
  );
  return json({});
});

admin.put("/backup/tables/:table", async (context) => {
  const { rows } = parse(BackupRows, await readBody(context));
  return json(await backup.addRows(context.env, context.req.param("table"), rows));
});

admin.post("/backup/deletions", async ({ env, req }) =>
  json(await backup.deleteAgain(env, req.query("first") === "yes", Date.now())),
);

admin.get("/email", async ({ env }) => json(await readEmailReport(env, Date.now())));

admin.get("/channels", async ({ env }) => json({ channels: await channels.list(env) }));

/** Replaces a company's webhook, or its email addresses. A webhook's secret is returned once. */
admin.put(`/companies/${ID}/channels/:kind{${CHANNEL_KINDS.join("|")}}`, async (context) => {
  const { uuid: client } = await findCompany(context);
  const kind = z.enum(CHANNEL_KINDS).parse(context.req.param("kind"));
  const settings = parse(channels.ChannelSettings, await readBody(context));
  const result = await channels.replace(context.env, client, kind, settings);
  await log(context, "changed notifications", { client });
  return json(result);
});

admin.delete(`/companies/${ID}/channels`, async (context) => {
  const { uuid: client } = await findCompany(context);
  await channels.remove(context.env, client);
  await log(context, "changed notifications", { client });
  return json({});
});

admin.post(`/companies/${ID}/channels/test`, async (context) => {
  const { uuid: client } = await findCompany(context);
  return json({ channels: await channels.test(context.env, client, Date.now()) });
});

admin.get("/desk", async ({ env }) => json(await deskAccess.list(env)));

/** Creates a sign-in code, which is returned once, or adds an email address for Cloudflare Access. */
admin.post("/desk", async (context) => {
  const invitation = parse(deskAccess.Invitation, await readBody(context));
  const client = invitation.company;
  if (client !== null && !(await companies.find(context.env, client))) throw notFound();
  const invited = await deskAccess.invite(context.env, invitation);
  await log(context, "invited", ...(client === null ? [{}] : [{ client }]));
  return json({ ...invited, desk: context.env.DESK_URL ?? null });
});

/** Revokes a sign-in code by its id, or an email address's access. */
admin.delete("/desk/:who", async (context) => {
  // A revoked code has no name or company for the log.
  await logRefusedSignIns(context.env, Date.now(), 0);
  const isRevoked = await deskAccess.revoke(context.env, context.req.param("who"));
  if (!isRevoked) throw notFound();
  await log(context, "revoked", {});
  return json({});
});

const EmailTest = z.strictObject({ to: z.string().optional() });

/** Tests the email settings. With `to`, sends a sample of the company's confirmation to this address. */
admin.post(`/companies/${ID}/email/test`, async (context) => {
  const { env } = context;
  const company = await findCompany(context);
  const { to } = parse(EmailTest, await readBody(context));
  const failure = await (to === undefined ? tryEmailSettings(env) : sendSample(env, company, to));
  return json({ problem: failure ? formatFailure(failure) : null } satisfies EmailTestResult);
});

/** Runs the scheduled tasks, because local runs have no cron triggers. */
admin.post("/schedule", async ({ env }) => {
  const now = Date.now();
  await onSchedule(EACH_MINUTE, now, env);
  await onSchedule(EACH_HOUR, now, env);
  return json({});
});

admin.notFound(() => notFound().toResponse());
admin.onError((error) => {
  if (error instanceof Refusal) return error.toResponse();
  console.error("The admin interface:", describeError(error));
  return json({ error: "Internal error" }, 500);
});

const notFound = () => new Refusal(404, "Not found.");

async function findCompany({ env, req }: AdminContext) {
  const company = await companies.find(env, req.param("id") ?? "");
  if (!company) throw notFound();
  return company;
}

async function findApplication({ env, req }: AdminContext) {
  const application = await applications.findById(env, req.param("id") ?? "");
  if (!application) throw notFound();
  return application;
}

const getSubject = ({ id, client_uuid, position_uuid }: AdminApplication) => ({
  client: client_uuid,
  position: position_uuid,
  application: id,
});

const log = ({ env }: AdminContext, action: Action, ...subjects: Parameters<typeof writeLog>[3]) =>
  writeLog(env, ADMIN.who, action, subjects);

async function readBody({ req }: AdminContext): Promise<unknown> {
  const text = await req.text();
  if (text.includes("\\u0000")) throw new Refusal(400, "The body contains a NUL character.");
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}

/** @throws Refusal 422 that lists each error with its path */
function parse<T>(
  schema: { safeParse: (given: unknown) => StrictResult<T> },
  given: unknown,
  at: PropertyKey[] = [],
): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    path: [...at, ...path].join("."),
    message,
  }));
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join("\n");
  throw new Refusal(422, detail, {}, { errors });
}

const changedResponse = (client: string, answer: object = {}) =>
  json(answer, 200, { [CHANGED]: client });
