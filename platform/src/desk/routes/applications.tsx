/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { receiptNumber } from "../../../../contract/receipt-number";
import { deleteApplications } from "../../deletion";
import { cvKey, fileKey } from "../../files";
import { reachOf } from "../../replies/queue";
import { formatAnswers } from "../answers";
import {
  checkConfirmation,
  download,
  getDoneMessage,
  getSubject,
  getText,
  getView,
  ID,
  logAction,
  sendPage,
  showError,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { safeName } from "../file-names";
import { logRead } from "../log";
import { ApplicationPage, DeletePage } from "../pages/application";
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
  const [position, emails] = await Promise.all([
    records.position(application.position_uuid),
    records.emails(application.id),
    isRead && logRead(context.env, context.var.person, getSubject(application)),
  ]);
  const asks = position?.asks ?? {};
  const { idempotency_key: key } = application;
  const view = getView(context);
  const reach = reachOf(context.env, application.fields);
  return sendPage(
    context,
    <ApplicationPage
      view={view}
      application={application}
      answers={formatAnswers(application, asks, texts)}
      asks={asks}
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
  await records.setMark(application.id, mark);
  await logAction(context, "marked", getSubject(application));
  // The application's page marks it as seen again, so redirect to the list after marking it as new.
  const { id, position_uuid } = application;
  const back = mark === "new" ? `/positions/${position_uuid}` : `/applications/${id}`;
  return context.redirect(`${back}?done=marked`, 303);
});

applications.post(`/applications/${ID}/note`, async (context) => {
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

applications.get(`/applications/${ID}/cv`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  const name = application?.cv_name ?? undefined;
  if (!application || name === undefined) return context.notFound();
  return sendFile(context, application, cvKey(application.id), name);
});

applications.get(`/applications/${ID}/files/:index{[0-9]{1,3}}`, async (context) => {
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

applications.get(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  return sendPage(context, <DeletePage view={getView(context)} application={application} />);
});

applications.post(`/applications/${ID}/delete`, async (context) => {
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
