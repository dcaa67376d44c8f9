import { readItems } from "../format";
import { formBody, type Upload } from "../form";
import { parseAnswer, post, readJson, type Posted } from "../reading";
import type { Place, System } from "../system";
import { failureOf, isBlocked, outcomeOf } from "./answers";
import { ApplicationInfo, Board, Handle, InfoAnswer, Posting, Submitted } from "./format";
import { jobOf, listedJob } from "./job";
import { messagesFor } from "./messages";
import { setUp, type AshbyBoard } from "./settings";
import { filesOf, submissionsOf, surveysOf, utmOf } from "./submission";

type At = Place<AshbyBoard>;

/**
 * Ashby's public posting API, which needs no key, and its API with a key
 * (https://developers.ashbyhq.com/docs/creating-a-custom-careers-page) for forms and applications. What
 * is not known of it, and not done, is in docs/boards.md.
 */
export const system: System<AshbyBoard> = {
  // Nothing is documented.
  tellsDuplicates: false,

  async list(place) {
    const postings = await boardOf(place);
    return postings.map((posting) => listedJob(posting, place.company.language_default));
  },

  async job(place, there) {
    // Only postings on the public board: the key could also read hidden and internal ones.
    const posting = (await boardOf(place)).find(({ id }) => id === there);
    if (!posting) return undefined;
    const info = place.key === undefined ? undefined : await infoOf(place, there);
    return jobOf(posting, info, place.company.language_default);
  },

  faults({ answers }, company, { postedAs = {} }) {
    const message = messagesFor(company.language_default).whole;
    return Object.entries(postedAs)
      .filter(([id, { type }]) => type === "Number" && isBroken(answers.get(id)))
      .map(([field]) => ({ field, message }));
  },

  async apply(place, job, application) {
    const messages = messagesFor(place.company.language_default);
    const handles = new Map<string, string>();
    for (const [id, file] of filesOf(application)) {
      if (id !== "cv" && job.postedAs?.[id] === undefined) continue;
      const gone = await sendFile(place, file);
      if ("failed" in gone) return failureOf(gone.failed, job, messages, id);
      handles.set(id, gone.handle);
    }
    const utmData = utmOf(application);
    const posted = await call(place, "applicationForm.submit", {
      jobPostingId: job.there,
      applicationForm: { fieldSubmissions: submissionsOf(job, application, handles) },
      ...(utmData && { utmData }),
      // Have Ashby refuse an application to a closed position.
      allowSubmissionForUnpublishedJobPosting: false,
    });
    const outcome = outcomeOf(posted, job, messages);
    const surveys = surveysOf(job, application, handles);
    if (outcome.outcome !== "accepted" || isBlocked(posted) || surveys.size === 0) return outcome;
    return { ...outcome, afterwards: () => sendSurveys(place, surveys, outcome.id) };
  },
};

/** Ashby takes integers. */
const isBroken = (value: unknown) => typeof value === "string" && value.includes(".");

const baseOf = ({ board }: At) => board.address ?? setUp.usual();

const headersOf = ({ key }: At) => ({
  Authorization: `Basic ${btoa(`${key ?? ""}:`)}`,
  Accept: "application/json; version=1",
  "Content-Type": "application/json",
});

/** The public postings. The list and all positions share one read. */
function boardOf(place: At): Promise<Posting[]> {
  return place.once("board", async () => {
    const route = "GET /posting-api/job-board/{name}";
    const name = encodeURIComponent(place.board.board);
    const answer = await readJson(
      route,
      `${baseOf(place)}/posting-api/job-board/${name}?includeCompensation=true`,
    );
    const { jobs } = parseAnswer(route, Board, answer, "the board");
    return readItems(place.company, Posting, jobs).filter(({ isListed }) => isListed);
  });
}

/** A posting's form. A wrong key is an error, and never a reason to send candidates elsewhere. */
async function infoOf(place: At, jobPostingId: string) {
  const route = "POST /jobPosting.info";
  const answer = await readJson(route, `${baseOf(place)}/jobPosting.info`, headersOf(place), {
    jobPostingId,
  });
  return parseAnswer(route, InfoAnswer, answer, "the key").results;
}

const call = (place: At, method: string, body: unknown): Promise<Posted | undefined> =>
  post(`${baseOf(place)}/${method}`, { headers: headersOf(place), body: JSON.stringify(body) });

/** Uploads a file to the address that Ashby names, before the application is submitted. */
async function sendFile(
  place: At,
  file: Upload,
): Promise<{ handle: string } | { failed: Posted | undefined }> {
  const made = await call(place, "file.createFileUploadHandle", {
    fileUploadContext: "ApplicationForm",
    filename: file.name,
    contentType: file.type,
    contentLength: file.size,
  });
  const read = Handle.safeParse(made?.body);
  if (!read.success || !isSafe(read.data.results.url, place)) return { failed: made };
  const { handle, url, fields } = read.data.results;
  const sent = await post(url, formBody([...Object.entries(fields), ["file", file]]));
  return sent && sent.status >= 200 && sent.status < 300 ? { handle } : { failed: sent };
}

/** A CV is only sent over TLS, except to a stand-in on this machine. */
const isSafe = (url: string, place: At) =>
  url.startsWith("https:") || baseOf(place).startsWith("http:");

/**
 * Sends the answers to surveys, which need the application's id. The application has arrived: if they do
 * not, the log says so, and the candidate is not asked again.
 */
async function sendSurveys(
  place: At,
  surveys: ReadonlyMap<string, Record<string, unknown>>,
  submittedFormInstanceId: string | undefined,
): Promise<void> {
  const lost = (what: string) =>
    console.error(`${place.company.code}: the answers to a survey were not taken: ${what}`);
  const said = await twice(() => call(place, "application.info", { submittedFormInstanceId }));
  const info = ApplicationInfo.safeParse(said?.body);
  if (!info.success) {
    lost(`application.info answered ${said?.status ?? "nothing"}; it needs candidatesRead`);
    return;
  }
  const { id: applicationId, candidate } = info.data.results;
  for (const [surveyFormDefinitionId, submittedValues] of surveys) {
    const survey = { candidateId: candidate.id, applicationId, surveyFormDefinitionId };
    const taken = await twice(() =>
      call(place, "surveySubmission.create", { ...survey, submittedValues }),
    );
    if (!Submitted.safeParse(taken?.body).success) {
      lost(`surveySubmission.create answered ${taken?.status ?? "nothing"}`);
    }
  }
}

/** Retries once after no answer, a 429 or a 5xx. */
async function twice(send: () => Promise<Posted | undefined>): Promise<Posted | undefined> {
  const first = await send();
  return first && first.status !== 429 && first.status < 500 ? first : send();
}
