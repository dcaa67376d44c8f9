import { useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "~/app/addresses";
import { readReceiptId } from "~/app/ui/browser/applied-positions";
import type { Duplicate } from "../model/application";

/** Renders the status as a disabled button, where the form has its submit button. */
export const AppliedState = ({ says }: { says: string }) => (
  <button className="applied-state" disabled>
    {says}
  </button>
);

interface AppliedNoticeProps {
  /** Ref to the heading, which receives the focus. Some screen readers skip a focused region. */
  notice?: Ref<HTMLHeadingElement>;
  /** The position page's URL. */
  action: string;
  position: { uuid: string; careerSiteHref: string };
  /** Set if the form was refused because the candidate already applied. */
  duplicate?: Duplicate | undefined;
  /** Empty in the notice that the page embeds as text, in which `applied-here.ts` completes the receipt's link. */
  receiptId?: "";
  texts: Record<
    "form.applied_title" | "apply.already_applied" | "receipt.see" | "form.see_more",
    string
  >;
}

/** Tells the candidate that they already applied. Links to the receipt if this browser has its id. */
export function AppliedNotice({
  notice,
  action,
  position,
  duplicate,
  texts,
  ...props
}: AppliedNoticeProps) {
  // Hydration must start without the receipt id, which the server doesn't have.
  const receiptId = useSyncExternalStore(
    () => () => undefined,
    () => readReceiptId(position.uuid),
    () => props.receiptId,
  );
  return (
    <section
      className={duplicate ? "applied applied-duplicate card" : "applied card"}
      id="application"
      aria-labelledby="application-title"
    >
      <h2 id="application-title" tabIndex={-1} ref={notice}>
        {texts["form.applied_title"]}
      </h2>
      <AppliedState says={texts["apply.already_applied"]} />
      {duplicate && (
        <p id="answer" tabIndex={-1}>
          {duplicate.text}
        </p>
      )}
      <p>
        {receiptId !== undefined && (
          <a href={receiptHref(action, receiptId)}>{texts["receipt.see"]}</a>
        )}{" "}
        <a href={position.careerSiteHref}>{texts["form.see_more"]}</a>
      </p>
    </section>
  );
}
