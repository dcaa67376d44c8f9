import { DurableObject } from "cloudflare:workers";
import { findCompany, type Company } from "./companies";
import { getSecret, type Env, type FoundJob, type Read } from "./env";
import { createCache } from "./cache";
import { ReadError } from "./board-requests";
import { KnownJobs } from "./known-jobs";
import { getSystem } from "./systems";
import type { Job, ListedJob, BoardContext } from "./system-interface";

/** How long a job and the list of jobs are cached, in ms. */
const FRESH_MS = 60_000;

const MAX_JOBS = 300;

/** Returns the name of a board's secret, or undefined if the board has none. */
export const getKeyName = (board: Company["board"]) => ("key" in board ? board.key : undefined);

export function createBoardContext(env: Env, company: Company): BoardContext<Company["board"]> {
  const { board } = company;
  return { company, board, key: getSecret(env, getKeyName(board)), readOnce: (_, read) => read() };
}

/** Caches a company's board. There is one object per company, named by the company's code. */
export class BoardObject extends DurableObject<Env> {
  readonly #lists = createCache<ListedJob[]>(FRESH_MS, 1);
  readonly #jobs = createCache<Job | undefined>(FRESH_MS, MAX_JOBS);
  readonly #boards = createCache<unknown>(FRESH_MS / 2, 1);
  readonly #knownJobs = new KnownJobs(this.ctx.storage);

  async list(code: string): Promise<Read<ListedJob[]>> {
    return catchReadError(code, () => this.#list(code));
  }

  /** @param bypassCache whether to read the job from the system even if it is cached */
  async job(code: string, externalId: string, bypassCache = false): Promise<Read<FoundJob>> {
    return catchReadError(code, async () => {
      const { context, system } = this.#open(code);
      const job = await (bypassCache
        ? system.job(createBoardContext(this.env, context.company), externalId)
        : this.#jobs(externalId, () => system.job(context, externalId)));
      if (job) return { job };
      // A known job is closed if the board's list does not contain it. If the list cannot be read, `#list` throws.
      const known = this.#knownJobs.find(externalId);
      if (!known) return undefined;
      const listed = await this.#list(code);
      return listed.some((job) => job.externalId === externalId) ? undefined : { gone: known };
    });
  }

  #open(code: string) {
    const company = findCompany(code);
    if (!company) throw new Error("no company has this code");
    const readOnce = <T>(what: string, read: () => Promise<T>) =>
      this.#boards(what, read) as Promise<T>;
    return {
      context: { ...createBoardContext(this.env, company), readOnce },
      system: getSystem(company),
    };
  }

  #list(code: string): Promise<ListedJob[]> {
    return this.#lists("list", async () => {
      const { context, system } = this.#open(code);
      const jobs = await system.list(context);
      this.#knownJobs.store(jobs);
      return jobs;
    });
  }
}

async function catchReadError<T>(code: string, read: () => Promise<T>): Promise<Read<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    console.error(`${code}: ${error.reason}`);
    const { status, retryAfter } = error;
    return { failure: { status, ...(retryAfter !== undefined && { retryAfter }) } };
  }
}
