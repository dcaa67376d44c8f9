/** @jsxImportSource hono/jsx */
import * as z from "zod";
import type { JobWithDescription } from "~/contract/admin";
import { isPastClosing } from "~/contract/closing";
import * as companies from "~/platform/src/companies/companies";
import {
  CHANGED,
  companyWarnings,
  findCompany,
  getText,
  ID,
  isConfirmed,
  logAction,
  withPosition,
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
} from "../forms/job-form";
import { ConfirmPage } from "../pages/confirm";
import { JobEditorPage } from "../pages/job-editor";
import { Page } from "../pages/layout";
import { Row, Rows } from "../pages/parts";
import { useDesk } from "../pages/view";
import type { PositionRow } from "../records";
import { createEditor, type Edited } from "./editor";

type StoredJob = NonNullable<Awaited<ReturnType<typeof companies.findJob>>>["job"];

/** Finds a job, or a draft of one. A new job's first form names its company. */
async function findEdited(
  context: DeskContext,
  uuid: string,
): Promise<Edited<StoredJob> | undefined> {
  const { records } = context.var;
  const owner = await records.companyOf(uuid);
  const form = context.req.method === "POST" ? context.var.form : undefined;
  const isNew = owner === undefined && z.uuid().safeParse(uuid).success;
  const named = form && isNew && findCompany(context, getText(form, "company"))?.uuid;
  const client = owner ?? (named && (await records.isUnused(uuid)) ? named : undefined);
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
    // A job that its closing date closed reopens with a later date.
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
        ...companyWarnings(client, company?.policy_blanks ?? 0, texts),
      ],
    };
  },
  title: ({ texts }, { editor }) => texts.title || editor.untitled,
  labels: ({ jobLabels }) => jobLabels,
  compareMore: ({ questions }, { editor }) => [
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
  if (!company) return context.render(<NewJobPage />);
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

/** Asks for the company of a new job. */
function NewJobPage() {
  const { texts, person } = useDesk();
  const { companies = [] } = person ?? {};
  const rows = companies.map(({ uuid, name }) => (
    <Row name={name} href={`/positions/new?company=${uuid}`} />
  ));
  return (
    <Page title={texts.editor.newJob} section="positions">
      <p>{companies.length === 0 ? texts.editor.noCompany : texts.editor.newJobAt}</p>
      <Rows rows={rows} />
    </Page>
  );
}

function DeleteJobPage({ position }: { position: PositionRow }) {
  const { texts } = useDesk();
  const { uuid, name, company, application_count } = position;
  const back = `/positions/${uuid}`;
  return (
    <ConfirmPage
      {...{ section: "positions", title: texts.deleteQuestion, action: `${back}/delete`, back }}
      {...{ what: texts.editor.confirmDeleteJob(name), button: texts.deletePermanently }}
    >
      <p>
        <strong>{name}</strong>
        {` · ${company}`}
      </p>
      <p>{texts.editor.deleteJobWarning(texts.applications(application_count))}</p>
    </ConfirmPage>
  );
}

jobEditor.get(`/positions/${ID}/delete`, withPosition, (context) =>
  context.render(<DeleteJobPage position={context.var.position} />),
);

jobEditor.post(`/positions/${ID}/delete`, withPosition, async (context) => {
  const { position } = context.var;
  const { uuid, client_uuid: client, application_count: count } = position;
  const subject = { client, position: uuid, count };
  if (!(await isConfirmed(context, subject)))
    return context.render(<DeleteJobPage position={position} />);
  await companies.removeJob(context.env, client, uuid);
  await logAction(context, "deleted job", subject);
  context.header(CHANGED, client);
  return context.redirect("/?done=job-deleted", 303);
});
