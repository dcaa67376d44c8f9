import { fromParse5 } from "hast-util-from-parse5";
import type { Root } from "hast";
import {
  defaultTreeAdapter,
  parseFragment,
  type DefaultTreeAdapterMap,
  type TreeAdapter,
} from "parse5";

/** Limits far above what people write. */
export const MAX_ELEMENTS = 10_000;
export const MAX_ELEMENT_DEPTH = 100;

/**
 * Parses HTML as a browser does. The result can be far larger than the input, because unclosed formatting
 * elements are repeated in each paragraph.
 *
 * @throws RangeError if there are too many elements or they are nested too deeply
 */
export function parseHtml(html: string): Root {
  const tree = parseFragment(html, { treeAdapter: countingAdapter(), scriptingEnabled: false });
  const root = fromParse5(tree);
  if (root.type !== "root") throw new TypeError("A fragment must have a root");
  return root;
}

/** Creates a parse5 tree adapter that stops the parser at the limits. */
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
