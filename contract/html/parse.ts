import {
  defaultTreeAdapter,
  parseFragment,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from "parse5";
import { breakLines, nameBlocks } from "./blocks";
import { applyFormatting } from "./formatting";
import { removeHidden, type ElementStyles } from "./visibility";
import { normalizeLists } from "./lists";
import { softenTree } from "./spaces";

/** Limits far above those that normal text reaches. */
const MAX_ELEMENTS = 10_000;
const MAX_ELEMENT_DEPTH = 100;

/**
 * Parses HTML as a browser does, and converts it to HTML without CSS: removes hidden content, turns styles
 * into elements, and renames blocks and lists to those that the site keeps. The result is not safe HTML.
 *
 * @throws RangeError if there are too many elements or they are nested too deeply
 */
export function parseHtml(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  const tree = parseFragment(html, { treeAdapter: countingAdapter(), scriptingEnabled: false });
  const looks: ElementStyles = new WeakMap();
  removeHidden(tree, looks);
  breakLines(tree, looks, MAX_ELEMENTS);
  nameBlocks(tree, looks);
  normalizeLists(tree, looks);
  applyFormatting(tree, looks);
  softenTree(tree);
  return tree;
}

/**
 * Creates a parse5 tree adapter that stops the parser at the limits. The tree can be far larger than the HTML,
 * because unclosed formatting elements are repeated in each paragraph.
 */
function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let [elements, depth] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new RangeError("Too many elements");
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_ELEMENT_DEPTH) throw new RangeError("Elements are nested too deeply");
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
