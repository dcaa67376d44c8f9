import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { UnreadableError } from "../application/delivery/applications.server";
import { applyByPost } from "../application/intake/apply.server";
import { writtenTexts } from "../application/intake/entered-values.server";
import { ApplicationForm } from "../application/form/application-form";
import { ReceiptGone } from "../application/receipt/receipt-gone";
import { AppliedNotice } from "../application/receipt/applied-notice";
import { ReceiptNotice, type ReceiptNoticeProps } from "../application/receipt/receipt-notice";
import { controlOf } from "../application/fields/answers";
import { fileParts } from "../application/form/fields/file-parts";
import { OtherFile } from "../application/form/fields/other-file";
import { hasForm, NoForm } from "../application/form/fields/no-form";
import type { FormPart } from "../application/form/parts";
import { isLongForm } from "../application/form/layout";
import { formParts } from "../application/form/fields/form-parts";
import { formTexts, namedCv } from "../application/form/texts";
import { submissionAfter } from "../application/form/submission-after";
import { headersOf, isRefused, statusOf } from "../application/intake/outcome";
import { phoneDefaults } from "../application/phone/defaults.server";
import { ownPath, receiptHref, receiptOf, receiptParameter, startedPath } from "../addresses";
import { receiptPage } from "../application/receipt/receipt-page.server";
import { CACHE_TAG } from "../edge/door.server";
import { failAs, receiptUnreadable } from "../edge/screens.server";
import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import type { PositionPage } from "../platform/types";
import { goneScreen } from "../position/gone-position.server";
import { jobPostingJson } from "../position/job-posting.server";
import { positionHead } from "../position/position-head.server";
import { positionView, type PositionView } from "../position/position-view.server";
import { PositionDetails } from "../position/position-details";
import type { PageKind } from "../ui/page/page-kind";
import { DataScript } from "../ui/page/data-script";
import { faviconLink } from "../ui/page/favicon";
import { headOf } from "../ui/page/page-head";
import { Island } from "../ui/page/island";
import { PageShell } from "../ui/page/page-shell";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { positionUuid = "" } = params;
  const { settings, links } = context;
  const receiptId = receiptOf(request);
  const receipt = await context
    .receipt(receiptId, positionUuid)
    .catch(failUnreadable(request, context));
  const loading = context.positionPages.load(positionUuid);
  const fail = failAsGone(positionUuid, request, context);
  const headers = { "Cache-Control": "private, no-cache" };
  if (receipt) {
    // A receipt is shown whatever has become of its position.
    const page = await loading.catch(() => undefined);
    const whole = page ? { ...receipt, ...receiptFacts(page) } : receipt;
    const shown = receiptPage(whole, positionUuid, request, context.timeZone(), links);
    const about = { language: shown.language, receipt: shown };
    if (!page) return data({ shows: "receipt-alone" as const, ...about }, { headers });
    const position = withoutSections(positionView(page, request, settings.COMPANY_SCRIPTS, links));
    return data({ shows: "receipt" as const, ...about, position }, { headers });
  }
  const page = await loading.catch(fail);
  const position = positionView(page, request, settings.COMPANY_SCRIPTS, links);
  if (receiptId !== null) {
    const form = formOf(page, position, context);
    const gone = { language: position.language, receiptId };
    return data(
      {
        ...{ shows: "receipt-gone" as const, ...gone, keptMs: settings.RECEIPT_MS, form },
        position: withoutSections(position),
      },
      { status: 404, headers },
    );
  }
  const publishing = context.publishing(request);
  const head = positionHead(page, position, publishing);
  const form = formOf(page, position, context);
  const drawn = { description: position.descriptionHtml, publishing, now: Date.now() };
  const posting = jobPostingJson(page, drawn);
  return data(
    { shows: "form" as const, language: position.language, head, position, form, posting },
    { headers: { [CACHE_TAG]: page.clientUuid } },
  );
}

/** Leaves out the sections about the company, which receipts do not show. */
const withoutSections = (position: PositionView): PositionView => ({ ...position, sections: [] });

/** What a receipt says of its position as it is now. */
const receiptFacts = ({ nextSteps, country, talksBack, language }: PositionPage) => ({
  nextSteps,
  country,
  talksBack,
  language,
});

/**
 * Handles errors of a position: the screen of one that is gone has its name and similar jobs.
 *
 * @param values what came with a form that could not be sent, which the screen shows
 */
const failAsGone =
  (positionUuid: string, request: Request, context: AppLoadContext) =>
  (error: unknown, values: ReadonlyMap<string, string> = new Map()): Promise<never> =>
    failAs("position-not-found", request, context, async (error, company, language) => ({
      ...(await goneScreen(error, company, positionUuid, context)),
      written: writtenTexts(values, messagesFor(language)),
    }))(error);

/** Handles errors of a receipt: one that cannot be read now gets a screen that says so. */
const failUnreadable =
  (request: Request, context: AppLoadContext) =>
  (error: unknown): Promise<never> =>
    error instanceof UnreadableError
      ? receiptUnreadable(request, context)
      : failAs("position-not-found", request, context)(error);

/** What the form is drawn with, besides its position. */
const formOf = (
  { country, clientUuid, positionUuid }: PositionPage,
  { language }: PositionView,
  { settings, applicationId, countsStarts }: AppLoadContext,
) => ({
  started: countsStarts ? startedPath(clientUuid, positionUuid) : undefined,
  country,
  phone: phoneDefaults(country, languageTag(language)),
  maxCvBytes: settings.MAX_CV_BYTES,
  holdMs: settings.HOLD_MS,
  botCheck: settings.botCheck,
  applicationId,
});

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { positionUuid = "" } = params;
  const applying = applyByPost({
    ...context.intake,
    request,
    positionUuid,
    loadPosition: () => context.positionPages.loadForApplication(positionUuid),
    failPosition: failAsGone(positionUuid, request, context),
  });
  const applied = await context.toTheEnd(applying);
  if (applied.result.outcome === "applied") {
    const { pathname } = new URL(request.url);
    const page = context.links.along(ownPath(pathname));
    throw redirect(receiptHref(page, applied.result.receipt.id), 303);
  }
  return data(applied, { status: statusOf(applied.result), headers: headersOf(applied.result) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const position = data.shows === "receipt-alone" ? undefined : data.position;
  return [
    // A receipt is nobody's to find.
    ...(data.shows === "form" ? headOf(data.head, data.language) : []),
    faviconLink(position?.favicon),
  ];
};

export const handle: PageKind = {
  sheets: (shown, posted) => sheetsOf(shown as Shown, posted !== undefined),
  title: (shown, posted) => ({
    fixed: "Job application",
    names: namesOf(shown as Shown),
    isRefused: isRefused(posted),
  }),
};

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  if (errorHeaders) return errorHeaders;
  const headers = new Headers(loaderHeaders);
  actionHeaders.forEach((value, name) => headers.set(name, value));
  return headers;
};

export default function PositionRoute() {
  const shown = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  switch (shown.shows) {
    case "form":
      return <FormPage {...shown} posted={posted} />;
    case "receipt":
      return (
        <PositionShell
          position={shown.position}
          kept={shown.receipt.parameter}
          receipt={<Receipt notice={shown.receipt.notice} />}
        />
      );
    case "receipt-gone":
      if (posted) return <FormPage {...shown} posted={posted} />;
      return (
        <PositionShell
          position={shown.position}
          kept={receiptParameter(shown.receiptId)}
          receipt={
            <ReceiptGone
              id={shown.receiptId}
              positionUuid={shown.position.form.uuid}
              company={shown.position.company.name}
              action={shown.position.href}
              careerSiteHref={shown.position.company.href}
              keptMs={shown.keptMs}
              language={shown.language}
            />
          }
        />
      );
    case "receipt-alone":
      return (
        <PageShell
          company={shown.receipt.company}
          language={shown.language}
          kept={shown.receipt.parameter}
        >
          <main id="content">
            <div className="receipt-page">
              <h1>{shown.receipt.notice.receipt.positionTitle}</h1>
              <Receipt notice={shown.receipt.notice} />
            </div>
          </main>
        </PageShell>
      );
  }
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function sheetsOf(shown: Shown, isPosted: boolean): ReturnType<PageKind["sheets"]> {
  // A form that was posted to the address of a receipt that is gone is shown again.
  if (shown.shows !== "form" && !(shown.shows === "receipt-gone" && isPosted)) {
    return ["position", "applied", "receipt"];
  }
  return [
    "position",
    "form",
    ...(isLong(shown) ? (["longPosition"] as const) : []),
    ...(hasSections(shown) ? (["sections"] as const) : []),
    ...(isPosted ? (["formStates"] as const) : []),
    // Shows the entries of a form that is closed by now.
    ...(isPosted && isWithoutForm(shown) ? (["screen"] as const) : []),
  ];
}

const isWithoutForm = (shown: Shown): boolean =>
  shown.shows !== "receipt-alone" && !hasForm(shown.position.asks);

/** The names of the position and of its company. */
const namesOf = (shown: Shown): string[] =>
  shown.shows === "receipt-alone"
    ? [shown.receipt.notice.receipt.positionTitle, shown.receipt.company.name]
    : [shown.position.title, shown.position.company.name];

const hasSections = (shown: Shown): boolean =>
  shown.shows !== "receipt-alone" && shown.position.sections.length > 0;

const isLong = (shown: Shown): boolean =>
  shown.shows !== "receipt-alone" && isLongForm(shown.position.asks);

type Posted = ReturnType<typeof useActionData<typeof action>>;

type FormPageProps = Pick<Extract<Shown, { shows: "form" }>, "position" | "form"> & {
  /** What search engines are told, if it is the position's own page. */
  posting?: Extract<Shown, { shows: "form" }>["posting"];
  /** The form that is shown again. */
  posted: Posted;
};

const hasOtherFiles = (parts: readonly FormPart[]): boolean =>
  parts.some((part) => typeof part === "object" && part.name !== "cv");

/** The position with its form: as it comes, or as the answer to one that was sent. */
function FormPage({ position, form, posting, posted }: FormPageProps) {
  if (!hasForm(position.asks)) {
    return (
      <PositionShell position={position} posting={posted ? undefined : posting}>
        <NoForm {...position.asks} language={position.language} written={posted?.written ?? []} />
      </PositionShell>
    );
  }
  const { language, partLanguage } = position;
  const submission = posted && submissionAfter(posted.result);
  const { drawn, ...laid } = formParts({
    position: position.asks,
    isLong: isLongForm(position.asks),
    privacyHref: position.company.privacyHref,
    source: position.source,
    hasPhone: position.asks.standard.phone !== "off",
    ...fileParts({ position: position.asks, language, partLanguage, ...form }),
    values: posted?.values ?? {},
    entered: posted?.entered ?? {},
    errors: submission?.state === "idle" ? submission.errors : {},
    language,
    partLanguage,
  });
  return (
    <PositionShell
      position={position}
      posting={posted ? undefined : posting}
      started={form.started}
    >
      <Island
        name="application-form"
        component={ApplicationForm}
        serverProps={{ drawn, OtherFile }}
        props={{
          applicationId: posted?.applicationId ?? form.applicationId,
          action: position.href,
          position: {
            ...position.form,
            partLanguage: position.partLanguage,
            careerSiteHref: position.company.href,
            phone: form.phone,
            ...(position.asks.standard.phone === "optional" && { isPhoneOptional: true }),
          },
          ...laid,
          ...(submission && { submission }),
          ...(posted && { phone: posted.values.phone ?? "" }),
          heldCv: posted?.heldCv && namedCv(posted.heldCv, language, form.country),
          corrects: posted?.corrects,
          lostFileName: posted?.lostFileName,
          ...(hasOtherFiles(laid.parts) && {
            heldFiles: Object.fromEntries(
              (posted?.heldFiles ?? []).map(({ field, ...file }) => [
                controlOf(field),
                namedCv(file, language, form.country),
              ]),
            ),
          }),
          botCheck: form.botCheck,
          ...(form.botCheck && { verifying: messagesFor(language)["form.verifying"] }),
          language: languageTag(position.language),
          texts: formTexts(position.language, {
            holdMs: form.holdMs,
            maxCvBytes: form.maxCvBytes,
            country: form.phone.countryName,
          }),
        }}
      />
      {/* For the waker; text browsers would show a template. */}
      <script type="text/html">
        <AppliedNotice
          action={position.href}
          position={{ ...position.form, careerSiteHref: position.company.href }}
          receiptId=""
          texts={messagesFor(language)}
        />
      </script>
    </PositionShell>
  );
}

interface PositionShellProps {
  position: PositionView;
  /** What the links to the other languages keep of the address. */
  kept?: string;
  /** What the page begins with, once the position was applied to. */
  receipt?: ReactNode;
  posting?: FormPageProps["posting"];
  /** Where it is told that the form is begun, where that is counted. */
  started?: string | undefined;
  /** The form. */
  children?: ReactNode;
}

function PositionShell(props: PositionShellProps) {
  const { position, kept, receipt, posting, children, started } = props;
  return (
    <PageShell
      company={position.company}
      language={position.language}
      kept={kept}
      js={position.customJs}
    >
      <PositionDetails
        position={position}
        receipt={receipt}
        isLong={!receipt && isLongForm(position.asks)}
        started={started}
      >
        {children}
      </PositionDetails>
      {posting && <DataScript type="application/ld+json" json={posting} />}
    </PageShell>
  );
}

const Receipt = ({ notice }: { notice: ReceiptNoticeProps }) => (
  <Island name="receipt" component={ReceiptNotice} props={notice} />
);
