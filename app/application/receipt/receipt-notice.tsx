import { forwardRef, useEffect, useState } from "react";
import { useAwake } from "../../ui/browser/use-awake";
import { timeText } from "../../i18n/time";
import { receiptHref } from "../../addresses";
import { removeDraft } from "../draft/draft-storage";
import { putAside } from "../draft/sent-draft";
import { AppliedLine } from "./applied-notice";
import { MendForm } from "./mend-form";
import type { ReceiptView } from "./receipt-view.server";

export interface ReceiptNoticeProps {
  receipt: ReceiptView;
  /** Address of the position's page. */
  action: string;
  careerSiteHref: string;
  positionUuid: string;
  /** Why the form of a refused application was not given back, when it was asked for. */
  fault?: string | undefined;
}

/**
 * The receipt: what was sent, when and to whom, a number to quote, and whether it has been delivered.
 * If it could not be delivered, the notice says so, and what to do.
 */
export const ReceiptNotice = forwardRef<HTMLHeadingElement, ReceiptNoticeProps>(
  function ReceiptNotice({ receipt, action, careerSiteHref, positionUuid, fault }, ref) {
    const { id, standing, title, text, next, imageHint, keep, words } = receipt;
    const rows = useRows(receipt);
    const isApplied = standing !== "undelivered";

    useEffect(() => {
      if (standing === "on-its-way") void putAside(positionUuid, id);
      else if (standing !== "undelivered") {
        removeDraft(positionUuid);
        removeDraft(id);
      }
    }, [standing, id, positionUuid]);

    return (
      <section
        className={`applied receipt receipt-${standing} card`}
        id="application"
        aria-labelledby="application-title"
      >
        <h2 id="application-title" tabIndex={-1} ref={ref}>
          {title}
        </h2>
        {isApplied && <AppliedLine says={words.applied} submit={words.submit} />}
        <p>{text}</p>
        <dl className="receipt-rows">
          {rows.map(([term, description, time]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                {time === undefined ? (
                  description
                ) : (
                  <time dateTime={new Date(time).toISOString()}>{description}</time>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {next && (
          <div className="receipt-next">
            <h3>{next.title}</h3>
            <p lang={next.lang} dir="auto">
              {next.text}
            </p>
          </div>
        )}
        {receipt.mend && (
          <MendForm receipt={receipt} action={action} fault={fault} positionUuid={positionUuid} />
        )}
        {imageHint !== undefined && <p className="hint">{imageHint}</p>}
        <p className="hint">{keep}</p>
        <ReceiptActions receipt={receipt} href={receiptHref(action, receipt.id)} />
        {!isApplied && (
          <a className={receipt.mend?.mayAsk ? "button-quiet" : "button"} href={action}>
            {words.applyAgain}
          </a>
        )}
        <p>
          <a href={careerSiteHref}>{words.seeMore}</a>
        </p>
      </section>
    );
  },
);

/** What the receipt says, with its time in the browser's own zone once there are scripts. */
function useRows({ rows, locale }: ReceiptView): ReceiptView["rows"] {
  const isAwake = useAwake();
  if (!isAwake) return rows;
  return rows.map(([term, text, time]) =>
    time === undefined ? [term, text] : [term, timeText(time, locale, undefined), time],
  );
}

/** A link that shows the current standing; with scripts, also buttons that print and copy. */
function ReceiptActions({ receipt, href }: { receipt: ReceiptView; href: string }) {
  const { standing, title, text, words } = receipt;
  const rows = useRows(receipt);
  const isAwake = useAwake();
  const [said, setSaid] = useState("");

  async function copy() {
    const address = new URL(href, receipt.origin ?? location.href).href;
    const lines = [title, text, ...rows.map(([term, is]) => `${term}: ${is}`), address];
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      setSaid(words.copied);
    } catch {
      setSaid(words.copyFailed);
    }
  }

  return (
    <div className="receipt-actions">
      {standing === "on-its-way" && (
        <a className="button-quiet" href={href}>
          {words.refresh}
        </a>
      )}
      {isAwake && (
        <>
          <button type="button" className="button-quiet" onClick={() => window.print()}>
            {words.print}
          </button>
          <button type="button" className="button-quiet" onClick={() => void copy()}>
            {words.copy}
          </button>
        </>
      )}
      <span role="status">{said}</span>
    </div>
  );
}
