import { useSyncExternalStore, type Ref } from "react";
import { receiptHref } from "../../addresses";
import { readReceiptId } from "./applied-positions";
import type { Duplicate } from "../model/application";

/**
 * Says that the candidate cannot apply again (specification, sections 4 and 8). A disabled button has the
 * message, so that it does not look like a pending action.
 */
export const AppliedState = ({ says }: { says: string }) => (
  <button className="applied-state" disabled>
    {says}
  </button>
);

interface AppliedNoticeProps {
  /** The heading, which takes the focus. A screen reader may skip a whole region. */
  notice?: Ref<HTMLHeadingElement>;
  /** The position page's URL. */
  action: string;
  position: { uuid: string; careerSiteHref: string };
  /** The answer to a form that the company did not take because the candidate already applied. */
  duplicate?: Duplicate | undefined;
  /** Empty in the copy that the entry script completes (`applied-here.ts`). */
  receiptId?: "";
  texts: Record<
    "form.applied_title" | "apply.already_applied" | "receipt.see" | "form.see_more",
    string
  >;
}

/** Notice for a position already applied to, with a link to the receipt if this browser has its id. */
export function AppliedNotice({
  notice,
  action,
  position,
  duplicate,
  texts,
  ...props
}: AppliedNoticeProps) {
  // The server doesn't know the id, so hydration must start without it.
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
