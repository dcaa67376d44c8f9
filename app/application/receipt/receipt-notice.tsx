import { forwardRef, useEffect, useState } from "react";
import { useAwake } from "../../ui/browser/use-awake";
import { forgetApplied, rememberApplied } from "../draft/applied-positions";
import { receiptHref } from "../../addresses";
import { removeDraft } from "../draft/draft-storage";
import { putAside } from "../draft/sent-draft";
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
export const ReceiptNotice = forwardRef<HTMLElement, ReceiptNoticeProps>(function ReceiptNotice(
  { receipt, action, careerSiteHref, positionUuid, fault },
  ref,
) {
  const { id, standing, title, text, rows, imageHint, keep, words } = receipt;
  const isApplied = standing !== "undelivered";

  useEffect(() => {
    // An application that did not arrive may be sent again.
    if (standing === "undelivered") forgetApplied(positionUuid);
    // What was entered is put aside before other tabs are told, which forget it.
    else if (standing === "on-its-way") {
      void putAside(positionUuid, id).then(() => rememberApplied(positionUuid));
    } else {
      rememberApplied(positionUuid);
      removeDraft(positionUuid);
      removeDraft(id);
    }
  }, [standing, id, positionUuid]);

  return (
    <section
      className={`applied receipt receipt-${standing} card`}
      id="application"
      aria-labelledby="application-title"
      tabIndex={-1}
      ref={ref}
    >
      <h2 id="application-title">{title}</h2>
      {isApplied && (
        <p role="status" id="answer" tabIndex={-1}>
          {words.applied}
        </p>
      )}
      <p>{text}</p>
      <dl className="receipt-rows">
        {rows.map(([term, description]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      {receipt.mend && (
        <MendForm receipt={receipt} action={action} fault={fault} positionUuid={positionUuid} />
      )}
      {imageHint !== undefined && <p className="hint">{imageHint}</p>}
      <p className="hint">{keep}</p>
      <ReceiptActions receipt={receipt} href={receiptHref(action, receipt.id)} />
      {isApplied ? (
        <button className="button button-submit" disabled>
          {words.submit}
        </button>
      ) : (
        <a className={receipt.mend?.mayAsk ? "button-quiet" : "button"} href={action}>
          {words.applyAgain}
        </a>
      )}
      <p>
        <a href={careerSiteHref}>{words.seeMore}</a>
      </p>
    </section>
  );
});

/** A link that shows the current standing; with scripts, also buttons that print and copy. */
function ReceiptActions({ receipt, href }: { receipt: ReceiptView; href: string }) {
  const { standing, title, text, rows, words } = receipt;
  const isAwake = useAwake();
  const [said, setSaid] = useState("");

  async function copy() {
    const address = new URL(href, location.href).href;
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
