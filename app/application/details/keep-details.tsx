import { useState } from "react";
import { useHydrated } from "~/app/ui/browser/use-hydrated";
import { readItem, writeItem } from "~/app/ui/browser/local-storage";
import { DETAILS_KEY } from "./sent-details";

interface KeepDetailsProps {
  id: string;
  words: Record<"remember" | "rememberHint", string>;
}

/** Offers to store the details of an application sent from this tab. */
export const KeepDetails = (props: KeepDetailsProps) =>
  useHydrated() ? <Question {...props} /> : null;

function Question({ id, words }: KeepDetailsProps) {
  const [details] = useState(() => takeStashed(id));
  if (details === undefined) return null;
  return (
    <div className="receipt-details">
      <label>
        <input
          type="checkbox"
          aria-describedby="keep-hint"
          defaultChecked={removeTime(readItem(DETAILS_KEY)) === removeTime(details)}
          onChange={({ target }) => writeItem(DETAILS_KEY, target.checked ? details : undefined)}
        />
        <span>{words.remember}</span>
      </label>
      <p className="hint" id="keep-hint">
        {words.rememberHint}
      </p>
    </div>
  );
}

/** Removes the time, the first number in stored details. */
const removeTime = (text: string | null) => text?.replace(/\d+/, "");

/** Returns the details that the form stashed for this receipt. Clears the stash. */
function takeStashed(receiptId: string): string | undefined {
  try {
    const sent = sessionStorage.getItem(DETAILS_KEY);
    sessionStorage.removeItem(DETAILS_KEY);
    return sent?.startsWith(receiptId) ? sent.slice(receiptId.length) : undefined;
  } catch {
    return undefined;
  }
}
