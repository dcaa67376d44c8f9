import { putCompany } from "../company/put";
import { readCompanies, SEED_FOLDER } from "../company/files";
import type { Platform } from "../lib/platform";
import { readState, updateState } from "../lib/state";

/** Adds the example companies once: those that were deleted do not come back. */
export async function addExamples(
  platform: Platform,
  persistTo: string,
  isWanted: boolean,
): Promise<void> {
  if (!isWanted || (await readState(persistTo)).examples) return;
  for (const company of await readCompanies(SEED_FOLDER)) await putCompany(platform, company);
  await updateState(persistTo, { examples: true });
}
