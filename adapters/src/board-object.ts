import { DurableObject } from "cloudflare:workers";
import { companyOf, type Company } from "./companies";
import { secretOf, type Env, type FoundJob, type Read } from "./env";
import { keeper } from "./kept";
import { ReadFault } from "./reading";
import { Seen } from "./seen";
import { systemOf } from "./systems";
import type { Job, ListedJob, Place } from "./system";

/** How long a board is kept, in milliseconds. */
const FRESH_MS = 60_000;

/** Most jobs whose forms are kept. */
const JOBS_MOST = 300;

/** The name of the secret with which a board is posted to; undefined if it needs none. */
export const keyName = (board: Company["board"]) => ("key" in board ? board.key : undefined);

/** A company's board at its system, as the adapter uses it. */
export function placeOf(env: Env, company: Company): Place<Company["board"]> {
  const { board } = company;
  return { company, board, key: secretOf(env, keyName(board)), once: (_, read) => read() };
}

/**
 * A company's board: everybody reads it here, so that it is read once a minute however many ask. An
 * object for each company, named by its code.
 */
export class BoardObject extends DurableObject<Env> {
  readonly #lists = keeper<ListedJob[]>(FRESH_MS, 1);
  readonly #jobs = keeper<Job | undefined>(FRESH_MS, JOBS_MOST);
  readonly #wholes = keeper<unknown>(FRESH_MS / 2, 1);
  readonly #seen = new Seen(this.ctx.storage);

  /** The jobs that anybody may see. */
  async list(code: string): Promise<Read<ListedJob[]>> {
    return reading(code, () => this.#list(code));
  }

  /** A job with its form. `afresh` reads the system itself, which may have gone since. */
  async job(code: string, there: string, afresh = false): Promise<Read<FoundJob>> {
    return reading(code, async () => {
      const { place, system } = this.#at(code);
      const job = await (afresh
        ? system.job(placeOf(this.env, place.company), there)
        : this.#jobs(there, () => system.job(place, there)));
      if (job) return { job };
      // Only a board that answers, and does not list it either, says that a job is closed.
      const seen = this.#seen.find(there);
      if (!seen) return undefined;
      const listed = await this.#list(code);
      return listed.some((one) => one.there === there) ? undefined : { gone: seen };
    });
  }

  #at(code: string) {
    const company = companyOf(code);
    if (!company) throw new Error("a board of no company");
    const once = <T>(what: string, read: () => Promise<T>) =>
      this.#wholes(what, read) as Promise<T>;
    return { place: { ...placeOf(this.env, company), once }, system: systemOf(company) };
  }

  #list(code: string): Promise<ListedJob[]> {
    return this.#lists("list", async () => {
      const { place, system } = this.#at(code);
      const jobs = await system.list(place);
      this.#seen.remember(jobs);
      return jobs;
    });
  }
}

async function reading<T>(code: string, read: () => Promise<T>): Promise<Read<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    console.error(`${code}: ${error.reason}`);
    const { status, retryAfter } = error;
    return { fault: { status, ...(retryAfter !== undefined && { retryAfter }) } };
  }
}
