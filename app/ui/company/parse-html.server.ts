import { fromParse5 } from "hast-util-from-parse5";
import type { Root } from "hast";
import {
  defaultTreeAdapter,
  parseFragment,
  type DefaultTreeAdapterMap,
  type TreeAdapter,
} from "parse5";

/** Elements that are made of a text at most, and elements in each other. People write far fewer. */
export const MAX_ELEMENTS = 10_000;
export const MAX_ELEMENT_DEPTH = 100;

/**
 * Reads HTML as a browser does, which never fails and may make far more of a text than it says:
 * each paragraph gets anew what was never closed before it.
 *
 * @throws RangeError where the text makes more elements, or deeper ones, than it may
 */
export function parseHtml(html: string): Root {
  const tree = parseFragment(html, { treeAdapter: countingAdapter(), scriptingEnabled: false });
  const root = fromParse5(tree);
  if (root.type !== "root") throw new TypeError("A fragment is a root");
  return root;
}

/** parse5's own tree, which stops the parser at the bounds. */
function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let [elements, depth] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new RangeError("Too many elements");
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_ELEMENT_DEPTH) throw new RangeError("Too many elements in each other");
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
