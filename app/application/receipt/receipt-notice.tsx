import { useState, useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "../../addresses";
import { timeText } from "../../i18n/time";
import { useHydrated } from "../../ui/browser/use-hydrated";
import { readDraft } from "../draft/draft-storage";
import { restoreSentDraft } from "../draft/sent-draft";
import { KeepDetails } from "../details/keep-details";
import { AppliedState } from "./applied-notice";
import type { ReceiptView } from "./receipt-view.server";

export interface ReceiptNoticeProps {
  receipt: ReceiptView;
  /** The position page's URL. */
  action: string;
  careerSiteHref: string;
  positionUuid: string;
  /** Ref to the receipt's text, which receives the focus. */
  notice?: Ref<HTMLParagraphElement>;
}

/**
 * Renders a receipt with its number, delivery status, next steps and contents. If the application was returned,
 * a browser that still has the draft can open the form for correction.
 */
export function ReceiptNotice(props: ReceiptNoticeProps) {
  const { receipt, action, careerSiteHref, positionUuid, notice } = props;
  const { id, status, isNew, title, text, correction, contents, next, imageHint, keep, words } =
    receipt;
  const rows = useRows(receipt);
  const address = receipt.origin + receiptHref(action, id);
  const hasDraft = useSyncExternalStore(
    onStorage,
    () => readDraft(id) !== undefined,
    () => false,
  );
  const isApplied = status !== "undelivered";
  const mayChange = status === "on-its-way" || status === "unconfirmed";

  /** Restores this browser's draft and opens the form for correction. */
  async function correct() {
    const isBack = await restoreSentDraft(id, {
      positionUuid,
      language: document.documentElement.lang,
      unsaid: correction?.unsaid ?? "",
    }).catch(() => undefined);
    if (isBack) location.assign(`${action}#apply`);
    // The application has changed, or the connection is lost. A reload shows the current state.
    else location.reload();
  }

  return (
    <section
      className={`applied receipt receipt-${status} ${isNew && isApplied ? "receipt-new" : ""} card`}
      id="application"
      aria-labelledby="application-title"
    >
      <h2 id="application-title">{title}</h2>
      <p id="answer" tabIndex={-1} ref={notice}>
        {text}
      </p>
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
      {correction && hasDraft && (
        <div className="receipt-correction">
          <h3>{correction.title}</h3>
          <p>{correction.here}</p>
          <button type="button" className="button" onClick={() => void correct()}>
            {correction.button}
          </button>
        </div>
      )}
      {correction && !hasDraft && <p>{correction.elsewhere}</p>}
      {!isApplied && (
        <a className={correction && hasDraft ? "button-quiet" : "button"} href={action}>
          {words.applyAgain}
        </a>
      )}
      {contents.length > 0 && (
        <div className="receipt-contents">
          <h3>{words.contents}</h3>
          <ul>
            {contents.map(({ text, lang }, index) => (
              <li key={index} lang={lang} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {imageHint !== undefined && <p className="hint">{imageHint}</p>}
      {isApplied && <AppliedState says={words.applied} />}
      <p className="receipt-links">
        <a className={isApplied ? "button" : undefined} href={careerSiteHref}>
          {words.seeMore}
        </a>{" "}
        {mayChange && <a href={receiptHref(action, id)}>{words.refresh}</a>}
      </p>
      <p className="hint">{keep}</p>
      <ReceiptActions receipt={receipt} rows={rows} address={address} />
      {isApplied && <KeepDetails id={id} isNew={isNew} words={words} />}
      <p className="print-address">{address}</p>
    </section>
  );
}

/** Subscribes to storage changes. Another tab may restore the draft. */
function onStorage(listener: () => void) {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** Returns the receipt's rows, with times in the browser's time zone after hydration. */
function useRows({ rows, locale }: ReceiptView): ReceiptView["rows"] {
  const isHydrated = useHydrated();
  if (!isHydrated) return rows;
  return rows.map(([term, text, time]) =>
    time === undefined ? [term, text] : [term, timeText(time, locale, undefined), time],
  );
}

interface ReceiptActionsProps {
  receipt: ReceiptView;
  rows: ReceiptView["rows"];
  address: string;
}

/** Renders a button that copies the receipt. The button appears after hydration. */
function ReceiptActions({ receipt, rows, address }: ReceiptActionsProps) {
  const { title, text, contents, words } = receipt;
  const isHydrated = useHydrated();
  const [said, setSaid] = useState("");

  async function copy() {
    const lines = [
      title,
      text,
      ...rows.map(([term, is]) => `${term}: ${is}`),
      ...(contents.length > 0 ? [`${words.contents}:`] : []),
      ...contents.map((content) => `- ${content.text}`),
      address,
    ];
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      setSaid(words.copied);
    } catch {
      setSaid(words.copyFailed);
    }
  }

  return (
    <div className="receipt-actions">
      {isHydrated && (
        <button type="button" className="button-quiet" onClick={() => void copy()}>
          {said || words.copy}
        </button>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
