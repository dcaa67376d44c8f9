/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { readEmailHealth } from "../../email/report";
import {
  CHANGED,
  checkConfirmation,
  countPages,
  download,
  getDoneMessage,
  getText,
  getView,
  ID,
  logAction,
  pageNumber,
  sendPage,
  siteOrigin,
  type DeskContext,
  type DeskEnv,
  type FormError,
} from "../context";
import { createCsv, createZip, EXPORTS, hasVoluntaryAnswers } from "../exports";
import { safeStem } from "../file-names";
import { ApplicationsPage, ExportPage } from "../pages/applications";
import { FILTERS, PositionsPage } from "../pages/positions";
import { MARKS, type ListedStatus, type PositionRow } from "../records";

export const positions = new Hono<DeskEnv>();

positions.get("/", async (context) => {
  const at = pageNumber(context);
  const { records, positionNames, texts } = context.var;
  const { q = "", show } = context.req.query();
  const filter = { query: q.slice(0, 200), show: FILTERS.find((one) => one === show) };
  const [{ rows, total, all }, { problem }] = await Promise.all([
    records.positions(positionNames, filter, at, texts.lang),
    readEmailHealth(context.env),
  ]);
  return sendPage(
    context,
    <PositionsPage
      {...{ view: getView(context), rows, filter, page: at, pages: countPages(total), problem }}
      counts={countByCompany(all)}
      site={siteOrigin(context)}
      message={getDoneMessage(context)}
    />,
  );
});

/** Counts the published positions of each company. */
function countByCompany(all: readonly { client_uuid: string; status: ListedStatus }[]) {
  const counts = new Map<string, number>();
  for (const { client_uuid, status } of all) {
    const before = counts.get(client_uuid) ?? 0;
    counts.set(client_uuid, status === "draft" ? before : before + 1);
  }
  return counts;
}

positions.get(`/positions/${ID}`, async (context) => {
  const { records } = context.var;
  const uuid = context.req.param("id");
  const mark = MARKS.find((one) => one === context.req.query("mark"));
  const at = pageNumber(context);
  const [position, { rows, total }] = await Promise.all([
    records.position(uuid),
    records.applications(uuid, mark, at),
  ]);
  if (!position) return context.notFound();
  const { person } = context.var;
  const code = person.companies.find(({ uuid: one }) => one === position.client_uuid)?.code ?? "";
  const site = siteOrigin(context);
  const props = {
    href: site && `${site}/${encodeURIComponent(code)}/${position.slug}/${uuid}`,
    position,
    rows,
    mark,
    page: at,
    pages: countPages(total),
    message: getDoneMessage(context),
  };
  return sendPage(context, <ApplicationsPage view={getView(context)} {...props} />);
});

positions.post(`/positions/${ID}/status`, async (context) => {
  const { records, form, person } = context.var;
  const uuid = context.req.param("id");
  const status = getText(form, "status");
  if (status !== "open" && status !== "closed") return context.notFound();
  const position = status === "open" ? await records.position(uuid) : undefined;
  // A position stays closed as long as its closing date has passed.
  if (position?.isPastClosing)
    return context.redirect(`/positions/${uuid}/edit?done=choose-date#closes_at`, 303);
  const client = await records.setStatus(uuid, status, person.who);
  if (client === undefined) return context.notFound();
  context.header(CHANGED, client);
  const done = status === "open" ? "opened" : "closed";
  return context.redirect(`/positions/${uuid}?done=${done}`, 303);
});

positions.get(`/positions/${ID}/export`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? exportPage(context, position) : context.notFound();
});

async function exportPage(context: DeskContext, position: PositionRow, error?: FormError) {
  const hasVoluntary = await hasVoluntaryAnswers(context.var.records, position);
  const props = { position, hasVoluntary, error: error?.text };
  return sendPage(context, <ExportPage view={getView(context)} {...props} />, error?.status);
}

positions.post(`/positions/${ID}/export`, async (context) => {
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
