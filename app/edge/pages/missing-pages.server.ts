import { onMissing } from "../../platform/missing";
import type { KeptPage, PageMemory } from "./page-memory.server";
import type { PageShelf } from "./page-shelf.server";

interface Missed {
  key: string;
  /** When the read began that was answered 404, in ms since 1970. */
  seenAt: number;
  forgetAfterMs: number;
}

/** The platform has answered 404 for a page: marks the one that is kept in a place, or removes it. */
export async function miss(
  place: PageMemory | PageShelf,
  { key, seenAt, forgetAfterMs }: Missed,
): Promise<void> {
  const got = place.get(key);
  // No wait where there is none: a newer page must not come between.
  const page: KeptPage | undefined = got instanceof Promise ? await got : got;
  if (!page) return;
  const left = onMissing(page, seenAt, forgetAfterMs);
  if (left === "forget") await place.remove(key);
  else if (left.missingSince !== page.missingSince) await place.put(key, { ...page, ...left });
}
