import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import { refuseUnauthorized } from "../edge/operator.server";
import { PlatformError } from "../platform/errors";
import type { HiringPlatform } from "../platform/hiring-platform.server";
import { isPlatformId } from "~/contract/ids";

const id = z.string().refine(isPlatformId);

/** The client whose pages are purged, or one of its positions. */
const purgeSchema = z.union([z.object({ client: id }), z.object({ position: id })]);

export const loader = () => new Response("Not Found", { status: 404 });

/** Called by the platform to purge a client's pages. */
export async function action({ request, context }: ActionFunctionArgs) {
  const refusal = await refuseUnauthorized(
    request,
    context.settings.PURGE_SECRET,
    context.rateLimits,
  );
  if (refusal) return refusal;
  const body = purgeSchema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) {
    const message = 'Send {"position": id} or {"client": id} as JSON.';
    return Response.json({ message }, { status: 400 });
  }
  try {
    const client =
      "client" in body.data
        ? body.data.client
        : await findClient(body.data.position, context.platform);
    await context.purge(client);
    return Response.json({ purged: { client } });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const message = "The position's client is unknown. Purge by client id instead.";
    return Response.json({ message }, { status: 404 });
  }
}

/** Finds the client of an open or closed position. @throws PlatformError if the client is unknown */
async function findClient(positionUuid: string, platform: HiringPlatform): Promise<string> {
  try {
    return (await platform.read("position", positionUuid)).value.clientUuid;
  } catch (error) {
    if (error instanceof PlatformError && error.clientUuid !== undefined) return error.clientUuid;
    throw error;
  }
}
