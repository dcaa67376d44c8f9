import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { getPositionParameter } from "../addresses";
import type { Receipt } from "../application/model/receipt";
import { receiptPage } from "../application/receipt/receipt-page.server";
import { applyByPost } from "../application/intake/handle-form.server";
import { responseHeaders, responseStatus } from "../application/intake/outcome";
import { RATE_LIMIT_RETRY_AFTER } from "../application/model/limits";
import { describeHeldUpload } from "../application/form/texts";
import { failureStatus } from "../edge/platform-failure.server";
import { browserLanguage } from "../i18n/language";
import { messagesFor, type Messages } from "../i18n/messages";
import { PlatformError, type PlatformErrorKind } from "../platform/errors";
import type { PositionPage } from "../platform/types";
import { currentReceipt } from "../position/page-content.server";
import { formatError } from "../runtime/log.server";
import { isPlatformId } from "~/contract/ids";

const PRIVATE = { "Cache-Control": "no-store" };

/** Returns the data that a browser needs to correct a refused application. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { rateLimits } = context;
  const languages = context.settings.LANGUAGES;
  const object = await context.applications.findObject(params.applicationId);
  if (object && !rateLimits.mayLookUp("application")) {
    return new Response("Too Many Requests", {
      status: 429,
      headers: { "Retry-After": RATE_LIMIT_RETRY_AFTER },
    });
  }
  const form = await object?.correction(getPositionParameter(request));
  if (!form) {
    if (object) await rateLimits.countMiss("application");
    return new Response("Not Found", { status: 404 });
  }
  const position = await context.loads
    .position(getPositionParameter(request))
    .catch(() => undefined);
  const heldCv =
    form.heldCv &&
    describeHeldUpload(form.heldCv, browserLanguage(request, languages), position?.value.country);
  return Response.json({ ...form, heldCv }, { headers: PRIVATE });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const positionUuid = getPositionParameter(request);
  if (!isPlatformId(positionUuid)) return new Response("Not Found", { status: 404 });
  try {
    const { applicationId } = params;
    const { intake } = context;
    const applying = applyByPost({ ...intake, request, applicationId, positionUuid });
    const { result } = await context.runToCompletion(applying);
    const status = responseStatus(result);
    switch (result.outcome) {
      case "applied": {
        // This request has already read the position.
        const { value: position } = await context.loads.position(positionUuid);
        const receipt = viewReceipt(result.receipt, position, request, context);
        return Response.json({ outcome: "applied", receipt }, { status, headers: PRIVATE });
      }
      default:
        return Response.json(result, { status, headers: responseHeaders(result) });
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return positionFailure(
      error,
      messagesFor(browserLanguage(request, context.settings.LANGUAGES)),
    );
  }
}

/** Creates the receipt's view. If that fails, returns the data that a browser needs to load the receipt's page. */
function viewReceipt(
  receipt: Receipt,
  page: PositionPage,
  request: Request,
  { links, timeZone }: AppLoadContext,
) {
  try {
    const current = currentReceipt(receipt, page);
    return receiptPage(current, page.positionUuid, request, timeZone(), links).notice.receipt;
  } catch (error) {
    console.error("A receipt could not be shown:", formatError(error));
    return { id: receipt.id, status: receipt.status };
  }
}

/** Reports why the position could not be read. If the response has no message, the page shows a default. */
function positionFailure(error: PlatformError, t: Messages): Response {
  const messages: Partial<Record<PlatformErrorKind, string>> = {
    closed: t["screen.position_closed_text"],
    gone: t["screen.position_not_found_text"],
    "not-found": t["screen.position_not_found_text"],
    "too-often": t["refusal.too_often"],
  };
  const status = failureStatus(error);
  return Response.json({ outcome: "failed", message: messages[error.kind] }, { status });
}
