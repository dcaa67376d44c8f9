import type { Language } from "../../../i18n/language";
import { messagesFor } from "../../../i18n/messages";
import { UnsentAnswers, type UnsentAnswer } from "../../../ui/page/unsent-answers";

/** Why a position has no form here. */
interface Reasons {
  /** The company's privacy policy is not finished. */
  opensSoon?: true;
  /** The position asks for something that the form cannot take; `href` is where to apply, if known. */
  elsewhere?: { href?: string | undefined } | undefined;
}

interface NoFormProps extends Reasons {
  /** The entries of a form that was opened earlier. */
  written: readonly UnsentAnswer[];
  language: Language;
}

/** Whether a position can be applied to here. */
export const hasForm = ({ opensSoon, elsewhere }: Reasons): boolean => !opensSoon && !elsewhere;

/** Takes the form's place, and says why there is none. */
export function NoForm({ opensSoon, elsewhere, language, written }: NoFormProps) {
  const t = messagesFor(language);
  const href = opensSoon ? undefined : elsewhere?.href;
  const there = href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"];
  return (
    <section className="application-form card" id="application" aria-labelledby="application-title">
      {opensSoon ? (
        <p id="application-title">{t["form.opens_soon"]}</p>
      ) : (
        <>
          <h2 id="application-title">{t["apply.form_title"]}</h2>
          <p>{there}</p>
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
