import { controlName } from "../application/fields/answers";
import { fileParts } from "../application/form/fields/file-parts";
import { buildForm } from "../application/form/fields/build-form";
import { OtherFile } from "../application/form/fields/other-file";
import { PlainPhone } from "../application/form/fields/plain-phone";
import { isLongForm } from "../application/form/layout";
import type { FormPart } from "../application/form/parts";
import type { ApplicationFormProps } from "../application/form/props";
import type { Submission } from "../application/form/submission";
import { formTexts, describeHeldUpload } from "../application/form/texts";
import type { Applied } from "../application/intake/handle-form.server";
import type { ApplyResult } from "../application/model/application";
import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import type { FormSettings } from "./page-content.server";
import type { PositionView } from "./position-view.server";

/**
 * Creates the props of the application form. `props` are sent to the browser; `serverProps` stay on the server.
 *
 * @param posted the result of the posted form, if the form is shown again
 */
export function formProps(
  { position, form }: { position: PositionView; form: FormSettings },
  posted: Applied | undefined,
) {
  const { page, company, language, partLanguage } = position;
  const submission = posted && submissionAfter(posted.result);
  const { serverHtml, parts, fields } = buildForm({
    position: page,
    isLong: isLongForm(page),
    privacyHref: company.privacyHref,
    source: position.source,
    hasPhone: page.standard.phone !== "off",
    ...fileParts({ position: page, language, partLanguage, ...form }),
    values: posted?.values ?? {},
    entered: posted?.entered ?? {},
    errors: submission?.state === "idle" ? submission.errors : {},
    language,
    texts: page.texts,
    partLanguage,
  });
  const describe = (file: Parameters<typeof describeHeldUpload>[0]) =>
    describeHeldUpload(file, language, form.country);
  const heldFiles = (posted?.heldFiles ?? []).map(
    ({ field, ...file }) => [controlName(field), describe(file)] as const,
  );
  const props: ApplicationFormProps = {
    applicationId: posted?.applicationId ?? form.applicationId,
    action: position.href,
    position: {
      uuid: page.positionUuid,
      csrfToken: page.csrfToken,
      partLanguage,
      careerSiteHref: company.href,
      phone: form.phone,
      isPhoneOptional: page.standard.phone === "optional" || undefined,
    },
    parts,
    fields,
    submission,
    phone: posted ? (posted.values.phone ?? "") : undefined,
    heldCv: posted?.heldCv && describe(posted.heldCv),
    corrects: posted?.corrects,
    lostFileName: posted?.lostFileName,
    heldFiles: hasOtherFiles(parts) ? Object.fromEntries(heldFiles) : undefined,
    botCheck: form.botCheck,
    verifying: form.botCheck && messagesFor(language)["form.verifying"],
    language: languageTag(language),
    texts: formTexts(language, {
      holdMs: form.holdMs,
      maxCvBytes: form.maxCvBytes,
      texts: page.texts,
      country: form.phone.name,
      hasRules: page.fields.length + page.openQuestions.length > 0,
    }),
  };
  return { props, serverProps: { serverHtml, OtherFile, PlainPhone } };
}

const hasOtherFiles = (parts: readonly FormPart[]): boolean =>
  parts.some((part) => typeof part === "object" && part.name !== "cv");

function submissionAfter(result: ApplyResult): Submission {
  switch (result.outcome) {
    // Not reached: the candidate is redirected to the receipt.
    case "applied":
      return { state: "applied" };
    case "already-applied":
      return { state: "applied", duplicate: { text: result.text } };
    case "invalid":
      return { state: "idle", errors: result.errors, message: result.message };
    case "failed":
      return { state: "idle", errors: {}, message: result.message };
  }
}
