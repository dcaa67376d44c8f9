import { useSyncExternalStore } from "react";
import { receiptHref } from "../../addresses";
import { bringBack, isAside } from "../draft/sent-draft";
import type { ReceiptView } from "./receipt-view.server";

/** What another tab does with it shows here. */
function onStorage(look: () => void) {
  addEventListener("storage", look);
  return () => removeEventListener("storage", look);
}

interface MendFormProps {
  receipt: ReceiptView;
  /** Address of the position's page. */
  action: string;
  positionUuid: string;
  /** Why the form was not given back, when it was asked for. */
  fault: string | undefined;
}

/**
 * The way back to the form of a refused application: in the browser that still has what was entered
 * at once, elsewhere by the phone number or the e-mail address that was sent. Nothing that was entered is shown before.
 */
export function MendForm({ receipt, action, positionUuid, fault }: MendFormProps) {
  const { id } = receipt;
  const isHere = useSyncExternalStore(
    onStorage,
    () => isAside(id),
    () => false,
  );

  if (!receipt.mend) return null;
  const { mayAsk, by, words } = receipt.mend;
  const error = fault !== undefined && (
    <p className="field-error" id="answer" role="alert" tabIndex={-1}>
      {fault}
    </p>
  );

  async function bring() {
    const isBack = await bringBack(id, {
      positionUuid,
      language: document.documentElement.lang,
      unsaid: words.unsaid,
    }).catch(() => undefined);
    if (isBack) location.assign(`${action}#apply`);
    // Something has become of it meanwhile, or there is no connection: a new page says which.
    else location.reload();
  }

  if (isHere) {
    return (
      <div className="mend">
        <h3>{words.title}</h3>
        <p>{words.here}</p>
        <button type="button" className="button button-submit" onClick={() => void bring()}>
          {words.mend}
        </button>
      </div>
    );
  }
  if (!mayAsk) return error || null;
  return (
    <form
      className="mend"
      method="post"
      action={`${receiptHref(action, id)}#answer`}
      encType="multipart/form-data"
    >
      <h3>{words.title}</h3>
      <p id="mend-text">{words.text}</p>
      <div className={fault === undefined ? "field" : "field field-invalid"}>
        <label htmlFor="mend-proof">{words.label}</label>
        {error}
        <input
          id="mend-proof"
          name={by}
          type={by === "email" ? by : "tel"}
          required
          // A browser that fills it in would tell the next person at the same screen.
          autoComplete="off"
          maxLength={254}
          aria-describedby={fault === undefined ? "mend-text" : "mend-text answer"}
          aria-invalid={fault !== undefined}
        />
      </div>
      <button className="button button-submit">{words.mend}</button>
    </form>
  );
}
