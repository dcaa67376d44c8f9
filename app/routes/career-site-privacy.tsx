import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageInfoHeaders } from "../page-cache/page-info";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { throwAsScreen } from "../edge/screens.server";
import { careerSiteView } from "../career-site/career-site-view.server";
import { isPublished } from "../platform/policy-blanks.mjs";
import { renderMarkdown } from "../ui/company/company-html.server";
import { cutNote } from "../ui/page/cut-note";
import type { PageKind } from "../ui/page/page-kind";
import { PrivacyPage, privacyMeta } from "../ui/page/privacy-page";

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
  return data(
    { language, partLanguage, company, favicon, backHref: href, policyHtml },
    { headers: pageInfoHeaders(page.company.uuid, read) },
  );
}

export const meta = privacyMeta;

export const handle: PageKind = { sheets: () => ["screen"] };

export default function PrivacyRoute() {
  return <PrivacyPage {...useLoaderData<typeof loader>()} />;
}
