/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { receiptNumber } from "~/contract/receipt-number";
import { reachOf } from "~/platform/src/replies/queue";
import { formatAnswers } from "../answers";
import {
  download,
  getDoneMessage,
  getSubject,
  getText,
  getView,
  ID,
  logAction,
  sendPage,
  show,
  showError,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { listFiles } from "../exports";
import { findPdfContent, findShownType, MAX_SHOWN_BYTES } from "../file-content";
import { safeName } from "~/platform/src/file-names";
import { logRead } from "~/platform/src/desk-log";
import { ApplicationPage, FilePage } from "../pages/application";
import { EmailsCard } from "../pages/replies";
import { MARKS, type ApplicationRow } from "../records";

/** A form of `MAX_FORM_BYTES` has room for any note: URL encoding needs up to 12 bytes per character. */
const MAX_NOTE_CHARACTERS = 4000;

export const applications = new Hono<DeskEnv>();

applications.get(`/applications/${ID}`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const message = getDoneMessage(context);
  const isGet = context.req.raw.method === "GET";
  if (isGet && message === undefined && application.mark === "new") {
    await context.var.records.setMark([application.id], "seen");
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
  const [notes, emails] = await Promise.all([
    records.notes(application.id),
    records.emails(application.id),
    isRead && logRead(context.env, context.var.person, getSubject(application)),
  ]);
  const { idempotency_key: key } = application;
  const view = getView(context);
  const reach = reachOf(context.env, application.fields);
  return sendPage(
    context,
    <ApplicationPage
      view={view}
      application={application}
      answers={formatAnswers(application, texts)}
      notes={notes}
      receipt={key === null ? undefined : await receiptNumber(key)}
      emails={<EmailsCard {...{ view, application, emails }} reach={reach} />}
      {...noted}
    />,
    noted.error === undefined ? 200 : 422,
  );
}

applications.post(`/applications/${ID}/mark`, async (context) => {
  const { records, form } = context.var;
  const application = await records.application(context.req.param("id"));
  const mark = MARKS.find((one) => one === form.get("mark"));
  if (!application || !mark) return context.notFound();
  await records.setMark([application.id], mark);
  await logAction(context, "marked", getSubject(application));
  // The application's page marks it as seen again, so redirect to the list after marking it as new.
  const { id, position_uuid } = application;
  const back = mark === "new" ? `/positions/${position_uuid}` : `/applications/${id}`;
  return context.redirect(`${back}?done=marked`, 303);
});

applications.post(`/applications/${ID}/note`, async (context) => {
  const { records, form, person, texts } = context.var;
  const application = await records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const note = getText(form, "note").replaceAll("\r\n", "\n").trim();
  if ([...note].length > MAX_NOTE_CHARACTERS) {
    return applicationPage(context, application, { note, error: texts.noteTooLong });
  }
  await records.setNote(application.id, note, person.who);
  await logAction(context, "noted", getSubject(application));
  return context.redirect(`/applications/${application.id}?done=noted`, 303);
});

applications.get(`/applications/${ID}/cv`, (context) => sendFile(context, "cv"));

applications.get(`/applications/${ID}/files/:index{[0-9]{1,3}}`, (context) =>
  sendFile(context, `files/${Number(context.req.param("index"))}`),
);

/** Sends a file as a download, or with `open` to be shown in a tab. */
async function sendFile(context: DeskContext, path: string) {
  const { texts, records } = context.var;
  const application = await records.application(context.req.param("id") ?? "");
  const file = application && listFiles(application).find((one) => one.path === path);
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
    const props = {
      view: getView(context),
      application,
      path,
      name,
      canOpen: type !== undefined,
      found,
    };
    return sendPage(context, <FilePage {...props} />);
  }
  await logAction(context, "viewed", getSubject(application));
  return show(context, bytes, name, type);
}
