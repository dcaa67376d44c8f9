import { isBlock } from "./elements";
import { isElement, isText, type ChildNode, type ParentNode } from "./nodes";

/** No-break spaces between words, but not next to a number or a sign, as in `40 h` or `« word »`. */
const BETWEEN_WORDS = /(?<=[\p{L}\p{M},.;:!?)])[\u00a0\u2007\u202f]+(?=\p{L})/gu;

/**
 * Replaces no-break spaces in a line that uses them as ordinary spaces: between all words, or between at
 * least three words in a row. Keeps a single no-break space in a sentence, and the line's length.
 */
function softenSpaces(line: string): string {
  if (!/[\u00a0\u2007\u202f]/.test(line)) return line;
  const enough = /\S[ \t\n\r\f]+\S/.test(line.replace(/[\u00a0\u2007\u202f]/g, "_")) ? 2 : 1;
  return line.replace(/[^ \t\n\r\f]+/g, (run) =>
    (run.match(BETWEEN_WORDS)?.length ?? 0) >= enough
      ? run.replace(/[\u00a0\u2007\u202f]/g, " ")
      : run,
  );
}

export const softenText = (text: string): string => text.split("\n").map(softenSpaces).join("\n");

/** Replaces no-break spaces used as ordinary spaces in all lines of a tree, except in preformatted text. */
export function softenTree(root: ParentNode): void {
  type TextNode = Extract<ChildNode, { nodeName: "#text" }>;
  let line: TextNode[] = [];
  const endLine = () => {
    const text = softenSpaces(line.map(({ value }) => value).join(""));
    let start = 0;
    for (const node of line) {
      const end = start + node.value.length;
      node.value = text.slice(start, end);
      start = end;
    }
    line = [];
  };
  const visit = (parent: ParentNode) => {
    for (const child of parent.childNodes) {
      if (isText(child)) line.push(child);
      if (!isElement(child) || child.tagName === "pre") continue;
      const endsLine = isBlock(child.tagName) || child.tagName === "br";
      if (endsLine) endLine();
      visit(child);
      if (endsLine) endLine();
    }
  };
  visit(root);
  endLine();
}
