import type { Outcome } from "./system-interface";

/**
 * Decides whether a 404 response to a post means a closed job or a wrong setting.
 *
 * @param read reads the job again. If the read fails, a setting is assumed to be wrong.
 */
export async function explainNotFound(read: () => Promise<unknown>): Promise<Outcome> {
  const job = await read().catch(() => true);
  return job ? { outcome: "misconfigured", status: 404 } : { outcome: "closed" };
}
