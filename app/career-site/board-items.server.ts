import { PlatformError } from "../platform/errors";
import { combineReads, type Read, type Reads } from "../reads/reads.server";
import { logEvent } from "../runtime/log.server";
import { htmlForExport, sanitizeHtml } from "../ui/company/company-html.server";
import type { BoardItem } from "./feed-formats.server";
import type { FeedItem } from "./feed.server";

/** Maximum number of positions to read for one file, in total and in parallel. */
const MAX_READS = 400;
const CONCURRENCY = 6;

/**
 * Reads each job's position and adds its description and requirements. Leaves out gone jobs, jobs past the
 * limit, and jobs without a description, which job boards refuse.
 *
 * @throws PlatformError if a position cannot be read, or only from its durable copy
 */
export async function addDescriptions(
  items: readonly FeedItem[],
  { read }: Pick<Reads, "read">,
): Promise<Read<BoardItem[]>> {
  const queue = items.slice(0, MAX_READS).entries();
  const found: (BoardItem | undefined)[] = [];
  const parts: Read<unknown>[] = [];
  const readNext = async () => {
    for (const [index, item] of queue) {
      const part = await read("position", item.job.uuid).catch((error: unknown) => {
        if (error instanceof PlatformError && error.isGone) return undefined;
        throw error;
      });
      // During an outage, fail instead of making hundreds of calls.
      if (part?.from === "copy") {
        throw new PlatformError({
          kind: "unreachable",
          message: "A position is available only as a copy",
        });
      }
      if (part) parts.push(part);
      const position = part?.value;
      const description = position ? htmlForExport(sanitizeHtml(position.description)) : "";
      if (!position || description === "") continue;
      const { country, essentialRequirements, niceToHaveRequirements } = position;
      const job = country === undefined ? item.job : { ...item.job, country };
      found[index] = { ...item, job, description, essentialRequirements, niceToHaveRequirements };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
  if (items.length > MAX_READS) logEvent("feed-cut", { jobs: items.length, read: MAX_READS });
  return combineReads(
    found.filter((item) => item !== undefined),
    parts,
  );
}
