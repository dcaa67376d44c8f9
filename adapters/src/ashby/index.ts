import { formBody, type Upload } from "../form";
import { parseResponse, post, readItems, readJson, type PostResponse } from "../board-requests";
import type { BoardContext, System } from "../system-interface";
import { readFailure, isBlocked, readOutcome } from "./answers";
import {
  ApplicationInfo,
  Board,
  UploadHandleResponse,
  InfoResponse,
  Posting,
  Submitted,
} from "./format";
import { toJob, toListedJob } from "./job";
import { messagesFor } from "./messages";
import { setup, type AshbyBoard } from "./settings";
import { listFiles, createSubmissions, createSurveys, createUtmData } from "./submission";

type Context = BoardContext<AshbyBoard>;

/**
 * Reads jobs from Ashby's public posting API, which needs no key. Forms and applications use the API with a
 * key (https://developers.ashbyhq.com/docs/creating-a-custom-careers-page). docs/boards.md lists the
 * limitations.
 */
export const system: System<AshbyBoard> = {
  // Ashby documents no detection of duplicates.
  detectsDuplicates: false,

  async list(context) {
    const postings = await readBoard(context);
    return postings.map((posting) => toListedJob(posting, context));
  },

  async job(context, externalId) {
    // Skip hidden and internal postings, which the key can also read.
    const posting = (await readBoard(context)).find(({ id }) => id === externalId);
    if (!posting) return undefined;
    const info = context.key === undefined ? undefined : await readInfo(context, externalId);
    return toJob(posting, info, context);
  },

  validate({ answers }, company, { fieldTargets = {} }) {
    const message = messagesFor(company.language_default).whole;
    return Object.entries(fieldTargets)
      .filter(([id, { type }]) => type === "Number" && isFraction(answers.get(id)))
      .map(([field]) => ({ field, message }));
  },

  async apply(context, job, application) {
    const messages = messagesFor(context.company.language_default);
    const handles = new Map<string, string>();
    for (const [id, file] of listFiles(application)) {
      if (id !== "cv" && job.fieldTargets?.[id] === undefined) continue;
      const uploaded = await uploadFile(context, file);
      if ("failed" in uploaded) return readFailure(uploaded.failed, job, messages, id);
      handles.set(id, uploaded.handle);
    }
    const utmData = createUtmData(application);
    const posted = await call(context, "applicationForm.submit", {
      jobPostingId: job.externalId,
      applicationForm: { fieldSubmissions: createSubmissions(job, application, handles) },
      ...(utmData && { utmData }),
      // Make Ashby refuse applications to closed positions.
      allowSubmissionForUnpublishedJobPosting: false,
    });
    const outcome = readOutcome(posted, job, messages);
    const surveys = createSurveys(job, application, handles);
    if (outcome.outcome !== "accepted" || isBlocked(posted) || surveys.size === 0) return outcome;
    return { ...outcome, followUp: () => sendSurveys(context, surveys, outcome.id) };
  },
};

/** Ashby's number fields accept only integers. */
const isFraction = (value: unknown) => typeof value === "string" && value.includes(".");

const baseUrl = ({ board }: Context) => board.address ?? setup.defaultAddress();

const requestHeaders = ({ key }: Context) => ({
  Authorization: `Basic ${btoa(`${key ?? ""}:`)}`,
  Accept: "application/json; version=1",
  "Content-Type": "application/json",
});

/** Reads the listed postings of the public board. */
function readBoard(context: Context): Promise<Posting[]> {
  return context.readOnce("board", async () => {
    const route = "GET /posting-api/job-board/{name}";
    const name = encodeURIComponent(context.board.board);
    const body = await readJson(
      route,
      `${baseUrl(context)}/posting-api/job-board/${name}?includeCompensation=true`,
    );
    const check = "the board, and whether its API is switched on at Ashby";
    const { jobs } = parseResponse(route, Board, body, check);
    return readItems(route, context.company, Posting, jobs).filter(({ isListed }) => isListed);
  });
}

/** Reads a posting's form. @throws ReadError */
async function readInfo(context: Context, jobPostingId: string) {
  const route = "POST /jobPosting.info";
  const body = await readJson(
    route,
    `${baseUrl(context)}/jobPosting.info`,
    requestHeaders(context),
    {
      jobPostingId,
    },
  );
  return parseResponse(route, InfoResponse, body, "the key").results;
}

const call = (context: Context, method: string, body: unknown): Promise<PostResponse | undefined> =>
  post(`${baseUrl(context)}/${method}`, {
    headers: requestHeaders(context),
    body: JSON.stringify(body),
  });

/** Uploads a file to a URL that Ashby returns. */
async function uploadFile(
  context: Context,
  file: Upload,
): Promise<{ handle: string } | { failed: PostResponse | undefined }> {
  const created = await call(context, "file.createFileUploadHandle", {
    fileUploadContext: "ApplicationForm",
    filename: file.name,
    contentType: file.type,
    contentLength: file.size,
  });
  const parsed = UploadHandleResponse.safeParse(created?.body);
  if (!parsed.success || !isSecure(parsed.data.results.url, context)) return { failed: created };
  const { handle, url, fields } = parsed.data.results;
  const sent = await post(url, formBody([...Object.entries(fields), ["file", file]]));
  return sent && sent.status >= 200 && sent.status < 300 ? { handle } : { failed: sent };
}

/** Whether an upload URL uses TLS. If the API's URL is http, as in tests, any URL passes. */
const isSecure = (url: string, context: Context) =>
  url.startsWith("https:") || baseUrl(context).startsWith("http:");

/**
 * Sends the answers to surveys. A failure is only logged, because the application has already been
 * accepted.
 */
async function sendSurveys(
  context: Context,
  surveys: ReadonlyMap<string, Record<string, unknown>>,
  submittedFormInstanceId: string | undefined,
): Promise<void> {
  const logLoss = (what: string) =>
    console.error(`${context.company.code}: the answers to a survey were not sent: ${what}`);
  const response = await retryOnce(() =>
    call(context, "application.info", { submittedFormInstanceId }),
  );
  const info = ApplicationInfo.safeParse(response?.body);
  if (!info.success) {
    logLoss(
      `application.info answered ${response?.status ?? "nothing"}; the key needs candidatesRead`,
    );
    return;
  }
  const { id: applicationId, candidate } = info.data.results;
  for (const [surveyFormDefinitionId, submittedValues] of surveys) {
    const survey = { candidateId: candidate.id, applicationId, surveyFormDefinitionId };
    const posted = await retryOnce(() =>
      call(context, "surveySubmission.create", { ...survey, submittedValues }),
    );
    if (!Submitted.safeParse(posted?.body).success) {
      logLoss(`surveySubmission.create answered ${posted?.status ?? "nothing"}`);
    }
  }
}

/** Retries once after a network error, a 429 or a 5xx. */
async function retryOnce(
  send: () => Promise<PostResponse | undefined>,
): Promise<PostResponse | undefined> {
  const first = await send();
  return first && first.status !== 429 && first.status < 500 ? first : send();
}
