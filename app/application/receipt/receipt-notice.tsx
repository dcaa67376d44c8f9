import { useState, useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "~/app/addresses";
import { timeText } from "~/app/i18n/time";
import { useHydrated } from "~/app/ui/browser/use-hydrated";
import { readDraft } from "../draft/draft-storage";
import { restoreSentDraft } from "../draft/sent-draft";
import { KeepDetails } from "../details/keep-details";
import type { Answers } from "../model/receipt";
import { AppliedState } from "./applied-notice";
import type { CopiedReceipt } from "./copy-receipt";
import type { ReceiptView } from "./receipt-view.server";

export interface ReceiptNoticeProps {
  receipt: ReceiptView;
  /** The position page's URL. */
  action: string;
  careerSiteHref: string;
  positionUuid: string;
  /** Ref to the receipt's text, which receives the focus. */
  notice?: Ref<HTMLParagraphElement>;
  /** The sent answers, if this tab sent the form. */
  answers?: Answers | undefined;
}

/**
 * Renders a receipt with its number, delivery status, next steps and contents. If the application was returned,
 * a browser that still has the draft can open the form for correction.
 */
export function ReceiptNotice(props: ReceiptNoticeProps) {
  const { receipt, action, careerSiteHref, positionUuid, notice, answers = {} } = props;
  const { id, status, isClosed, title, text, correction, contents, next, imageHint, keep, words } =
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

  const save = (
    <div className="receipt-save">
      <p>{keep}</p>
      <ReceiptActions {...{ receipt, rows, address, answers }} />
    </div>
  );

  return (
    <section
      className={`applied receipt receipt-${status} card`}
      id="application"
      aria-labelledby="application-title"
    >
      <h1 id="application-title">{title}</h1>
      <p id="answer" tabIndex={-1} ref={notice}>
        {text}
      </p>
      {isApplied && save}
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
          <h2>{next.title}</h2>
          <p lang={next.lang} dir="auto">
            {next.text}
          </p>
        </div>
      )}
      {correction && hasDraft && (
        <div className="receipt-correction">
          <h2>{correction.title}</h2>
          <p>{correction.here}</p>
          <button type="button" className="button" onClick={() => void correct()}>
            {correction.button}
          </button>
        </div>
      )}
      {correction && !hasDraft && <p>{correction.elsewhere}</p>}
      {!isApplied && (
        <a
          className={correction && hasDraft ? "button-quiet" : "button"}
          href={isClosed ? careerSiteHref : action}
        >
          {words.applyAgain}
        </a>
      )}
      {contents.length > 0 && (
        <div className="receipt-contents">
          <h2>{words.contents}</h2>
          <ul>
            {contents.map(({ name, text, lang }) => (
              <li key={name} lang={lang} dir="auto">
                {text}
                {answers[name] && <p>{answers[name]}</p>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {imageHint !== undefined && <p className="hint">{imageHint}</p>}
      {isApplied && <AppliedState says={words.applied} />}
      <p className="receipt-links">
        <a href={careerSiteHref}>{words.seeMore}</a>{" "}
        {mayChange && <a href={receiptHref(action, id)}>{words.refresh}</a>}
      </p>
      {isApplied ? <KeepDetails id={id} words={words} /> : save}
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

/** Renders the receipt's link. After hydration, it renders buttons that share or copy the link, and copy the receipt. */
function ReceiptActions(props: CopiedReceipt) {
  const { words, status } = props.receipt;
  if (!useHydrated()) {
    return (
      <p className="receipt-actions">
        <a href={props.address}>{props.address}</a>
      </p>
    );
  }
  return (
    <div className="receipt-actions">
      <Action
        className={status === "undelivered" ? "button-quiet" : "button"}
        data-href={props.address}
        data-done={words.saved}
        label={words.save}
        failed={props.address}
        act={async (button, say) => (await import("~/app/ui/browser/share")).share(button, say)}
      />
      <Action
        className="button-quiet"
        label={words.copy}
        failed={words.copyFailed}
        act={async (_, say) => say(await (await import("./copy-receipt")).copyReceipt(props))}
      />
    </div>
  );
}

interface ActionProps {
  className: string;
  label: string;
  /** Message if the button can't be loaded. */
  failed: string;
  act: (button: HTMLElement, say: (text: string) => void) => Promise<void>;
}

function Action({ label, failed, act, ...props }: ActionProps) {
  const [said, setSaid] = useState("");
  return (
    <>
      <button
        type="button"
        {...props}
        onClick={({ currentTarget }) =>
          void act(currentTarget, setSaid).catch(() => setSaid(failed))
        }
      >
        {said || label}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
