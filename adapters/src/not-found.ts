import type { Outcome } from "./system";

/**
 * What a 404 to a post means: a job that is closed, or an address of ours that is wrong. The job itself
 * says which.
 *
 * @param read reads the job again; a read that fails says nothing against our address
 */
export async function explainNotFound(read: () => Promise<unknown>): Promise<Outcome> {
  const isThere = await read().catch(() => true);
  return isThere ? { outcome: "misconfigured", status: 404 } : { outcome: "closed" };
}
