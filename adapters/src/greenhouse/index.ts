import { carriesError } from "~/contract/http";
import type { Company } from "../companies";
import { getId, isRecord } from "../format";
import { formBody } from "../form";
import { explainNotFound } from "../not-found";
import { parseResponse, post, readItems, readJson, type PostResponse } from "../board-requests";
import type { Job, Outcome, BoardContext, System } from "../system-interface";
import { JobResponse, Jobs, Listed } from "./format";
import { isJob, toJob, toListedJob } from "./job";
import { messagesFor } from "./messages";
import { createParts } from "./parts";
import { setup, type GreenhouseBoard } from "./settings";

/**
 * Greenhouse's Job Board API (https://developers.greenhouse.io/job-board.html, and its source
 * grnhse/greenhouse-api-docs of 20 January 2026). Reading needs no key. Posting needs the Job Board API
 * key. docs/boards.md lists the limitations.
 */
export const system: System<GreenhouseBoard> = {
  // Greenhouse documents no detection of duplicates.
  detectsDuplicates: false,

  async list(context) {
    return (await readBoard(context)).map((job) => toListedJob(job, context));
  },

  async job(context, externalId) {
    const job = await readJob(context, externalId);
    if (!job) return undefined;
    const identifier = await findReference(context, job);
    return { ...toJob(job, context, messagesFor(context.company.language_default)), identifier };
  },

  validate({ firstName, lastName, phone }, company) {
    const { webAddress } = messagesFor(company.language_default);
    const texts = { first_name: firstName, last_name: lastName, phone };
    return Object.entries(texts)
      .filter(([, text]) => text !== undefined && /\bhttps?:\/\/|\bwww\./i.test(text))
      .map(([field]) => ({ field, message: webAddress }));
  },

  async apply(context, job, application) {
    const { headers, body } = formBody(createParts(job, application));
    const posted = await post(`${boardUrl(context)}/jobs/${job.externalId}`, {
      headers: {
        ...headers,
        Authorization: `Basic ${btoa(`${context.key ?? ""}:`)}`,
        Accept: "application/json",
      },
      body,
    });
    // A 404 means that the job is not live, or that the board's name is wrong.
    if (posted?.status === 404) return explainNotFound(() => readJob(context, job.externalId));
    return readOutcome(posted, job, context.company);
  },
};

const boardUrl = ({ board }: BoardContext<GreenhouseBoard>) =>
  `${board.address ?? setup.defaultAddress()}/boards/${board.board}`;

function readBoard(context: BoardContext<GreenhouseBoard>): Promise<Listed[]> {
  return context.readOnce("board", async () => {
    const route = "GET /jobs";
    const body = await readJson(route, `${boardUrl(context)}/jobs?content=true`);
    const { jobs } = parseResponse(route, Jobs, body, "the board");
    return readItems(route, context.company, Listed, jobs).filter(isJob);
  });
}

/** Returns the job's requisition, or the job's id if other jobs have the same one, such as `See opening ID`. */
async function findReference(
  context: BoardContext<GreenhouseBoard>,
  { id, requisition_id }: JobResponse,
): Promise<string | undefined> {
  if (requisition_id === undefined) return undefined;
  const jobs = await readBoard(context).catch(() => []);
  const isUnique = jobs.every((job) => job.requisition_id !== requisition_id || job.id === id);
  return jobs.length > 0 && isUnique ? requisition_id : id;
}

async function readJob(context: BoardContext<GreenhouseBoard>, externalId: string) {
  if (!/^\d{1,20}$/.test(externalId)) return undefined;
  const body = await readJson(
    "GET /jobs/{id}",
    `${boardUrl(context)}/jobs/${externalId}?questions=true&pay_transparency=true`,
  );
  if (body === undefined) return undefined;
  const job = parseResponse("GET /jobs/{id}", JobResponse, body);
  return isJob(job) ? job : undefined;
}

/** Returns the outcome of a post. Greenhouse documents no response body, but a body can contain an error. */
export function readOutcome(
  posted: PostResponse | undefined,
  job: Pick<Job, "fields">,
  company: Pick<Company, "language_default">,
): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  // HTML is probably a proxy's page, such as a maintenance page.
  if (status >= 200 && status < 300 && !isHtml) {
    return carriesError(body)
      ? refused(body, job, company)
      : { outcome: "accepted", id: getId(body) };
  }
  // The error "Failed to save person" has the status 401, although the key is right.
  if (status === 401 && isRecord(body) && /save person/i.test(String(body.error))) {
    return refused(body, job, company);
  }
  if (status === 400 || status === 413 || status === 422) return refused(body, job, company);
  if (status === 408 || status >= 500 || status < 300) return { outcome: "unknown", status };
  return { outcome: "misconfigured", status };
}

/** Whether `text` contains `name` at the end of a word. */
const hasWord = (text: string, name: string) =>
  ` ${text} `.split(name).some((after, index) => index > 0 && !/^\w/.test(after));

/** Marks the fields that Greenhouse's error mentions. The error's text is for programmers, so it is not shown. */
function refused(
  body: unknown,
  { fields }: Pick<Job, "fields">,
  { language_default }: Pick<Company, "language_default">,
): Outcome {
  const reply = JSON.stringify(body ?? "");
  const names = new Map([
    ["resume", "cv"],
    ["cover_letter_text", "cover_letter"],
  ]);
  const ids = ["first_name", "last_name", "phone", ...fields.map(({ id }) => id)];
  for (const id of ids) names.set(id, id);
  const marked = [...names].filter(([name]) => hasWord(reply, name));
  const message = messagesFor(language_default).notTaken;
  const errors = [...new Set(marked.map(([, field]) => field))].map((field) => ({
    field,
    message,
  }));
  return { outcome: "refused", errors };
}
