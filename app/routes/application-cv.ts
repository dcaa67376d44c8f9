import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { positionOf } from "../addresses";
import {
  tusCreate,
  tusNoPosition,
  tusOptions,
  tusTooOften,
} from "../application/upload/tus.server";
import { statusOfFailure } from "../edge/platform-failure.server";
import { PlatformError } from "../platform/errors";
import { isPlatformId } from "../platform/ids";

/** There is nothing to be read here, but what the protocol can do. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  request.method === "OPTIONS"
    ? tusOptions(context.settings.MAX_CV_BYTES)
    : new Response("Not Found", { status: 404 });

/** Begins to send a CV in pieces, for a position that is there. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const object = await context.applications.ofId(params.applicationId);
  const positionUuid = positionOf(request);
  if (!object || request.method !== "POST" || !isPlatformId(positionUuid)) {
    return new Response("Not Found", { status: 404 });
  }
  if (!(await context.rateLimits.allowsFile())) return tusTooOften();
  try {
    await context.positionPages.loadForApplication(positionUuid);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return tusNoPosition(statusOfFailure(error));
  }
  return tusCreate(request, { object, positionUuid, maxCvBytes: context.settings.MAX_CV_BYTES });
}
