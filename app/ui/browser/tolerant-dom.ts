/** The DOM's own, to be called on a node. */
interface TreeMethods {
  removeChild: (this: Node, child: Node) => Node;
  insertBefore: (this: Node, child: Node, before: Node | null) => Node;
}

/**
 * Lets React live with those who move its nodes: a browser's translator, an extension or a
 * company's script. Taking away what is gone already, or putting something before what is gone,
 * throws in the DOM, and React then takes the whole form away. Here the first does nothing and the
 * second puts it at the end.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateMovedNodes(): void {
  const tree: TreeMethods = Node.prototype;
  const { removeChild, insertBefore } = tree;
  tree.removeChild = function (child) {
    if (child.parentNode === this) return removeChild.call(this, child);
    return child.parentNode?.removeChild(child) ?? child;
  };
  tree.insertBefore = function (child, before) {
    return insertBefore.call(this, child, before?.parentNode === this ? before : null);
  };
}
