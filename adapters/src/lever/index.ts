import type { Company } from "../companies";
import { pathOf, readItems } from "../format";
import { formBody } from "../form";
import { whichIsGone } from "../gone";
import { post, readJson, ReadFault, type Posted } from "../reading";
import type { FieldError, Outcome, Place, System } from "../system";
import { Posting } from "./format";
import { jobOf, listedJob } from "./job";
import { messagesFor } from "./messages";
import { partsOf } from "./parts";
import { setUp, type LeverBoard } from "./settings.mjs";

/** Postings of one page of the list. */
const PAGE = 100;
/** Most pages that are read, so that a list that never ends does not either. */
const PAGES_MOST = 50;

/**
 * Lever's Postings API (https://github.com/lever/postings-api). Reading needs no key; posting needs
 * one. Custom questions can be neither read nor answered by it: docs/boards.md.
 */
export const system: System<LeverBoard> = {
  // "Lever de-dupes candidates using the email address field."
  tellsDuplicates: true,

  async list(place) {
    const jobs = new Map<string, Posting>();
    for (let page = 0; page < PAGES_MOST; page += 1) {
      const { count, postings } = await readPage(place, page * PAGE);
      // One that is published meanwhile moves another to the next page, where it is read again.
      for (const posting of postings) jobs.set(posting.id, posting);
      if (count < PAGE) return [...jobs.values()].map(listedJob);
    }
    throw new ReadFault(502, `GET /postings has more than ${PAGES_MOST} pages`);
  },

  async job(place, there) {
    const posting = await readPosting(place, there);
    return posting && jobOf(posting, place, messagesFor(place.company.language_default));
  },

  faults: () => [],

  async apply(place, job, application) {
    const { headers, body } = formBody(partsOf(application, place.board));
    const key = encodeURIComponent(place.key ?? "");
    const posted = await post(`${siteOf(place)}/${job.there}?key=${key}`, {
      headers: { ...headers, Accept: "application/json" },
      body,
    });
    // A posting that is not published, or a site that is another.
    if (posted?.status === 404) return whichIsGone(() => readPosting(place, job.there));
    return outcomeOf(
      posted,
      job.fields.map(({ id }) => id),
      place.company,
    );
  },
};

const siteOf = ({ board }: Place<LeverBoard>) =>
  `${board.address ?? setUp.usual(board)}/postings/${board.board}`;

async function readPage(place: Place<LeverBoard>, skip: number) {
  const route = "GET /postings";
  const answer = await readJson(route, `${siteOf(place)}?mode=json&skip=${skip}&limit=${PAGE}`);
  if (answer === undefined) {
    throw new ReadFault(502, `${route} answered 404: check the board and its region`);
  }
  if (!Array.isArray(answer)) throw new ReadFault(502, `${route} answered something else`);
  // Malformed ones count: the next page begins behind them.
  return { count: answer.length, postings: readItems(place.company, Posting, answer) };
}

async function readPosting(place: Place<LeverBoard>, there: string) {
  const answer = await readJson("GET /postings/{id}", `${siteOf(place)}/${there}?mode=json`);
  if (answer === undefined) return undefined;
  const read = Posting.safeParse(answer);
  if (read.success) return read.data;
  throw new ReadFault(502, `GET /postings/{id} answered something else at ${pathOf(read.error)}`);
}

/** What an answer to a post means: `{ok: true, applicationId}`, or `{ok: false, error}` under any status. */
export function outcomeOf(
  posted: Posted | undefined,
  fields: readonly string[],
  company: Pick<Company, "language_default">,
): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  if (status === 408 || status >= 500) return { outcome: "unknown", status };
  const said: { ok?: unknown; error?: unknown; applicationId?: unknown } =
    typeof body === "object" && body !== null ? body : {};
  const error = typeof said.error === "string" ? said.error : "";
  const isOurs = status === 401 || status === 403 || /\bapi key\b/i.test(error);
  if (isOurs) return { outcome: "misconfigured", status };
  if (said.ok === false || [400, 413, 422].includes(status)) {
    return refused(error, status, fields, company);
  }
  if (status >= 300) return { outcome: "misconfigured", status };
  // Something else than Lever answers. A repeat harms nothing: Lever merges it.
  if (said.ok !== true) return { outcome: "unknown", status };
  const { applicationId: id } = said;
  return { outcome: "accepted", id: typeof id === "string" ? id : undefined };
}

const UNASKED =
  "a field is required at Lever that its folder does not ask: add it to `asks`, or the posting to `required_questions`";

/** What Lever's errors call the fields of the form. */
const NAMES = new Map([
  ["resume", "cv"],
  ["comments", "cover_letter"],
  ["name", "first_name"],
]);

/** Its errors are words for programmers: what they name is marked, in words for the candidate. */
function refused(
  error: string,
  status: number,
  fields: readonly string[],
  { language_default }: Pick<Company, "language_default">,
): Outcome {
  const messages = messagesFor(language_default);
  const asked = new Set(["first_name", "phone", "cv", ...fields]);
  const named = (error.match(/[a-z_]+/gi) ?? []).map((word) => {
    const small = word.toLowerCase();
    return NAMES.get(small) ?? small;
  });
  const errors: FieldError[] = [...new Set(named)]
    .filter((field) => asked.has(field))
    .map((field) => ({ field, message: messages.notTaken }));
  // No candidate can mend that: the application waits until the folder asks for it.
  if (errors.length === 0 && /\brequired\b/i.test(error)) {
    return { outcome: "misconfigured", status, mend: UNASKED };
  }
  return errors.length > 0
    ? { outcome: "refused", detail: messages.answers, errors }
    : { outcome: "refused" };
}
