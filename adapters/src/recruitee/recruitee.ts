import type { RecruiteeBoard } from "./settings.mjs";
import { formBody } from "../form";
import { whichIsGone } from "../gone";
import { messagesFor } from "../messages";
import { post, readJson, ReadFault, type Posted } from "../reading";
import type { Outcome, Place, System } from "../system";
import { Offers, OneOffer } from "./format";
import { isPublished, jobOf, listedJob } from "./job";
import { partsOf } from "./parts";
import { inLanguage } from "./translation";

/**
 * Recruitee's Careers Site API (https://docs.recruitee.com/reference/intro-to-careers-site-api). It
 * takes applications without any key, and "implement the application form on your custom website" is a
 * use that it names.
 */
export const recruitee: System<RecruiteeBoard> = {
  // Nothing is documented.
  tellsDuplicates: false,

  async list(place) {
    const answer = await readJson("GET /offers/", `${addressOf(place)}/offers/`);
    if (answer === undefined)
      throw new ReadFault(502, "GET /offers/ answered 404: check the board");
    const read = Offers.safeParse(answer);
    if (!read.success) throw new ReadFault(502, "GET /offers/ answered something else");
    const { language_default: language } = place.company;
    return read.data.offers
      .filter(isPublished)
      .map((offer) => listedJob(inLanguage(offer, language)));
  },

  async job({ board, company }, there) {
    const offer = await readOffer({ board }, there);
    const language = company.language_default;
    return offer && jobOf(inLanguage(offer, language), board, language, messagesFor(language));
  },

  faults: () => [],

  async apply(place, job, application) {
    const { headers, body } = formBody(partsOf(job, application, place.board));
    const address = `${addressOf(place)}/offers/${job.handle ?? job.there}/candidates`;
    const posted = await post(address, {
      headers: { ...headers, Accept: "application/json" },
      body,
    });
    // A closed offer, or another company.
    if (posted?.status === 404) return whichIsGone(() => readOffer(place, job.there));
    return outcomeOf(posted);
  },
};

const addressOf = ({ board }: Pick<Place<RecruiteeBoard>, "board">) =>
  board.address ?? `https://${board.board}.recruitee.com/api`;

async function readOffer(place: Pick<Place<RecruiteeBoard>, "board">, there: string) {
  const answer = await readJson("GET /offers/{id}", `${addressOf(place)}/offers/${there}`);
  if (answer === undefined) return undefined;
  const read = OneOffer.safeParse(answer);
  if (!read.success) {
    const path = read.error.issues[0]?.path.join(".") ?? "";
    throw new ReadFault(502, `GET /offers/{id} answered something else at ${path}`);
  }
  return isPublished(read.data.offer) ? read.data.offer : undefined;
}

/** What an answer to a post means: 201 `{candidate: {id}}`, 422 `{error: [texts]}`. */
export function outcomeOf(posted: Posted | undefined): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  const said = isRecord(body) ? body : {};
  if (status >= 200 && status < 300 && !isHtml) {
    if (said.success === false || said.error !== undefined) return refused(said.error);
    // A success is a 201 with the candidate: of anything else nobody knows.
    if (status !== 201 && !isRecord(said.candidate)) return { outcome: "unknown", status };
    const id = isRecord(said.candidate) ? said.candidate.id : undefined;
    const isId = typeof id === "number" || typeof id === "string";
    return { outcome: "accepted", id: isId ? String(id) : undefined };
  }
  if (status === 400 || status === 413 || status === 422) return refused(said.error);
  if (status === 408 || status >= 500 || status < 300) return { outcome: "unknown", status };
  return { outcome: "misconfigured", status };
}

const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

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
