import { type ActionFunctionArgs } from "@remix-run/cloudflare";
import { applyByPost } from "../application/apply.server";
import { statusOf } from "../application/outcome";
import { receiptView } from "../application/receipt-view.server";
import { companyLanguage } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { PlatformError } from "../platform/errors";

/** There is no page here, and nothing of an application is ever shown. */
export const loader = () => new Response("Not Found", { status: 404 });

/** An application's own address: the form as scripts send it, answered in JSON. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const positionUuid = new URL(request.url).searchParams.get("position") ?? "";
  const loadPosition = () => context.positionPages.loadForApplication(positionUuid);
  try {
    const { result } = await applyByPost({
      request,
      positionUuid,
      applicationId: params.applicationId,
      applications: context.applications,
      maxCvBytes: context.settings.MAX_CV_BYTES,
      loadPosition,
      texts: (page) => messagesFor(companyLanguage(request, page.languageDefault)),
    });
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
        return Response.json(result, { status });
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    console.error(error.message);
    // The page has the words for a failure without a message, in its own language.
    return Response.json({ outcome: "failed" }, { status: 503 });
  }
}
