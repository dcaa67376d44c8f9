import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { changedAddresses, type Changed } from "../career-site/changed-addresses.server";
import { tellSearchEngines } from "../edge/index-now.server";
import { refuseStranger } from "../edge/operator.server";
import { PlatformError } from "../platform/errors";
import { forgetReads } from "../platform/shared-reads.server";
import { isPlatformId } from "../../contract/ids";
import { faultLine } from "../runtime/fault.server";

const id = z.string().refine(isPlatformId);

/** What has changed on the platform: one position, or anything of one client. */
const purgeSchema = z.union([z.object({ client: id }), z.object({ position: id })]);

export const loader = () => new Response("Not Found", { status: 404 });

/**
 * For the platform: what was drawn of a client's pages until now is old. Live at once where the call
 * lands, and everywhere within a minute.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const refused = await refuseStranger(request, context.settings.PURGE_SECRET, context.rateLimits);
  if (refused) return refused;
  const asked = purgeSchema.safeParse(await request.json().catch(() => undefined));
  if (!asked.success) {
    const message = 'The body is {"position": id} or {"client": id}, as JSON.';
    return Response.json({ message }, { status: 400 });
  }
  forgetReads();
  try {
    const client =
      "client" in asked.data
        ? asked.data.client
        : await context.positionPages.clientUuidOf(asked.data.position);
    await context.purge(client);
    // Whoever purges does not wait for search engines.
    void context.toTheEnd(announce(asked.data, client, request, context));
    return Response.json({ purged: { client } });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const message = "The position's client is not known: purge the client.";
    return Response.json({ message }, { status: 404 });
  }
}

/** Tells search engines what has changed, if there is a key for it. Never rejects. */
async function announce(
  changed: Changed,
  clientUuid: string,
  request: Request,
  { reads, settings, publishing }: AppLoadContext,
): Promise<void> {
  if (settings.INDEXNOW_KEY === undefined) return;
  try {
    const hrefs = await changedAddresses(changed, clientUuid, reads, publishing(request));
    await tellSearchEngines(hrefs, settings);
  } catch (error) {
    console.error("IndexNow was not told:", faultLine(error));
  }
}
