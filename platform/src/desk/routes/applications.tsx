/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { receiptNumber } from "~/contract/receipt-number";
import { findRecipient } from "~/platform/src/replies/queue";
import { formatAnswers } from "../answers";
import {
  download,
  getSubject,
  getText,
  ID,
  logAction,
  refuse,
  show,
  showError,
  withApplication,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { listFiles } from "../exports";
import { findPdfContent, findShownType, MAX_SHOWN_BYTES } from "../file-content";
import { safeName } from "~/platform/src/file-names";
import { logRead } from "~/platform/src/desk-log";
import { ApplicationPage, FilePage } from "../pages/application";
import { doneMessage } from "../pages/layout";
import { MARKS } from "../records";

/** A form of `MAX_FORM_BYTES` has room for any note: URL encoding needs up to 12 bytes per character. */
const MAX_NOTE_CHARACTERS = 4000;

export const applications = new Hono<DeskEnv>();

applications.get(`/applications/${ID}`, withApplication, async (context) => {
  const { application } = context.var;
  const hasMessage = doneMessage(context.var.texts, context.req.query("done")) !== undefined;
  const isGet = context.req.raw.method === "GET";
  if (isGet && !hasMessage && application.mark === "new") {
    await context.var.records.setMark([application.id], "seen");
    application.mark = "seen";
  }
  return applicationPage(context);
});

/** Shows an application, and logs that it was read. HEAD requests are not logged. */
async function applicationPage(context: DeskContext, note?: string) {
  const { application, records, texts, person } = context.var;
  const { id, idempotency_key: key, fields } = application;
  const isRead = context.req.raw.method !== "HEAD";
  const [notes, emails] = await Promise.all([
    records.notes(id),
    records.emails(id),
    isRead && logRead(context.env, person, getSubject(application)),
  ]);
  const receipt = key === null ? undefined : await receiptNumber(key);
  const typedNote = note ?? application.note;
  const props = { application, typedNote, notes, emails, receipt };
  const [answers, reach] = [formatAnswers(application, texts), findRecipient(context.env, fields)];
  return context.render(<ApplicationPage {...props} {...{ answers, reach }} />);
}

applications.post(`/applications/${ID}/mark`, withApplication, async (context) => {
  const { application, records, form } = context.var;
  const { id, position_uuid } = application;
  const mark = MARKS.find((value) => value === form.get("mark"));
  if (!mark) return context.notFound();
  await records.setMark([id], mark);
  await logAction(context, "marked", getSubject(application));
  // The application's page marks it as seen again, so redirect to the list after marking it as new.
  const back = mark === "new" ? `/positions/${position_uuid}` : `/applications/${id}`;
  return context.redirect(`${back}?done=marked`, 303);
});

applications.post(`/applications/${ID}/note`, withApplication, async (context) => {
  const { application, records, form, person, texts } = context.var;
  const note = getText(form, "note").replaceAll("\r\n", "\n").trim();
  if ([...note].length > MAX_NOTE_CHARACTERS) {
    refuse(context, texts.noteTooLong);
    return applicationPage(context, note);
  }
  await records.setNote(application.id, note, person.who);
  await logAction(context, "noted", getSubject(application));
  return context.redirect(`/applications/${application.id}?done=noted`, 303);
});

applications.get(`/applications/${ID}/cv`, withApplication, (context) => sendFile(context, "cv"));

applications.get(`/applications/${ID}/files/:index{[0-9]{1,3}}`, withApplication, (context) =>
  sendFile(context, `files/${Number(context.req.param("index"))}`),
);

/** Sends a file as a download or, with `open`, to be shown in a tab. */
async function sendFile(context: DeskContext, path: string) {
  const { application, texts } = context.var;
  const file = listFiles(application).find((listed) => listed.path === path);
  if (!file) return context.notFound();
  const object = await context.env.CVS.get(file.key);
  if (!object) return showError(context, 404, texts.notFound, texts.missingFile);
  const name = safeName(file.name);
  const open = context.req.query("open");
  if (open === undefined) {
    await logAction(context, "downloaded", getSubject(application));
    // Use a type that browsers download instead of displaying.
    const body = object.body as unknown as ReadableStream;
    return download(context, body, name, "application/octet-stream");
  }
  const isSmall = object.size <= MAX_SHOWN_BYTES;
  const bytes = new Uint8Array(isSmall ? await object.arrayBuffer() : []);
  const type = findShownType(bytes);
  const found = type === "application/pdf" ? await findPdfContent(bytes) : [];
  if (type === undefined || (found.length > 0 && open !== "anyway")) {
    const canOpen = type !== undefined;
    return context.render(<FilePage {...{ application, path, name, canOpen, found }} />);
  }
  await logAction(context, "viewed", getSubject(application));
  return show(context, bytes, name, type);
}
