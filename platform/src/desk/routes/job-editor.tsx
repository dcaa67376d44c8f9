/** @jsxImportSource hono/jsx */
import * as z from "zod";
import type { JobWithDescription } from "~/contract/admin";
import { isPastClosing } from "~/contract/closing";
import * as companies from "~/platform/src/companies/companies";
import {
  checkConfirmation,
  CHANGED,
  companyWarnings,
  getText,
  getView,
  ID,
  logAction,
  sendPage,
  type DeskContext,
} from "../context";
import { changeList } from "../forms/form";
import {
  JobEntries,
  jobEntries,
  newJobEntries,
  NEW_QUESTION,
  readJobForm,
  toJob,
  type JobText,
} from "../forms/job-form";
import { DeleteJobPage, NewJobPage } from "../pages/job";
import { JobEditorPage } from "../pages/job-editor";
import { createEditor, type Edited } from "./editor";

type StoredJob = NonNullable<Awaited<ReturnType<typeof companies.findJob>>>["job"];

const findCompany = ({ var: { person } }: DeskContext, uuid: string | undefined) =>
  person.companies.find((company) => company.uuid === uuid);

/** Finds a job, or a draft of one. A new job's first form names its company. */
async function findEdited(
  context: DeskContext,
  uuid: string,
): Promise<Edited<StoredJob> | undefined> {
  const { records } = context.var;
  const own = await records.companyOf(uuid);
  const form = context.req.method === "POST" ? context.var.form : undefined;
  const isNew = own === undefined && z.uuid().safeParse(uuid).success;
  const named = form && isNew && findCompany(context, getText(form, "company"))?.uuid;
  const client = own ?? (named && (await records.isUnused(uuid)) ? named : undefined);
  if (client === undefined) return undefined;
  const found = await companies.findJob(context.env, client, uuid);
  return { client, stored: found?.job, revision: found?.revision ?? 0 };
}

const hasPassed = ({ closes_at, country }: { closes_at?: unknown; country?: unknown }) =>
  typeof closes_at === "string" &&
  isPastClosing(
    closes_at,
    typeof country === "string" ? country.toUpperCase() : undefined,
    Date.now(),
  );

const { routes, show } = createEditor<JobEntries, StoredJob, JobWithDescription>({
  ...{ path: "/positions", section: "positions", schema: JobEntries, find: findEdited },
  toEntries: ({ stored, client }, context) =>
    stored ? jobEntries(stored) : newJobEntries(findCompany(context, client)?.country ?? null),
  fromVersion: ({ asks, facts, ...columns }) =>
    jobEntries({ ...columns, ...(asks as object), ...(facts as object) }),
  read: ({ var: { form } }) => Promise.resolve({ entries: readJobForm(form), errors: [] }),
  change(entries, action, index) {
    const { questions } = entries;
    if (action === "add") return { ...entries, questions: [...questions, NEW_QUESTION] };
    if (!/^(?:up|down|remove)$/.test(action)) return undefined;
    return { ...entries, questions: changeList(questions, action, index) };
  },
  validate(entries, uuid, { stored }) {
    const today = new Date().toISOString().slice(0, "2026-11-30".length);
    const { job: value, errors } = toJob(entries, { ...stored, uuid }, today);
    return { errors, ...(value && { value }) };
  },
  publish: ({ env, var: { person } }, job, { client, stored, revision }) => {
    // A job that its closing date closed opens again with another date.
    const reopens = stored !== undefined && hasPassed(stored) && !hasPassed(job);
    const jobs = [reopens ? { ...job, status: "open" as const } : job];
    return companies.saveJobs(env, client, { jobs }, { who: person.who, seen: revision });
  },
  publishedAction: ({ stored }) => (stored ? "changed job" : "published job"),
  publishedPath: (uuid) => `/positions/${uuid}?done=published`,
  renderPage: ({ context, edited, ...props }) => (
    <JobEditorPage
      {...props}
      isPublished={edited.stored !== undefined}
      company={findCompany(context, edited.client) ?? { uuid: edited.client, name: "" }}
    />
  ),
  check(context, job, { client }) {
    const { texts } = context.var;
    const company = findCompany(context, client);
    return {
      title: job.name,
      path: `/${encodeURIComponent(company?.code ?? "")}/${job.slug}/${job.uuid}`,
      warnings: [
        ...(hasPassed(job) ? [{ text: texts.editor.willBeClosed }] : []),
        ...(company ? companyWarnings(company, texts) : []),
      ],
    };
  },
  title: ({ texts }, { editor }) => texts.title || editor.untitled,
  compared: ({ texts, questions }, { editor }) => [
    ...Object.entries(texts).map(([name, text]): [string, string] => [
      editor.jobLabels[name as JobText], // the entries' own keys
      text,
    ]),
    [editor.questions, questions.map(({ label }) => label).join("\n")],
  ],
});

export const jobEditor = routes;

// Before `/positions/:id`, whose id could be `new`.
jobEditor.get("/positions/new", async (context) => {
  const { person } = context.var;
  const { company: wanted, from } = context.req.query();
  const source = from === undefined ? undefined : await findSource(context, from);
  if (from !== undefined && !source) return context.notFound();
  const [first, another] = person.companies;
  const company = findCompany(context, source?.client ?? wanted) ?? (another ? undefined : first);
  const view = getView(context);
  if (!company) return sendPage(context, <NewJobPage view={view} />);
  const edited = { client: company.uuid, stored: undefined, revision: 0 };
  const entries = source?.entries ?? newJobEntries(company.country);
  return show(
    context,
    { uuid: crypto.randomUUID(), edited, draft: undefined, seen: "0.0" },
    entries,
  );
});

/** Reads a job for a copy, which needs its own reference and dates. */
async function findSource(context: DeskContext, uuid: string) {
  const client = await context.var.records.companyOf(uuid);
  const found = client && (await companies.findJob(context.env, client, uuid));
  if (!client || !found) return undefined;
  const { editor } = context.var.texts;
  const { texts, ...rest } = jobEntries(found.job);
  const dates = { reference: "", published_at: "", closes_at: "" };
  const entries = { ...rest, texts: { ...texts, ...dates, title: editor.copyOf(texts.title) } };
  return { client, entries };
}

jobEditor.get(`/positions/${ID}/delete`, async (context) => {
  const position = await context.var.records.position(context.req.param("id"));
  if (!position) return context.notFound();
  return sendPage(context, <DeleteJobPage view={getView(context)} position={position} />);
});

jobEditor.post(`/positions/${ID}/delete`, async (context) => {
  const { records } = context.var;
  const position = await records.position(context.req.param("id"));
  if (!position) return context.notFound();
  const { uuid, client_uuid: client, application_count: count } = position;
  const subject = { client, position: uuid, count };
  const error = await checkConfirmation(context, subject);
  if (error) {
    const props = { view: getView(context), position, error: error.text };
    return sendPage(context, <DeleteJobPage {...props} />, error.status);
  }
  await companies.removeJob(context.env, client, uuid);
  await logAction(context, "deleted job", subject);
  context.header(CHANGED, client);
  return context.redirect("/?done=job-deleted", 303);
});
