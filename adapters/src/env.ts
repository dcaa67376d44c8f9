import type { KnownJob } from "./known-jobs";
import type { Job, ListedJob } from "./system-interface";

/** The result of a read. Failures are plain values, because RPC loses the class of errors. */
export type Read<T> = { value: T } | { failure: { status: number; retryAfter?: string } };

/** A job, a closed job, or undefined for an unknown job. */
export type FoundJob = { job: Job } | { gone: KnownJob } | undefined;

/** The methods of `BoardObject`. */
interface BoardCalls extends Rpc.DurableObjectBranded {
  list(code: string): Promise<Read<ListedJob[]>>;
  job(code: string, externalId: string, bypassCache?: boolean): Promise<Read<FoundJob>>;
}

/** The bindings in `adapters/wrangler.toml`. Secrets named in company folders are not declared. */
export interface Env {
  BOARDS: DurableObjectNamespace<BoardCalls>;
  LEDGER: DurableObjectNamespace;
  API_KEY?: string;
}

/** Returns the secret with the given name, or undefined if it is not set. */
export function getSecret(env: Env, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : (env as unknown as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
