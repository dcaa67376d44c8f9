import { useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "../../addresses";
import { readReceiptId } from "./applied-positions";
import type { Duplicate } from "../model/application";

/**
 * That the position cannot be applied to again (specification, sections 4 and 8): the message is what the
 * disabled button says, so that it does not look like something left to do.
 */
export const AppliedState = ({ says }: { says: string }) => (
  <button className="applied-state" disabled>
    {says}
  </button>
);

interface AppliedNoticeProps {
  /** Receives the heading, so that it can take the focus. A screen reader may pass over a whole region. */
  notice?: Ref<HTMLHeadingElement>;
  /** Address of the position's page. */
  action: string;
  position: { uuid: string; careerSiteHref: string };
  /** The answer to a form that the company has not taken, because it already has one of this candidate's. */
  duplicate?: Duplicate | undefined;
  /** Empty for the entry script's copy, which it completes (`applied-here.ts`). */
  receiptId?: "";
  texts: Record<
    "form.applied_title" | "apply.already_applied" | "receipt.see" | "form.see_more",
    string
  >;
}

/**
 * The applied state of a position that is in the stored list, or whose platform already has an application:
 * that it cannot be applied to again, and the way to its receipt, if this browser knows it.
 */
export function AppliedNotice({
  notice,
  action,
  position,
  duplicate,
  texts,
  ...props
}: AppliedNoticeProps) {
  // The server, and so a page that wakes, knows of none.
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
        {duplicate?.title ?? texts["form.applied_title"]}
      </h2>
      {duplicate && (
        <p id="answer" tabIndex={-1}>
          {duplicate.text}
        </p>
      )}
      <AppliedState says={texts["apply.already_applied"]} />
      <p>
        {receiptId !== undefined && (
          <a href={receiptHref(action, receiptId)}>{texts["receipt.see"]}</a>
        )}{" "}
        <a href={position.careerSiteHref}>{texts["form.see_more"]}</a>
      </p>
    </section>
  );
}
