import { forwardRef } from "react";
import { fill } from "../../i18n/fill";
import type { ApplicationFormProps } from "./application-form";
import type { FormTexts } from "./texts";

interface AppliedNoticeProps {
  position: Pick<ApplicationFormProps["position"], "title" | "companyName" | "careerSiteHref">;
  texts: FormTexts;
}

/** The applied state of a position in the stored list: that it cannot be applied to again. */
export const AppliedNotice = forwardRef<HTMLElement, AppliedNoticeProps>(function AppliedNotice(
  { position, texts },
  ref,
) {
  return (
    <section
      className="applied card"
      id="application"
      aria-labelledby="application-title"
      tabIndex={-1}
      ref={ref}
    >
      <h2 id="application-title">{texts["form.sent_title"]}</h2>
      <p role="status" id="answer" tabIndex={-1}>
        {texts["apply.already_applied"]}
      </p>
      <p>
        {fill(texts["form.sent_text"], {
          company: position.companyName,
          position: position.title,
        })}
      </p>
      <button className="button button-submit" disabled>
        {texts["apply.submit"]}
      </button>
      <p>
        <a href={position.careerSiteHref}>{texts["form.see_more"]}</a>
      </p>
    </section>
  );
});
