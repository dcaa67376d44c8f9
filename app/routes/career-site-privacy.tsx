import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { getPreviewToken } from "../addresses";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { throwAsScreen } from "../edge/screens.server";
import { careerSiteView } from "../career-site/career-site-view.server";
import { isPublished } from "~/contract/policy-blanks";
import { renderMarkdown } from "../ui/company/company-html.server";
import { cutNote } from "../ui/page/cut-note";
import { useContent } from "../ui/page/document";
import { PrivacyPage, privacyKind } from "../ui/page/privacy-page";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const token = getPreviewToken(request.url);
  const fail = throwAsScreen("career-not-found", request, context);
  const read = token === undefined ? await loadCareerSite(args).catch(fail) : undefined;
  const page = read?.value ?? (await loadPreview(token ?? "", args).catch(fail));
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
  if (!read) return data(context.show(content), { headers: { "Cache-Control": "no-store" } });
  return context.show(content, { client: page.company.uuid, read });
}

const loadPreview = async (token: string, { params, context }: LoaderFunctionArgs) =>
  context.preview(token).careerSite(params.clientUuid ?? "");

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders;

export const handle = privacyKind;

export default function PrivacyRoute() {
  return <PrivacyPage {...useContent(handle)} />;
}
