import { type ActionFunctionArgs } from "@remix-run/cloudflare";
import { applyByPost } from "../application/apply.server";
import { statusOf } from "../application/outcome";
import { companyLanguage } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { PlatformError } from "../platform/errors";
import { loadPositionPage } from "../platform/position-page.server";

/** There is no page here, and nothing of an application is ever shown. */
export const loader = () => new Response("Not Found", { status: 404 });

/** An application's own address: the form as scripts send it, answered in JSON. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const positionUuid = new URL(request.url).searchParams.get("position") ?? "";
  try {
    const { result } = await applyByPost({
      request,
      positionUuid,
      applicationId: params.applicationId,
      applications: context.applications,
      maxCvBytes: context.settings.MAX_CV_BYTES,
      loadPosition: () => loadPositionPage(context.platform, positionUuid),
      texts: (page) => messagesFor(companyLanguage(request, page.languageDefault)),
    });
    const answer = result.outcome === "already-applied" ? { outcome: "applied" } : result;
    return Response.json(answer, { status: statusOf(result) });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    console.error(error.message);
    // The page has the words for a failure without a message, in its own language.
    return Response.json({ outcome: "failed" }, { status: 503 });
  }
}
