import { type ActionFunctionArgs } from "@remix-run/cloudflare";
import { applyByPost } from "../application/intake/apply.server";
import { headersOf, statusOf } from "../application/intake/outcome";
import { receiptView } from "../application/receipt/receipt-view.server";
import { companyLanguage, visitorLanguage } from "../i18n/language";
import { messagesFor, type Messages } from "../i18n/messages";
import { PlatformError } from "../platform/errors";
import { isPlatformId } from "../platform/ids";

/** There is no page here, and nothing of an application is ever shown. */
export const loader = () => new Response("Not Found", { status: 404 });

/** An application's own address: the form as scripts send it, answered in JSON. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const positionUuid = new URL(request.url).searchParams.get("position") ?? "";
  if (!isPlatformId(positionUuid)) return new Response("Not Found", { status: 404 });
  const loadPosition = () => context.positionPages.loadForApplication(positionUuid);
  try {
    const { applicationId } = params;
    const applying = applyByPost({
      ...context.intake,
      request,
      applicationId,
      positionUuid,
      loadPosition,
    });
    const { result } = await context.toTheEnd(applying);
    const status = statusOf(result);
    switch (result.outcome) {
      case "applied": {
        const { languageDefault } = await loadPosition();
        const receipt = receiptView(result.receipt, companyLanguage(request, languageDefault));
        return Response.json({ outcome: "applied", receipt }, { status });
      }
      case "already-applied":
        return Response.json({ outcome: "applied" }, { status });
      default:
        return Response.json(result, { status, headers: headersOf(result) });
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return failure(error, messagesFor(visitorLanguage(request)));
  }
}

/** Why the position could not be read; a failure without a message has the page's own words. */
function failure(error: PlatformError, t: Messages): Response {
  const fail = (status: number, message?: string) =>
    Response.json({ outcome: "failed", ...(message && { message }) }, { status });
  switch (error.kind) {
    case "closed":
      return fail(410, t["screen.position_closed_text"]);
    case "not-found":
      return fail(404, t["screen.position_not_found_text"]);
    case "timeout":
      console.error(error.message);
      return fail(504);
    case "unavailable":
      return fail(503);
    case "unreachable":
    case "contract":
    case "refused":
      console.error(error.message);
      return fail(502);
  }
}
