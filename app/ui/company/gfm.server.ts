import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Processor } from "unified";

/**
 * A unified plugin for the Markdown extensions that policies use: tables, `~~struck~~` text and bare URLs.
 * Unlike `remark-gfm`, it has no footnotes or task lists.
 *
 * Single tildes are plain text, because people write "~10 days".
 */
export function gfm(this: Processor) {
  const data = this.data();
  // Leave out `transforms`, which search for URLs again in quadratic time.
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
