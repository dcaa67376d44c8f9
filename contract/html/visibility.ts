import { isBlock, isTablePart, isUnshown } from "./elements";
import type { Look } from "./look";

/** What text inherits from its ancestors. */
export interface Inherited {
  isInvisible: boolean;
  isTiny: boolean;
  isTransparent: boolean;
  clipsBackground: boolean;
}

export const VISIBLE: Inherited = {
  isInvisible: false,
  isTiny: false,
  isTransparent: false,
  clipsBackground: false,
};

/** Unlike a hidden element, an element with invisible text can contain visible text. */
export const inherit = (before: Inherited, look: Look): Inherited => ({
  isInvisible: look.isInvisible ?? before.isInvisible,
  isTiny: look.isTiny ?? before.isTiny,
  isTransparent: look.isTransparent ?? before.isTransparent,
  clipsBackground: before.clipsBackground || look.clipsBackground === true,
});

export const showsText = (inherited: Inherited): boolean =>
  !inherited.isInvisible &&
  !inherited.isTiny &&
  (!inherited.isTransparent || inherited.clipsBackground);

const ALWAYS = [
  ...["opacity", "filter", "mso-hide", "mso-element", "clip-path", "-webkit-clip-path"],
  ...["margin", "margin-left"],
];
/** Without effect on inline elements. */
const BOXES = [
  ...["content-visibility", "transform", "translate", "scale", "margin-top", "text-indent"],
];
const POSITIONED = ["left", "right", "top", "bottom", "inset"];
const SIZES = ["height", "max-height", "width", "max-width"];

/** Whether an author hid an element and everything in it. */
export function isHidden(
  tag: string,
  getAttribute: (name: string) => string | undefined,
  look: Look,
): boolean {
  if (isUnshown(tag) || look.display === "none") return true;
  const hidden = getAttribute("hidden");
  const hasHiddenAttribute =
    hidden !== undefined ||
    getAttribute("popover") !== undefined ||
    (tag === "dialog" && getAttribute("open") === undefined);
  if (hidden?.toLowerCase() === "until-found") return true;
  if (hasHiddenAttribute && look.display === undefined) return true;
  // The mark in a text to which a Word comment belongs.
  if (tag === "a" && getAttribute("href")?.startsWith("#_msocom_")) return true;
  return isHiddenByBox(tag, look);
}

function isHiddenByBox(tag: string, look: Look): boolean {
  if (look.hides.size === 0) return false;
  const hidesBy = (names: readonly string[]) => names.some((name) => look.hides.get(name) === true);
  const display = look.display ?? (isBlock(tag) ? "block" : "inline");
  const isBox = display !== "inline" || look.isOutOfFlow === true || look.isFloating === true;
  const canCollapse = look.hidesOverflow === true && !look.hasRoom && !isTablePart(tag);
  return (
    hidesBy(ALWAYS) ||
    (look.isPositioned === true && hidesBy(POSITIONED)) ||
    (look.isOutOfFlow === true && hidesBy(["clip"])) ||
    (isBox && hidesBy(BOXES)) ||
    (isBox && canCollapse && hidesBy(SIZES))
  );
}
