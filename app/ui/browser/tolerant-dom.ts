/** The DOM's own methods, to be called on a node. */
interface TreeMethods {
  removeChild: (this: Node, child: Node) => Node;
  insertBefore: (this: Node, child: Node, before: Node | null) => Node;
}

/**
 * Lets React survive when a browser's translator, an extension or a company's script moves its nodes.
 * The DOM throws if React removes a node that has moved, or inserts one before it, and React then removes
 * the whole form. Here the removal does nothing, and the insertion appends.
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
