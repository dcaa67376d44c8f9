import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { applyByPost } from "../application/intake/apply.server";
import { ApplicationForm } from "../application/form/application-form";
import { ReceiptNotice } from "../application/receipt/receipt-notice";
import { formTexts } from "../application/form/texts";
import { submissionAfter } from "../application/form/submission";
import { headersOf, statusOf } from "../application/intake/outcome";
import { phoneDefaults } from "../application/phone/defaults.server";
import { receiptHref } from "../addresses";
import { receiptPage } from "../application/receipt/receipt-page.server";
import { failAs } from "../edge/screens.server";
import { companyLanguage, languageTag } from "../i18n/language";
import { keepLanguage, ownPath } from "../i18n/links";
import { messagesFor } from "../i18n/messages";
import { positionView } from "../position/position-view.server";
import { PositionDetails } from "../position/position-details";
import type { PageKind } from "../ui/page/page-kind";
import { faviconLink } from "../ui/page/favicon";
import { Island } from "../ui/page/island";
import { PageShell } from "../ui/page/page-shell";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { positionUuid = "" } = params;
  const receiptId = new URL(request.url).searchParams.get("receipt");
  const receipt = await context.applications.receipt(receiptId, positionUuid);
  const page = await context.positionPages.load(positionUuid).catch((error: unknown) => {
    // A receipt is shown whatever has become of its position.
    if (receipt) return undefined;
    return failAs("position-not-found", request)(error);
  });
  if (receipt) {
    const position = page && positionView(page, request, context.settings.COMPANY_SCRIPTS);
    const shown = receiptPage(receipt, positionUuid, request);
    const headers = { "X-Robots-Tag": "noindex", "Cache-Control": "private, no-cache" };
    return data(
      { language: shown.language, position, receipt: shown, form: undefined, isRefused: false },
      { headers },
    );
  }
  if (!page) throw new Error("A page without a receipt is a position's");
  context.drawn.clientUuid = page.clientUuid;
  const view = positionView(page, request, context.settings.COMPANY_SCRIPTS);
  const form = {
    phone: phoneDefaults(page.country, languageTag(view.language)),
    maxCvBytes: context.settings.MAX_CV_BYTES,
    holdMs: context.settings.HOLD_MS,
    botCheck: context.settings.botCheck,
    applicationId: context.applicationId,
  };
  // The answer to a form is drawn by the action first.
  const { isRefused = false } = context.drawn;
  return data({ language: view.language, position: view, receipt: undefined, form, isRefused });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { positionUuid = "" } = params;
  const applying = applyByPost({
    request,
    positionUuid,
    applications: context.applications,
    maxCvBytes: context.settings.MAX_CV_BYTES,
    mayApply: context.rateLimits.allowsApplication,
    mayStore: context.rateLimits.allowsFile,
    loadPosition: () =>
      context.positionPages
        .loadForApplication(positionUuid)
        .catch(failAs("position-not-found", request)),
    texts: (page) => messagesFor(companyLanguage(request, page.languageDefault)),
  });
  const applied = await context.toTheEnd(applying);
  if (applied.result.outcome === "applied") {
    const { pathname } = new URL(request.url);
    const page = keepLanguage(request)(ownPath(pathname));
    throw redirect(receiptHref(page, applied.result.receipt.id), 303);
  }
  context.drawn.isRefused = applied.result.outcome !== "already-applied";
  return data(applied, { status: statusOf(applied.result), headers: headersOf(applied.result) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const { position, receipt, isRefused } = data ?? {};
  return [
    { title: isRefused ? "Error: Job application" : "Job application" },
    ...(position
      ? [{ property: "og:title", content: `${position.title} · ${position.company.name}` }]
      : []),
    ...(receipt ? [{ name: "robots", content: "noindex" }] : []),
    faviconLink(position?.favicon),
  ];
};

export const handle: PageKind = { sheet: "position" };

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  if (errorHeaders) return errorHeaders;
  const headers = new Headers(loaderHeaders);
  actionHeaders.forEach((value, name) => headers.set(name, value));
  return headers;
};

export default function PositionRoute() {
  const { position, receipt, form } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const notice = receipt && (
    <Island name="receipt" component={ReceiptNotice} props={receipt.notice} />
  );
  if (!position) {
    // The platform is away, or the position is gone: the receipt stands alone.
    return (
      receipt && (
        <PageShell company={receipt.company} language={receipt.language} kept={receipt.parameter}>
          <main className="receipt-page" id="content">
            <h1>{receipt.notice.receipt.positionTitle}</h1>
            {notice}
          </main>
        </PageShell>
      )
    );
  }
  return (
    <PageShell
      company={position.company}
      language={position.language}
      kept={receipt?.parameter}
      js={position.customJs}
    >
      <PositionDetails
        position={position}
        isFormShort={
          !posted && position.form.killerQuestions.length + position.form.openQuestions.length === 0
        }
      >
        {notice ??
          (form && (
            <Island
              name="application-form"
              component={ApplicationForm}
              props={{
                applicationId: posted?.applicationId ?? form.applicationId,
                action: position.href,
                position: {
                  ...position.form,
                  title: position.title,
                  partLanguage: position.partLanguage,
                  companyName: position.company.name,
                  careerSiteHref: position.company.href,
                  privacyHref: position.company.privacyHref,
                  phone: form.phone,
                },
                submission: posted ? submissionAfter(posted.result) : { state: "idle", errors: {} },
                values: posted?.values ?? {},
                heldCv: posted?.heldCv,
                lostFileName: posted?.lostFileName,
                maxCvBytes: form.maxCvBytes,
                botCheck: form.botCheck,
                language: languageTag(position.language),
                texts: formTexts(position.language, form.holdMs),
              }}
            />
          ))}
      </PositionDetails>
    </PageShell>
  );
}
