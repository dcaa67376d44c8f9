import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { applyByPost } from "../application/apply.server";
import { createApplicationId } from "../application/applications.server";
import { ApplicationForm } from "../application/form/application-form";
import { formTexts } from "../application/form/texts";
import { statusOf, submissionAfter } from "../application/outcome";
import { phoneDefaults } from "../application/phone/defaults.server";
import { failAs } from "../edge/screens.server";
import { companyLanguage, languageTag } from "../i18n/language";
import { keepLanguage } from "../i18n/links";
import { messagesFor } from "../i18n/messages";
import { loadPositionPage } from "../platform/position-page.server";
import { positionView } from "../position/position-view.server";
import { PositionDetails } from "../position/position-details";
import { faviconLink } from "../ui/favicon";
import { Island } from "../ui/island";
import { PageShell } from "../ui/page-shell";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { positionUuid = "" } = params;
  const page = await loadPositionPage(context.platform, positionUuid).catch(
    failAs("position-not-found", request),
  );
  const view = positionView(page, request);
  const receipt = new URL(request.url).searchParams.get("receipt");
  return {
    ...view,
    phone: phoneDefaults(page.country, languageTag(view.language)),
    maxCvBytes: context.settings.MAX_CV_BYTES,
    botCheck: context.settings.botCheck,
    applicationId: createApplicationId(),
    receipt: await context.applications.receipt(receipt, positionUuid),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { positionUuid = "" } = params;
  const applied = await applyByPost({
    request,
    positionUuid,
    applications: context.applications,
    maxCvBytes: context.settings.MAX_CV_BYTES,
    loadPosition: () =>
      loadPositionPage(context.platform, positionUuid).catch(failAs("position-not-found", request)),
    texts: (page) => messagesFor(companyLanguage(request, page.languageDefault)),
  });
  if (applied.result.outcome === "applied") {
    const { pathname } = new URL(request.url);
    throw redirect(keepLanguage(request)(`${pathname}?receipt=${applied.result.receipt.id}`), 303);
  }
  return data(applied, { status: statusOf(applied.result) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Job application" },
  ...(data ? [{ property: "og:title", content: `${data.title} · ${data.company.name}` }] : []),
  faviconLink(data?.favicon),
];

export default function PositionRoute() {
  const position = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return (
    <PageShell company={position.company} language={position.language} js={position.customJs}>
      <PositionDetails position={position}>
        <Island
          name="application-form"
          component={ApplicationForm}
          props={{
            applicationId: posted?.applicationId ?? position.applicationId,
            action: position.href,
            position: {
              ...position.form,
              title: position.title,
              companyName: position.company.name,
              careerSiteHref: position.company.href,
              privacyHref: position.company.privacyHref,
              phone: position.phone,
            },
            submission: position.receipt
              ? { state: "applied" }
              : posted
                ? submissionAfter(posted.result)
                : { state: "idle", errors: {} },
            values: posted?.values ?? {},
            lostFileName: posted?.lostFileName,
            wasImage: position.receipt?.wasImage ?? false,
            maxCvBytes: position.maxCvBytes,
            botCheck: position.botCheck,
            language: languageTag(position.language),
            texts: formTexts(messagesFor(position.language)),
          }}
        />
      </PositionDetails>
    </PageShell>
  );
}
