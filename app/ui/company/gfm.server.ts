import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Processor } from "unified";

/**
 * What policies are written with besides CommonMark: tables, `~~struck~~` words and bare addresses. A
 * plugin of unified, as `remark-gfm` is, which adds footnotes and lists of tasks to these.
 *
 * One tilde strikes nothing: people write "~10 days".
 */
export function gfm(this: Processor) {
  const data = this.data();
  // Without its `transforms`, which look for addresses again, in quadratic time.
  const { enter, exit } = gfmAutolinkLiteralFromMarkdown();
  data.micromarkExtensions = [
    gfmTable(),
    gfmStrikethrough({ singleTilde: false }),
    gfmAutolinkLiteral(),
  ];
  data.fromMarkdownExtensions = [
    gfmTableFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    { enter: enter ?? {}, exit: exit ?? {} },
  ];
}
