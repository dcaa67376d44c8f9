import type { Messages } from "../i18n/messages";
import { Facts, MAIN_FACTS } from "./facts";
import type { PositionView } from "./position-view.server";

interface ApplyBarProps {
  position: PositionView;
  /** Whether the form is below the details. */
  isLong: boolean;
  t: Messages;
}

/**
 * A link to the form, in a bar at the bottom of a narrow window. For a long form in a wide window, the link
 * is in a box with the main facts, next to the details.
 */
export function ApplyBar({ position, isLong, t }: ApplyBarProps) {
  const link = (
    <a className="button" href="#apply">
      {t["position.go_to_form"]}
    </a>
  );
  if (!isLong) return <p className="apply-bar">{link}</p>;
  return (
    <div className="apply-bar">
      <div className="apply-box">
        <Facts rows={position.facts.slice(0, MAIN_FACTS)} lang={position.partLanguage} />
        {link}
      </div>
    </div>
  );
}
