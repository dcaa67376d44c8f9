import { parseFragment } from "parse5";
import { isBlock, isStruckOut, isNeverRendered, isVoid } from "./elements";
import { readStyle } from "./look";
import { getAttribute, isElement } from "./nodes";
import { softenText } from "./spaces";
import { inherit, isHidden, showsText, type Inherited } from "./visibility";

/** Elements whose content isn't HTML, comments, and tags. */
const MARKUP =
  /<(script|style|template|title|xmp|iframe|noembed|noframes|noscript)(?=[\s/>])[^]*?(?:<\/\1\b[^>]*>?|$)|<!--(?:-?>|[^]*?(?:--!?>|$))|<(\/?)([a-z][^\s/>]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>]+)*)>?|<[!?/][^>]*>?/gi;

/**
 * Extracts the visible text of HTML that is too large or too deep for `parseHtml`, in linear time, without
 * struck-out text. Blocks are surrounded by blank lines. Does not decode entities.
 */
export function extractText(html: string): string {
  /** Open elements. Inherited properties are undefined for hidden elements. */
  const open: { tag: string; inherited: Inherited | undefined }[] = [{ tag: "", inherited: {} }];
  const counts = new Map<string, number>();
  let [text, position] = ["", 0];
  const close = (tag: string) => {
    while ((counts.get(tag) ?? 0) > 0) {
      const last = open.pop()?.tag ?? "";
      counts.set(last, (counts.get(last) ?? 0) - 1);
      if (last === tag) return;
    }
  };
  const add = (piece: string) => {
    const inherited = open.at(-1)?.inherited;
    if (inherited && showsText(inherited)) text += piece;
  };
  for (const { 0: markup, 2: slash, 3: name = "", 4: attributes = "", index } of html.matchAll(
    MARKUP,
  )) {
    add(html.slice(position, index));
    position = index + markup.length;
    const tag = name.toLowerCase();
    if (isBlock(tag) || tag === "br") text += tag === "br" ? "\n" : "\n\n";
    if (tag === "" || isVoid(tag)) continue;
    if (slash === "/") close(tag);
    else {
      if (isBlock(tag)) close("p");
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
      open.push({ tag, inherited: inheritFrom(open.at(-1)?.inherited, tag, attributes) });
    }
  }
  add(html.slice(position));
  return softenText(text.replaceAll("&nbsp;", "\u00a0"));
}

function inheritFrom(before: Inherited | undefined, tag: string, attributes: string) {
  if (!before || isNeverRendered(tag) || isStruckOut(tag)) return undefined;
  if (!/style|hidden|popover|href/i.test(attributes) && tag !== "dialog") return before;
  // A table row's tag, for example, would be dropped outside a table.
  const [element] = parseFragment(`<span ${attributes}>`).childNodes;
  if (!element || !isElement(element)) return before;
  const look = readStyle(getAttribute(element, "style"));
  return look.lines?.strike || isHidden(element, look, tag) ? undefined : inherit(before, look);
}
