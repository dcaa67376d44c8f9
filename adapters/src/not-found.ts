import type { Outcome } from "./system-interface";

/**
 * Finds out what a 404 response to a post means: a closed job, or a wrong address in our settings.
 *
 * @param read reads the job again; if this fails, the settings are assumed to be wrong
 */
export async function explainNotFound(read: () => Promise<unknown>): Promise<Outcome> {
  const job = await read().catch(() => true);
  return job ? { outcome: "misconfigured", status: 404 } : { outcome: "closed" };
}
