import { useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "../../addresses";
import { keptReceipt } from "../draft/kept-receipts";

/** That the position cannot be applied to again, in one quiet line (specification, sections 4 and 8). */
export const AppliedLine = ({ says, submit }: { says: string; submit: string }) => (
  <>
    <p role="status" id="answer" tabIndex={-1}>
      {says}
    </p>
    <button className="button-quiet" disabled>
      {submit}
    </button>
  </>
);

interface AppliedNoticeProps {
  /** Receives the heading, so that it can take the focus. A screen reader may pass over a whole region. */
  notice?: Ref<HTMLHeadingElement>;
  /** Address of the position's page. */
  action: string;
  position: { uuid: string; careerSiteHref: string };
  /** Empty for the waker's copy, which it completes (`applied-here.ts`). */
  receiptId?: "";
  texts: Record<
    "form.sent_title" | "apply.already_applied" | "apply.submit" | "receipt.see" | "form.see_more",
    string
  >;
}

/**
 * The applied state of a position in the stored list: that it cannot be applied to again, and the way
 * to its receipt, if this browser knows it.
 */
export function AppliedNotice({ notice, action, position, texts, ...props }: AppliedNoticeProps) {
  // The server, and so a page that wakes, knows of none.
  const receiptId = useSyncExternalStore(
    () => () => undefined,
    () => keptReceipt(position.uuid),
    () => props.receiptId,
  );
  return (
    <section className="applied card" id="application" aria-labelledby="application-title">
      <h2 id="application-title" tabIndex={-1} ref={notice}>
        {texts["form.sent_title"]}
      </h2>
      <AppliedLine says={texts["apply.already_applied"]} submit={texts["apply.submit"]} />
      <p>
        {receiptId !== undefined && (
          <a href={receiptHref(action, receiptId)}>{texts["receipt.see"]}</a>
        )}{" "}
        <a href={position.careerSiteHref}>{texts["form.see_more"]}</a>
      </p>
    </section>
  );
}
