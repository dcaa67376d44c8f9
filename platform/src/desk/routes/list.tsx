/** @jsxImportSource hono/jsx */
// The inbox, and the same list for one position.
import { Hono } from "hono";
import { deleteApplications } from "~/platform/src/deletion";
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
  siteOrigin,
  type DeskContext,
  type DeskEnv,
  type FormError,
} from "../context";
import { createCsv, createZip, EXPORTS, hasVoluntaryAnswers } from "../exports";
import { safeStem } from "~/platform/src/file-names";
import { FILTERS, SORTS, type Filter, type Sort } from "../inbox";
import { DeletePage, ExportPage, InboxPage, PositionPage } from "../pages/applications";
import { listHref, type ListState } from "../pages/list";
import { MARKS, type ApplicationRow, type PositionRow, type Selection } from "../records";
import { seal, unseal } from "../sealed";
import { companySubjects } from "../visitor";

export const list = new Hono<DeskEnv>();

const MAX_SEARCH_CHARACTERS = 200;

const keyOf = <Key extends string>(record: Record<Key, unknown>, text: string | undefined) =>
  (Object.keys(record) as Key[]).find((key) => key === text); // has no other keys

const numberOf = (text = "") => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

async function readList(context: DeskContext, position?: string): Promise<ListState> {
  const { records, person } = context.var;
  const { q = "", show, sort, after, before, all } = context.req.query();
  const query = {
    position,
    search: q === "" ? "" : await unseal(q, person.secret),
    filter: keyOf<Filter>(FILTERS, show),
    sort: keyOf<Sort>(SORTS, sort) ?? ("newest" as const),
    ...{ after: numberOf(after), before: numberOf(before) },
  };
  const at = position === undefined ? "/applications" : `/positions/${position}`;
  return { ...(await records.list(query)), query, at, q, isAllChosen: all === "1" };
}

list.get("/applications", async (context) => {
  const props = { list: await readList(context), message: getDoneMessage(context) };
  return sendPage(context, <InboxPage view={getView(context)} {...props} />);
});

list.get(`/positions/${ID}`, async (context) => {
  const { records, person } = context.var;
  const uuid = context.req.param("id");
  const [position, found] = await Promise.all([records.position(uuid), readList(context, uuid)]);
  if (!position) return context.notFound();
  const code = person.companies.find(({ uuid: one }) => one === position.client_uuid)?.code ?? "";
  const site = siteOrigin(context);
  const props = {
    href: site && `${site}/${encodeURIComponent(code)}/${position.slug}/${uuid}`,
    ...{ position, list: found, message: getDoneMessage(context) },
  };
  return sendPage(context, <PositionPage view={getView(context)} {...props} />);
});

/** Searches are POSTs, which lead to an address in which the search is encrypted. */
async function search(context: DeskContext, at: string) {
  const { form, person } = context.var;
  const text = getText(form, "search").trim().slice(0, MAX_SEARCH_CHARACTERS);
  const filter = keyOf<Filter>(FILTERS, getText(form, "filter"));
  const sort = keyOf<Sort>(SORTS, getText(form, "sort")) ?? "newest";
  if (text !== "") await logAction(context, "searched", ...companySubjects(person.companies));
  const q = text === "" ? "" : await seal(text, person.secret);
  return context.redirect(listHref({ at, q, query: { filter, sort } }), 303);
}

list.post("/applications/search", (context) => search(context, "/applications"));

list.post(`/positions/${ID}/search`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? search(context, `/positions/${position.uuid}`) : context.notFound();
});

const LIST_PATH = /^\/(?:applications|positions\/[\w-]{1,64})(?:\?[\w=&-]{0,2000})?$/;

/** Returns the list's address to return to. */
function listPath(form: FormData): string {
  const back = getText(form, "back");
  return LIST_PATH.test(back) ? back : "/applications";
}

const withDone = (path: string, done: string) =>
  `${path}${path.includes("?") ? "&" : "?"}done=${done}`;

const findChosen = ({ var: { form, records } }: DeskContext) =>
  records.applicationsById(form.getAll("id").filter((id) => typeof id === "string"));

list.post("/chosen/mark", async (context) => {
  const { form, records } = context.var;
  const mark = MARKS.find((one) => one === form.get("mark"));
  const chosen = await findChosen(context);
  if (!mark) return context.notFound();
  const back = listPath(form);
  if (chosen.length === 0) return context.redirect(withDone(back, "none-chosen"), 303);
  await records.setMark(
    chosen.map(({ id }) => id),
    mark,
  );
  await logAction(context, "marked", ...chosen.map(getSubject));
  return context.redirect(withDone(back, "marked"), 303);
});

list.post("/chosen/delete", async (context) => {
  const { form } = context.var;
  const rows = await findChosen(context);
  const back = listPath(form);
  if (rows.length === 0) return context.redirect(withDone(back, "none-chosen"), 303);
  if (form.get("asked") === "yes") return deleteChosen(context, rows, "/chosen/delete", back);
  const props = { rows, action: "/chosen/delete", back };
  return sendPage(context, <DeletePage view={getView(context)} {...props} />);
});

list.get(`/applications/${ID}/delete`, async (context) => {
  const { id } = context.req.param();
  const application = await context.var.records.application(id);
  if (!application) return context.notFound();
  const props = { rows: [application], action: context.req.path, back: `/applications/${id}` };
  return sendPage(context, <DeletePage view={getView(context)} {...props} />);
});

list.post(`/applications/${ID}/delete`, async (context) => {
  const application = await context.var.records.application(context.req.param("id"));
  if (!application) return context.notFound();
  const back = `/positions/${application.position_uuid}`;
  return deleteChosen(context, [application], context.req.path, back);
});

/** Deletes applications after a confirmation. */
async function deleteChosen(
  context: DeskContext,
  rows: ApplicationRow[],
  action: string,
  back: string,
) {
  const subjects = rows.map(getSubject);
  const error = await checkConfirmation(context, ...subjects);
  if (error) {
    const props = { view: getView(context), rows, action, back, error: error.text };
    return sendPage(context, <DeletePage {...props} />, error.status);
  }
  await deleteApplications(
    context.env,
    rows.map(({ id }) => id),
  );
  await logAction(context, "deleted", ...subjects);
  return context.redirect(withDone(back, "deleted"), 303);
}

/** What an export contains: a position's applications, or the chosen ones. */
interface Exported {
  selection: Selection;
  count: number;
  /** The position's name, if all are for one. */
  name?: string;
  action: string;
  back: string;
  subjects: Parameters<typeof checkConfirmation>[1][];
}

const exportedPosition = ({
  uuid,
  client_uuid,
  name,
  application_count,
}: PositionRow): Exported => ({
  ...{ selection: { position: uuid }, count: application_count, name },
  ...{ action: `/positions/${uuid}/export`, back: `/positions/${uuid}` },
  subjects: [{ client: client_uuid, position: uuid, count: application_count }],
});

async function exportPage(context: DeskContext, exported: Exported, error?: FormError) {
  const hasVoluntary = await hasVoluntaryAnswers(context.var.records, exported.selection);
  const props = { ...exported, hasVoluntary, error: error?.text };
  return sendPage(context, <ExportPage view={getView(context)} {...props} />, error?.status);
}

async function exportAll(context: DeskContext, exported: Exported) {
  const { records, form, texts } = context.var;
  const { selection, name, subjects } = exported;
  const kind = EXPORTS.find((one) => one === form.get("kind"));
  if (!kind) return context.notFound();
  const error = await checkConfirmation(context, ...subjects);
  if (error) return exportPage(context, exported, error);
  await logAction(context, "exported", ...subjects);
  const stem = safeStem(name ?? "applications", "applications");
  if (kind === "zip") {
    const zip = createZip(context.env, records, selection, texts);
    return download(context, zip, `${stem}.zip`, "application/zip");
  }
  const csv = toUtf8Stream(createCsv(records, selection, texts, kind === "voluntary"));
  const fileName = kind === "voluntary" ? `${stem} voluntary.csv` : `${stem}.csv`;
  return download(context, csv, fileName, "text/csv; charset=utf-8");
}

list.get(`/positions/${ID}/export`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? exportPage(context, exportedPosition(position)) : context.notFound();
});

list.post(`/positions/${ID}/export`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  return position ? exportAll(context, exportedPosition(position)) : context.notFound();
});

list.post("/chosen/export", async (context) => {
  const { form } = context.var;
  const rows = await findChosen(context);
  const back = listPath(form);
  if (rows.length === 0) return context.redirect(withDone(back, "none-chosen"), 303);
  const ids = rows.map(({ id }) => id);
  const subjects = rows.map(getSubject);
  const exported = {
    ...{ selection: { ids }, count: rows.length, action: "/chosen/export", back, subjects },
  };
  return form.has("kind") ? exportAll(context, exported) : exportPage(context, exported);
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
