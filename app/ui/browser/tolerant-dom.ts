interface TreeMethods {
  removeChild: (this: Node, child: Node) => Node;
  insertBefore: (this: Node, child: Node, before: Node | null) => Node;
}

/**
 * Lets React survive when a translator, an extension or a company's script moves its nodes. Otherwise the DOM
 * throws when React removes a moved node or inserts one before it, and React removes the whole form. With this
 * patch a moved node is removed from its new parent, and the insertion appends.
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
