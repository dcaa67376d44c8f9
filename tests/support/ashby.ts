import { ashbyJobs } from "./ashby-jobs";
import { startStandIn, type Answer, type Asked } from "./stand-in";

export const ASHBY_KEY = "a1f0c7d2e9b84c53";
const BOARD = "taller";

/** An application as it was taken, with the files that its values name. */
export interface TakenByAshby {
  job: string;
  submissions: { path: string; value: unknown }[];
  utmData: unknown;
  /** By the paths of their fields. */
  files: Map<string, File>;
  surveys: { definition: string; values: unknown }[];
}

const failure = (
  code: string,
  message: string,
  status = 200,
  errors: unknown[] = [code],
): Answer => ({
  status,
  body: { success: false, errors, errorInfo: { code, message, requestId: "01JSJ8FDK5ZN" } },
});
const success = (results: object): Answer => ({ status: 200, body: { success: true, results } });

interface Field {
  isRequired: boolean;
  field: { path: string; title: string; type: string };
}
const fieldsOf = (definition: unknown): Field[] => {
  const { sections, fields } = definition as { sections?: { fields: Field[] }[]; fields?: Field[] };
  return fields ?? (sections ?? []).flatMap((one) => one.fields);
};

/**
 * Ashby's APIs as its documentation has them: a public board; with the key (Basic, without a password)
 * the form, handles for files, which go up elsewhere, and applications, whose errors come under a 200.
 */
export async function startAshby() {
  const { board, internal } = ashbyJobs();
  const jobs = new Map([...board, internal].map((job) => [job.posting.id, job]));
  /** What was taken, in its order. */
  const applications: TakenByAshby[] = [];
  const handles = new Map<string, { length: number; file?: File }>();

  function answer(asked: Asked): Answer {
    const { pathname, searchParams } = new URL(asked.path, "http://x");
    if (pathname.startsWith("/posting-api/")) {
      if (pathname !== `/posting-api/job-board/${BOARD}`) return { status: 404, body: "Not Found" };
      const listed = [...jobs.values()].filter((job) => job !== internal);
      const hidden = searchParams.get("includeCompensation") === "true" ? [] : ["compensation"];
      const shown = listed.map(({ posting }) =>
        Object.fromEntries(Object.entries(posting).filter(([key]) => !hidden.includes(key))),
      );
      return { status: 200, body: { apiVersion: "1", jobs: shown } };
    }
    if (pathname.startsWith("/storage/")) return store(pathname.slice("/storage/".length), asked);
    const given = asked.headers.authorization;
    if (given === undefined) return { status: 401, body: "Unauthorized" };
    if (given !== `Basic ${Buffer.from(`${ASHBY_KEY}:`).toString("base64")}`) {
      return failure("missing_endpoint_permission", "The key has no permission.", 403);
    }
    const call = CALLS[pathname];
    if (asked.method !== "POST" || !call) return { status: 404, body: "Not Found" };
    return call((asked.json ?? {}) as Record<string, unknown>);
  }

  /** A presigned upload: its fields, and the file as the last one. */
  function store(handle: string, { headers, form }: Asked): Answer {
    const kept = handles.get(handle);
    const names = [...(form?.keys() ?? [])];
    const file = form?.get("file");
    const isRight = names.join() === "key,policy,file" && form?.get("key") === handle;
    if (!kept || !isRight || !(file instanceof File) || headers.authorization !== undefined) {
      return { status: 403, body: "<Error/>" };
    }
    if (file.size !== kept.length) return { status: 400, body: "<Code>EntityTooLarge</Code>" };
    kept.file = file;
    return { status: 204 };
  }

  function submit(body: Record<string, unknown>): Answer {
    const job = jobs.get(String(body.jobPostingId));
    if (!job) {
      const isAsked = body.allowSubmissionForUnpublishedJobPosting === false;
      const code = isAsked ? "job_posting_not_published" : "resource_not_found";
      return failure(code, "The job posting is not published.");
    }
    const { fieldSubmissions = [] } = body.applicationForm as {
      fieldSubmissions?: { path: string; value: unknown }[];
    };
    const given = new Map(fieldSubmissions.map(({ path, value }) => [path, value]));
    const fields = fieldsOf(job.info.applicationFormDefinition);
    const missing = fields.filter((one) => one.isRequired && !given.has(one.field.path));
    const errors = missing.map(({ field }) => `${field.title} is required`);
    const email = String(given.get("_systemfield_email"));
    if (email === "testing-fail-validation@example.com") errors.push("Email is not valid");
    for (const { field } of fields) {
      if (given.has(field.path) && !isOfType(field.type, given.get(field.path), handles)) {
        errors.push(`${field.title} has a wrong format`);
      }
    }
    if (errors.length > 0)
      return failure("invalid_input", "Request payload is malformed", 200, errors);
    const files = fields.flatMap(({ field }) => {
      const file = handles.get(String(given.get(field.path)))?.file;
      return field.type === "File" && file ? [[field.path, file] as const] : [];
    });
    applications.push({
      job: job.posting.id,
      submissions: fieldSubmissions,
      utmData: body.utmData,
      files: new Map(files),
      surveys: [],
    });
    return success({
      submittedFormInstance: {
        id: `instance-${applications.length}`,
        formDefinition: {},
        submittedValues: Object.fromEntries(given),
      },
      formMessages: { blocked: false },
    });
  }

  const CALLS: Record<string, (body: Record<string, unknown>) => Answer> = {
    "/jobPosting.info": ({ jobPostingId }) => {
      const job = jobs.get(String(jobPostingId));
      return job ? success(job.info) : failure("resource_not_found", "There is no such posting.");
    },
    "/file.createFileUploadHandle": (body) => {
      if (body.fileUploadContext !== "ApplicationForm" || typeof body.contentType !== "string") {
        return failure("invalid_input", "Request payload is malformed");
      }
      const handle = `handle-${handles.size + 1}`;
      handles.set(handle, { length: Number(body.contentLength) });
      const fields = { key: handle, policy: "eyJ9" };
      return success({ handle, url: `${server.url}/storage/${handle}`, fields });
    },
    "/applicationForm.submit": submit,
    "/application.info": ({ submittedFormInstanceId }) => {
      const number = Number(String(submittedFormInstanceId).slice("instance-".length));
      if (!applications[number - 1]) return failure("resource_not_found", "No application.");
      return success({ id: `application-${number}`, candidate: { id: `candidate-${number}` } });
    },
    "/surveySubmission.create": (body) => {
      const number = String(body.applicationId).slice("application-".length);
      const taken = applications[Number(number) - 1];
      if (!taken || body.candidateId !== `candidate-${number}`) {
        return failure("invalid_input", "Request payload is malformed");
      }
      taken.surveys.push({
        definition: String(body.surveyFormDefinitionId),
        values: body.submittedValues,
      });
      return success({ id: "survey-1" });
    },
  };

  const server = await startStandIn(answer);
  return { ...server, address: server.url, jobs, applications };
}

export type Ashby = Awaited<ReturnType<typeof startAshby>>;

/** Whether a value is what the documentation says of its field's type. */
function isOfType(
  type: string,
  value: unknown,
  handles: ReadonlyMap<string, { file?: File }>,
): boolean {
  switch (type) {
    case "Boolean":
      return typeof value === "boolean";
    case "Number":
      return Number.isInteger(value);
    case "Score":
      return [1, 2, 3, 4].includes((value as { score?: number }).score ?? 0);
    case "RichText":
      return (value as { type?: string }).type === "PlainText";
    case "MultiValueSelect":
      return Array.isArray(value);
    case "Location":
      return typeof value === "object" && !Array.isArray(value);
    case "File":
      return handles.get(String(value))?.file !== undefined;
    default:
      return typeof value === "string" && value !== "";
  }
}

const isCall =
  (name: string) =>
  ({ path }: Asked) =>
    path === `/${name}`;

/** Matches posts of applications. */
export const isPost = isCall("applicationForm.submit");
/** Matches the reads of the board, and of one posting's form. */
export const isBoardRead = ({ path }: Asked) => path.startsWith("/posting-api/");
export const isInfoRead = isCall("jobPosting.info");
/** Matches what files ask for, and how they go up. */
export const isHandle = isCall("file.createFileUploadHandle");
export const isUpload = ({ path }: Asked) => path.startsWith("/storage/");
/** Matches what surveys need. */
export const isApplicationRead = isCall("application.info");
export const isSurvey = isCall("surveySubmission.create");
