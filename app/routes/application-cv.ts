import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { positionOf } from "../addresses";
import { tusCreate, tusOptions, tusTooOften } from "../application/upload/tus.server";
import { isPlatformId } from "../platform/ids";

/** There is nothing to be read here, but what the protocol can do. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  request.method === "OPTIONS"
    ? tusOptions(context.settings.MAX_CV_BYTES)
    : new Response("Not Found", { status: 404 });

/** Begins to send a CV in pieces. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const object = await context.applications.ofId(params.applicationId);
  const positionUuid = positionOf(request);
  if (!object || request.method !== "POST" || !isPlatformId(positionUuid)) {
    return new Response("Not Found", { status: 404 });
  }
  if (!(await context.rateLimits.allowsUpload(positionUuid))) return tusTooOften();
  return tusCreate(request, { object, positionUuid, maxCvBytes: context.settings.MAX_CV_BYTES });
}
