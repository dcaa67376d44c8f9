import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { getFieldParameter, getPositionParameter } from "../addresses";
import { loadForForm } from "../application/intake/load-for-form.server";
import { getFileFields } from "../application/model/file-fields";
import {
  tusCreate,
  tusPositionUnavailable,
  tusOptions,
  tusRateLimited,
} from "../application/upload/tus.server";
import { failureStatus } from "../edge/platform-failure.server";
import { PlatformError } from "../platform/errors";
import { isPlatformId } from "~/contract/ids";

/** Supports only OPTIONS, because files cannot be downloaded here. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  request.method === "OPTIONS"
    ? tusOptions(context.settings.MAX_CV_BYTES)
    : new Response("Not Found", { status: 404 });

/** Starts an upload in pieces for a file field of an existing position. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const object = await context.applications.findObject(params.applicationId);
  const positionUuid = getPositionParameter(request);
  if (!object || request.method !== "POST" || !isPlatformId(positionUuid)) {
    return new Response("Not Found", { status: 404 });
  }
  if (!(await context.rateLimits.allowsFile())) return tusRateLimited();
  const field = getFieldParameter(request);
  let rules;
  try {
    const position = await loadForForm(positionUuid, context.intake);
    rules = getFileFields(position.value, context.settings.MAX_CV_BYTES).get(field);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return tusPositionUnavailable(failureStatus(error));
  }
  if (!rules) return tusPositionUnavailable(404);
  return tusCreate(request, { object, positionUuid, field, rules });
}
