import { faultLine } from "../runtime/fault.server";

/** What one call may carry at most (indexnow.org, documentation). */
export const ADDRESSES_MOST = 10_000;

/** How long the call may take, in ms. */
const CALL_MS = 10_000;

interface IndexNowSettings {
  INDEXNOW_KEY?: string | undefined;
  INDEXNOW_URL: string;
}

/**
 * The body of the call that tells search engines of changed addresses; undefined where there is nothing
 * to tell: without a key, without an address, and of a site that is not public (`http:`), unless the
 * engine is a stand-in on this machine.
 *
 * The key's file stands at the root of the host, because a key is good for what lies below its file.
 *
 * Source: indexnow.org, documentation.
 *
 * @param hrefs whole URLs; those of another host than the first are left out
 */
export function announcement(
  hrefs: readonly string[],
  { INDEXNOW_KEY: key, INDEXNOW_URL }: IndexNowSettings,
) {
  const [first] = hrefs;
  if (key === undefined || first === undefined) return undefined;
  const { host, origin, protocol } = new URL(first);
  if (protocol !== "https:" && !INDEXNOW_URL.startsWith("http:")) return undefined;
  const urlList = hrefs.filter((href) => href.startsWith(`${origin}/`)).slice(0, ADDRESSES_MOST);
  return { host, key, keyLocation: `${origin}/${key}.txt`, urlList };
}

/**
 * Tells search engines that these addresses have changed, or are gone. Never rejects: a call that fails
 * is a line in the log, and is not repeated. The engines come by themselves later.
 */
export async function tellSearchEngines(
  hrefs: readonly string[],
  settings: IndexNowSettings,
): Promise<void> {
  const told = announcement(hrefs, settings);
  if (!told) return;
  try {
    const answer = await fetch(settings.INDEXNOW_URL, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      body: JSON.stringify(told),
      signal: AbortSignal.timeout(CALL_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) console.error(`IndexNow has answered ${answer.status}`);
  } catch (error) {
    console.error("IndexNow could not be told:", faultLine(error));
  }
}
