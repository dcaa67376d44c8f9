/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { LANGUAGES } from "~/contract/languages";
import { sendDueEmails } from "~/platform/src/confirmations/send";
import { toSendableAddress } from "~/platform/src/email/address";
import { readEmailSettings } from "~/platform/src/email/settings";
import {
  createReplyId,
  isReplyId,
  queueReply,
  findRecipient,
  deriveReplyId,
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
  findCompany,
  getSubject,
  getText,
  ID,
  logAction,
  withApplication,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { parseButton, type EntryError } from "../forms/form";
import { ReplyCheckPage, ReplyPage, TemplatesPage } from "../pages/replies";
import type { ApplicationRow } from "../records";

export const replies = new Hono<DeskEnv>();

const knownLanguage = (tag: string | undefined) => LANGUAGES.find((language) => language === tag);

/**
 * Reads the data for the two pages about an email. Returns undefined if no email can be sent.
 *
 * @param getValue returns a value from the query or the form
 */
async function load(
  { env, var: { records } }: DeskContext,
  application: ApplicationRow,
  getValue: (name: string) => string,
) {
  const { id, client_uuid, first_name, position, company, fields } = application;
  const reach = findRecipient(env, fields);
  if (!("to" in reach)) return undefined;
  const [{ replyTo, ...settings }, emails] = await Promise.all([
    readReplySettings(env, client_uuid, id),
    records.emails(id),
  ]);
  const email = readEmailSettings(env);
  const kind = REPLY_KINDS.find((value) => value === getValue("kind")) ?? "own";
  const language = knownLanguage(getValue("language")) ?? settings.language;
  return {
    template: settings.templates(language)[kind],
    filling: { firstName: first_name, job: position, company },
    shown: {
      ...{ application, replyTo, kind, language, to: reach.to },
      from: email && "from" in email ? email.from : "",
      id: isReplyId(getValue("id")) ? getValue("id") : createReplyId(),
      last: emails.find(({ kind: sent }) => sent !== "confirmation"),
    },
  };
}

replies.get(`/applications/${ID}/reply`, withApplication, async (context) => {
  const { application } = context.var;
  const loaded = await load(context, application, (name) => context.req.query(name) ?? "");
  if (!loaded) return context.redirect(`/applications/${application.id}`, 303);
  const { template, filling, shown } = loaded;
  const fill = (text: string) => fillTemplate(text, filling);
  const entry = { subject: fill(template.subject), text: fill(template.text) };
  return context.render(<ReplyPage {...shown} entry={entry} errors={[]} />);
});

/** Shows an email before it is sent, and sends it. */
replies.post(`/applications/${ID}/reply`, withApplication, async (context) => {
  const { application } = context.var;
  const { env, var: vars } = context;
  const { form, person, records } = vars;
  const back = `/applications/${application.id}`;
  const loaded = await load(context, application, (name) => getText(form, name));
  if (!loaded) return context.redirect(back, 303);
  const { filling, shown } = loaded;
  const entry = readTemplate(form, "", (text) => fillTemplate(text, filling));
  // Braces in the name of the job or company are not placeholders.
  const { job, company } = filling;
  const errors = findErrors("", entry, (text) => text.replaceAll(job, "").replaceAll(company, ""));
  const { action } = parseButton(form);
  if (errors.length > 0) context.status(422);
  if (errors.length > 0 || action === "edit")
    return context.render(<ReplyPage {...{ ...shown, entry, errors }} />);
  if (action !== "send") return context.render(<ReplyCheckPage {...{ ...shown, entry }} />);
  const { kind, replyTo, to } = shown;
  const id = await deriveReplyId(shown.id, entry.subject, entry.text);
  const about = { application: application.id, client: application.client_uuid };
  const reply = { id, kind, who: person.who, to, replyTo, ...about, ...entry };
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
    if (unknown.length === 0) return [];
    return [{ field, message: `has the unknown placeholder ${unknown.join(", ")}` }];
  });
}

const withCompany = createMiddleware<DeskEnv>((context, next) => {
  const company = findCompany(context, context.req.param("id"));
  if (!company) return Promise.resolve(context.notFound());
  context.set("company", company);
  return next();
});

replies.get(`/companies/${ID}/replies`, withCompany, async (context) => {
  const { company } = context.var;
  const settings = await readReplySettings(context.env, company.uuid);
  const language = knownLanguage(context.req.query("language")) ?? settings.language;
  const { replyTo } = settings;
  const shown = { company, language, replyTo, templates: settings.templates(language) };
  return context.render(<TemplatesPage {...shown} errors={[]} />);
});

replies.post(`/companies/${ID}/replies`, withCompany, async (context) => {
  const { company, form } = context.var;
  const { uuid } = company;
  const language = knownLanguage(getText(form, "language"));
  if (!language) return context.notFound();
  const typed = getText(form, "reply_to").trim();
  const replyTo = typed === "" ? "" : toSendableAddress(typed);
  const templates = Object.fromEntries(
    TEMPLATES.map((name) => [name, readTemplate(form, `${name}.`)]),
  ) as Record<TemplateName, Template>; // has all names
  const errors = TEMPLATES.flatMap((name) => findErrors(`${name}.`, templates[name]));
  if (replyTo === undefined) errors.unshift({ field: "reply_to", message: "is not an address" });
  if (replyTo === undefined || errors.length > 0) {
    context.status(422);
    const shown = { company, language, replyTo: typed, templates, errors };
    return context.render(<TemplatesPage {...shown} />);
  }
  await saveReplySettings(context.env, uuid, replyTo, language, templates);
  await logAction(context, "changed replies", { client: uuid });
  return context.redirect(`/companies/${uuid}/replies?language=${language}&done=saved`, 303);
});
