import { carriesError } from "~/contract/http";
import { getId, isRecord } from "../format";
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
import { boardLanguage, type BoardContext, type Outcome, type System } from "../system-interface";
import { ListedOffer, Offers, OfferResponse } from "./format";
import { isPublished, toJob, toListedJob } from "./job";
import { messagesFor } from "./messages";
import { createParts } from "./parts";
import { setup, tokenAdvice, type RecruiteeBoard } from "./settings";
import { translateOffer } from "./translation";

/**
 * Recruitee's Careers Site API (https://docs.recruitee.com/reference/intro-to-careers-site-api). Its
 * documented uses include an application form on a company's own website. From 10 February 2027, calls need
 * a token.
 */
export const system: System<RecruiteeBoard> = {
  // Recruitee documents no detection of duplicates.
  detectsDuplicates: false,

  async list(context) {
    adviseOnce(context);
    const body = await readWithToken(context, "GET /offers/", "/offers/");
    const { offers } = parseResponse("GET /offers/", Offers, body, "the board");
    return readItems("GET /offers/", context.company, ListedOffer, offers)
      .filter(isPublished)
      .map((offer) => toListedJob(translateOffer(offer, boardLanguage(context)), context));
  },

  async job(context, externalId) {
    const offer = await readOffer(context, externalId);
    const messages = messagesFor(context.company.language_default);
    return offer && toJob(translateOffer(offer, boardLanguage(context)), context, messages);
  },

  validate: () => [],

  async apply(context, job, application) {
    const { headers, body } = formBody(createParts(job, application, context.board));
    const offer = encodeURIComponent(job.handle ?? job.externalId);
    const posted = await post(`${apiUrl(context)}/offers/${offer}/candidates`, {
      headers: { ...headers, ...tokenHeader(context), Accept: "application/json" },
      body,
    });
    // A 404 means that the offer is closed, or that the address is wrong.
    if (posted?.status === 404) return explainNotFound(() => readOffer(context, job.externalId));
    if (posted?.status === 401)
      return { outcome: "misconfigured", status: 401, hint: unauthorizedHint(context) };
    return readOutcome(posted);
  },
};

type Context = BoardContext<RecruiteeBoard>;

const apiUrl = ({ board }: Context) => board.address ?? setup.defaultAddress(board);

const tokenHeader = ({ key }: Context): Record<string, string> =>
  key === undefined ? {} : { "X-Careers-Sites-Token": key };

const unauthorizedHint = ({ board }: Context) =>
  tokenAdvice(board) ?? `check the secret ${board.key}`;

/** Codes of companies whose warning has been logged. */
const advised = new Set<string>();

function adviseOnce({ board, company: { code } }: Context): void {
  const advice = tokenAdvice(board);
  if (advice === undefined || advised.has(code)) return;
  advised.add(code);
  console.warn(`${code}: ${advice}`);
}

async function readWithToken(context: Context, route: string, path: string): Promise<unknown> {
  try {
    return await readJson(route, apiUrl(context) + path, tokenHeader(context));
  } catch (error) {
    if (!(error instanceof ReadError) || !error.reason.endsWith(" 401")) throw error;
    throw new ReadError(502, `${error.reason}: ${unauthorizedHint(context)}`);
  }
}

async function readOffer(context: Context, externalId: string) {
  const body = await readWithToken(context, "GET /offers/{id}", `/offers/${externalId}`);
  if (body === undefined) return undefined;
  const { offer } = parseResponse("GET /offers/{id}", OfferResponse, body);
  return isPublished(offer) ? offer : undefined;
}

/** Recruitee's responses to a post are a 201 with `{candidate: {id}}`, or a 422 with `{error: [texts]}`. */
export function readOutcome(posted: PostResponse | undefined): Outcome {
  if (!posted) return { outcome: "unknown" };
  const { status, body, isHtml, retryAfter } = posted;
  if (status === 429) return { outcome: "busy", retryAfter };
  const reply = isRecord(body) ? body : {};
  if (status >= 200 && status < 300 && !isHtml) {
    if (carriesError(body)) return readRefusal(reply.error);
    // Success is a 201 with a candidate. If the response has neither, the application may not have arrived.
    if (status !== 201 && !isRecord(reply.candidate)) return { outcome: "unknown", status };
    return { outcome: "accepted", id: getId(reply.candidate) };
  }
  if (status === 400 || status === 413 || status === 422) return readRefusal(reply.error);
  if (status === 408 || status >= 500 || status < 300) return { outcome: "unknown", status };
  return { outcome: "misconfigured", status };
}

/** Returns a refusal with Recruitee's error texts, which are written for candidates. */
function readRefusal(error: unknown): Outcome {
  const texts = (Array.isArray(error) ? error : [error]).filter(
    (text): text is string => typeof text === "string" && text.trim() !== "",
  );
  return {
    outcome: "refused",
    detail: texts.length > 0 ? texts.join(" ").slice(0, 500) : undefined,
  };
}
