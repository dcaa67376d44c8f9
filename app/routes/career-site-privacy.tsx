import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { throwAsScreen } from "../edge/screens.server";
import { careerSiteView } from "../career-site/career-site-view.server";
import { isPublished } from "../platform/policy-blanks.mjs";
import { renderMarkdown } from "../ui/company/company-html.server";
import { cutNote } from "../ui/page/cut-note";
import { useContent } from "../ui/page/document";
import { PrivacyPage, privacyKind } from "../ui/page/privacy-page";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const read = await loadCareerSite(args).catch(
    throwAsScreen("career-not-found", request, context),
  );
  const page = read.value;
  const { language, partLanguage, company, favicon, href } = careerSiteView(
    page,
    request,
    context.settings.COMPANY_SCRIPTS,
    context.links,
  );
  const { privacyPolicy: policy, isPolicyCut } = page.company;
  const policyHtml = isPublished(policy)
    ? renderMarkdown(policy) + cutNote(isPolicyCut, language)
    : undefined;
  const content = { language, partLanguage, company, favicon, backHref: href, policyHtml };
  return context.show(content, { client: page.company.uuid, read });
}

export const handle = privacyKind;

export default function PrivacyRoute() {
  return <PrivacyPage {...useContent(handle)} />;
}
