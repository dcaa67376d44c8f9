import type { Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import { UnsentAnswers, type UnsentAnswer } from "~/app/ui/page/unsent-answers";

interface Reasons {
  /** Set if the company's privacy policy isn't published yet. */
  opensSoon?: true;
  /** Set if the form can't collect everything that the position requires. `href` is the URL for applying, if known. */
  elsewhere?: { href?: string | undefined } | undefined;
}

interface NoFormProps extends Reasons {
  /** Answers in a form that can no longer be sent. */
  written: readonly UnsentAnswer[];
  language: Language;
}

export const hasForm = ({ opensSoon, elsewhere }: Reasons): boolean => !opensSoon && !elsewhere;

export function NoForm({ opensSoon, elsewhere, language, written }: NoFormProps) {
  const t = messagesFor(language);
  const href = opensSoon ? undefined : elsewhere?.href;
  const reason = href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"];
  return (
    <section className="application-form card" id="application" aria-labelledby="application-title">
      {opensSoon ? (
        <p id="application-title">{t["form.opens_soon"]}</p>
      ) : (
        <>
          <h2 id="application-title">{t["apply.form_title"]}</h2>
          <p>{reason}</p>
        </>
      )}
      {href !== undefined && (
        <a className="button" href={href} rel="noopener">
          {t["form.elsewhere_go"]}
        </a>
      )}
      <UnsentAnswers written={written} t={t} />
    </section>
  );
}
