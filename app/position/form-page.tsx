import { ApplicationForm } from "../application/form/application-form";
import { hasForm, NoForm } from "../application/form/fields/no-form";
import type { Applied } from "../application/intake/handle-form.server";
import { AppliedNotice } from "../application/receipt/applied-notice";
import { messagesFor } from "../i18n/messages";
import { Island } from "../ui/page/island";
import { formProps } from "./form-props";
import type { FormSettings } from "./page-content.server";
import { PositionShell } from "./position-shell";
import type { PositionView } from "./position-view.server";

interface FormPageProps {
  position: PositionView;
  form: FormSettings;
  /** Structured data for search engines. Only the position's own page has it. */
  posting?: string | undefined;
  /** The result of the posted form, if the form is shown again. */
  posted: Applied | undefined;
}

export function FormPage({ position, form, posting, posted }: FormPageProps) {
  const { page, language } = position;
  const structured = posted ? undefined : posting;
  if (!hasForm(page)) {
    return (
      <PositionShell position={position} posting={structured}>
        <NoForm {...page} language={language} written={posted?.written ?? []} />
      </PositionShell>
    );
  }
  return (
    <PositionShell position={position} posting={structured}>
      <Island
        name="application-form"
        component={ApplicationForm}
        {...formProps({ position, form }, posted)}
      />
      {/* The entry script reads this notice. Text browsers would show a `template`. */}
      <script type="text/html">
        <AppliedNotice
          action={position.href}
          position={{ uuid: page.positionUuid, careerSiteHref: position.company.href }}
          receiptId=""
          texts={messagesFor(language)}
        />
      </script>
    </PositionShell>
  );
}
