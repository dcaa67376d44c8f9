import type { Language } from "../../../i18n/language";
import { messagesFor } from "../../../i18n/messages";
import { WrittenTexts, type Written } from "../../../ui/page/written-texts";

interface ApplyElsewhereProps {
  /** What came with a form that was open since before. */
  written: readonly Written[];
  /** Where the position is applied to; undefined if that is not known. */
  href?: string | undefined;
  language: Language;
}

/**
 * Stands in the form's place where a position asks something that the form does not know, and cannot do
 * without it: no answer may be lost.
 */
export function ApplyElsewhere({ href, language, written }: ApplyElsewhereProps) {
  const t = messagesFor(language);
  return (
    <section className="application-form card" id="application" aria-labelledby="application-title">
      <h2 id="application-title">{t["apply.form_title"]}</h2>
      <p>{href === undefined ? t["form.elsewhere_unknown"] : t["form.elsewhere"]}</p>
      {href !== undefined && (
        <a className="button" href={href} rel="noopener">
          {t["form.elsewhere_go"]}
        </a>
      )}
      <WrittenTexts written={written} t={t} />
    </section>
  );
}
