import { carriesError } from "~/contract/http";
import * as z from "zod";
import type { Company } from "../companies";
import { formBody } from "../form";
import { explainNotFound } from "../not-found";
import {
  parseResponse,
  post,
  readItems,
  readJson,
  ReadError,
  type PostResponse,
} from "../board-requests";
import type { Job, Outcome, BoardContext, System } from "../system-interface";
import { Posting } from "./format";
import { toJob, toListedJob } from "./job";
import { messagesFor } from "./messages";
import { createParts } from "./parts";
import { setup, type LeverBoard } from "./settings";

const PAGE_SIZE = 100;
/** Guards against an endless list. */
const MAX_PAGES = 50;

/**
 * Lever's Postings API (https://github.com/lever/postings-api). Reading needs no key, but
 * posting does. The API does not support custom questions (docs/boards.md).
 */
export const system: System<LeverBoard> = {
  // Lever's documentation: "Lever de-dupes candidates using the email address field."
  detectsDuplicates: true,

  async list(context) {
    const postings = readItems(LIST, context.company, Posting, await readPages(context));
    // If a posting is published while the list is read, a page can repeat a posting of the previous page.
    const jobs = new Map(postings.map((posting) => [posting.id, posting]));
    return [...jobs.values()].map((posting) => toListedJob(posting, context));
  },

  async job(context, externalId) {
    const posting = await readPosting(context, externalId);
    return posting && toJob(posting, context, messagesFor(context.company.language_default));
  },

  validate: () => [],

  async apply(context, job, application) {
    const { headers, body } = formBody(createParts(application, context.board));
    const key = encodeURIComponent(context.key ?? "");
    const posted = await post(`${siteUrl(context)}/${job.externalId}?key=${key}`, {
      headers: { ...headers, Accept: "application/json" },
      body,
    });
    // A 404 means that the posting is not published, or that the site's name is wrong.
    if (posted?.status === 404) return explainNotFound(() => readPosting(context, job.externalId));
    return readOutcome(posted, job, context.company);
  },
};

const siteUrl = ({ board }: BoardContext<LeverBoard>) =>
  `${board.address ?? setup.defaultAddress(board)}/postings/${board.board}`;

const LIST = "GET /postings";

async function readPages(context: BoardContext<LeverBoard>): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const address = `${siteUrl(context)}?mode=json&skip=${page * PAGE_SIZE}&limit=${PAGE_SIZE}`;
    const body = await readJson(LIST, address);
    const items = parseResponse(LIST, z.array(z.unknown()), body, "the board and its region");
    all.push(...items);
    if (items.length < PAGE_SIZE) return all;
  }
  throw new ReadError(502, `${LIST} has more than ${MAX_PAGES} pages`);
}

async function readPosting(context: BoardContext<LeverBoard>, externalId: string) {
  const route = "GET /postings/{id}";
  const body = await readJson(route, `${siteUrl(context)}/${externalId}?mode=json`);
  return body === undefined ? undefined : parseResponse(route, Posting, body);
}

/** Lever's responses to a post are `{ok: true, applicationId}`, or `{ok: false, error}` with any status. */
function readOutcome(
  posted: PostResponse | undefined,
  job: Job,
  company: Pick<Company, "language_default">,
): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  if (status === 408 || status >= 500) return { outcome: "unknown", status };
  const reply: { ok?: unknown; error?: unknown; applicationId?: unknown } =
    typeof body === "object" && body !== null ? body : {};
  const error = typeof reply.error === "string" ? reply.error : "";
  const isMisconfigured = status === 401 || status === 403 || /\bapi key\b/i.test(error);
  if (isMisconfigured) return { outcome: "misconfigured", status };
  if (carriesError(body) || [400, 413, 422].includes(status)) {
    return readRefusal(error, status, job, company);
  }
  if (status >= 300) return { outcome: "misconfigured", status };
  // The response is probably not from Lever. A repeat is safe, because Lever merges candidates.
  if (reply.ok !== true) return { outcome: "unknown", status };
  const { applicationId: id } = reply;
  return { outcome: "accepted", id: typeof id === "string" ? id : undefined };
}

const REQUIRED_HINT =
  "Lever requires a field that the company's folder does not list: add it to `asks`, or the posting to `required_questions`";

/** Ids of form fields that have a different name in Lever's errors. */
const FIELDS_BY_NAME = new Map([
  ["resume", "cv"],
  ["comments", "cover_letter"],
  ["name", "first_name"],
]);

/** Marks the fields that Lever's error mentions. The error's text is for programmers, so it is not shown. */
function readRefusal(
  error: string,
  status: number,
  { fields }: Job,
  { language_default }: Pick<Company, "language_default">,
): Outcome {
  const messages = messagesFor(language_default);
  const ids = new Set(["first_name", "phone", "cv", ...fields.map(({ id }) => id)]);
  const named = (error.match(/[a-z_]+/gi) ?? []).map((word) => {
    const small = word.toLowerCase();
    return FIELDS_BY_NAME.get(small) ?? small;
  });
  const errors = [...new Set(named)]
    .filter((field) => ids.has(field))
    .map((field) => ({ field, message: messages.notTaken }));
  // Candidates cannot fill in a field that the company's folder does not list, so the application waits.
  if (errors.length === 0 && /\brequired\b/i.test(error)) {
    return { outcome: "misconfigured", status, hint: REQUIRED_HINT };
  }
  return errors.length > 0
    ? { outcome: "refused", detail: messages.answers, errors }
    : { outcome: "refused" };
}
