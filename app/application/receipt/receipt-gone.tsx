import { durationText } from "../../i18n/duration";
import { fill } from "../../i18n/fill";
import type { Language } from "../../i18n/language";
import { messagesFor } from "../../i18n/messages";
import { PropsScript } from "../../ui/page/island";

interface ReceiptGoneProps {
  /** The id that was asked for: a browser that keeps it forgets it. */
  id: string;
  positionUuid: string;
  company: string;
  /** Address of the position's page. */
  action: string;
  careerSiteHref: string;
  /** For how long a receipt is kept, in ms. */
  keptMs: number;
  language: Language;
}

/** In place of a receipt that has run out, or was never there. */
export function ReceiptGone({
  id,
  positionUuid,
  company,
  action,
  careerSiteHref,
  keptMs,
  language,
}: ReceiptGoneProps) {
  const t = messagesFor(language);
  return (
    <section
      className="applied receipt-undelivered card"
      id="application"
      aria-labelledby="application-title"
    >
      <h2 id="application-title">{t["receipt.gone_title"]}</h2>
      <p id="answer" tabIndex={-1}>
        {fill(t["receipt.gone_text"], { company, time: durationText(keptMs, language) })}
      </p>
      <a className="button" href={action}>
        {t["receipt.apply_again"]}
      </a>
      <p>
        <a href={careerSiteHref}>{t["form.see_more"]}</a>
      </p>
      <PropsScript name="receipt-gone" props={{ positionUuid, receipt: { id, status: "gone" } }} />
    </section>
  );
}
