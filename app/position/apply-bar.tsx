import type { Messages } from "../i18n/messages";
import { Facts, MAIN_FACTS } from "./facts";
import type { PositionView } from "./position-view.server";

interface ApplyBarProps {
  position: PositionView;
  /** The form stands below the details. */
  isLong: boolean;
  t: Messages;
}

/**
 * The way to the form: a bar at the foot of the window. On a wide one it is a box beside the details of a
 * position with a long form, with the main facts.
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
