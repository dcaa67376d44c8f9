import { idOf, isRecord, readItems } from "../format";
import { formBody } from "../form";
import { whichIsGone } from "../gone";
import { parseAnswer, post, readJson, ReadFault, type Posted } from "../reading";
import type { Outcome, Place, System } from "../system";
import { Offer, Offers, OneOffer } from "./format";
import { isPublished, jobOf, listedJob } from "./job";
import { messagesFor } from "./messages";
import { partsOf } from "./parts";
import { setUp, tokenAdvice, type RecruiteeBoard } from "./settings";
import { inLanguage } from "./translation";

/**
 * Recruitee's Careers Site API (https://docs.recruitee.com/reference/intro-to-careers-site-api). "Implement the application form on your custom website" is a use that it names. Calls need a token from
 * 10 February 2027.
 */
export const system: System<RecruiteeBoard> = {
  // Nothing is documented.
  tellsDuplicates: false,

  async list(place) {
    adviseOnce(place);
    const answer = await readAt(place, "GET /offers/", "/offers/");
    const { offers } = parseAnswer("GET /offers/", Offers, answer, "the board");
    const { language_default: language } = place.company;
    return readItems(place.company, Offer, offers)
      .filter(isPublished)
      .map((offer) => listedJob(inLanguage(offer, language), language));
  },

  async job(place, there) {
    const offer = await readOffer(place, there);
    const language = place.company.language_default;
    return (
      offer && jobOf(inLanguage(offer, language), place.board, language, messagesFor(language))
    );
  },

  faults: () => [],

  async apply(place, job, application) {
    const { headers, body } = formBody(partsOf(job, application, place.board));
    const offer = encodeURIComponent(job.handle ?? job.there);
    const posted = await post(`${addressOf(place)}/offers/${offer}/candidates`, {
      headers: { ...headers, ...tokenOf(place), Accept: "application/json" },
      body,
    });
    // The offer is closed, or the address is wrong.
    if (posted?.status === 404) return whichIsGone(() => readOffer(place, job.there));
    if (posted?.status === 401)
      return { outcome: "misconfigured", status: 401, mend: mendOf(place) };
    return outcomeOf(posted);
  },
};

type At = Place<RecruiteeBoard>;

const addressOf = ({ board }: At) => board.address ?? setUp.usual(board);

const tokenOf = ({ key }: At): Record<string, string> =>
  key === undefined ? {} : { "X-Careers-Sites-Token": key };

/** What to look at after a 401. */
const mendOf = ({ board }: At) => tokenAdvice(board) ?? `check the secret ${board.key}`;

/** Companies with the advice already in the log. */
const advised = new Set<string>();

function adviseOnce({ board, company: { code } }: At): void {
  const advice = tokenAdvice(board);
  if (advice === undefined || advised.has(code)) return;
  advised.add(code);
  console.warn(`${code}: ${advice}`);
}

async function readAt(place: At, route: string, path: string): Promise<unknown> {
  try {
    return await readJson(route, addressOf(place) + path, tokenOf(place));
  } catch (error) {
    if (!(error instanceof ReadFault) || !error.reason.endsWith(" 401")) throw error;
    throw new ReadFault(502, `${error.reason}: ${mendOf(place)}`);
  }
}

async function readOffer(place: At, there: string) {
  const answer = await readAt(place, "GET /offers/{id}", `/offers/${there}`);
  if (answer === undefined) return undefined;
  const { offer } = parseAnswer("GET /offers/{id}", OneOffer, answer);
  return isPublished(offer) ? offer : undefined;
}

/** The outcome of a post: 201 `{candidate: {id}}`, 422 `{error: [texts]}`. */
export function outcomeOf(posted: Posted | undefined): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  const said = isRecord(body) ? body : {};
  if (status >= 200 && status < 300 && !isHtml) {
    if (said.success === false || isError(said.error)) return refused(said.error);
    // A success is a 201 with the candidate. Anything else may or may not have arrived.
    if (status !== 201 && !isRecord(said.candidate)) return { outcome: "unknown", status };
    return { outcome: "accepted", id: idOf(said.candidate) };
  }
  if (status === 400 || status === 413 || status === 422) return refused(said.error);
  if (status === 408 || status >= 500 || status < 300) return { outcome: "unknown", status };
  return { outcome: "misconfigured", status };
}

/** Ignores empty errors. */
const isError = (error: unknown) =>
  [error].flat().some((one) => one !== undefined && one !== null && one !== "");

/** Recruitee's texts are written for candidates. */
function refused(error: unknown): Outcome {
  const texts = (Array.isArray(error) ? error : [error]).filter(
    (one): one is string => typeof one === "string" && one.trim() !== "",
  );
  return {
    outcome: "refused",
    detail: texts.length > 0 ? texts.join(" ").slice(0, 500) : undefined,
  };
}
