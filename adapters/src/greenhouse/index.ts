import type { Company } from "../companies";
import { setUp, type GreenhouseBoard } from "./settings.mjs";
import { pathOf, readItems } from "../format";
import { formBody } from "../form";
import { whichIsGone } from "../gone";
import { post, readJson, ReadFault, type Posted } from "../reading";
import type { FieldError, Outcome, Place, System } from "../system";
import { JobAnswer, Jobs, Listed } from "./format";
import { isJob, jobOf, listedJob } from "./job";
import { messagesFor } from "./messages";
import { partsOf } from "./parts";

/**
 * Greenhouse's Job Board API (https://developers.greenhouse.io/job-board.html, and its source
 * grnhse/greenhouse-api-docs of 20 January 2026). Reading needs no key; posting needs the Job Board
 * API key, which is secret. What it does not check, and does not take, is in docs/boards.md.
 */
export const system: System<GreenhouseBoard> = {
  // Nothing is documented.
  tellsDuplicates: false,

  async list(place) {
    const answer = await readJson("GET /jobs", `${addressOf(place)}/jobs?content=true`);
    if (answer === undefined) throw new ReadFault(502, "GET /jobs answered 404: check the board");
    const read = Jobs.safeParse(answer);
    if (!read.success) throw new ReadFault(502, "GET /jobs answered something else");
    return readItems(place.company, Listed, read.data.jobs)
      .filter(isJob)
      .map((job) => listedJob(job, place));
  },

  async job(place, there) {
    const job = await readJob(place, there);
    return job && jobOf(job, place, messagesFor(place.company.language_default));
  },

  faults({ firstName, lastName, phone }, company) {
    const { webAddress } = messagesFor(company.language_default);
    const given = { first_name: firstName, last_name: lastName, phone };
    return Object.entries(given)
      .filter(([, text]) => text !== undefined && /\bhttps?:\/\/|\bwww\./i.test(text))
      .map(([field]) => ({ field, message: webAddress }));
  },

  async apply(place, job, application) {
    const { headers, body } = formBody(partsOf(job, application));
    const posted = await post(`${addressOf(place)}/jobs/${job.there}`, {
      headers: {
        ...headers,
        Authorization: `Basic ${btoa(`${place.key ?? ""}:`)}`,
        Accept: "application/json",
      },
      body,
    });
    // A job that is not live, or a board that is another.
    if (posted?.status === 404) return whichIsGone(() => readJob(place, job.there));
    return outcomeOf(
      posted,
      job.fields.map(({ id }) => id),
      place.company,
    );
  },
};

const addressOf = ({ board }: Place<GreenhouseBoard>) =>
  `${board.address ?? setUp.usual()}/boards/${board.board}`;

async function readJob(place: Place<GreenhouseBoard>, there: string) {
  if (!/^\d{1,20}$/.test(there)) return undefined;
  const answer = await readJson(
    "GET /jobs/{id}",
    `${addressOf(place)}/jobs/${there}?questions=true&pay_transparency=true`,
  );
  if (answer === undefined) return undefined;
  const read = JobAnswer.safeParse(answer);
  if (!read.success) {
    throw new ReadFault(502, `GET /jobs/{id} answered something else at ${pathOf(read.error)}`);
  }
  return isJob(read.data) ? read.data : undefined;
}

/** What an answer to a post means. Its body is documented nowhere, so only its status is trusted. */
export function outcomeOf(
  posted: Posted | undefined,
  fields: readonly string[],
  company: Pick<Company, "language_default">,
): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  // A page where JSON is meant is some machine's on the way, of maintenance perhaps.
  if (status >= 200 && status < 300 && !isHtml) {
    return isRefusal(body)
      ? refused(body, fields, company)
      : { outcome: "accepted", id: idOf(body) };
  }
  // "Failed to save person" comes with a 401, and is no matter of the key.
  if (status === 401 && isRefusal(body) && /save person/i.test(String(body.error))) {
    return refused(body, fields, company);
  }
  if (status === 400 || status === 413 || status === 422) return refused(body, fields, company);
  if (status === 408 || status >= 500 || status < 300) return { outcome: "unknown", status };
  return { outcome: "misconfigured", status };
}

const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

/** An empty error is none. */
const isRefusal = (body: unknown): body is { error?: unknown } =>
  isRecord(body) &&
  (body.success === false || (typeof body.error === "string" && body.error.trim() !== ""));

function idOf(body: unknown): string | undefined {
  const id = isRecord(body) ? body.id : undefined;
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** Whether a name stands in a text, and not only as a part of another. */
const hasWord = (text: string, name: string) =>
  ` ${text} `.split(name).some((after, index) => index > 0 && !/^\w/.test(after));

/** Its errors are words for programmers: what they name is marked, in words for the candidate. */
function refused(
  body: unknown,
  fields: readonly string[],
  { language_default }: Pick<Company, "language_default">,
): Outcome {
  const said = JSON.stringify(body ?? "");
  const names = new Map([
    ["resume", "cv"],
    ["cover_letter_text", "cover_letter"],
  ]);
  for (const id of ["first_name", "last_name", "phone", ...fields]) names.set(id, id);
  const marked = [...names].filter(([name]) => hasWord(said, name));
  const message = messagesFor(language_default).notTaken;
  const errors = [...new Set(marked.map(([, field]) => field))].map((field): FieldError => ({
    field,
    message,
  }));
  return { outcome: "refused", errors };
}
