import { compareJobs } from "~/contract/compare-names";
import { json, Refusal } from "~/contract/http";
import { slugify } from "~/contract/slug";
import { findCompany, positionId, parsePositionId, type Company } from "./companies";
import type { Env, FoundJob, Read } from "./env";
import { FAILED } from "./http";
import { shortenTexts } from "./limits";
import { messagesFor } from "./messages";
import type { Job } from "./system-interface";

const getBoard = ({ BOARDS }: Env, { code }: Company) => BOARDS.get(BOARDS.idFromName(code));

/** @throws Refusal without `detail` if the system could not be read */
function unwrap<T>(read: Read<T>): T {
  if ("value" in read) return read.value;
  const { status, retryAfter } = read.failure;
  throw new Refusal(
    status,
    undefined,
    retryAfter === undefined ? {} : { "Retry-After": retryAfter },
    FAILED,
  );
}

/** Finds a company's job. @throws Refusal 404 for an unknown job, 410 for a closed job, or after a failed read */
export async function findJob(
  env: Env,
  company: Company,
  externalId: string,
  bypassCache = false,
): Promise<Job> {
  // RPC's types change the type of the result, but its value arrives unchanged.
  const result = (await getBoard(env, company).job(
    company.code,
    externalId,
    bypassCache,
  )) as Read<FoundJob>;
  const found = unwrap(result);
  if (!found) throw new Refusal(404, "Position not found.");
  if ("job" in found) return found.job;
  const { gone } = found;
  const { closed } = messagesFor(company.language_default);
  throw new Refusal(410, closed, {}, { client: company.uuid, ...gone });
}

/** Call 1: returns a position with its form. A closed position is a 410 with a few facts, such as its name. */
export async function getPosition(env: Env, id: string): Promise<Response> {
  const { company, externalId } = parsePositionId(id) ?? {};
  if (!company || externalId === undefined) throw new Refusal(404, "Position not found.");
  const {
    externalId: _,
    handle: __,
    fieldTargets: ___,
    ...job
  } = await findJob(env, company, externalId);
  return json({
    uuid: id,
    client: company.uuid,
    status: "open",
    apply_site_questions: [],
    candidate_criteria_structured: {},
    ...shortenTexts(job),
  });
}

/** Call 2: returns a company's public fields, without its board. */
export function getClient(ref: string): Response {
  const company = findCompany(ref);
  if (!company) throw new Refusal(404, "Client not found.");
  const { board: _, ...shown } = company;
  return json(shown);
}

/** Call 3: returns all of a company's jobs in one response: newest first, then by name. */
export async function getPositions(env: Env, ref: string): Promise<Response> {
  const company = findCompany(ref);
  if (!company) throw new Refusal(404, "Client not found.");
  const jobs = unwrap(await getBoard(env, company).list(company.code));
  const results = jobs
    .flatMap(({ externalId, ...job }) => {
      const uuid = positionId(company, externalId);
      const apply_url = `/${company.code}/${slugify(job.name)}/${uuid}`;
      return uuid === undefined ? [] : [{ uuid, ...job, apply_url }];
    })
    .sort(compareJobs(company.language_default));
  return json({ count: results.length, results });
}
