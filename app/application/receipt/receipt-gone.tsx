import { durationText } from "~/app/i18n/duration";
import { fill } from "~/app/i18n/fill";
import type { Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import { PropsScript } from "~/app/ui/page/island";

interface ReceiptGoneProps {
  /** The requested receipt id. A browser that stored the id deletes it. */
  id: string;
  positionUuid: string;
  company: string;
  /** The position page's URL. */
  action: string;
  careerSiteHref: string;
  /** How long receipts are stored, in ms. */
  keptMs: number;
  language: Language;
}

/** Renders the notice for a receipt that has expired or never existed. */
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
      <h1 id="application-title">{t["receipt.gone_title"]}</h1>
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
