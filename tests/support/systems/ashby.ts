import { LINKED, PICTURE, type BoardSystem } from "../board-system";
import { createJobKinds, startFakeSystem, type Answer, type BoardRequest } from "../fake-system";

export const ASHBY_KEY = "a1f0c7d2e9b84c53";
const BOARD = "taller";

interface Job {
  posting: Record<string, unknown>;
  info: Record<string, unknown>;
  /** Whether the public board omits the posting. */
  isInternal: boolean;
}

/** Overrides for a posting's properties on the public board (`posting`) and in its form (`info`). */
export interface AshbyKind {
  posting?: object;
  info?: object;
  isInternal?: boolean;
}

export const field = (
  type: string,
  path: string,
  title: string,
  isRequired: boolean | undefined = true,
  more: object = {},
) => ({
  isRequired,
  field: { id: path, type, path, humanReadablePath: title, title, isNullable: false, ...more },
});
export const choices = (...labels: string[]) => ({
  selectableValues: labels.map((label) => ({ label, value: label })),
});
export const section = (fields: unknown[], more: object = {}) => ({ fields, ...more });
export const form = (...sections: unknown[]) => ({ applicationFormDefinition: { sections } });

export const NAME = field("String", "_systemfield_name", "Name");
export const EMAIL = field("Email", "_systemfield_email", "Email");
const phone = (isRequired: boolean) =>
  field("Phone", "_systemfield_phone", "Phone number", isRequired);
const resume = (isRequired: boolean) => field("File", "_systemfield_resume", "Resume", isRequired);

/** Returns the path of a company's custom question. Ashby uses uuids. */
export const questionPath = (number: number) =>
  `5c1d0a11-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Questions of different types. `kind` is the kind in the contract. */
export const QUESTIONS: [
  type: string,
  kind: string,
  title: string,
  answer: unknown,
  posted: unknown,
  options?: string[],
][] = [
  ["String", "text", "Nearest station", "Nord", "Nord"],
  ["LongText", "long_text", "Last repair?", "A tram.\r\nTwice.", "A tram.\r\nTwice."],
  ["RichText", "long_text", "Why here?", "Because.", { type: "PlainText", value: "Because." }],
  ["SocialLink", "text", "LinkedIn", "linkedin.com/in/ana", "linkedin.com/in/ana"],
  ["Number", "number", "Years of practice", "12", 12],
  ["Score", "one_of", "How well do you weld?", "4", { score: 4 }, ["1", "2", "3", "4"]],
  ["Date", "date", "First day", "2027-01-07", "2027-01-07"],
  ["Boolean", "yes_no", "Do you drive?", false, false],
  ["ValueSelect", "one_of", "Which shift?", "Late & night", "Late & night", ["Late & night", "-"]],
  ["MultiValueSelect", "some_of", "Tools?", ["A", "C"], ["A", "C"], ["A", "B", "C"]],
  ["File", "file", "Portfolio", undefined, "handle-2"],
];
const questions = (isRequired: boolean) => [
  ...QUESTIONS.map(([type, , title, , , options = []], index) =>
    field(type, questionPath(index + 1), title, isRequired, choices(...options)),
  ),
  field("Location", "_systemfield_location", "Where do you live?", isRequired),
];

const KINDS: Record<string, AshbyKind> = {
  plain: {},
  "everything required": {
    info: form(
      section([NAME, EMAIL, phone(true), resume(true)], { title: "About you" }),
      section(questions(true), {
        title: "Your work",
        descriptionHtml: "<p>Take your <em>time</em>.</p>",
      }),
    ),
  },
  "everything optional": {
    info: form(section([NAME, EMAIL, phone(false), resume(false), ...questions(false)])),
  },
};

function createJob(
  index: number,
  id: string,
  { posting, info, isInternal = false }: AshbyKind,
): Job {
  return {
    isInternal,
    posting: {
      id,
      title: ` Potter ${index + 1}`,
      department: "Workshop",
      team: "Repairs",
      employmentType: index % 2 ? "PartTime" : "FullTime",
      location: "Valencia",
      secondaryLocations: [],
      address: { postalAddress: { addressLocality: "Valencia", addressCountry: "Spain" } },
      isRemote: false,
      isListed: true,
      workplaceType: "OnSite",
      publishedAt: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}T09:00:00.000+00:00`,
      jobUrl: `https://jobs.example/taller/${id}`,
      applyUrl: `https://jobs.example/taller/${id}/application`,
      descriptionHtml:
        '<h1>What you do</h1><p style="min-height:1.5em">Research &amp; development.</p>',
      shouldDisplayCompensationOnJobPostings: false,
      compensation: { compensationTierSummary: "€28K", summaryComponents: [] },
      ...posting,
    },
    info: {
      id,
      applicationDeadline: null,
      ...form(section([NAME, EMAIL, phone(true), resume(true)])),
      surveyFormDefinitions: [],
      ...info,
    },
  };
}

interface AshbyApplication {
  job: string;
  submissions: { path: string; value: unknown }[];
  utmData: unknown;
  /** Files by field path. */
  files: Map<string, File>;
  surveys: { definition: string; values: unknown }[];
}

const failure = (code: string, message: string, status = 200): Answer => ({
  status,
  body: { success: false, errors: [code], errorInfo: { code, message } },
});
const success = (results: object): Answer => ({ status: 200, body: { success: true, results } });

interface Field {
  field: { path: string; type: string };
}
const listFields = (definition: unknown): Field[] => {
  const { sections, fields } = definition as { sections?: { fields: Field[] }[]; fields?: Field[] };
  return fields ?? (sections ?? []).flatMap((section) => section.fields);
};

/**
 * Starts a fake of Ashby's documented APIs. The board is public. Forms, upload handles and applications
 * need the key, as the user name of Basic authentication.
 */
export async function startAshby(kinds: Record<string, AshbyKind> = {}) {
  const createId = (index: number) =>
    `7e3f0b22-0000-4000-9000-${String(index + 1).padStart(12, "0")}`;
  const { jobs, jobId } = createJobKinds({ ...KINDS, ...kinds }, createId, createJob);
  /** Accepted applications, in order. */
  const applications: AshbyApplication[] = [];
  const handles = new Map<string, { length: number; file?: File }>();

  function answer(request: BoardRequest): Answer {
    const { pathname, searchParams } = new URL(request.path, "http://x");
    if (pathname.startsWith("/posting-api/")) {
      if (pathname !== `/posting-api/job-board/${BOARD}`) return { status: 404, body: "Not Found" };
      const listed = [...jobs.values()].filter((job) => !job.isInternal);
      const hidden = searchParams.get("includeCompensation") === "true" ? "" : "compensation";
      const shown = listed.map(({ posting }) =>
        Object.fromEntries(Object.entries(posting).filter(([key]) => key !== hidden)),
      );
      return { status: 200, body: { apiVersion: "1", jobs: shown } };
    }
    if (pathname.startsWith("/storage/")) return store(pathname.slice("/storage/".length), request);
    const { authorization } = request.headers;
    if (authorization === undefined) return { status: 401, body: "Unauthorized" };
    if (authorization !== `Basic ${Buffer.from(`${ASHBY_KEY}:`).toString("base64")}`) {
      return failure("missing_endpoint_permission", "The key has no permission.", 403);
    }
    const call = CALLS[pathname];
    if (request.method !== "POST" || !call) return { status: 404, body: "Not Found" };
    return call((request.json ?? {}) as Record<string, unknown>);
  }

  /** Stores an upload. Its form must contain the presigned fields, then the file. */
  function store(handle: string, { headers, form }: BoardRequest): Answer {
    const stored = handles.get(handle);
    const names = [...(form?.keys() ?? [])];
    const file = form?.get("file");
    const isRight = names.join() === "key,policy,file" && form?.get("key") === handle;
    if (!stored || !isRight || !(file instanceof File) || headers.authorization !== undefined) {
      return { status: 403, body: "<Error/>" };
    }
    if (file.size !== stored.length) return { status: 400, body: "<Code>EntityTooLarge</Code>" };
    stored.file = file;
    return { status: 204 };
  }

  function submit(body: Record<string, unknown>): Answer {
    const id = String(body.jobPostingId);
    const job = jobs.get(id);
    if (!job) {
      const mustBePublished = body.allowSubmissionForUnpublishedJobPosting === false;
      const code = mustBePublished ? "job_posting_not_published" : "resource_not_found";
      return failure(code, "The job posting is not published.");
    }
    const { fieldSubmissions = [] } = body.applicationForm as {
      fieldSubmissions?: { path: string; value: unknown }[];
    };
    const values = new Map(fieldSubmissions.map(({ path, value }) => [path, value]));
    const fields = listFields(job.info.applicationFormDefinition);
    const files = fields.flatMap(({ field }) => {
      const file = handles.get(String(values.get(field.path)))?.file;
      return field.type === "File" && file ? [[field.path, file] as const] : [];
    });
    applications.push({
      job: id,
      submissions: fieldSubmissions,
      utmData: body.utmData,
      files: new Map(files),
      surveys: [],
    });
    const submittedFormInstance = { id: `instance-${applications.length}` };
    return success({ submittedFormInstance, formMessages: { blocked: false } });
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
      const application = applications[Number(number) - 1];
      if (!application || body.candidateId !== `candidate-${number}`) {
        return failure("invalid_input", "Request payload is malformed");
      }
      application.surveys.push({
        definition: String(body.surveyFormDefinitionId),
        values: body.submittedValues,
      });
      return success({ id: "survey-1" });
    },
  };

  const server = await startFakeSystem(answer);
  return { ...server, address: server.url, jobs, jobId, applications };
}

/** Returns a filter for calls of a method, such as `applicationForm.submit`. */
export const isCall =
  (name: string) =>
  ({ path }: BoardRequest) =>
    path === `/${name}`;
export const isUpload = ({ path }: BoardRequest) => path.startsWith("/storage/");

const address = (addressLocality: string, addressCountry: string | null) => ({
  postalAddress: { addressLocality, addressRegion: null, addressCountry },
});

const MORE_KINDS = {
  remote: { posting: { isRemote: true, workplaceType: "Remote" } },
  "several places": {
    posting: {
      secondaryLocations: [{ location: "Gdańsk", address: address("Gdańsk", "Poland") }],
    },
  },
  "bare place": { posting: { location: "Berlin", address: address("Berlin", null) } },
  pay: {
    posting: {
      shouldDisplayCompensationOnJobPostings: true,
      compensation: {
        compensationTierSummary: "€15.75 – €18 per hour",
        summaryComponents: [
          {
            ...{ compensationType: "Salary", interval: "1 HOUR", currencyCode: "EUR" },
            ...{ minValue: 15.75, maxValue: 18 },
          },
        ],
      },
    },
  },
  link: {
    info: form(
      section([
        NAME,
        EMAIL,
        { ...field("String", questionPath(70), "Policy"), descriptionHtml: LINKED },
      ]),
    ),
  },
  picture: { posting: { descriptionHtml: PICTURE } },
};

/** Configures the shared test suite. */
export const boardSystem = {
  name: "Ashby",
  code: "as",
  start: (more = {}) => startAshby({ ...MORE_KINDS, ...more }),
  board: { system: "ashby", board: "taller", key: "ASHBY_KEY" },
  secrets: { ASHBY_KEY },
  reads: 2,
  isPost: isCall("applicationForm.submit"),
  pay: "whole",
  link: "text",
  second: "takes",
} as const satisfies BoardSystem;
