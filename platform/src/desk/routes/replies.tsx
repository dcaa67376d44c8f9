/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { LANGUAGES } from "~/contract/languages";
import { sendDueEmails } from "~/platform/src/confirmations/send";
import { toSendableAddress } from "~/platform/src/email/address";
import { readEmailSettings } from "~/platform/src/email/settings";
import {
  createReplyId,
  isReplyId,
  queueReply,
  reachOf,
  replyId,
} from "~/platform/src/replies/queue";
import {
  cleanText,
  fillTemplate,
  findUnknown,
  readReplySettings,
  REPLY_KINDS,
  REPLY_LIMITS,
  saveReplySettings,
  type Template,
} from "~/platform/src/replies/templates";
import { TEMPLATES, type TemplateName } from "~/platform/src/replies/texts";
import {
  getDoneMessage,
  getSubject,
  getText,
  getView,
  ID,
  logAction,
  sendPage,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { parseButton, type EntryError } from "../forms/form";
import { ReplyCheckPage, ReplyPage, TemplatesPage } from "../pages/replies";

export const replies = new Hono<DeskEnv>();

const knownLanguage = (tag: string | undefined) => LANGUAGES.find((one) => one === tag);

/** Reads what the two pages about an email show. Returns undefined if the person has no access to the application. */
async function load(context: DeskContext, asked: (name: string) => string) {
  const { env, var: vars } = context;
  const application = await vars.records.application(context.req.param("id") ?? "");
  if (!application) return undefined;
  const { id, client_uuid, first_name, position, company, fields } = application;
  const [settings, emails] = await Promise.all([
    readReplySettings(env, client_uuid, id),
    vars.records.emails(id),
  ]);
  const email = readEmailSettings(env);
  return {
    application,
    reach: reachOf(env, fields),
    settings,
    filling: { firstName: first_name, job: position, company },
    shown: {
      ...{ view: getView(context), application, replyTo: settings.replyTo },
      from: email && "from" in email ? email.from : "",
      id: isReplyId(asked("id")) ? asked("id") : createReplyId(),
      kind: REPLY_KINDS.find((one) => one === asked("kind")) ?? "own",
      language: knownLanguage(asked("language")) ?? settings.language,
      last: emails.find(({ kind }) => kind !== "confirmation"),
    },
  };
}

replies.get(`/applications/${ID}/reply`, async (context) => {
  const loaded = await load(context, (name) => context.req.query(name) ?? "");
  if (!loaded) return context.notFound();
  const { application, reach, settings, filling, shown } = loaded;
  if (!("to" in reach)) return context.redirect(`/applications/${application.id}`, 303);
  const { subject, text } = settings.templates(shown.language)[shown.kind];
  const entry = { subject: fillTemplate(subject, filling), text: fillTemplate(text, filling) };
  return sendPage(context, <ReplyPage {...shown} {...{ entry, to: reach.to }} errors={[]} />);
});

/** Shows an email before it is sent, and sends it. */
replies.post(`/applications/${ID}/reply`, async (context) => {
  const { env, var: vars } = context;
  const { form, person, records } = vars;
  const loaded = await load(context, (name) => getText(form, name));
  if (!loaded) return context.notFound();
  const { application, reach, filling, shown } = loaded;
  const back = `/applications/${application.id}`;
  if (!("to" in reach)) return context.redirect(back, 303);
  const entry = readTemplate(form, "", (text) => fillTemplate(text, filling));
  // Braces in the name of the job or company are not placeholders.
  const { job, company } = filling;
  const errors = findErrors("", entry, (text) => text.replaceAll(job, "").replaceAll(company, ""));
  const props = { ...shown, entry, errors, to: reach.to };
  const { action } = parseButton(form);
  if (errors.length > 0) return sendPage(context, <ReplyPage {...props} />, 422);
  if (action === "edit") return sendPage(context, <ReplyPage {...props} />);
  if (action !== "send") return sendPage(context, <ReplyCheckPage {...props} />);
  const { kind, replyTo } = shown;
  const id = await replyId(shown.id, entry.subject, entry.text);
  const about = { application: application.id, client: application.client_uuid };
  const reply = { id, kind, who: person.who, to: reach.to, replyTo, ...about, ...entry };
  const now = Date.now();
  if (await queueReply(env, reply, now)) {
    if (kind !== "received") await records.setMark([application.id], "answered");
    await logAction(context, "replied", getSubject(application));
    env.later.waitUntil(sendDueEmails(env, now));
  }
  return context.redirect(`${back}?done=replied`, 303);
});

function readTemplate(form: FormData, prefix: string, fill = (text: string) => text): Template {
  const read = (name: string) => fill(cleanText(getText(form, prefix + name)));
  return { subject: read("subject").replace(/\s+/g, " "), text: read("text") };
}

function findErrors(prefix: string, entry: Template, strip = (text: string) => text) {
  return (["subject", "text"] as const).flatMap((name): EntryError[] => {
    const unknown = findUnknown(strip(entry[name]));
    const field = prefix + name;
    if (entry[name] === "" && prefix === "") return [{ field, message: "is missing" }];
    if ([...entry[name]].length > REPLY_LIMITS[name]) return [{ field, message: "is too long" }];
    return unknown.length > 0
      ? [{ field, message: `has the unknown placeholder ${unknown.join(", ")}` }]
      : [];
  });
}

replies.get(`/companies/${ID}/replies`, async (context) => {
  const company = findCompany(context);
  if (!company) return context.notFound();
  const settings = await readReplySettings(context.env, company.uuid);
  const language = knownLanguage(context.req.query("language")) ?? settings.language;
  const { replyTo } = settings;
  const shown = { company, language, replyTo, templates: settings.templates(language) };
  const message = getDoneMessage(context);
  const props = { view: getView(context), message, errors: [], ...shown };
  return sendPage(context, <TemplatesPage {...props} />);
});

replies.post(`/companies/${ID}/replies`, async (context) => {
  const { env, var: vars } = context;
  const company = findCompany(context);
  const language = knownLanguage(getText(vars.form, "language"));
  if (!company || !language) return context.notFound();
  const typed = getText(vars.form, "reply_to").trim();
  const replyTo = typed === "" ? "" : toSendableAddress(typed);
  const templates = Object.fromEntries(
    TEMPLATES.map((name) => [name, readTemplate(vars.form, `${name}.`)]),
  ) as Record<TemplateName, Template>; // has all names
  const errors = [
    ...(replyTo === undefined ? [{ field: "reply_to", message: "is not an address" }] : []),
    ...TEMPLATES.flatMap((name) => findErrors(`${name}.`, templates[name])),
  ];
  if (replyTo === undefined || errors.length > 0) {
    const shown = { company, language, replyTo: typed, templates, errors, message: undefined };
    return sendPage(context, <TemplatesPage view={getView(context)} {...shown} />, 422);
  }
  await saveReplySettings(env, company.uuid, replyTo, language, templates);
  await logAction(context, "changed replies", { client: company.uuid });
  return context.redirect(
    `/companies/${company.uuid}/replies?language=${language}&done=saved`,
    303,
  );
});

const findCompany = ({ req, var: { person } }: DeskContext) =>
  person.companies.find(({ uuid }) => uuid === req.param("id"));
