import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageInfoHeaders } from "../page-cache/page-info";
import { throwAsScreen } from "../edge/screens.server";
import { positionView } from "../position/position-view.server";
import { isPublished } from "../platform/policy-blanks.mjs";
import { renderMarkdown } from "../ui/company/company-html.server";
import { cutNote } from "../ui/page/cut-note";
import type { PageKind } from "../ui/page/page-kind";
import { PrivacyPage, privacyMeta } from "../ui/page/privacy-page";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const read = await context.loads
    .position(params.positionUuid ?? "")
    .catch(throwAsScreen("position-not-found", request, context));
  const page = read.value;
  const { language, partLanguage, company, favicon, href } = positionView(
    page,
    request,
    context.settings.COMPANY_SCRIPTS,
    context.links,
  );
  const { privacyPolicy: policy, isPolicyCut } = page;
  const policyHtml = isPublished(policy)
    ? renderMarkdown(policy) + cutNote(isPolicyCut, language)
    : undefined;
  return data(
    { language, partLanguage, company, favicon, backHref: href, policyHtml },
    { headers: pageInfoHeaders(page.clientUuid, read) },
  );
}

export const meta = privacyMeta;

export const handle: PageKind = { sheets: () => ["screen"] };

export default function PrivacyRoute() {
  return <PrivacyPage {...useLoaderData<typeof loader>()} />;
}
