/** @jsxImportSource hono/jsx */
// Actions on several applications at once: on the chosen ones in a list, or on all of a position's.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { deleteApplications } from "~/platform/src/deletion";
import {
  download,
  getSubject,
  getText,
  ID,
  isConfirmed,
  logAction,
  withApplication,
  withPosition,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { createCsv, createZip, EXPORTS, hasVoluntaryAnswers } from "../exports";
import { safeStem } from "~/platform/src/file-names";
import { Confirm, ConfirmPage } from "../pages/confirm";
import { Page } from "../pages/layout";
import { Button, Form, Hint, Row, Rows } from "../pages/parts";
import { useDesk } from "../pages/view";
import { MARKS, type ApplicationRow, type PositionRow, type Selection } from "../records";

export const chosen = new Hono<DeskEnv>();

const LIST_PATH = /^\/(?:applications|positions\/[\w-]{1,64})(?:\?[\w=&-]{0,2000})?$/;

const withDone = (path: string, done: string) =>
  `${path}${path.includes("?") ? "&" : "?"}done=${done}`;

/** Sets the applications that a form has chosen. `back` is the URL of the list to return to. */
const withChosen = createMiddleware<DeskEnv>(async (context, next) => {
  const { form, records } = context.var;
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  const rows = await records.applicationsById(ids);
  const typed = getText(form, "back");
  const back = LIST_PATH.test(typed) ? typed : "/applications";
  if (rows.length === 0) return context.redirect(withDone(back, "none-chosen"), 303);
  context.set("chosen", { rows, back });
  return next();
});

const idsOf = (rows: readonly ApplicationRow[]) => rows.map(({ id }) => id);

chosen.post("/chosen/mark", withChosen, async (context) => {
  const { form, records } = context.var;
  const { rows, back } = context.var.chosen;
  const mark = MARKS.find((value) => value === form.get("mark"));
  if (!mark) return context.notFound();
  await records.setMark(idsOf(rows), mark);
  await logAction(context, "marked", ...rows.map(getSubject));
  return context.redirect(withDone(back, "marked"), 303);
});

interface DeleteProps {
  rows: ApplicationRow[];
  action: string;
  back: string;
}

function DeletePage({ rows, action, back }: DeleteProps) {
  const { texts } = useDesk();
  const [first, another] = rows;
  const what =
    first && !another
      ? `${first.first_name} ${first.last_name} (#${first.number})`
      : texts.applications(rows.length);
  return (
    <ConfirmPage
      {...{ action, back, section: "applications", title: texts.deleteQuestion }}
      {...{ what: texts.confirmDelete(what), button: texts.deletePermanently }}
      hidden={{ id: idsOf(rows), back, asked: "yes" }}
    >
      <Rows
        rows={rows.map(({ number, first_name, last_name, company, position }) => (
          <Row name={`${first_name} ${last_name}`} meta={`#${number} · ${company}, ${position}`} />
        ))}
      />
      <p>{texts.deleteWarning(rows.length)}</p>
    </ConfirmPage>
  );
}

/** Deletes applications, if the form confirms it. @param after the page to show afterwards */
async function deleteRows(context: DeskContext, props: DeleteProps, after: string) {
  const subjects = props.rows.map(getSubject);
  if (!(await isConfirmed(context, ...subjects))) return context.render(<DeletePage {...props} />);
  await deleteApplications(context.env, idsOf(props.rows));
  await logAction(context, "deleted", ...subjects);
  return context.redirect(withDone(after, "deleted"), 303);
}

chosen.post("/chosen/delete", withChosen, (context) => {
  const { form } = context.var;
  const { rows, back } = context.var.chosen;
  const props = { rows, action: "/chosen/delete", back };
  if (form.get("asked") === "yes") return deleteRows(context, props, back);
  return context.render(<DeletePage {...props} />);
});

const deleteOne = (application: ApplicationRow): DeleteProps => {
  const back = `/applications/${application.id}`;
  return { rows: [application], action: `${back}/delete`, back };
};

chosen.get(`/applications/${ID}/delete`, withApplication, (context) =>
  context.render(<DeletePage {...deleteOne(context.var.application)} />),
);

chosen.post(`/applications/${ID}/delete`, withApplication, (context) => {
  const { application } = context.var;
  return deleteRows(context, deleteOne(application), `/positions/${application.position_uuid}`);
});

/** The contents of an export: a position's applications, or the chosen ones. */
interface Exported {
  selection: Selection;
  count: number;
  /** The position's name, if all are for the same position. */
  name?: string;
  action: string;
  back: string;
  subjects: Parameters<typeof isConfirmed>[1][];
}

/** Asks for the format and a confirmation before applications are downloaded. */
function ExportPage({
  name,
  selection,
  count,
  action,
  back,
  hasVoluntary,
}: Exported & { hasVoluntary: boolean }) {
  const { texts } = useDesk();
  const what = [texts.applications(count), ...(name === undefined ? [] : [name])];
  return (
    <Page
      {...{ title: texts.exportAll, trail: [[back, name ?? texts.inbox]], isNarrow: true }}
      section={name === undefined ? "applications" : "positions"}
    >
      <p>
        <strong>{what.join(" · ")}</strong>
      </p>
      <p>{texts.exportNotice}</p>
      <Hint>{texts.exportHint}</Hint>
      <Form action={action} hidden={"ids" in selection ? { id: selection.ids, back } : {}}>
        <Confirm what={texts.confirmExport(what.join(", "))} />
        <div class="actions">
          <Button name="kind" value="csv" text={texts.exportCsv} />
          <Button name="kind" value="zip" text={texts.exportZip} kind="plain" />
          {hasVoluntary && (
            <Button name="kind" value="voluntary" text={texts.exportVoluntary} kind="plain" />
          )}
        </div>
      </Form>
    </Page>
  );
}

async function exportPage(context: DeskContext, exported: Exported) {
  const hasVoluntary = await hasVoluntaryAnswers(context.var.records, exported.selection);
  return context.render(<ExportPage {...exported} hasVoluntary={hasVoluntary} />);
}

async function exportAll(context: DeskContext, exported: Exported) {
  const { records, form, texts } = context.var;
  const { selection, name, subjects } = exported;
  const kind = EXPORTS.find((value) => value === form.get("kind"));
  if (!kind) return context.notFound();
  if (!(await isConfirmed(context, ...subjects))) return exportPage(context, exported);
  await logAction(context, "exported", ...subjects);
  const stem = safeStem(name ?? "applications", "applications");
  if (kind === "zip") {
    const zip = createZip(context.env, records, selection, texts);
    return download(context, zip, `${stem}.zip`, "application/zip");
  }
  const csv = createCsv(records, selection, texts, kind === "voluntary");
  const bytes = toUtf8Stream(csv);
  const fileName = kind === "voluntary" ? `${stem} voluntary.csv` : `${stem}.csv`;
  return download(context, bytes, fileName, "text/csv; charset=utf-8");
}

const exportedPosition = ({ uuid, client_uuid: client, name, ...position }: PositionRow) => {
  const count = position.application_count;
  const back = `/positions/${uuid}`;
  const subjects = [{ client, position: uuid, count }];
  return { selection: { position: uuid }, count, name, action: `${back}/export`, back, subjects };
};

chosen.get(`/positions/${ID}/export`, withPosition, (context) =>
  exportPage(context, exportedPosition(context.var.position)),
);

chosen.post(`/positions/${ID}/export`, withPosition, (context) =>
  exportAll(context, exportedPosition(context.var.position)),
);

chosen.post("/chosen/export", withChosen, (context) => {
  const { form } = context.var;
  const { rows, back } = context.var.chosen;
  const selection = { ids: idsOf(rows) };
  const subjects = rows.map(getSubject);
  const exported = { selection, count: rows.length, action: "/chosen/export", back, subjects };
  return (form.has("kind") ? exportAll : exportPage)(context, exported);
});

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
