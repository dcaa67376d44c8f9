import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { throwAsScreen } from "../edge/screens.server";
import { positionView } from "../position/position-view.server";
import { renderMarkdown } from "../ui/company/company-html.server";
import { cutNote } from "../ui/page/cut-note";
import { useContent } from "../ui/page/document";
import { PrivacyPage, privacyKind } from "../ui/page/privacy-page";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const read = await context.loads
    .position(params.positionUuid ?? "")
    .catch(throwAsScreen("position-not-found", request, context));
  const page = read.value;
  const { language, partLanguage, company, href } = positionView(
    page,
    request,
    context.settings.COMPANY_SCRIPTS,
    context.links,
  );
  const { privacyPolicy, isPolicyCut, opensSoon, favicon } = page;
  const policyHtml = opensSoon
    ? undefined
    : renderMarkdown(privacyPolicy) + cutNote(isPolicyCut, language);
  const content = { language, partLanguage, company, favicon, backHref: href, policyHtml };
  return context.show(content, { client: page.clientUuid, position: page.positionUuid, read });
}

export const handle = privacyKind;

export default function PrivacyRoute() {
  return <PrivacyPage {...useContent(handle)} />;
}
